// Token introspection (RFC 7662): the state of a token, for the client it was issued to.
import { TOKEN_AUDIENCE } from '#foundation/auth/viewer.ts'
import { acrOf } from '../../domain/sessions/second-factor.ts'
import { machineScopes, scopeNames } from '../../domain/grants/scope.ts'
import type { Client, Identity } from '../../tables.ts'
import { admitClient } from '../client-authentication.ts'
import { findIssuedToken, type IssuedToken } from './issued-token.ts'
import { OAuthError } from '../oauth-error.ts'
import { required } from '../parameters.ts'
import type { AuthorizationServer, RequestContext } from '../request-context.ts'

/** POST, for confidential clients. A machine client with `admin` can also inspect tokens of other clients. */
export async function introspectionEndpoint(request: RequestContext): Promise<void> {
  const { ctx, res, server } = request
  const { client, parameters } = await admitClient(request)
  if (client.kind === 'public') {
    throw new OAuthError('unauthorized_client', 'Only confidential clients may introspect.')
  }
  const issued = await findIssuedToken(request, required(parameters, 'token'))
  if (!issued || !maySee(client, issued)) {
    res.json({ active: false })
    return
  }
  const { identityId } = issued.grant
  const person = identityId === null ? undefined : await ctx.loaders.identity.load(identityId)
  res.json(description(server, issued, person))
}

function maySee(client: Client, { grant }: IssuedToken): boolean {
  return grant.clientId === client.id || machineScopes(client).includes('admin')
}

function description(
  { issuer }: AuthorizationServer,
  { grant, type, scope, issuedAt, expiresAt }: IssuedToken,
  person: Identity | undefined,
) {
  return {
    active: true,
    scope,
    client_id: grant.clientId,
    ...(person && showsUsername(scope) && { username: person.username }),
    token_type: type === 'access_token' ? 'Bearer' : 'refresh_token',
    exp: expiresAt,
    iat: issuedAt,
    sub: grant.identityId ?? grant.clientId,
    aud: TOKEN_AUDIENCE,
    iss: issuer,
    // As RFC 9470, section 6.2, defines them.
    ...(grant.signedInAt && { auth_time: Math.floor(grant.signedInAt.getTime() / 1000) }),
    ...(grant.methods && { acr: acrOf(grant.methods) }),
  }
}

/** Whether the consent page tells the person that the app sees their username. */
function showsUsername(scope: string): boolean {
  const names = scopeNames(scope)
  return names.includes('profile') || names.includes('identity')
}
