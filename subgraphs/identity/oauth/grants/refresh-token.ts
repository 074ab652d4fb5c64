// The refresh token grant (RFC 6749, section 6): exchanges a refresh token for the next tokens of its family.
import {
  handleUnrotatedToken,
  findGrantByRefreshToken,
  findRefreshTokenOwner,
  type Rotation,
} from '../../domain/authorization/refresh-token.ts'
import { rotateRefreshToken } from '../../domain/authorization/token-rotation.ts'
import type { ClientCall } from '../client-authentication.ts'
import { OAuthError, scopeTooWide } from '../oauth-error.ts'
import { readScope, required, type Parameters } from '../parameters.ts'
import type { GrantType, Issue } from './grant-type.ts'

export const refreshToken: GrantType = {
  name: 'refresh_token',
  parameters: {
    refresh_token: {
      description: 'Single use; each use returns a new one.',
      example: '6x2qCkHf1JmVw0bLr8sTzA.R5pN',
    },
    scope: { description: 'Space separated.', example: 'identity', optional: true },
  },
  issue: refresh,
}

async function refresh(request: ClientCall): Promise<Issue> {
  const { client, ctx, parameters, server } = request
  const scopes = requestedScopes(parameters)
  const rotation = {
    key: server.secret,
    clientId: client.id,
    refreshToken: required(parameters, 'refresh_token'),
    scopes,
  }
  const isGood = client.kind === 'confidential' || (await countForOwner(request, rotation))
  const rotated = isGood ? await rotateRefreshToken(ctx, rotation) : undefined
  if (rotated) return { ...rotated, scopes: scopes ?? rotated.grant.scopes }
  // Queried only after the rotation has failed, because nearly every token is valid.
  const found = await findGrantByRefreshToken(ctx, rotation.refreshToken)
  if (!found || found.clientId !== client.id) {
    throw new OAuthError('invalid_grant', 'The refresh token is not valid for this client.')
  }
  const outcome = await handleUnrotatedToken(ctx, found, rotation)
  if (outcome === 'too wide') throw scopeTooWide(found.scopes)
  if (typeof outcome === 'string') {
    // The error does not reveal which of the two; the audit trail does.
    throw new OAuthError('invalid_grant', 'The refresh token is used or expired.')
  }
  return { ...outcome, scopes: scopes ?? found.scopes }
}

/**
 * Counts the call for the person whose valid refresh token a public client sends. Returns false for any other
 * token. Looks the token up before its rotation, so that a call over the limit does not consume it.
 */
async function countForOwner(call: ClientCall, rotation: Rotation): Promise<boolean> {
  const identityId = await findRefreshTokenOwner(call.ctx, rotation)
  if (identityId === undefined) return false
  await call.countForPerson(identityId)
  return true
}

/** The scopes of the access token may be narrower; the refresh token keeps all (RFC 6749, section 6). */
function requestedScopes(parameters: Parameters): string[] | undefined {
  const scope = parameters.get('scope')
  if (scope === undefined) return undefined
  const scopes = readScope(scope)
  if (scopes.length > 0) return scopes
  throw new OAuthError('invalid_scope', 'The scope must contain at least one name.')
}
