// The headers of pages, and their answers to errors.
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express'
import { ERROR_CODES } from '#foundation/domain/errors.ts'
import { toDomainError } from '#foundation/http/errors.ts'
import { pageOfForm, sectionOfForm } from '../pages/account-groups.ts'
import { waitWords } from '../pages/time.ts'
import { noticePage, type NoticeProps } from '../pages/notice.ts'
import { setRetryAfter, toOAuthError } from '../oauth-error.ts'

/**
 * What a page may load and do. There is no `form-action`: browsers apply it to every redirect after
 * a form, and an app's callback may redirect anywhere. Nobody can inject a form, because all output
 * is escaped.
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
 * RFC 9700, section 4.16: no page can be framed, and none leaks a referrer. An app may open the
 * pages of the flow in a popup and wait for them, so they keep their opener.
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

/** The account page is not part of a flow, so its opener gets no handle on its window. */
export const accountHeaders: RequestHandler = (_req, res, next) => {
  res.set('Cross-Origin-Opener-Policy', 'same-origin')
  next()
}

export function sendPage(res: Response, page: string, status = 200): void {
  res.status(status).type('html').send(page)
}

/** Sends errors of a page: as a page, or as `{message}` to a script. */
export const answerPageError: ErrorRequestHandler = (thrown: unknown, req, res, next) => {
  if (res.headersSent) {
    next(thrown)
    return
  }
  const refusal = toOAuthError(thrown)
  if (refusal && refusal.error !== 'temporarily_unavailable') {
    const { error, message } = refusal
    const title = 'This request cannot be answered'
    answer(req, res, 400, { title, text: message, code: error })
    return
  }
  const { message, extensions } = toDomainError(thrown, req)
  const { code, details } = extensions
  setRetryAfter(res, extensions)
  const title = TITLES[code] ?? 'Something went wrong'
  const text = waitText(details) ?? message
  answer(req, res, ERROR_CODES[code].status, { title, text }, details.reason)
}

const TITLES: Partial<Record<keyof typeof ERROR_CODES, string>> = {
  INSUFFICIENT_PERMISSIONS: 'This was not allowed',
  RATE_LIMIT_EXCEEDED: 'Please wait',
}

function waitText({ retryAfterSeconds }: Record<string, unknown>): string | undefined {
  if (typeof retryAfterSeconds !== 'number') return undefined
  return `Too many attempts. Try again in ${waitWords(retryAfterSeconds)}.`
}

function answer(
  req: Request,
  res: Response,
  status: number,
  said: { title: string; text: string; code?: string },
  reason?: unknown,
): void {
  if (!req.is('json')) {
    sendPage(res, noticePage({ ...said, link: wayOn(req, reason) }), status)
    return
  }
  // The page of a script stays open, so the message must say how to continue.
  const advice = reason === 'form' ? ' Reload the page and try again.' : ''
  res.status(status).json({ message: said.text + advice })
}

/** Forms that are posted to the address of their own page, which is below the path of another page. */
const OWN_PAGES: ReadonlySet<string> = new Set(['/account/confirm', '/sign-in/confirm'])

/** A link from a form back to its page. A page gets none, because it would link to itself. */
function wayOn({ method, originalUrl }: Request, reason: unknown): NoticeProps['link'] {
  if (method !== 'POST') return undefined
  const { pathname, search } = new URL(originalUrl, 'http://localhost')
  if (reason === 'step_up') {
    const purpose = sectionOfForm(pathname)
    const href = purpose ? `/account/confirm?for=${purpose}` : `/account/confirm${search}`
    return { href, text: 'Confirm that it is you' }
  }
  const page = OWN_PAGES.has(pathname) ? pathname : `/${pathname.split('/')[1]}`
  const href = page === '/account' ? pageOfForm(pathname) : page + search
  return { href, text: 'Open the page again' }
}
