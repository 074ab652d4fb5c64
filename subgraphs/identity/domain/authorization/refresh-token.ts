// Refresh tokens: each grant has one token family, in which each token is derived from the one before it.
import type { Grant } from '../../tables.ts'
import { recordAudit } from '../audit/audit.ts'
import {
  revokeGrant,
  tokenIssued,
  type AuditedGrantContext,
  type GrantContext,
  type Redemption,
  type Refusal,
} from '../grants/grant.ts'
import { derive, randomToken, sameHash, sha256 } from '../secrets/random.ts'
import { isWithin } from '../grants/scope.ts'

/** 30 days after the last use, and at most 90 days after the grant. */
export const REFRESH_LIFETIME_MS = { idle: 30 * 86_400_000, longest: 90 * 86_400_000 }

/** A token consists of a handle, which its token family shares, and a secret. */
export function newRefreshToken(): { refreshToken: string; handleHash: Buffer; hash: Buffer } {
  const handle = randomToken(16)
  const refreshToken = `${handle}.${randomToken()}`
  return { refreshToken, handleHash: sha256(handle), hash: sha256(refreshToken) }
}

/** The handle of a refresh token; undefined for text that does not look like one. */
export function handleOf(refreshToken: string): string | undefined {
  return /^([\w-]{22})\.[\w-]{43}$/.exec(refreshToken)?.[1]
}

/** The grant of a current or earlier refresh token. */
export async function findGrantByRefreshToken(
  { db }: GrantContext,
  refreshToken: string,
): Promise<Grant | undefined> {
  const handle = handleOf(refreshToken)
  if (handle === undefined) return undefined
  return db
    .selectFrom('grants')
    .selectAll()
    .where('refreshHandleHash', '=', sha256(handle))
    .executeTakeFirst()
}

/**
 * How long a replaced token still gets its successor, provided that nobody has used the successor: longer than a
 * restart takes (decision 0046).
 */
const GRACE_MS = 300_000

/**
 * The owner of a refresh token that is valid for the client: the current one, or the previous one within its
 * grace period.
 */
export async function findRefreshTokenOwner(
  { db, now }: GrantContext,
  { clientId, refreshToken }: Pick<Rotation, 'clientId' | 'refreshToken'>,
): Promise<string | undefined> {
  const handle = handleOf(refreshToken)
  if (handle === undefined) return undefined
  const at = now()
  const hash = sha256(refreshToken)
  const found = await db
    .selectFrom('grants')
    .select('identityId')
    .where('refreshHandleHash', '=', sha256(handle))
    .where('clientId', '=', clientId)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', at)
    .where(({ and, eb, or }) =>
      or([
        eb('refreshHash', '=', hash),
        and([
          eb('replacedHash', '=', hash),
          eb('refreshedAt', '>=', new Date(at.getTime() - GRACE_MS)),
        ]),
      ]),
    )
    .executeTakeFirst()
  return found?.identityId ?? undefined
}

export interface Rotation {
  /** The key that derives the next token. */
  key: Buffer
  clientId: string
  refreshToken: string
  /** The scopes of the access token; undefined for all granted scopes. */
  scopes: readonly string[] | undefined
}

/**
 * Handles a token that could not be rotated. A client that repeats the request within the grace period, because
 * the response was lost, gets the same successor until somebody uses the successor: the grant stores only the
 * token that was replaced last. Any other token was stolen or lost long ago, and revokes the grant (RFC 9700,
 * section 4.14). A current token was sent with a scope that was not granted.
 */
export async function handleUnrotatedToken(
  ctx: AuditedGrantContext,
  grant: Grant,
  { key, refreshToken, scopes = grant.scopes }: Rotation,
): Promise<Redemption | Refusal | 'too wide'> {
  const at = ctx.now()
  const hash = sha256(refreshToken)
  if (grant.endedAt || grant.expiresAt <= at) return 'over'
  if (sameHash(grant.refreshHash, hash)) return 'too wide'
  if (!sameHash(grant.replacedHash, hash) || !isWithinGrace(grant, at)) {
    const revoked = await revokeGrant(ctx, grant, {
      reason: 'refresh_token_replayed',
      entry: { kind: 'replay_detected', details: { what: 'refresh token' } },
    })
    return revoked ? 'replayed' : 'over'
  }
  if (!isWithin(scopes, grant.scopes)) return 'too wide'
  await recordAudit(ctx, tokenIssued('refresh_token', grant, scopes))
  return { grant, refreshToken: successorOf(key, refreshToken) }
}

/** A token with the same handle, and a secret that only the holder of the key can derive from the old token. */
export function successorOf(key: Buffer, refreshToken: string): string {
  return `${handleOf(refreshToken)}.${derive(key, 'refresh token', refreshToken)}`
}

function isWithinGrace({ refreshedAt }: Grant, at: Date): boolean {
  return refreshedAt !== null && at.getTime() - refreshedAt.getTime() <= GRACE_MS
}
