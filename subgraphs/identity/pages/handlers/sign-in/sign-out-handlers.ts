// Signing out: ends the session and revokes the grants made in it.
import { findEnabledClient } from '../../../domain/clients/client.ts'
import { endPendingSignIn } from '../../../domain/sessions/pending-sign-in.ts'
import { isRegisteredRedirectUri, withQuery } from '../../../domain/clients/redirect-uri.ts'
import { endSession } from '../../../domain/sessions/session-end.ts'
import { readIdTokenHint } from '../../../oauth/keys/id-token.ts'
import { OAuthError } from '../../../oauth/oauth-error.ts'
import { noticePage } from '../../views/notice-page.ts'
import { signOutPage } from '../../views/sign-in/sign-out-page.ts'
import { queryParameters, required, type Parameters } from '../../../oauth/parameters.ts'
import { bodyParameters } from '../../../oauth/request-body.ts'
import {
  pageUrl,
  type AuthorizationServer,
  type RequestContext,
} from '../../../oauth/request-context.ts'
import { samePage } from '../destination.ts'
import { sendPage } from '../page.ts'
import {
  clearSessionCookie,
  readBrowserSession,
  refuseOtherSites,
  requireCsrf,
  type BrowserSession,
} from '../browser-session.ts'

/** The known parameters; others are ignored. */
const PARAMETERS = new Set(['id_token_hint', 'client_id', 'post_logout_redirect_uri', 'state'])

/** GET: asks first, because a link must not sign anybody out (OpenID Connect RP-Initiated Logout, 2). */
export async function showSignOut(browserSession: BrowserSession): Promise<void> {
  const back = await returnAddress(browserSession, queryParameters(browserSession.req))
  if (!browserSession.signedIn) {
    sendSignedOut(browserSession, back)
    return
  }
  const { displayName, username, house } = browserSession.signedIn.identity
  const page = signOutPage({
    action: samePage(browserSession, '/sign-out'),
    csrf: browserSession.csrf,
    account: { displayName, username, house },
  })
  sendPage(browserSession.res, page)
}

/** POST: our own form signs out. A client's form has no CSRF token, and leads to the question first. */
export async function submitSignOut(request: RequestContext): Promise<void> {
  const { req, res, server } = request
  const form = await bodyParameters(request)
  if (!form.has('csrf')) {
    // Before reading cookies, because browsers do not send them from another site.
    const sent = new Map([...form].filter(([name]) => PARAMETERS.has(name)))
    res.redirect(303, pageUrl(server, '/sign-out', sent))
    return
  }
  const browserSession = await readBrowserSession(request)
  refuseOtherSites(request)
  requireCsrf(browserSession, form.get('csrf'))
  const back = await returnAddress(browserSession, queryParameters(req))
  await signOut(browserSession)
  sendSignedOut(browserSession, back)
}

/** Ends the session of the browser, if there is one. */
export async function signOut(browserSession: BrowserSession): Promise<void> {
  const { browser, ctx, signedIn } = browserSession
  clearSessionCookie(browserSession)
  await endPendingSignIn(ctx, browser)
  if (signedIn) await endSession(ctx, signedIn.identity.id, signedIn.session.id, 'sign_out')
}

/** The client's URL to return to, if it is registered. */
async function returnAddress(
  { ctx, server }: BrowserSession,
  parameters: Parameters,
): Promise<string | undefined> {
  const uri = parameters.get('post_logout_redirect_uri')
  if (uri === undefined) return undefined
  const client = await findEnabledClient(ctx.db, await clientOf(server, parameters))
  if (!client || !isRegisteredRedirectUri(client.redirectUris, uri)) {
    throw new OAuthError('invalid_request', 'The post_logout_redirect_uri is not registered.')
  }
  const state = parameters.get('state')
  return state === undefined ? uri : withQuery(uri, { state })
}

/**
 * The client that the request or its ID token names, if that can be verified (OpenID Connect RP-Initiated
 * Logout, 2 and 4).
 */
async function clientOf(server: AuthorizationServer, parameters: Parameters): Promise<string> {
  const hint = parameters.get('id_token_hint')
  const hinted = hint === undefined ? undefined : await readIdTokenHint(server, hint)
  if (!hinted) return required(parameters, 'client_id')
  const client = hinted.aud as string
  if ((parameters.get('client_id') ?? client) === client) return client
  throw new OAuthError('invalid_request', 'The id_token_hint was issued to another client.')
}

function sendSignedOut({ res }: BrowserSession, back: string | undefined): void {
  if (back !== undefined) {
    res.redirect(303, back)
    return
  }
  const links = [{ href: '/sign-in', text: 'Sign in' }] as const
  sendPage(res, noticePage({ title: 'You are signed out', text: 'See you again.', links }))
}
