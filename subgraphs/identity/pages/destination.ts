// The destination after signing in: the pending authorization request, or a page of one's own.
import { findVerification } from '../domain/email/email-verification.ts'
import { isWebUri } from '../domain/clients/redirect-uri.ts'
import type { BegunSession } from '../domain/sessions/session.ts'
import { authorizationUrl, type Redirection } from '../oauth/authorization-request.ts'
import { freshness } from '../oauth/fresh-sign-in.ts'
import { queryParameters, type Parameters } from '../oauth/parameters.ts'
import { readPendingRequest } from '../oauth/pending-request.ts'
import type { AuthorizationServer, RequestContext } from '../oauth/request-context.ts'
import type { ScriptUrls } from './form.ts'
import type { BrowserSession } from './browser-session.ts'
import { isOwnPage, signInPath } from './page-paths.ts'

/** The app that sent the person, and the host of its redirect URI, where the person will be sent. */
export interface ClientView {
  name: string
  redirectHost: string
}

/** The app whose request the person came with, if any. @throws the errors of the request */
export async function requestingClient(
  browserSession: BrowserSession,
): Promise<ClientView | undefined> {
  if (!queryParameters(browserSession.req).has('client_id')) return undefined
  return clientView((await readPendingRequest(browserSession)).redirection)
}

/** The name of the app, and where the person will be sent, for display. */
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
  return authorizationUrl(server, sent)
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

/** The sign-in URL that returns to the current page, or to the page of a posted form. The form is not sent again. */
export function signInFor({ req, server }: Pick<RequestContext, 'req' | 'server'>): string {
  return server.issuer + signInPath(req)
}

/** The current page, or another one, for the same request. */
export function samePage({ req, server }: BrowserSession, path: string): string {
  return pageUrl(server, path, queryParameters(req))
}

/** The URLs to which scripts of the page at that path send a passkey, for the same request. */
export function passkeyUrls(browserSession: BrowserSession, path: string): ScriptUrls {
  return {
    challengeUrl: samePage(browserSession, `${path}/passkey/options`),
    verifyUrl: samePage(browserSession, `${path}/passkey/verify`),
  }
}

/** The URLs to which scripts of the page at that path send a signature of a wallet, for the same request. */
export function walletUrls(browserSession: BrowserSession, path: string): ScriptUrls {
  return {
    challengeUrl: samePage(browserSession, `${path}/wallet/challenge`),
    verifyUrl: samePage(browserSession, `${path}/wallet/verify`),
  }
}

/** The URL of a page, with the parameters of the pending authorization request. */
export function pageUrl({ issuer }: AuthorizationServer, path: string, sent: Parameters): string {
  const query = new URLSearchParams([...sent]).toString()
  return `${issuer}${path}${query === '' ? '' : `?${query}`}`
}

/** The URL of a page that a mailed link opens, and of its forms, so that a refused form leads back to its page. */
export function linkUrl(server: AuthorizationServer, path: string, token: string): string {
  return pageUrl(server, path, new Map([['token', token]]))
}

/** The token of the mailed link. */
export function tokenOf({ req }: RequestContext): string {
  return queryParameters(req).get('token') ?? ''
}
