// The client credentials grant (RFC 6749, section 4.4): an access token for a machine client.
import { createClientGrant } from '../../domain/grants/grant.ts'
import { isWithin, machineScopes } from '../../domain/grants/scope.ts'
import type { ClientCall } from '../client-authentication.ts'
import { ACCESS_TOKEN_LIFETIME } from '../keys/access-token.ts'
import { OAuthError, scopeTooWide } from '../oauth-error.ts'
import { readScope } from '../parameters.ts'
import type { GrantType, Issue } from './grant-type.ts'

export const clientCredentials: GrantType = {
  name: 'client_credentials',
  parameters: {
    scope: { description: 'Space separated.', example: 'identity', optional: true },
  },
  issue: issueToClient,
}

/** A machine client is confidential, and has scopes granted by an administrator. */
async function issueToClient({ client, ctx, parameters }: ClientCall): Promise<Issue> {
  const allowed = machineScopes(client)
  if (allowed.length === 0) {
    throw new OAuthError('unauthorized_client', 'The client may not use client_credentials.')
  }
  const scopes = readScope(parameters.get('scope') ?? 'identity')
  if (scopes.length === 0 || !isWithin(scopes, allowed)) throw scopeTooWide(allowed)
  const grant = await createClientGrant(ctx, client.id, scopes, ACCESS_TOKEN_LIFETIME * 1000)
  return { grant, scopes }
}
