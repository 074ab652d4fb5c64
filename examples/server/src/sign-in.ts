// Signing in and out: the browser goes to the ID service and comes back with a code, which is redeemed here (RFC 6749,
// section 4.1, with PKCE). The tokens stay on the server's side of the cookie.
import { Router, type ErrorRequestHandler, type Request } from 'express'
import * as client from 'openid-client'
import { requireOwnOrigin } from './csrf.ts'
import { tokensOf, type OpenId } from './openid.ts'
import {
  beginSession,
  emptySession,
  endEarlierSessions,
  endSessions,
  forgetEarlyAttempts,
  getSessions,
  getSignInAttempt,
  type RequestContext,
  type SignInAttempt,
} from './session.ts'
import type { Settings } from './settings.ts'

/** What each kind of sign-in asks for. */
const KINDS = {
  /** `openid` makes it a sign-in; the others are for the services. */
  'sign-in': { scope: 'openid identity credentials wallet' },
  /** What an administrative change needs: the scope, two factors, and both within the last ten minutes. */
  'step-up': {
    scope: 'openid identity credentials wallet admin',
    acr_values: '2',
    max_age: '600',
  },
  /** Another person at this browser. */
  'switch-account': { scope: 'openid identity credentials wallet', prompt: 'login' },
} as const satisfies Record<string, Record<string, string>>

const CALLBACK = '/auth/callback'

/** The page of the app for people who are not signed in. */
export const SIGNED_OUT = '/signed-out'

export function signInRoutes(settings: Settings, openId: OpenId): Router {
  const router = Router()
  for (const kind of Object.keys(KINDS) as (keyof typeof KINDS)[]) {
    router.get(`/auth/${kind}`, (req, res) => begin(kind, { settings, openId, req, res }))
  }
  router.get(CALLBACK, (req, res) => complete({ settings, openId, req, res }))
  router.post('/auth/sign-out', requireOwnOrigin(settings), (req, res) =>
    signOut({ settings, openId, req, res }),
  )
  router.use('/auth', tellPerson)
  return router
}

/** People see these addresses, so they get a page: the ID service is away, or a code is no longer good. */
const tellPerson: ErrorRequestHandler = (error: Error, req, res, next) => {
  if (res.headersSent) return next(error)
  console.error(`${req.method} ${req.baseUrl}${req.path}: ${error.message}`, error.cause ?? '')
  res.redirect(303, withQuery(SIGNED_OUT, { reason: 'failed' }))
}

async function begin(kind: keyof typeof KINDS, context: RequestContext): Promise<void> {
  const { settings, openId, req, res } = context
  const parameters: Record<string, string> = KINDS[kind]
  const configuration = await openId.configuration()
  const state = client.randomState()
  const attempt = newAttempt(settings, parameters, req)
  forgetEarlyAttempts(settings, req, res)
  const kept = await getSignInAttempt(settings, state, req, res)
  Object.assign(kept, attempt)
  await kept.save()
  const address = client.buildAuthorizationUrl(configuration, {
    ...parameters,
    redirect_uri: new URL(CALLBACK, settings.appUrl).href,
    state,
    nonce: attempt.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(attempt.codeVerifier),
    code_challenge_method: 'S256',
  })
  res.redirect(303, address.href)
}

function newAttempt(
  settings: Settings,
  { max_age: maxAge }: Record<string, string>,
  req: Request,
): SignInAttempt {
  return {
    codeVerifier: client.randomPKCECodeVerifier(),
    nonce: client.randomNonce(),
    maxAge: maxAge === undefined ? undefined : Number(maxAge),
    returnTo: ownAddress(settings, req.query.return_to),
  }
}

/** In characters. A browser keeps a cookie of 4 KB at most, and the headers of a request have room for 16. */
const MAX_ADDRESS = 1_200

/**
 * An address of this app. Any other could lead people who have just signed in to a copy of it. One that is too long
 * loses its query, or else the sign-in would fail.
 */
function ownAddress({ appUrl }: Settings, path: unknown): string {
  if (typeof path !== 'string' || !URL.canParse(path, appUrl)) return appUrl.href
  const { origin, pathname, href } = new URL(path, appUrl)
  if (origin !== appUrl.origin || pathname.startsWith('/auth/')) return appUrl.href
  const addresses = [href, origin + pathname]
  return addresses.find(({ length }) => length <= MAX_ADDRESS) ?? appUrl.href
}

async function complete(context: RequestContext): Promise<void> {
  const { settings, openId, req, res } = context
  const url = new URL(req.originalUrl, settings.appUrl)
  const state = url.searchParams.get('state') ?? ''
  const attempt = await getSignInAttempt(settings, state, req, res)
  const { codeVerifier, nonce, maxAge, returnTo } = attempt
  attempt.destroy()
  // An earlier page of the history, or a code that somebody else asked for: begin anew.
  if (!codeVerifier || !nonce) return res.redirect(303, '/')
  const error = url.searchParams.get('error')
  if (error) return res.redirect(303, withQuery(SIGNED_OUT, { reason: error }))
  // Before the code is redeemed: whoever comes back meanwhile, in another tab, signs in later.
  const session = await beginSession(context)
  const response = await client.authorizationCodeGrant(await openId.configuration(), url, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: codeVerifier,
    ...(maxAge !== undefined && { maxAge }),
  })
  Object.assign(session, tokensOf(response), { person: response.claims()?.sub })
  await session.save()
  await endEarlierSessions(context, await getSessions(context), session)
  res.redirect(303, returnTo ?? settings.appUrl.href)
}

/** Ends the session here, what was issued to this app, and the session at the ID service with all other apps. */
async function signOut(context: RequestContext): Promise<void> {
  const { settings, openId, res } = context
  const configuration = await openId.configuration()
  // It is newer than a session that a late response would bring back.
  await emptySession(await beginSession(context))
  await endSessions(context, await getSessions(context))
  const back = new URL(SIGNED_OUT, settings.appUrl).href
  const address = client.buildEndSessionUrl(configuration, { post_logout_redirect_uri: back })
  res.redirect(303, address.href)
}

/** A path of this app with parameters. */
export function withQuery(path: string, parameters: Record<string, string>): string {
  return `${path}?${new URLSearchParams(parameters).toString()}`
}
