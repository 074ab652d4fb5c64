// Calls from the scripts of the pages: JSON in, JSON out, with the same CSRF token as forms.
import type { RequestHandler } from 'express'
import { forbidden, invalidInput } from '#foundation/domain/errors.ts'
import { readJson } from '#foundation/http/json-body.ts'
import { requireReauthentication } from '../../domain/reauthentication.ts'
import { isStorable } from '../parameters.ts'
import { handler, type AuthorizationServer } from '../request-context.ts'
import {
  refuseOtherSites,
  requireCsrf,
  readBrowserSession,
  type SignedInBrowserSession,
  type BrowserSession,
} from './browser-session.ts'

type Body = Readonly<Record<string, unknown>>

/** A handler that sends the JSON that `answer` returns. */
export function scriptCall(
  server: AuthorizationServer,
  answer: (browserSession: BrowserSession, body: Body) => Promise<Record<string, unknown>>,
): RequestHandler {
  return handler(server, async (request) => {
    const browserSession = await readBrowserSession(request)
    const { req, res } = request
    refuseOtherSites(request)
    const body = ((await readJson(req, res)) ?? {}) as Body
    requireCsrf(browserSession, body.csrf)
    res.json(await answer(browserSession, body))
  })
}

/** How long after signing in a person may change how they sign in. */
const RECENT_MS = 60 * 60_000

/** @throws INSUFFICIENT_PERMISSIONS unless the person signed in within the last hour */
export function requireRecentSignIn(
  browserSession: BrowserSession,
): asserts browserSession is SignedInBrowserSession {
  const signedInAt = browserSession.signedIn?.session.signedInAt.getTime() ?? 0
  if (browserSession.ctx.now().getTime() - signedInAt <= RECENT_MS) return
  throw forbidden('You must have signed in within the last hour to do this. Sign in again first.', {
    reason: 'recent_sign_in',
  })
}

/** @throws INSUFFICIENT_PERMISSIONS unless somebody is signed in */
export function requireSignIn(
  browserSession: BrowserSession,
): asserts browserSession is SignedInBrowserSession {
  if (browserSession.signedIn) return
  throw forbidden('You are signed out. Sign in again first.', { reason: 'session' })
}

/** @throws INSUFFICIENT_PERMISSIONS unless the person has just proved again who they are */
export function requireReauthenticated(
  browserSession: BrowserSession,
): asserts browserSession is SignedInBrowserSession {
  requireSignIn(browserSession)
  requireReauthentication(browserSession.signedIn.session, browserSession.ctx.now())
}

/** A text of the body. @throws VALIDATION_ERROR */
export function textOf(body: Body, field: string): string {
  const value = body[field]
  if (typeof value !== 'string') throw invalidInput([{ field, reason: 'must be text' }])
  if (isStorable(value)) return value
  throw invalidInput([{ field, reason: 'must not hold a NUL or half a character' }])
}
