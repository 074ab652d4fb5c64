// The authorization endpoint: from a client's request to the pages, and back with a code (RFC 6749, 3.1).
import type { RequestHandler } from 'express'
import { consentedScopes, giveConsent } from '../domain/consent.ts'
import { recordAudit } from '../domain/audit.ts'
import { createGrant } from '../domain/grant.ts'
import { isWithin } from '../domain/scope.ts'
import type { SignedIn } from '../domain/session.ts'
import { answerOrRefuse, readAsked, type Asked } from './asked.ts'
import {
  AUTHORIZATION_PARAMETERS,
  readAuthorizationRequest,
  readRedirection,
  redirectWith,
  type AuthorizationRequest,
} from './authorization-request.ts'
import { OAuthError } from './oauth-error.ts'
import { bodyParameters, type Parameters } from './parameters.ts'
import { pushedParameters, takePushedRequest } from './pushed-request.ts'
import { handler, pageUrl, type AuthorizationServer, type Exchange } from './server.ts'
import { isFresh } from './sign-in/destination.ts'
import { visit, type Visit } from './sign-in/visit.ts'

/** POST: checks the request, and sends the browser to where it begins. Errors are JSON (contract). */
export function beginAuthorization(server: AuthorizationServer): RequestHandler {
  return handler(server, async (exchange) => {
    const { ctx, req, res } = exchange
    await server.edge.charge(server.edge.anonymous(req), req, res, 1)
    const sent = await bodyParameters(req, res)
    const parameters = await pushedParameters(ctx, sent)
    const redirection = await readRedirection(ctx, parameters)
    readAuthorizationRequest(redirection, parameters, server.config.openid)
    // A secret that was sent by mistake must not stand in an address.
    const known = [...sent].filter(([name]) => AUTHORIZATION_PARAMETERS.has(name))
    res.redirect(303, pageUrl(server, '/api/oauth/authorize', new Map(known)))
  })
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
  const signedIn = signedInFor(server, await visit(server, exchange), sent, request)
  const silent = request.prompts.includes('none')
  if (!signedIn) {
    if (silent) throw new OAuthError('login_required', 'The person is not signed in.')
    return pageUrl(server, '/sign-in', sent)
  }
  if (await needsConsent(exchange, request, signedIn)) {
    if (silent) throw new OAuthError('consent_required', 'The person has not allowed it yet.')
    return pageUrl(server, '/consent', sent)
  }
  return grantAccess(server, exchange, sent, request, signedIn)
}

/** Who is signed in, unless the request wants them to sign in anew, and they have not for it. */
export function signedInFor(
  server: AuthorizationServer,
  { ctx, signedIn }: Visit,
  sent: Parameters,
  { maxAge, prompts }: AuthorizationRequest,
): SignedIn | undefined {
  if (!signedIn) return undefined
  const at = ctx.now()
  const age = (at.getTime() - signedIn.session.signedInAt.getTime()) / 1000
  const stale = prompts.includes('login') || (maxAge !== undefined && age > maxAge)
  return stale && !isFresh(server, signedIn.session, sent.get('fresh'), at) ? undefined : signedIn
}

async function needsConsent(
  { ctx }: Exchange,
  { client, prompts, scopes }: AuthorizationRequest,
  { identity }: SignedIn,
): Promise<boolean> {
  refuseAdmin(scopes, identity)
  if (prompts.includes('consent')) return true
  return !isWithin(scopes, await consentedScopes(ctx, identity.id, client.id))
}

/** `admin` is given to administrators alone: a client cannot lend its person a power. */
export function refuseAdmin(scopes: readonly string[], { role }: { role: string }): void {
  if (!scopes.includes('admin') || role === 'admin') return
  throw new OAuthError('invalid_scope', 'The scope admin is given to administrators alone.')
}

/** Remembers the consent, and gives the redirect URI with a code. */
export async function grantAccess(
  server: AuthorizationServer,
  { ctx }: Exchange,
  sent: Parameters,
  request: AuthorizationRequest,
  { identity, session }: SignedIn,
): Promise<string> {
  const { client, scopes } = request
  const code = await ctx.db.transaction().execute(async (trx) => {
    await takePushedRequest(trx, sent)
    // Held until the grant is there: whoever ends the session then ends the grant too.
    const held = await trx
      .selectFrom('sessions')
      .select('id')
      .where('id', '=', session.id)
      .forShare()
      .executeTakeFirst()
    if (!held) throw new OAuthError('access_denied', 'The person has signed out meanwhile.')
    await giveConsent({ ...ctx, db: trx }, identity.id, client.id, scopes)
    await recordAudit(
      { ...ctx, db: trx },
      { kind: 'consent_given', identityId: identity.id, clientId: client.id, details: { scopes } },
    )
    return createGrant(
      { now: ctx.now, db: trx },
      {
        identityId: identity.id,
        clientId: client.id,
        sessionId: session.id,
        scopes,
        redirectUri: request.redirectUri,
        codeChallenge: request.codeChallenge ?? null,
        nonce: request.nonce ?? null,
        signedInAt: session.signedInAt,
      },
    )
  })
  return redirectWith(request, server.issuer, { code })
}
