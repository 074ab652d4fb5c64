// Refresh tokens: each grant has one token family, in which each token is derived from the one before it.
import { sql, type Kysely } from 'kysely'
import { executeWith, once, placeholder } from '#foundation/database/built-once.ts'
import type { Grant, IdentityTables } from '../tables.ts'
import { auditRow, recordAudit } from './audit.ts'
import {
  revokeGrant,
  tokenIssued,
  type AuditedGranting,
  type Granting,
  type IssuedGrant,
  type Redemption,
  type Refusal,
} from './grant.ts'
import { derive, randomToken, sameHash, sha256 } from './random.ts'
import { isWithin } from './scope.ts'

/** 30 days after its last use, and at most 90 days after the grant. */
export const REFRESH_LIFETIME_MS = { idle: 30 * 86_400_000, longest: 90 * 86_400_000 }
/** How long a replaced token still gets the same successor. */
const GRACE_MS = 10_000
const LONGEST_LIFETIME = `${REFRESH_LIFETIME_MS.longest} milliseconds`

/** A handle, which the whole token family shares, and a secret. */
export function newRefreshToken(): { refreshToken: string; handleHash: Buffer; hash: Buffer } {
  const handle = randomToken(16)
  const refreshToken = `${handle}.${randomToken()}`
  return { refreshToken, handleHash: sha256(handle), hash: sha256(refreshToken) }
}

/** Undefined for a text that does not look like a refresh token. */
function handleOf(refreshToken: string): string | undefined {
  return /^([\w-]{22})\.[\w-]{43}$/.exec(refreshToken)?.[1]
}

/** The grant of a refresh token, which may be the valid one of its token family or an earlier one. */
export async function findGrantByRefreshToken(
  { db }: Granting,
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
 * The owner of a refresh token that is valid for that client: the current one, or the previous one
 * within its grace period.
 */
export async function findRefreshTokenOwner(
  { db, now }: Granting,
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

const ISSUED = { kind: 'token_issued', details: { grantType: 'refresh_token' } } as const

export interface Rotation {
  /** Derives the next token. */
  key: Buffer
  clientId: string
  refreshToken: string
  /** The scopes of the access token; undefined for all granted scopes. */
  scopes: readonly string[] | undefined
}

/**
 * Replaces the current token with the next, in one statement with its audit entry, so that both are
 * written or neither, with one disk write. Undefined if it is not the current token for that client
 * and those scopes.
 */
export async function rotateRefreshToken(
  ctx: AuditedGranting,
  { key, clientId, refreshToken, scopes = [] }: Rotation,
): Promise<Redemption | undefined> {
  const handle = handleOf(refreshToken)
  if (handle === undefined) return undefined
  const next = successorOf(key, refreshToken)
  const { id, at, kind, address, requestId, details } = auditRow(ctx, ISSUED)
  const [grant] = await executeWith(ctx.db, rotate(ctx.db), {
    auditId: id,
    at,
    idleEnd: new Date(at.getTime() + REFRESH_LIFETIME_MS.idle),
    kind,
    address,
    requestId,
    details,
    clientId,
    scopes,
    handleHash: sha256(handle),
    hash: sha256(refreshToken),
    nextHash: sha256(next),
  })
  return grant && { grant, refreshToken: next }
}

const rotate = once((db: Kysely<IdentityTables>) => {
  const value = placeholder
  return sql<IssuedGrant>`
    with rotated as (
      update grants set
        refresh_hash = ${value('nextHash')}, replaced_hash = refresh_hash,
        refreshed_at = ${value('at')},
        expires_at = least(${value('idleEnd')}, created_at + ${LONGEST_LIFETIME}::interval)
      where refresh_handle_hash = ${value('handleHash')} and refresh_hash = ${value('hash')}
        and client_id = ${value('clientId')} and scopes @> ${value('scopes')}::text[]
        and ended_at is null and expires_at > ${value('at')}
      returning id, identity_id, client_id, scopes, sid, signed_in_at, methods
    ), audited as (
      insert into audit_events
        (id, at, kind, identity_id, client_id, address, request_id, details)
      select ${value('auditId')}, ${value('at')}::timestamptz, ${value('kind')}, identity_id,
        client_id, ${value('address')}, ${value('requestId')},
        ${value('details')}::jsonb || jsonb_build_object('grantId', rotated.id, 'scopes',
          coalesce(nullif(${value('scopes')}::text[], array[]::text[]), rotated.scopes))
      from rotated
    )
    select id, identity_id, client_id, scopes, sid, signed_in_at, methods from rotated`.compile(db)
})

/**
 * Handles a token of the grant that could not be rotated. A client that repeats the request within
 * ten seconds, because the response was lost, gets the same successor until that one is used. Any
 * other token was stolen or lost long ago, and revokes the grant (RFC 9700, section 4.14). A valid
 * one was sent with a scope that was not granted.
 */
export async function answerUnrotatedToken(
  ctx: AuditedGranting,
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

/** The same handle, and a secret that only the holder of the key can derive from the old token. */
function successorOf(key: Buffer, refreshToken: string): string {
  return `${handleOf(refreshToken)}.${derive(key, 'refresh token', refreshToken)}`
}

function isWithinGrace({ refreshedAt }: Grant, at: Date): boolean {
  return refreshedAt !== null && at.getTime() - refreshedAt.getTime() <= GRACE_MS
}
