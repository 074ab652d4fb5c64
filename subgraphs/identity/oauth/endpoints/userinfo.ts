// UserInfo (OpenID Connect Core, section 5.3): who the person of an access token is.
import type { RequestHandler } from 'express'
import { requireIdentity, requireScopes } from '#foundation/auth/caller.ts'
import { getIdentity } from '../../domain/profile.ts'
import { OPENID_SCOPE } from '../../domain/scope.ts'
import { handler, type AuthorizationServer } from '../request-context.ts'

/** GET or POST with a bearer token of the scope `openid`. */
export function userinfoEndpoint(server: AuthorizationServer): RequestHandler {
  return handler(server, async ({ ctx, req, res }) => {
    const caller = await server.requestGuard.admit(req, res)
    requireScopes(caller, [OPENID_SCOPE])
    const { id, displayName, username } = await getIdentity(ctx, requireIdentity(caller))
    res.json({ sub: id, name: displayName, preferred_username: username })
  })
}
