// The token endpoint: a code, a refresh token or a client's own right for an access token (RFC 6749, 3.2).
import type { RequestHandler } from 'express'
import { recordAudit } from '../../domain/audit.ts'
import { findGrantByCode, isRedeemable, redeemCode } from '../../domain/authorization-code.ts'
import { createClientGrant, type IssuedGrant } from '../../domain/grant.ts'
import {
  answerUnrotatedToken,
  findGrantByRefreshToken,
  findRefreshTokenOwner,
  rotateRefreshToken,
  type Rotation,
} from '../../domain/refresh-token.ts'
import { isWithin, OPENID_SCOPE, scopeNames } from '../../domain/scope.ts'
import { ACCESS_TOKEN_LIFETIME, signAccessToken } from '../keys/access-token.ts'
import { identifyClient, type ClientCall } from '../client-authentication.ts'
import { signIdToken } from '../keys/id-token.ts'
import { OAuthError } from '../oauth-error.ts'
import { required, type Parameters } from '../parameters.ts'
import { checkVerifier } from '../grants/pkce.ts'
import { handler, type AuthorizationServer } from '../request-context.ts'

/** What a grant type gives. */
interface Issue {
  grant: IssuedGrant
  scopes: readonly string[]
  refreshToken?: string
  nonce?: string | null
}

type GrantType = (server: AuthorizationServer, request: ClientCall) => Promise<Issue>

const GRANT_TYPES: ReadonlyMap<string, GrantType> = new Map([
  ['authorization_code', redeem],
  ['refresh_token', refresh],
  ['client_credentials', actForItself],
])

/** POST: JSON or form encoding; the answer has the documented fields. */
export function tokenEndpoint(server: AuthorizationServer): RequestHandler {
  return handler(server, async (request) => {
    const call = await identifyClient(server, request)
    const issue = await issueFor(server, call).catch(async (error: unknown) => {
      // What was refused counts for the address, unless it was for somebody's good code or token.
      if (error instanceof OAuthError) await call.countForAddress()
      throw error
    })
    request.res.json(await tokenResponse(server, call, issue))
  })
}

async function issueFor(server: AuthorizationServer, call: ClientCall): Promise<Issue> {
  const type = required(call.parameters, 'grant_type')
  const grantType = GRANT_TYPES.get(type)
  if (!grantType) {
    const types = [...GRANT_TYPES.keys()].join(', ')
    throw new OAuthError('unsupported_grant_type', `The grant_type must be one of ${types}.`)
  }
  return grantType(server, call).catch(async (error: unknown) => {
    if (error instanceof OAuthError) {
      await call.countForAddress()
      await recordRefusal(call, type, error)
    }
    throw error
  })
}

async function redeem(_server: AuthorizationServer, request: ClientCall): Promise<Issue> {
  const { client, ctx, parameters } = request
  const redirectUri = required(parameters, 'redirect_uri')
  const found = await findGrantByCode(ctx, required(parameters, 'code'))
  if (!found || found.clientId !== client.id || found.redirectUri !== redirectUri) {
    throw new OAuthError('invalid_grant', 'The code is not valid for this client and redirect_uri.')
  }
  checkVerifier(found, parameters.get('code_verifier'))
  if (isRedeemable(ctx, found)) await request.countForPerson(found.identityId!)
  const redeemed = await redeemCode(ctx, found)
  if (typeof redeemed === 'string') throw used('code')
  const { nonce, scopes } = found
  return { ...redeemed, scopes, nonce }
}

async function refresh(server: AuthorizationServer, request: ClientCall): Promise<Issue> {
  const { client, ctx, parameters } = request
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
  // Why not? It is looked up only now, since nearly every token is the one that is good.
  const found = await findGrantByRefreshToken(ctx, rotation.refreshToken)
  if (!found || found.clientId !== client.id) {
    throw new OAuthError('invalid_grant', 'The refresh token is not valid for this client.')
  }
  const answered = await answerUnrotatedToken(ctx, found, rotation)
  if (answered === 'too wide') throw tooWide(found.scopes)
  if (typeof answered === 'string') throw used('refresh token')
  return { ...answered, scopes: scopes ?? found.scopes }
}

/**
 * Counts the call for the person whose good refresh token a public client sends; false for any other
 * token. It is looked up before it is replaced: a call over the limit must not use it up.
 */
async function countForOwner(call: ClientCall, rotation: Rotation): Promise<boolean> {
  const identityId = await findRefreshTokenOwner(call.ctx, rotation)
  if (identityId === undefined) return false
  await call.countForPerson(identityId)
  return true
}

/** The access token may have less; the refresh token keeps all (RFC 6749, section 6). */
function requestedScopes(parameters: Parameters): string[] | undefined {
  const scope = parameters.get('scope')
  if (scope === undefined) return undefined
  const scopes = scopeNames(scope)
  if (scopes.length > 0) return scopes
  throw new OAuthError('invalid_scope', 'The scope must name at least one.')
}

function tooWide(allowed: readonly string[]): OAuthError {
  return new OAuthError('invalid_scope', `The scope must be within ${allowed.join(' ')}.`)
}

/** The caller is told the same, whatever it was; the audit trail is told of a theft. */
function used(what: string): OAuthError {
  return new OAuthError('invalid_grant', `The ${what} is used or expired.`)
}

/** A client that acts for nobody: one that is confidential and may have `admin`. */
async function actForItself(
  _server: AuthorizationServer,
  { client, ctx, parameters }: ClientCall,
): Promise<Issue> {
  if (client.kind !== 'confidential' || !client.scopes.includes('admin')) {
    throw new OAuthError('unauthorized_client', 'The client may not act for itself.')
  }
  const allowed = client.scopes.filter((name) => name !== OPENID_SCOPE)
  const scopes = scopeNames(parameters.get('scope') ?? 'identity')
  if (scopes.length === 0 || !isWithin(scopes, allowed)) {
    throw tooWide(allowed)
  }
  const grant = await createClientGrant(ctx, client.id, scopes, ACCESS_TOKEN_LIFETIME * 1000)
  return { grant, scopes }
}

async function tokenResponse(
  server: AuthorizationServer,
  { client, ctx }: ClientCall,
  { grant, scopes, refreshToken, nonce = null }: Issue,
): Promise<Record<string, unknown>> {
  const { config, issuer, keyring } = server
  const accessToken = await signAccessToken(
    await keyring.signingKey(),
    {
      issuer,
      audience: config.tokenAudience,
      subject: grant.identityId ?? client.id,
      grantId: grant.id,
      clientId: client.id,
      scope: scopes.join(' '),
      tier: client.tier,
    },
    ctx.now(),
  )
  const wantsId = scopes.includes(OPENID_SCOPE) && config.openid
  return {
    access_token: accessToken,
    token_type: 'Bearer',
    expires_in: ACCESS_TOKEN_LIFETIME,
    ...(refreshToken === undefined ? { scope: scopes.join(' ') } : { refresh_token: refreshToken }),
    ...(wantsId && { id_token: await signIdToken(server, grant, nonce, ctx.now()) }),
  }
}

function recordRefusal(request: ClientCall, type: string, { error }: OAuthError): Promise<void> {
  const { client, ctx } = request
  return recordAudit(ctx, {
    kind: 'token_refused',
    clientId: client.id,
    details: { grantType: type, error },
  })
}
