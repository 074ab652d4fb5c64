// Token revocation (RFC 7009): revoking either token revokes the whole grant, including its access tokens.
import { revokeGrant } from '../../domain/grants/grant.ts'
import { findGrantByRefreshToken } from '../../domain/authorization/refresh-token.ts'
import type { Grant } from '../../tables.ts'
import { identifyClient } from '../client-authentication.ts'
import { findIssuedToken } from './issued-token.ts'
import { OAuthError } from '../oauth-error.ts'
import { required } from '../parameters.ts'
import type { RequestContext } from '../request-context.ts'

/** POST: 200 whether or not there was anything to revoke. */
export async function revocationEndpoint(request: RequestContext): Promise<void> {
  const { ctx, res } = request
  const call = await identifyClient(request)
  const token = call.parameters.get('token')
  const grant = token === undefined ? undefined : await grantOf(request, token)
  const isOwn = grant?.clientId === call.client.id
  const owner = isOwn && grant.endedAt === null ? grant.identityId : null
  await (owner === null ? call.countForAddress() : call.countForPerson(owner))
  required(call.parameters, 'token')
  if (grant && !isOwn) {
    throw new OAuthError('invalid_grant', 'The token was issued to another client.')
  }
  if (grant) await revokeGrant(ctx, grant, { reason: 'revoked', entry: { kind: 'token_revoked' } })
  res.json({})
}

/** Any token of the token family revokes the grant, because the app may not have received the latest. */
async function grantOf(request: RequestContext, token: string): Promise<Grant | undefined> {
  const grant = await findGrantByRefreshToken(request.ctx, token)
  return grant ?? (await findIssuedToken(request, token))?.grant
}
