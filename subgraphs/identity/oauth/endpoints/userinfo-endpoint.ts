// UserInfo (OpenID Connect Core, section 5.3): claims about the person of an access token.
import { requireIdentity, requireScopes, requireViewer } from '#foundation/auth/caller.ts'
import { personClaims } from '../../domain/authorization/openid-claims.ts'
import { OPENID_SCOPE } from '../../domain/grants/scope.ts'
import type { RequestContext } from '../request-context.ts'

/** GET or POST with a bearer token of the scope `openid`. */
export async function userinfoEndpoint({ ctx, req, res, server }: RequestContext): Promise<void> {
  const caller = await server.requestGuard.admit(req, res)
  requireScopes(caller, [OPENID_SCOPE])
  const identityId = requireIdentity(caller)
  const { scopes } = requireViewer(caller)
  const wanted = { identityId, scopes, issuer: server.issuer }
  res.json({ sub: identityId, ...(await personClaims(ctx, wanted)) })
}
