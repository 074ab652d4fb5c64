// Takes the browser to a page that the person must pass, or to the app with the response.
import type { Response } from 'express'
import { withQuery } from '../../domain/clients/redirect-uri.ts'
import type {
  AuthorizationResponse,
  AuthorizationResult,
  Interaction,
} from '../../oauth/authorization-result.ts'
import { authorize } from '../../oauth/endpoints/authorization-endpoint.ts'
import type { Parameters } from '../../oauth/parameters.ts'
import { continueOrRefuse, readPendingRequest } from '../../oauth/pending-request.ts'
import type { RequestContext } from '../../oauth/request-context.ts'
import { readBrowserSession } from '../browser-session.ts'
import { pageUrl } from '../destination.ts'
import { hidden } from '../form.ts'
import { html, type Content, type Html } from '../html.ts'
import { page } from '../layout.ts'
import { respond, type PageResponse } from '../page.ts'

/** The authorization endpoint in the browser, at the start and after each page. */
export async function showAuthorization(request: RequestContext): Promise<void> {
  const pending = await readPendingRequest(request)
  const { sent } = pending
  const result = await continueOrRefuse(request, pending, async (authorization) => {
    const browserSession = await readBrowserSession(request)
    return authorize({ ...browserSession, authorization, sent })
  })
  respond(request, responseTo(request, result, sent))
}

const PATHS: Readonly<Record<Interaction, string>> = {
  'sign-in': '/sign-in',
  confirmation: '/sign-in/confirm',
  'second-factor-needed': '/sign-in/second-factor-needed',
  consent: '/consent',
}

/** A page, or where the browser continues. Pages there get `sent`, the parameters in the URL. */
export function responseTo(
  { res, server }: Pick<RequestContext, 'res' | 'server'>,
  result: AuthorizationResult | { page: string; status: number },
  sent: Parameters,
): PageResponse {
  if (typeof result === 'object' && 'page' in result) return result
  if (typeof result === 'string') return { to: pageUrl(server, PATHS[result], sent) }
  const next = clientResponse(result)
  if (typeof next === 'string') return { to: next }
  nameOriginInForms(res)
  return formPostPage(next)
}

/** A form that takes a response to an app (OAuth 2.0 Form Post Response Mode). */
export interface PostedResponse {
  clientName: string
  /** The redirect URI, to which the form is posted. */
  action: string
  fields: Readonly<Record<string, string>>
}

/** How the browser takes the response to the app: a URL, or a form that it posts. */
export function clientResponse({
  clientName,
  fields,
  redirectUri,
  responseMode,
}: AuthorizationResponse): string | PostedResponse {
  if (responseMode === 'query') return withQuery(redirectUri, fields)
  return { clientName, action: redirectUri, fields }
}

/** Lets browsers name our origin in forms: without a referrer they send `Origin: null`, like an attacker's form. */
export function nameOriginInForms(res: Response): void {
  res.set('Referrer-Policy', 'origin')
}

/** A page that submits its form by itself. */
const formPostPage = (response: PostedResponse): string =>
  page({
    title: `Continue to ${response.clientName}`,
    referrer: 'origin',
    scripts: ['form-post.js'],
    main: responseForm(response, html`<button class="primary">Continue</button>`),
  })

/** The form. It has no CSRF token, because it is posted to another origin. */
export const responseForm = ({ action, fields }: PostedResponse, button: Content): Html =>
  html`<form class="stack" method="post" action="${action}">
    ${Object.entries(fields).map(([name, value]) => hidden(name, value))} ${button}
  </form>`
