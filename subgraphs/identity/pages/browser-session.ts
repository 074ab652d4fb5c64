// A browser session: the cookies of a browser, the signed-in person, and the CSRF token of its forms.
import type { RequestHandler } from 'express'
import { forbidden } from '#foundation/domain/errors.ts'
import { derive, randomToken, sameHash, sha256 } from '../domain/secrets/random.ts'
import type { Proven } from '../domain/sign-in/password.ts'
import { endPendingSignIn } from '../domain/sessions/pending-sign-in.ts'
import {
  findSignedIn,
  startSession,
  type BegunSession,
  type SignedIn,
} from '../domain/sessions/session.ts'
import { METHODS } from '../domain/sessions/second-factor.ts'
import { endSession } from '../domain/sessions/session-end.ts'
import type { Identity, Session } from '../tables.ts'
import type { Parameters } from '../oauth/parameters.ts'
import { bodyParameters } from '../oauth/request-body.ts'
import { handler, type AuthorizationServer, type RequestContext } from '../oauth/request-context.ts'
import {
  cookieName,
  cookieOptions,
  readCookie,
  readSessionCookies,
  sessionCookieNames,
  rememberDevice,
} from './cookies.ts'
import { respond, type PageResponse } from './page.ts'

export interface BrowserSession extends RequestContext {
  /** A random value that identifies the browser, signed in or not. */
  browser: string
  signedIn: SignedIn | undefined
  /** The CSRF token for all forms of this browser. */
  csrf: string
}

/** A browser session in which somebody is signed in. */
export type SignedInBrowserSession = BrowserSession & { signedIn: SignedIn }

const BROWSER_AGE_MS = 400 * 86_400_000
const SESSION_AGE_MS = 30 * 86_400_000

/** Reads the cookies, and sets the browser cookie if it is missing. */
export async function readBrowserSession(request: RequestContext): Promise<BrowserSession> {
  const { req, res, server } = request
  const known = readCookie(server, req, 'browser')
  const browser = known ?? randomToken(16)
  if (known === undefined) {
    const options = cookieOptions(server, BROWSER_AGE_MS)
    res.cookie(cookieName(server, 'browser'), browser, options)
  }
  const signedIn = await findNewestSession(request)
  // The token is bound to the session, so that no form outlives its sign-in.
  const csrf = derive(server.secret, 'form', `${browser}.${signedIn?.session.id ?? ''}`)
  return { ...request, browser, signedIn, csrf }
}

/** The newest session of the browser. Earlier ones, whose cookies have arrived late, end. */
async function findNewestSession(request: RequestContext): Promise<SignedIn | undefined> {
  const { ctx, req, server } = request
  const tokens = new Set(readSessionCookies(server, req).map(({ value }) => value))
  const found = await Promise.all([...tokens].map((token) => findSignedIn(ctx, token)))
  const newestFirst = found
    .filter((signedIn) => signedIn !== undefined)
    .toSorted((a, b) => b.session.signedInAt.getTime() - a.session.signedInAt.getTime())
  const signedOutAt = Number(readCookie(server, req, 'signed-out') ?? 0)
  const [newest] = newestFirst.filter(({ session }) => session.signedInAt.getTime() >= signedOutAt)
  for (const { identity, session } of newestFirst) {
    if (session !== newest?.session) await endSession(ctx, identity.id, session.id, 'sign_out')
  }
  return newest
}

/** Shows a page, or responds to its form. */
export type PageHandler = (
  browserSession: BrowserSession,
) => Promise<PageResponse | undefined> | PageResponse

/** Wraps a page for Express. */
export function pageHandler(server: AuthorizationServer, page: PageHandler): RequestHandler {
  return handler(server, async (request) => {
    respond(request, await page(await readBrowserSession(request)))
  })
}

/** Signs the person in with a new session, which replaces the browser's previous one. */
export async function signIn(
  browserSession: BrowserSession,
  { id, passwordHash }: Pick<Identity, 'id'> & Partial<Proven>,
  method: Session['method'],
  methods: Session['methods'] = [...METHODS[method]],
): Promise<BegunSession> {
  const { browser, ctx, req, signedIn } = browserSession
  const userAgent = req.get('user-agent') ?? ''
  const begun = { identityId: id, method, methods, browser, userAgent }
  const session = await startSession(ctx, begun, { passwordHash, before: signedIn?.session })
  await endPendingSignIn(ctx, browser)
  clearSessionCookies(browserSession, sessionCookieNames(browserSession.server, session.id))
  setSessionCookie({ ...browserSession, signedIn: { session } }, session.token)
  // Only somebody who has entered the password gets separate attempts.
  if (method === 'password') await rememberDevice(browserSession, id)
  return session
}

export function setSessionCookie(
  { res, server, signedIn }: RequestContext & { signedIn: { session: Pick<Session, 'id'> } },
  token: string,
): void {
  for (const name of sessionCookieNames(server, signedIn.session.id)) {
    res.cookie(name, token, cookieOptions(server, SESSION_AGE_MS))
  }
}

