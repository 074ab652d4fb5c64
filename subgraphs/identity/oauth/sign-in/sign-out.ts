// Signing out: of this browser, and of what clients were granted in it.
import type { RequestHandler } from 'express'
import { decodeJwt } from 'jose'
import { findClient } from '../../domain/client.ts'
import { isRegisteredRedirectUri, withQuery } from '../../domain/redirect-uri.ts'
import { endSession } from '../../domain/session.ts'
import { OAuthError } from '../oauth-error.ts'
import { noticePage } from '../pages/notice.ts'
import { signOutPage } from '../pages/sign-out.ts'
import { queryParameters, required, type Parameters } from '../parameters.ts'
import { handler, type AuthorizationServer } from '../server.ts'
import { samePage } from './destination.ts'
import { allowRedirectTo, sendPage } from './page.ts'
import { clearSessionCookie, readForm, visit, type Visit } from './visit.ts'

/** GET: asks; a link of somebody else must sign nobody out (OpenID Connect RP-Initiated Logout, 2). */
export function showSignOut(server: AuthorizationServer): RequestHandler {
  return handler(server, async (exchange) => {
    const visiting = await visit(server, exchange)
    const back = await returnAddress(visiting, queryParameters(exchange.req))
    if (back !== undefined) allowRedirectTo(exchange.res, back)
    if (!visiting.signedIn) {
      answerSignedOut(visiting, back)
      return
    }
    const { displayName, username, house } = visiting.signedIn.identity
    const page = signOutPage({
      action: samePage(server, visiting, '/sign-out'),
      csrf: visiting.csrf,
      account: { displayName, username, house },
    })
    sendPage(exchange.res, page)
  })
}

export function submitSignOut(server: AuthorizationServer): RequestHandler {
  return handler(server, async (exchange) => {
    const visiting = await visit(server, exchange)
    const back = await returnAddress(visiting, queryParameters(exchange.req))
    await readForm(server, visiting)
    await signOut(server, visiting)
    answerSignedOut(visiting, back)
  })
}

/** Ends the session of the visit, if it has one. */
export async function signOut(server: AuthorizationServer, visiting: Visit): Promise<void> {
  const { ctx, signedIn } = visiting
  clearSessionCookie(server, visiting)
  if (signedIn) await endSession(ctx, signedIn.identity.id, signedIn.session.id, 'sign_out')
}

/** Where a client wants the person back: an address registered for it, and nowhere else. */
async function returnAddress({ ctx }: Visit, parameters: Parameters): Promise<string | undefined> {
  const uri = parameters.get('post_logout_redirect_uri')
  if (uri === undefined) return undefined
  const client = await findClient(ctx.db, clientOf(parameters))
  if (!client || !isRegisteredRedirectUri(client.redirectUris, uri)) {
    throw new OAuthError('invalid_request', 'The post_logout_redirect_uri is not registered.')
  }
  const state = parameters.get('state')
  return state === undefined ? uri : withQuery(uri, { state })
}

/** The client as it is named, or as the ID token names it; neither proves anything, nor needs to. */
function clientOf(parameters: Parameters): string {
  const hint = parameters.get('id_token_hint')
  if (hint === undefined || parameters.has('client_id')) return required(parameters, 'client_id')
  try {
    const { aud } = decodeJwt(hint)
    return String(aud)
  } catch {
    throw new OAuthError('invalid_request', 'The id_token_hint is no token.')
  }
}

function answerSignedOut({ res }: Visit, back: string | undefined): void {
  if (back !== undefined) {
    res.redirect(303, back)
    return
  }
  const link = { href: '/sign-in', text: 'Sign in' }
  sendPage(res, noticePage({ title: 'You are signed out', text: 'See you again.', link }))
}
