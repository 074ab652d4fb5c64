// An authorization in progress, and the code or the denial that completes it.
import type { Transaction } from '#foundation/database/database.ts'
import { recordAudit } from '../../domain/audit/audit.ts'
import { giveConsent, lockConsentedScopesForShare } from '../../domain/grants/consent.ts'
import { createGrant } from '../../domain/grants/grant.ts'
import { isWithin } from '../../domain/grants/scope.ts'
import { lockPersonForKeyShare, lockSessionForShare } from '../../domain/sessions/session.ts'
import type { IdentityTables } from '../../tables.ts'
import type { AuthorizationRequest } from '../authorization-request.ts'
import { authorizationResponse, type AuthorizationResponse } from '../authorization-result.ts'
import type { RequestToCheck } from '../checks/check.ts'
import type { Passed } from '../checks/run-checks.ts'
import { consumeFreshness } from '../fresh-sign-in.ts'
import { OAuthError } from '../oauth-error.ts'
import { consumePushedRequest } from '../pushed-request.ts'

/** A valid authorization request, and who is signed in in its browser. */
export interface Authorization extends RequestToCheck {
  authorization: AuthorizationRequest
}

/** The response with a code, after a consent that the person gives now. */
export async function grantAccess(
  request: Passed<Authorization, 'consent form'>,
): Promise<AuthorizationResponse> {
  const { authorization, ctx, server, signedIn } = request
  const { client, scopes } = authorization
  const code = await ctx.db.transaction().execute(async (trx) => {
    await lockPersonForKeyShare(trx, signedIn.identity.id)
    await giveConsent({ ...ctx, db: trx }, signedIn.identity.id, client.id, scopes)
    return issueCode(trx, request)
  })
  return authorizationResponse(authorization, server.issuer, { code })
}

/** The response with a code, if earlier consents suffice; otherwise undefined. */
export async function grantAgain(
  request: Passed<Authorization, 'authorize'>,
): Promise<AuthorizationResponse | undefined> {
  const { authorization, ctx, server, signedIn } = request
  const { client, scopes } = authorization
  const code = await ctx.db.transaction().execute(async (trx) => {
    await lockPersonForKeyShare(trx, signedIn.identity.id)
    const allowed = await lockConsentedScopesForShare(trx, signedIn.identity.id, client.id)
    if (!isWithin(scopes, allowed)) return undefined
    return issueCode(trx, request)
  })
  if (code === undefined) return undefined
  return authorizationResponse(authorization, server.issuer, { code })
}

/** Records that the person has denied the request. @throws access_denied, which is sent to the client */
export async function denyAccess(request: Passed<Authorization, 'consent form'>): Promise<never> {
  const { authorization, ctx, sent, signedIn } = request
  await consumePushedRequest(ctx.db, sent)
  await recordAudit(ctx, {
    kind: 'consent_denied',
    identityId: signedIn.identity.id,
    clientId: authorization.client.id,
    details: { scopes: authorization.scopes },
  })
  throw new OAuthError('access_denied', 'The person has denied the request.')
}

async function issueCode(
  trx: Transaction<IdentityTables>,
  {
    authorization,
    ctx,
    needsFreshness,
    sent,
    signedIn,
  }: Passed<Authorization, 'authorize' | 'consent form'>,
): Promise<string> {
  const { identity, session } = signedIn
  if (needsFreshness) await consumeFreshness(trx, ctx, sent)
  await consumePushedRequest(trx, sent)
  // Locked until the grant is stored, so that ending the session also revokes the grant.
  if (!(await lockSessionForShare(trx, session.id))) {
    throw new OAuthError('access_denied', 'The person has signed out in the meantime.')
  }
  return createGrant(
    { now: ctx.now, db: trx },
    {
      identityId: identity.id,
      clientId: authorization.client.id,
      sessionId: session.id,
      scopes: authorization.scopes,
      redirectUri: authorization.redirectUri,
      codeChallenge: authorization.codeChallenge ?? null,
      nonce: authorization.nonce ?? null,
      signedInAt: session.authenticatedAt,
      methods: session.methods,
    },
  )
}
