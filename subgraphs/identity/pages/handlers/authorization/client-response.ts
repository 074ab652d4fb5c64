// Authorization responses: a code or an error, which the browser takes to the app.
import type { Response } from 'express'
import { withQuery } from '../../../domain/clients/redirect-uri.ts'
import type { Redirection } from '../../../oauth/authorization-request.ts'
import { formPostPage, type PostedResponse } from '../../views/authorization/form-post.ts'
import { sendPage } from '../page.ts'

/** Where the browser goes next: a URL, or a form posted to the app. */
export type NextStep = string | PostedResponse

/** How the browser takes the response to the app. `iss` names the sender (RFC 9207). */
export function clientResponse(
  { client, redirectUri, responseMode, state }: Redirection,
  issuer: string,
  outcome: Readonly<Record<string, string>>,
): NextStep {
  const fields = { ...outcome, ...(state !== undefined && { state }), iss: issuer }
  if (responseMode === 'query') return withQuery(redirectUri, fields)
  return { clientName: client.name, action: redirectUri, fields }
}

export function sendBrowser(res: Response, next: NextStep): void {
  if (typeof next === 'string') {
    res.redirect(303, next)
    return
  }
  nameOriginInForms(res)
  sendPage(res, formPostPage(next))
}

/** Without a referrer, browsers send `Origin: null`, which apps cannot tell from an attacker's form. */
export function nameOriginInForms(res: Response): void {
  res.set('Referrer-Policy', 'origin')
}
