// Where a person goes after signing in: the pending authorization request, or their account.
import { isRecentSignIn, STEP_UP_S } from '#foundation/auth/authentication-context.ts'
import type { Transaction } from '#foundation/database/database.ts'
import { DomainError } from '#foundation/domain/errors.ts'
import {
  hasAttemptsLeft,
  consumeAttemptWithin,
  type Bucket,
} from '../../domain/secrets/attempt-throttle.ts'
import { findVerification } from '../../domain/email/email-verification.ts'
import { isWebUri } from '../../domain/clients/redirect-uri.ts'
import { derive, sameHash, sha256 } from '../../domain/secrets/random.ts'
import type { BegunSession } from '../../domain/sessions/session.ts'
import type { IdentityTables, Session } from '../../tables.ts'
import { OAuthError } from '../../oauth/oauth-error.ts'
import { readPendingRequest } from './authorization/pending-request.ts'
import { knownParameters, type Redirection } from '../../oauth/authorization-request.ts'
import type { ScriptUrls } from '../views/form.ts'
import type { ClientView } from '../views/sign-in/sign-in-page.ts'
import { queryParameters, type Parameters } from '../../oauth/parameters.ts'
import {
  pageUrl,
  type AuthorizationServer,
  type RequestContext,
} from '../../oauth/request-context.ts'
import type { BrowserSession } from './browser-session.ts'
import { isOwnPage, signInPath } from './page-paths.ts'

/** The app whose request the person came with, if any. @throws the errors of the request */
export async function requestingClient(
  browserSession: BrowserSession,
): Promise<ClientView | undefined> {
  if (!queryParameters(browserSession.req).has('client_id')) return undefined
  return clientView((await readPendingRequest(browserSession)).redirection)
}

/** The app, for display. */
export function clientView({ client, redirectUri }: Redirection): ClientView {
  const { host, protocol } = new URL(redirectUri)
  // A private-use URI has no host, so its scheme is shown.
  return { name: client.name, redirectHost: isWebUri(redirectUri) ? host : protocol.slice(0, -1) }
}

/** The URL to continue at after signing in. */
export function destination(browserSession: BrowserSession, session: BegunSession): string {
  return onwards(browserSession.server, begunFor(browserSession, session))
}

/** The URL to continue at from an intermediate page, which passes on its parameters. */
export function laterDestination({ req, server }: BrowserSession): string {
  return onwards(server, queryParameters(req))
}

/** An intermediate page after signing in, for the same request. */
export function pageInBetween(
  browserSession: BrowserSession,
  path: string,
  session: BegunSession,
): string {
  return pageUrl(browserSession.server, path, begunFor(browserSession, session))
}

function onwards(server: AuthorizationServer, sent: Parameters): string {
  if (!sent.has('client_id')) return pageWithoutClient(server, sent)
  return pageUrl(server, '/api/oauth/authorize', sent)
}

function begunFor(browserSession: BrowserSession, session: BegunSession): Parameters {
  const sent = queryParameters(browserSession.req)
  if (!sent.has('client_id')) return sent
  return new Map([...sent, ['fresh', freshness(browserSession, sent, session)]])
}

/** The page that required the sign-in, or the account page. */
function pageWithoutClient(server: AuthorizationServer, sent: Parameters): string {
  const to = sent.get('to') ?? ''
  if (to === VERIFICATION) return pageUrl(server, to, onlySent(sent, 'token'))
  if (to !== 'device') return `${server.issuer}${isOwnPage(to) ? to : '/account'}`
  return pageUrl(server, '/device', onlySent(sent, 'user_code'))
}

const onlySent = (sent: Parameters, wanted: string): Parameters =>
  new Map([...sent].filter(([name]) => name === wanted))

/** The page of a mailed link that requires a session. */
const VERIFICATION = '/email/verify'

/** The sign-in URL that returns to the link that verifies an address. */
export function signInForVerification(server: AuthorizationServer, token: string): string {
  return pageUrl(server, '/sign-in', verificationParameters(token))
}

