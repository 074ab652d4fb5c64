// Access to the console, for administrators who signed in with two factors. Nobody else learns what it contains.
import type { RequestHandler, Response } from 'express'
import { isRecentSignIn } from '#foundation/auth/authentication-context.ts'
import type { IdentityContext } from '../../context.ts'
import type { Administration } from '../../domain/administration/administrator.ts'
import { findFactors, hasSecondFactor, isStrong } from '../../domain/sessions/second-factor.ts'
import { asPerson } from '../account/as-person.ts'
import { accountHeaders, pageHeaders, sendPage } from '../page.ts'
import { readBrowserSession, type SignedInBrowserSession } from '../browser-session.ts'
import { noticePage } from '../notice-page.ts'
import { handler, type AuthorizationServer } from '../../oauth/request-context.ts'

/** The browser session of an administrator in the console. */
export type AdministratorSession = SignedInBrowserSession

/**
 * Runs before every page of the console. For anybody else, the console does not exist: browsers get the page of
 * unknown paths, which leads to signing in and back.
 */
export function admitAdministrators(server: AuthorizationServer): RequestHandler {
  return async (req, res, next) => {
    await handler(server, async (request) => {
      const browserSession = await readBrowserSession(request)
      const { ctx, signedIn } = browserSession
      if (signedIn?.identity.role !== 'admin') {
        for (const name of ['Set-Cookie', 'Cache-Control', 'Pragma']) res.removeHeader(name)
        next('router')
        return
      }
      for (const headers of [pageHeaders, accountHeaders]) void headers(req, res, () => undefined)
      if (!isStrong(signedIn.session)) {
        const factors = await findFactors(ctx, signedIn.identity.id)
        sendPage(res, hasSecondFactor(factors) ? CONFIRM : SET_UP, 403)
        return
      }
      res.locals.administering = { ...browserSession, signedIn } satisfies AdministratorSession
      next()
    })(req, res, next)
  }
}

/** The session that `admitAdministrators` has admitted. */
export function administeringOf({ locals }: Response): AdministratorSession {
  return locals.administering as AdministratorSession
}

/** The context for the administrator's changes, each of which locks the session (`changeAsAdministrator`). */
export function asAdministrator(
  administering: AdministratorSession,
): IdentityContext & Pick<Administration, 'session'> {
  return { ...asPerson(administering), session: administering.signedIn.session }
}

/** Runs before every change. Without a fresh sign-in, the person confirms first and comes back to the page. */
export const requireFreshSignIn: RequestHandler = ({ originalUrl }, res, next) => {
  const { ctx, signedIn } = administeringOf(res)
  if (isRecentSignIn(signedIn.session.authenticatedAt.getTime(), ctx.now())) next()
  else {
    const sent = new URLSearchParams({ for: 'console', to: originalUrl })
    res.redirect(303, `/account/confirm?${sent}`)
  }
}

const CONFIRM = noticePage({
  title: 'Administration needs your second factor',
  text: 'You signed in without it. Confirm with it who you are, and this page opens.',
  links: [{ href: '/account/confirm?for=console', text: 'Confirm that it is you' }],
})

const SET_UP = noticePage({
  title: 'Administrators need a second factor',
  text: 'Set up a passkey or an authenticator app, and sign in with it. Then this page opens.',
  links: [{ href: '/account/security', text: 'Set one up' }],
})
