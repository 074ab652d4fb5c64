// Signing out: ends the session and revokes the grants made in it.
import { endPendingSignIn } from '../../domain/sessions/pending-sign-in.ts'
import { endSession } from '../../domain/sessions/session-end.ts'
import { logoutParameters, readReturnUrl } from '../../oauth/endpoints/end-session-endpoint.ts'
import { queryParameters } from '../../oauth/parameters.ts'
import { bodyParameters } from '../../oauth/request-body.ts'
import type { RequestContext } from '../../oauth/request-context.ts'
import { noticePage } from '../notice-page.ts'
import { signOutPage } from './sign-out-page.ts'
import { samePage } from '../destination.ts'
import { pageUrl } from '../page-url.ts'
import { sendPage } from '../page.ts'
import {
  clearSessionCookie,
  readBrowserSession,
  refuseOtherSites,
  requireCsrf,
  type BrowserSession,
} from '../browser-session.ts'

/** GET: asks first, because a link must not sign anybody out (OpenID Connect RP-Initiated Logout, 2). */
export async function showSignOut(browserSession: BrowserSession): Promise<void> {
  const back = await readReturnUrl(browserSession, queryParameters(browserSession.req))
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
    // This comes before reading cookies, because browsers do not send them from another site.
    res.redirect(303, pageUrl(server, '/sign-out', logoutParameters(form)))
    return
  }
  const browserSession = await readBrowserSession(request)
  refuseOtherSites(request)
  requireCsrf(browserSession, form.get('csrf'))
  const back = await readReturnUrl(browserSession, queryParameters(req))
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

function sendSignedOut({ res }: BrowserSession, back: string | undefined): void {
  if (back !== undefined) {
    res.redirect(303, back)
    return
  }
  const links = [{ href: '/sign-in', text: 'Sign in' }] as const
  sendPage(res, noticePage({ title: 'You are signed out', text: 'See you again.', links }))
}
