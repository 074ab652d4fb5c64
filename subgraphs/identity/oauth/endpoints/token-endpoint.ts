// The token endpoint (RFC 6749, section 3.2): exchanges a grant for tokens.
import { TOKEN_AUDIENCE } from '#foundation/auth/viewer.ts'
import { recordAudit } from '../../domain/audit/audit.ts'
import { personClaims } from '../../domain/authorization/openid-claims.ts'
import { acrOf } from '../../domain/sessions/second-factor.ts'
import { OPENID_SCOPE } from '../../domain/grants/scope.ts'
import { identifyClient, type ClientCall } from '../client-authentication.ts'
import type { Issue } from '../grants/grant-type.ts'
import { GRANT_TYPES } from '../grants/grant-types.ts'
import { ACCESS_TOKEN_LIFETIME, signAccessToken } from '../keys/access-token.ts'
import { signIdToken } from '../keys/id-token.ts'
import { OAuthError } from '../oauth-error.ts'
import { required } from '../parameters.ts'
import type { RequestContext } from '../request-context.ts'

/** POST: JSON or form encoding; the response has the documented fields. */
export async function tokenEndpoint(request: RequestContext): Promise<void> {
  const call = await identifyClient(request)
  const issue = await issueFor(call).catch(async (error: unknown) => {
    // Errors count for the network address, unless the code or token was valid.
    if (error instanceof OAuthError && !isPending(error)) await call.countForAddress()
    throw error
  })
  request.res.json(await tokenResponse(call, issue))
}

async function issueFor(call: ClientCall): Promise<Issue> {
  const name = required(call.parameters, 'grant_type')
  const grantType = GRANT_TYPES.find((known) => known.name === name)
  if (!grantType) {
    const names = GRANT_TYPES.map((known) => known.name).join(', ')
    throw new OAuthError('unsupported_grant_type', `The grant_type must be one of ${names}.`)
  }
  return grantType.issue(call).catch(async (error: unknown) => {
    if (error instanceof OAuthError && !isPending(error)) {
      await call.countForAddress()
      if (error.error !== 'slow_down') await recordRefusal(call, name, error)
    }
    throw error
  })
}

/** Polling is not an error; the database enforces the interval. */
function isPending({ error }: OAuthError): boolean {
  return error === 'authorization_pending'
}

async function tokenResponse(call: ClientCall, issue: Issue): Promise<Record<string, unknown>> {
  const { client, ctx, server } = call
  const { grant, scopes, refreshToken } = issue
  const { issuer, keyring } = server
  const accessToken = signAccessToken(
    await keyring.signingKey(),
    {
      issuer,
      audience: TOKEN_AUDIENCE,
      subject: grant.identityId ?? client.id,
      grantId: grant.id,
      clientId: client.id,
      scope: scopes.join(' '),
      tier: client.tier,
      signedInAt: grant.signedInAt ?? undefined,
      acr: grant.methods ? acrOf(grant.methods) : undefined,
    },
    ctx.now(),
  )
  const wantsId = scopes.includes(OPENID_SCOPE)
  return {
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: ACCESS_TOKEN_LIFETIME,
    ...(refreshToken === undefined ? { scope: scopes.join(' ') } : { refresh_token: refreshToken }),
    ...(wantsId && { id_token: await idToken(call, issue) }),
  }
}

async function idToken(
  { client, ctx, server }: ClientCall,
  { grant, scopes, nonce = null }: Issue,
): Promise<string> {
  const { issuer } = server
  const wanted = { identityId: grant.identityId!, scopes: new Set(scopes), issuer }
  const claims = await personClaims(ctx, wanted)
  return signIdToken(server, { grant, client, claims, nonce, now: ctx.now() })
}

function recordRefusal(
  { client, ctx }: ClientCall,
  grantType: string,
  { error }: OAuthError,
): Promise<void> {
  const details = { grantType, error }
  return recordAudit(ctx, { kind: 'token_refused', clientId: client.id, details })
}
