// Token revocation (RFC 7009): either token ends the whole grant, access tokens in other hands included.
import type { RequestHandler } from 'express'
import { endGrant } from '../domain/grant.ts'
import { findGrantByRefreshToken } from '../domain/refresh-token.ts'
import { admitClient } from './client-authentication.ts'
import { findIssuedToken } from './issued-token.ts'
import { OAuthError } from './oauth-error.ts'
import { required } from './parameters.ts'
import { handler, type AuthorizationServer } from './server.ts'

/** POST: 200 whether there was anything to end or not. */
export function revocationEndpoint(server: AuthorizationServer): RequestHandler {
  return handler(server, async (exchange) => {
    const { ctx, res } = exchange
    const { client, parameters } = await admitClient(server, exchange)
    const token = required(parameters, 'token')
    // Any refresh token of a grant ends it: its app may not have got the latest.
    const grant =
      (await findGrantByRefreshToken(ctx, token)) ??
      (await findIssuedToken(server, ctx, token))?.grant
    if (grant && grant.clientId !== client.id) {
      throw new OAuthError('invalid_grant', 'The token was issued to another client.')
    }
    if (grant) await endGrant(ctx, grant, 'revoked', { kind: 'token_revoked' })
    res.json({})
  })
}
