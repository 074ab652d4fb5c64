// Unknown paths: a page for browsers, the documented JSON for programs.
import { Router, type RequestHandler } from 'express'
import { requireKnownHost } from '#foundation/http/known-host.ts'
import { isNavigation } from '#foundation/http/navigation.ts'
import { findSignedIn } from '../domain/sessions/session.ts'
import { handler, type AuthorizationServer } from '../oauth/request-context.ts'
import { pageUrl } from './destination.ts'
import { readCookie } from './cookies.ts'
import { accountHeaders, sendPageError, pageHeaders, sendPage } from './page.ts'
import { noticePage } from './notice-page.ts'

/**
 * The page is identical at every path, including those of the console, so that strangers cannot tell which
 * exist. Somebody who is signed out can sign in and come back.
 */
export function unknownPages(server: AuthorizationServer): Router {
  const router = Router()
  router.use((req, _res, next) => next(isNavigation(req) ? undefined : 'router'))
  router.use(requireKnownHost(server.config, ['identity']), pageHeaders, accountHeaders)
  router.use(showUnknown(server), sendPageError)
  return router
}

function showUnknown(server: AuthorizationServer): RequestHandler {
  return handler(server, async ({ ctx, req, res }) => {
    // Only reads the cookie: this page is not part of a flow, and sets none.
    const token = readCookie(server, req, 'session')
    const signedIn = token === undefined ? undefined : await findSignedIn(ctx, token)
    const signInUrl = pageUrl(server, '/sign-in', new Map([['to', req.path.slice(0, 200)]]))
    sendPage(res, unknownPage({ signInUrl, reader: signedIn?.identity }), 404)
  })
}

interface UnknownProps {
  /** The URL that signs in and returns to this path. */
  signInUrl: string
  /** The signed-in person, if any. */
  reader: { username: string } | undefined
}

const TEXT = 'The address may have been typed wrong, or the page has moved.'

function unknownPage({ reader, signInUrl }: UnknownProps): string {
  return noticePage({
    title: 'This page does not exist',
    text: reader
      ? `${TEXT} Or @${reader.username} may not open it.`
      : `${TEXT} Some pages open only to people who are signed in.`,
    links: reader
      ? [{ href: '/account', text: 'Open your account' }]
      : [{ href: signInUrl, text: 'Sign in' }],
  })
}