/**
 * Signs the browser out: clears the cookies of the sessions that it has sent, so that a newer one stays. A cookie keeps
 * the time, so that no earlier session whose cookie arrives late signs anybody in.
 */
export function clearSessionCookie(request: RequestContext): void {
  const { ctx, res, server } = request
  clearSessionCookies(request, [])
  const options = cookieOptions(server, SESSION_AGE_MS)
  res.cookie(cookieName(server, 'signed-out'), String(ctx.now().getTime()), options)
}

function clearSessionCookies({ req, res, server }: RequestContext, kept: readonly string[]): void {
  const { maxAge: _, ...options } = cookieOptions(server, 0)
  const sent = readSessionCookies(server, req).map(({ name }) => name)
  for (const name of new Set([cookieName(server, 'session'), ...sent])) {
    if (!kept.includes(name)) res.clearCookie(name, options)
  }
  const signedOut = cookieName(server, 'signed-out')
  if (readCookie(server, req, 'signed-out') !== undefined) res.clearCookie(signedOut, options)
}

/** Reads a form and checks that it was created for this browser. @throws INSUFFICIENT_PERMISSIONS otherwise */
export async function readForm(browserSession: BrowserSession): Promise<Parameters> {
  refuseOtherSites(browserSession)
  const form = await bodyParameters(browserSession)
  requireCsrf(browserSession, form.get('csrf'))
  return form
}

/**
 * Handles a form. `refill` shows one from an earlier sign-in again, with its input and a message; a form without it has
 * no input to lose, and is refused.
 */
export function formHandler(
  submit: (browserSession: BrowserSession, form: Parameters) => Promise<PageResponse>,
  refill?: (
    browserSession: BrowserSession,
    form: Parameters,
    message: string,
  ) => Promise<PageResponse> | PageResponse,
): PageHandler {
  return async (browserSession) => {
    if (!refill) return submit(browserSession, await readForm(browserSession))
    const { form, isOutOfDate } = await readFormOrOutOfDate(browserSession)
    if (!isOutOfDate) return submit(browserSession, form)
    const response = await refill(browserSession, form, outOfDateText(browserSession))
    return typeof response === 'string' ? { page: response, status: 403 } : response
  }
}

/** A form of one of our pages. One from an earlier sign-in may only be shown again. */
export interface SentForm {
  form: Parameters
  isOutOfDate: boolean
}

/**
 * Reads a form for a page that can show it again, with its input, if it is from an earlier sign-in. The browser
 * must confirm that our own page sent it, because no other site may fill in a form. @throws
 * INSUFFICIENT_PERMISSIONS for any other form
 */
export async function readFormOrOutOfDate(browserSession: BrowserSession): Promise<SentForm> {
  refuseOtherSites(browserSession)
  const form = await bodyParameters(browserSession)
  const isOutOfDate = !hasCsrf(browserSession, form.get('csrf'))
  if (isOutOfDate && !isFromHere(browserSession)) throw outOfDate()
  return { form, isOutOfDate }
}

/** The message above a form from an earlier sign-in. */
export function outOfDateText({ signedIn }: Pick<BrowserSession, 'signedIn'>): string {
  return [
    'This form is out of date, because you have signed in or out since it was opened.',
    ...(signedIn ? [`You are signed in as @${signedIn.identity.username} now.`] : []),
    'Check it, and send it again.',
  ].join(' ')
}

function isFromHere({ req, server }: RequestContext): boolean {
  const isSameOrigin = req.get('sec-fetch-site') === 'same-origin'
  return isSameOrigin || req.get('origin') === new URL(server.issuer).origin
}

/**
 * Rejects requests from other sites. With `Referrer-Policy: no-referrer`, browsers send `Origin: null` even
 * with our own forms, so that only `Sec-Fetch-Site` can tell.
 */
export function refuseOtherSites({ req, server }: RequestContext): void {
  const site = req.get('sec-fetch-site') ?? 'same-origin'
  const origin = req.get('origin') ?? 'null'
  const isOurs = origin === 'null' || origin === new URL(server.issuer).origin
  if (isOurs && (site === 'same-origin' || site === 'none')) return
  throw forbidden('This form was sent from another site.', { reason: 'cross_site' })
}

/** Throws unless the form was created for this browser and sign-in. @throws INSUFFICIENT_PERMISSIONS */
export function requireCsrf(browserSession: BrowserSession, sent: unknown): void {
  if (!hasCsrf(browserSession, sent)) throw outOfDate()
}

function hasCsrf({ csrf }: BrowserSession, sent: unknown): boolean {
  return typeof sent === 'string' && sameHash(sha256(csrf), sha256(sent))
}

export function outOfDate(): Error {
  return forbidden('This form is out of date.', { reason: 'form' })
}
