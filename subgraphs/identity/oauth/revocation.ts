// Token revocation (RFC 7009): either token ends the whole grant, access tokens in other hands included.
import type { RequestHandler } from 'express'
import { recordAudit } from '../domain/audit.ts'
import { endGrants } from '../domain/grant.ts'
import { findGrantByRefreshToken } from '../domain/refresh-token.ts'
import { admitClient } from './client-authentication.ts'
import { findIssuedToken } from './issued-token.ts'
import { OAuthError } from './oauth-error.ts'
import { bodyParameters, required } from './parameters.ts'
import { handler, type AuthorizationServer } from './server.ts'

/** POST: 200 whether there was anything to end or not. */
export function revocationEndpoint(server: AuthorizationServer): RequestHandler {
  return handler(server, async (exchange) => {
    const { ctx, req, res } = exchange
    const parameters = await bodyParameters(req, res)
    const client = await admitClient(server, exchange, parameters)
    const token = required(parameters, 'token')
    // Any refresh token of a grant ends it: its app may not have got the latest.
    const grant =
      (await findGrantByRefreshToken(ctx, token)) ??
      (await findIssuedToken(server, ctx, token))?.grant
    if (grant && grant.clientId !== client.id) {
      throw new OAuthError('invalid_grant', 'The token was issued to another client.')
    }
    if (grant) {
      const { id, identityId } = grant
      const ended = await endGrants(ctx.db, ctx.now(), 'revoked', (grants) =>
        grants.where('id', '=', id),
      )
      const details = { grantId: id }
      const entry = { kind: 'token_revoked', identityId, clientId: client.id, details } as const
      if (ended > 0) await recordAudit(ctx, entry)
    }
    res.json({})
  })
}
