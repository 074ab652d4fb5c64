// What every page is sent with: its headers, and the responses of handlers and of errors.
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express'
import { ERROR_CODES } from '#foundation/domain/errors.ts'
import { toDomainError } from '#foundation/http/errors.ts'
import { noticePage, type NoticeProps } from './notice-page.ts'
import { OAuthError, setRetryAfter } from '../oauth/oauth-error.ts'
import type { RequestContext } from '../oauth/request-context.ts'
import { refusal, requestRefused } from './refusal-page.ts'

/**
 * The Content Security Policy of pages. It has no `form-action`, because browsers apply that to every redirect after a
 * form, and an app's callback may redirect anywhere. All output is escaped, so nobody can inject a form.
 */
const CONTENT_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * The headers of all pages: no page can be framed or leaks a referrer (RFC 9700, section 4.16). Apps may open the pages
 * of the flow in a popup and wait for them, so the pages keep their opener.
 */
export const pageHeaders: RequestHandler = (_req, res, next) => {
  res.set({
    'Content-Security-Policy': CONTENT_POLICY,
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-store',
    'Permissions-Policy': 'publickey-credentials-get=(self), publickey-credentials-create=(self)',
  })
  next()
}

/** The header of pages that are not part of a flow: their opener gets no access to the window. */
export const accountHeaders: RequestHandler = (_req, res, next) => {
  res.set('Cross-Origin-Opener-Policy', 'same-origin')
  next()
}

export function sendPage(res: Response, page: string, status = 200): void {
  res.status(status).type('html').send(page)
}

/** What a browser gets: a page, a page with another status than 200, or the URL or path to continue at. */
export type PageResponse = string | { page: string; status: number } | { to: string }

/** Sends a response. Undefined is one that has been sent already. */
export function respond(
  { res, server }: Pick<RequestContext, 'res' | 'server'>,
  response: PageResponse | undefined,
): void {
  if (response === undefined) return
  if (typeof response === 'string') sendPage(res, response)
  else if ('page' in response) sendPage(res, response.page, response.status)
  else res.redirect(303, response.to.startsWith('/') ? server.issuer + response.to : response.to)
}

/** Sends errors as a page, or as `{message}` to scripts. */
export const sendPageError: ErrorRequestHandler = (thrown: unknown, req, res, next) => {
  if (res.headersSent) {
    next(thrown)
    return
  }
  if (thrown instanceof OAuthError) {
    sendError(req, res, 400, requestRefused(req, thrown), thrown.message)
    return
  }
  const error = toDomainError(thrown, req)
  const { code, details } = error.extensions
  setRetryAfter(res, error.extensions)
  const notice = refusal(req, error)
  // A script shows the message on a page that stays open, so it must say how to continue.
  const message =
    details.reason === 'form'
      ? 'This form is out of date. Reload the page and try again.'
      : notice.text
  sendError(req, res, ERROR_CODES[code].status, notice, message)
}

function sendError(
  req: Request,
  res: Response,
  status: number,
  notice: NoticeProps,
  message: string,
): void {
  if (req.is('json')) res.status(status).json({ message })
  else sendPage(res, noticePage(notice), status)
}
