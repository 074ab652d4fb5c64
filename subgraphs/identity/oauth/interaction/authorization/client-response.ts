// Authorization responses: a code or an error for the app, which the browser brings there.
import type { Response } from 'express'
import { withQuery } from '../../../domain/clients/redirect-uri.ts'
import type { Redirection } from '../../authorization-request.ts'
import { formPostPage, type PostedResponse } from '../../pages/authorization/form-post.ts'
import { sendPage } from '../page.ts'

/** Where the browser goes next: to an address, or to the app with a form. */
export type NextStep = string | PostedResponse

/** How the browser brings the response to the app: `iss` names the sender (RFC 9207). */
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

/** Without a referrer, a browser sends `Origin: null`, which apps cannot tell from a stranger's form. */
export function nameOriginInForms(res: Response): void {
  res.set('Referrer-Policy', 'origin')
}
