// The authorization endpoint: from a client's request to the pages, and back with a code (RFC 6749, 3.1).
import type { RequestHandler } from 'express'
import type { Transaction } from '#foundation/database/database.ts'
import { giveConsent, holdConsentedScopes } from '../domain/consent.ts'
import { createGrant } from '../domain/grant.ts'
import { isWithin } from '../domain/scope.ts'
import { holdSession, type SignedIn } from '../domain/session.ts'
import type { IdentityTables } from '../tables.ts'
import { answerOrRefuse, readAsked, type Asked } from './asked.ts'
import {
  knownParameters,
  readAuthorizationRequest,
  readRedirection,
  redirectWith,
  type AuthorizationRequest,
} from './authorization-request.ts'
import { chargeAddressOf } from './client-authentication.ts'
import { readIdTokenHint } from './id-token.ts'
import { OAuthError, toOAuthError } from './oauth-error.ts'
import { bodyParameters, type Parameters } from './parameters.ts'
import { pushedParameters, takePushedRequest } from './pushed-request.ts'
import { handler, pageUrl, type AuthorizationServer, type Exchange } from './server.ts'
import { isFresh } from './sign-in/destination.ts'
import { visit, type Visit } from './sign-in/visit.ts'

/** POST: checks the request, and sends the browser to where it begins. Errors are JSON (contract). */
export function beginAuthorization(server: AuthorizationServer): RequestHandler {
  return handler(server, async (exchange) => {
    const sent = await readSound(server, exchange).catch(async (error: unknown) => {
      // What is in order stores nothing, and counts no more than the GET that it leads to.
      if (error instanceof OAuthError) await chargeAddressOf(server, exchange)
      throw error
    })
    exchange.res.redirect(303, pageUrl(server, '/api/oauth/authorize', knownParameters(sent)))
  })
}

/** What was posted. @throws what is wrong with it */
async function readSound(
  { config }: AuthorizationServer,
  { ctx, req, res }: Exchange,
): Promise<Parameters> {
  const sent = await bodyParameters(req, res)
  const parameters = await pushedParameters(ctx, sent)
  const redirection = await readRedirection(ctx, parameters)
  readAuthorizationRequest(redirection, parameters, config.openid)
  return sent
}

/** GET: where a browser begins, and comes back to after each page. */
export function authorize(server: AuthorizationServer): RequestHandler {
  return handler(server, async (exchange) => {
    const asked = await readAsked(exchange)
    const location = await answerOrRefuse(server, asked, (request) =>
      nextStep(server, exchange, asked, request),
    )
    exchange.res.redirect(303, location)
  })
}

async function nextStep(
  server: AuthorizationServer,
  exchange: Exchange,
  { sent }: Asked,
  request: AuthorizationRequest,
): Promise<string> {
  const signedIn = await signedInFor(server, await visit(server, exchange), sent, request)
  const silent = request.prompts.includes('none')
  if (!signedIn) {
    if (silent) throw new OAuthError('login_required', 'The person is not signed in.')
    return pageUrl(server, '/sign-in', sent)
  }
  refuseAdmin(request.scopes, signedIn.identity)
  await countForPerson(server, exchange, signedIn)
  if (!request.prompts.includes('consent')) {
    const location = await grantAgain(server, exchange, sent, request, signedIn)
    if (location !== undefined) return location
  }
  if (silent) throw new OAuthError('consent_required', 'The person has not allowed it yet.')
  return pageUrl(server, '/consent', sent)
}

/**
 * Counts an answer for the person it is given for. A browser that is signed in nowhere is not counted:
 * nothing is stored for it.
 * @throws temporarily_unavailable, which the client is told (RFC 6749, section 4.1.2.1)
 */
export async function countForPerson(
  { requestGuard }: AuthorizationServer,
  { res }: Exchange,
  { identity }: SignedIn,
): Promise<void> {
  const person = { tier: 'authenticated', principal: identity.id } as const
  await requestGuard.chargePrincipal(person, res).catch((error: unknown) => {
    // On a redirect it would ask the browser to wait, and not the client.
    res.removeHeader('Retry-After')
    throw toOAuthError(error) ?? error
  })
}

/**
 * Who is signed in, unless the request wants them to sign in anew, and they have not for it.
 * @throws login_required when the client means somebody else
 */
export async function signedInFor(
  server: AuthorizationServer,
  { ctx, signedIn }: Visit,
  sent: Parameters,
  { idTokenHint, maxAge, prompts }: AuthorizationRequest,
): Promise<SignedIn | undefined> {
  if (!signedIn) return undefined
  if (idTokenHint !== undefined) {
    const hinted = await readIdTokenHint(server, idTokenHint)
    if (hinted?.sub !== signedIn.identity.id) {
      throw new OAuthError('login_required', 'The id_token_hint is of nobody who is signed in.')
    }
  }
  const at = ctx.now()
  const age = (at.getTime() - signedIn.session.signedInAt.getTime()) / 1000
  const stale = prompts.includes('login') || (maxAge !== undefined && age > maxAge)
  return stale && !isFresh(server, signedIn.session, sent.get('fresh'), at) ? undefined : signedIn
}

/** `admin` is given to administrators alone: a client cannot lend its person a power. */
export function refuseAdmin(scopes: readonly string[], { role }: { role: string }): void {
  if (!scopes.includes('admin') || role === 'admin') return
  throw new OAuthError('invalid_scope', 'The scope admin is given to administrators alone.')
}

/** The redirect URI with a code, by the consent that the person gives now. */
export async function grantAccess(
  server: AuthorizationServer,
  { ctx }: Exchange,
  sent: Parameters,
  request: AuthorizationRequest,
  signedIn: SignedIn,
): Promise<string> {
  const { client, scopes } = request
  const code = await ctx.db.transaction().execute(async (trx) => {
    await giveConsent({ ...ctx, db: trx }, signedIn.identity.id, client.id, scopes)
    return issueCode(ctx.now, trx, sent, request, signedIn)
  })
  return redirectWith(request, server.issuer, { code })
}

/** The same by a consent that was given before; undefined when it is not enough. */
async function grantAgain(
  server: AuthorizationServer,
  { ctx }: Exchange,
  sent: Parameters,
  request: AuthorizationRequest,
  signedIn: SignedIn,
): Promise<string | undefined> {
  const { client, scopes } = request
  const code = await ctx.db.transaction().execute(async (trx) => {
    const allowed = await holdConsentedScopes(trx, signedIn.identity.id, client.id)
    if (!isWithin(scopes, allowed)) return undefined
    return issueCode(ctx.now, trx, sent, request, signedIn)
  })
  return code && redirectWith(request, server.issuer, { code })
}

async function issueCode(
  now: () => Date,
  trx: Transaction<IdentityTables>,
  sent: Parameters,
  request: AuthorizationRequest,
  { identity, session }: SignedIn,
): Promise<string> {
  await takePushedRequest(trx, sent)
  // Held until the grant is there: whoever ends the session then ends the grant too.
  if (!(await holdSession(trx, session.id))) {
    throw new OAuthError('access_denied', 'The person has signed out meanwhile.')
  }
  return createGrant(
    { now, db: trx },
    {
      identityId: identity.id,
      clientId: request.client.id,
      sessionId: session.id,
      scopes: request.scopes,
      redirectUri: request.redirectUri,
      codeChallenge: request.codeChallenge ?? null,
      nonce: request.nonce ?? null,
      signedInAt: session.signedInAt,
    },
  )
}
