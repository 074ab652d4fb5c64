// Signing out: ends the session and revokes the grants made in it.
import { endSession } from '../../domain/sessions/session-end.ts'
import { endPendingSignIn } from '../../domain/sessions/pending-sign-in.ts'
import { logoutParameters, readReturnUrl } from '../../oauth/endpoints/end-session-endpoint.ts'
import { queryParameters } from '../../oauth/parameters.ts'
import { bodyParameters } from '../../oauth/request-body.ts'
import type { RequestContext } from '../../oauth/request-context.ts'
import {
  clearSessionCookie,
  readBrowserSession,
  refuseOtherSites,
  requireCsrf,
  type BrowserSession,
  type PageHandler,
} from '../browser-session.ts'
import { pageUrl, samePage } from '../destination.ts'
import { form } from '../form.ts'
import { html } from '../html.ts'
import { page } from '../layout.ts'
import { houseSign } from '../marks.ts'
import { noticePage } from '../notice-page.ts'
import { respond, type PageResponse } from '../page.ts'

/** GET: asks first, because a link must not sign anybody out (OpenID Connect RP-Initiated Logout, 2). */
export const showSignOut: PageHandler = async (browserSession) => {
  const { csrf, req, signedIn } = browserSession
  const back = await readReturnUrl(browserSession, queryParameters(req))
  if (!signedIn) return signedOut(back)
  const { displayName, house, username } = signedIn.identity
  const action = samePage(browserSession, '/sign-out')
  return page({
    title: 'Sign out?',
    house,
    main: html`
      <div class="person">
        ${houseSign(house)}
        <p><strong>${displayName}</strong> <span class="handle">@${username}</span></p>
      </div>
      ${form({ action, csrf, look: 'stack' }, html`<button class="primary">Sign out</button>`)}
      <p class="aside">
        Apps that you use in this browser are signed out, too. Devices stay connected.
      </p>
    `,
  })
}

/** POST: our own form signs out. A client's form has no CSRF token, and leads to the question first. */
export async function submitSignOut(request: RequestContext): Promise<void> {
  respond(request, await signOutByForm(request))
}

async function signOutByForm(request: RequestContext): Promise<PageResponse> {
  const { req, server } = request
  const form = await bodyParameters(request)
  // This comes before reading cookies, because browsers do not send them from another site.
  if (!form.has('csrf')) return { to: pageUrl(server, '/sign-out', logoutParameters(form)) }
  const browserSession = await readBrowserSession(request)
  refuseOtherSites(request)
  requireCsrf(browserSession, form.get('csrf'))
  const back = await readReturnUrl(browserSession, queryParameters(req))
  await signOut(browserSession)
  return signedOut(back)
}

/** Ends the session of the browser, if there is one. */
export async function signOut(browserSession: BrowserSession): Promise<void> {
  const { browser, ctx, signedIn } = browserSession
  clearSessionCookie(browserSession)
  await endPendingSignIn(ctx, browser)
  if (signedIn) await endSession(ctx, signedIn.identity.id, signedIn.session.id, 'sign_out')
}

function signedOut(back: string | undefined): PageResponse {
  if (back !== undefined) return { to: back }
  const links = [{ href: '/sign-in', text: 'Sign in' }] as const
  return noticePage({ title: 'You are signed out', text: 'See you again.', links })
}
