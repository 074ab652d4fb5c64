// Calls from the scripts of pages: JSON, with the same CSRF token as forms.
import type { RequestHandler } from 'express'
import { forbidden, invalidInput } from '#foundation/domain/errors.ts'
import { readJson } from '#foundation/http/json-body.ts'
import { isStorable } from '../oauth/parameters.ts'
import { handler, type AuthorizationServer } from '../oauth/request-context.ts'
import {
  refuseOtherSites,
  requireCsrf,
  readBrowserSession,
  type SignedInBrowserSession,
  type BrowserSession,
} from './browser-session.ts'

export type ScriptBody = Readonly<Record<string, unknown>>

/** Returns the JSON of the response. */
export type ScriptCall = (
  browserSession: BrowserSession,
  body: ScriptBody,
) => Promise<Record<string, unknown>>

/** Wraps a call for Express. */
export function scriptHandler(server: AuthorizationServer, call: ScriptCall): RequestHandler {
  return handler(server, async (request) => {
    const browserSession = await readBrowserSession(request)
    const { req, res } = request
    refuseOtherSites(request)
    const body = ((await readJson(req, res)) ?? {}) as ScriptBody
    requireCsrf(browserSession, body.csrf)
    res.json(await call(browserSession, body))
  })
}

/** Throws unless somebody is signed in. @throws INSUFFICIENT_PERMISSIONS */
export function requireSignIn(
  browserSession: BrowserSession,
): asserts browserSession is SignedInBrowserSession {
  if (browserSession.signedIn) return
  throw forbidden('You are signed out. Sign in again first.', { reason: 'session' })
}

/** A text field of the body. @throws VALIDATION_ERROR */
export function textOf(body: ScriptBody, field: string): string {
  const value = body[field]
  if (typeof value !== 'string') throw invalidInput([{ field, reason: 'must be text' }])
  if (isStorable(value)) return value
  throw invalidInput([{ field, reason: 'must not contain NUL or an unpaired surrogate' }])
}
