// Takes the browser to a page that the person must pass, or to the app with the response.
import type { Response } from 'express'
import { withQuery } from '../../domain/clients/redirect-uri.ts'
import type {
  AuthorizationResponse,
  AuthorizationResult,
  Interaction,
} from '../../oauth/authorization-result.ts'
import type { Parameters } from '../../oauth/parameters.ts'
import type { RequestContext } from '../../oauth/request-context.ts'
import { formPostPage, type PostedResponse } from './form-post.ts'
import { pageUrl } from '../page-url.ts'
import { sendPage } from '../page.ts'

const PATHS: Readonly<Record<Interaction, string>> = {
  'sign-in': '/sign-in',
  confirmation: '/sign-in/confirm',
  'second-factor-needed': '/sign-in/second-factor-needed',
  consent: '/consent',
}

/** Sends the browser on. Pages get `sent`, the parameters in the URL. */
export function sendBrowser(
  { res, server }: RequestContext,
  result: AuthorizationResult,
  sent: Parameters,
): void {
  const next =
    typeof result === 'string' ? pageUrl(server, PATHS[result], sent) : clientResponse(result)
  if (typeof next === 'string') {
    res.redirect(303, next)
    return
  }
  nameOriginInForms(res)
  sendPage(res, formPostPage(next))
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