/** The verification whose link led to the sign-in, if any. */
export async function wantedVerification({ ctx, req }: BrowserSession) {
  const sent = queryParameters(req)
  if (sent.get('to') !== VERIFICATION) return undefined
  return findVerification(ctx, sent.get('token') ?? '')
}

/** The parameters that return to the link from intermediate pages. */
export const verificationParameters = (token: string): Parameters =>
  new Map([
    ['to', VERIFICATION],
    ['token', token],
  ])

/**
 * The sign-in URL that returns to the current page, or to the page of a posted form. The form is not sent
 * again.
 */
export function signInFor({ req, server }: Pick<RequestContext, 'req' | 'server'>): string {
  return server.issuer + signInPath(req)
}

/** The current page, or another one, for the same request. */
export function samePage({ req, server }: BrowserSession, path: string): string {
  return pageUrl(server, path, queryParameters(req))
}

/** Where scripts of the page at that path send a passkey, for the same request. */
export function passkeyUrls(browserSession: BrowserSession, path: string): ScriptUrls {
  return {
    challengeUrl: samePage(browserSession, `${path}/passkey/options`),
    verifyUrl: samePage(browserSession, `${path}/passkey/verify`),
  }
}

/** Where scripts of the page at that path send a signature of a wallet, for the same request. */
export function walletUrls(browserSession: BrowserSession, path: string): ScriptUrls {
  return {
    challengeUrl: samePage(browserSession, `${path}/wallet/challenge`),
    verifyUrl: samePage(browserSession, `${path}/wallet/verify`),
  }
}

/**
 * Proves when the person signed in for this very request in this browser, which satisfies `prompt=login`. Later
 * sign-ins for other requests do not affect it.
 */
function freshness(
  { browser, server }: Pick<BrowserSession, 'browser' | 'server'>,
  sent: Parameters,
  { identityId, signedInAt }: Pick<Session, 'identityId' | 'signedInAt'>,
): string {
  const at = signedInAt.getTime().toString(36)
  // The hint is not part of the request proper, and processes of an earlier version do not know it.
  const known = [...knownParameters(sent)].filter(([name]) => name !== 'login_hint')
  const request = known.toSorted(([one], [other]) => (one < other ? -1 : 1))
  const proved = JSON.stringify([at, browser, identityId, request])
  return `${at}.${derive(server.secret, 'fresh sign-in', proved)}`
}

/**
 * Whether the sign-in can still lead to a code: only one, and only as long as it takes to read the consent
 * page, because the URL stays in the browser's history.
 */
export async function isFresh(
  request: Pick<BrowserSession, 'browser' | 'ctx' | 'server'>,
  sent: Parameters,
  session: Pick<Session, 'identityId'>,
): Promise<boolean> {
  return (
    provesFreshness(request, sent, session, request.ctx.now()) &&
    (await hasAttemptsLeft(request.ctx, oneCode(sent)))
  )
}

/** Consumes the fresh sign-in. @throws login_required if it has already led to a code */
export async function consumeFreshness(
  trx: Transaction<IdentityTables>,
  { now }: Pick<RequestContext['ctx'], 'now'>,
  sent: Parameters,
): Promise<void> {
  await consumeAttemptWithin(trx, now, oneCode(sent)).catch((error: unknown) => {
    if (!(error instanceof DomainError)) throw error
    throw new OAuthError('login_required', 'This sign-in has already led to a code.')
  })
}

/** Counted for longer than the sign-in is fresh. */
function oneCode(sent: Parameters): Bucket {
  return { key: `fresh:${sent.get('fresh') ?? ''}`, max: 1, windowMs: STEP_UP_S * 1000 }
}

function provesFreshness(
  browserSession: Pick<BrowserSession, 'browser' | 'server'>,
  sent: Parameters,
  { identityId }: Pick<Session, 'identityId'>,
  now: Date,
): boolean {
  const fresh = sent.get('fresh') ?? ''
  const signedInAt = new Date(parseInt(fresh, 36))
  if (!isRecentSignIn(signedInAt.getTime(), now)) return false
  const expected = freshness(browserSession, sent, { identityId, signedInAt })
  return sameHash(sha256(expected), sha256(fresh))
}
