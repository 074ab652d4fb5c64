// Finds the grant of an access token or refresh token that was issued here.
import { errors, jwtVerify, createLocalJWKSet } from 'jose'
import { TOKEN_AUDIENCE } from '#foundation/auth/viewer.ts'
import type { IdentityContext } from '../../context.ts'
import { findGrantByRefreshToken } from '../../domain/authorization/refresh-token.ts'
import { sameHash, sha256 } from '../../domain/secrets/random.ts'
import type { Grant } from '../../tables.ts'
import type { RequestContext } from '../request-context.ts'

export interface IssuedToken {
  grant: Grant
  type: 'access_token' | 'refresh_token'
  scope: string
  /** The time of issue, in seconds since the epoch. */
  issuedAt: number
  expiresAt: number
}

/** The grant of a token; undefined if the token is not valid now. */
export async function findIssuedToken(
  request: RequestContext,
  token: string,
): Promise<IssuedToken | undefined> {
  const { ctx } = request
  const issued = (await findRefreshToken(ctx, token)) ?? (await findAccessToken(request, token))
  if (!issued || issued.grant.endedAt) return undefined
  return issued.expiresAt > ctx.now().getTime() / 1000 ? issued : undefined
}

async function findRefreshToken(
  ctx: IdentityContext,
  token: string,
): Promise<IssuedToken | undefined> {
  const grant = await findGrantByRefreshToken(ctx, token)
  if (!grant || !sameHash(grant.refreshHash, sha256(token))) return undefined
  return {
    grant,
    type: 'refresh_token',
    scope: grant.scopes.join(' '),
    issuedAt: seconds(grant.refreshedAt!),
    expiresAt: seconds(grant.expiresAt),
  }
}

async function findAccessToken(
  { ctx: { db, now }, server: { issuer, keyring } }: RequestContext,
  token: string,
): Promise<IssuedToken | undefined> {
  try {
    const { payload } = await jwtVerify(token, createLocalJWKSet(await keyring.published()), {
      issuer,
      audience: TOKEN_AUDIENCE,
      algorithms: ['ES256'],
      typ: 'at+jwt',
      currentDate: now(),
    })
    const grant = await db
      .selectFrom('grants')
      .selectAll()
      .where('id', '=', String(payload.grant_id))
      .executeTakeFirst()
    const { scope, iat, exp } = payload
    return (
      grant && {
        grant,
        type: 'access_token',
        scope: String(scope),
        issuedAt: iat!,
        expiresAt: exp!,
      }
    )
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined
    throw error
  }
}

function seconds(date: Date): number {
  return Math.floor(date.getTime() / 1000)
}
