// Device authorizations (RFC 8628): a device without a browser requests access, and a person decides on another one.
import { sql } from 'kysely'
import type { DeviceAuthorization, Session } from '../../tables.ts'
import { recordAudit, type AuditSource } from '../audit/audit.ts'
import { giveConsent, lockConsentedScopesForShare } from '../grants/consent.ts'
import {
  lockClientForShare,
  tokenIssued,
  type AuditedGrantContext,
  type GrantContext,
  type Redemption,
} from '../grants/grant.ts'
import { newId } from '#foundation/domain/ids.ts'
import { randomToken, sha256 } from '../secrets/random.ts'
import { newRefreshToken, REFRESH_LIFETIME_MS } from './refresh-token.ts'
import { isWithin } from '../grants/scope.ts'
import { lockPersonForKeyShare } from '../sessions/session.ts'
import { newUserCode, readUserCode, userCodeHash } from './user-code.ts'

/** Long enough to fetch a phone, short enough to limit phishing for user codes. */
export const DEVICE_LIFETIME_S = 600
const INTERVAL_S = 5
const MAX_INTERVAL_S = 60

export interface DeviceCodes {
  deviceCode: string
  userCode: string
  intervalSeconds: number
}

/** Starts a device authorization. `key` hashes the user code. */
export async function startDeviceAuthorization(
  { address, db, now }: AuditSource,
  key: Buffer,
  { clientId, scopes }: { clientId: string; scopes: string[] },
): Promise<DeviceCodes> {
  const deviceCode = randomToken()
  const createdAt = now()
  const expiresAt = new Date(createdAt.getTime() + DEVICE_LIFETIME_S * 1000)
  for (;;) {
    const userCode = newUserCode()
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('deviceAuthorizations')
      .values({
        deviceCodeHash: sha256(deviceCode),
        userCodeHash: userCodeHash(key, readUserCode(userCode)!),
        clientId,
        scopes,
        address,
        createdAt,
        expiresAt,
        intervalSeconds: INTERVAL_S,
      })
      .onConflict((conflict) => conflict.column('userCodeHash').doNothing())
      .executeTakeFirstOrThrow()
    // Zero if another device has the same user code.
    if (numInsertedOrUpdatedRows === 1n)
      return { deviceCode, userCode, intervalSeconds: INTERVAL_S }
  }
}

/** The result of a poll. For a known code, `too soon` takes precedence. */
export type DevicePoll =
  | { state: 'unknown' | 'too soon' | 'expired' | 'pending' | 'denied' }
  | { state: 'allowed'; identityId: string }

/**
 * Polls with a device code. The database enforces the interval, so that simultaneous polls through several
 * processes count as too many. Each of these lengthens the interval.
 */
export async function pollDeviceAuthorization(
  { db, now }: GrantContext,
  clientId: string,
  deviceCode: string,
): Promise<DevicePoll> {
  const at = now()
  const { rows } = await sql<DeviceAuthorization & { isTooSoon: boolean }>`
    with before as (
      select *,
        coalesce(polled_at > ${at}::timestamptz - interval_seconds * interval '1 second', false)
          as is_too_soon
      from device_authorizations
      where device_code_hash = ${sha256(deviceCode)} and client_id = ${clientId}
      for update
    ), polled as (
      update device_authorizations as waiting set
        polled_at = ${at},
        interval_seconds = least(
          waiting.interval_seconds + case when is_too_soon then ${INTERVAL_S}::int else 0 end,
          ${MAX_INTERVAL_S}::int)
      from before where waiting.device_code_hash = before.device_code_hash
    )
    select * from before`.execute(db)
  const [found] = rows
  if (!found) return { state: 'unknown' }
  if (found.isTooSoon) return { state: 'too soon' }
  if (found.expiresAt <= at) return { state: 'expired' }
  if (found.decision === null) return { state: 'pending' }
  if (found.decision === 'denied') return { state: 'denied' }
  return { state: 'allowed', identityId: found.identityId! }
}

/**
 * Creates the grant of an allowed device authorization, once. Undefined if it was created before, or if the
 * person has withdrawn the consent or lost the account meanwhile. The grant belongs to no browser session,
 * because the end of the session would sign the device out.
 */
export async function redeemDeviceCode(
  ctx: AuditedGrantContext,
  deviceCode: string,
  identityId: string,
): Promise<Redemption | undefined> {
  const at = ctx.now()
  const { refreshToken, handleHash, hash } = newRefreshToken()
  return ctx.db.transaction().execute(async (trx) => {
    await lockPersonForKeyShare(trx, identityId)
    const allowed = await trx
      .deleteFrom('deviceAuthorizations')
      .where('deviceCodeHash', '=', sha256(deviceCode))
      .where('decision', '=', 'allowed')
      .where('identityId', '=', identityId)
      .where('expiresAt', '>', at)
      .returning(['clientId', 'identityId', 'scopes', 'signedInAt', 'methods'])
      .executeTakeFirst()
    if (!allowed) return undefined
    const { clientId, scopes } = allowed
    const consented = await lockConsentedScopesForShare(trx, identityId, clientId)
    if (!isWithin(scopes, consented)) return undefined
    await lockClientForShare(trx, clientId)
    const grant = await trx
      .insertInto('grants')
      .values({
        ...allowed,
        id: newId('grant'),
        createdAt: at,
        redeemedAt: at,
        refreshHandleHash: handleHash,
        refreshHash: hash,
        refreshedAt: at,
        expiresAt: new Date(at.getTime() + REFRESH_LIFETIME_MS.idle),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await recordAudit({ ...ctx, db: trx }, tokenIssued('device_code', grant, scopes))
    return { grant, refreshToken }
  })
}

/** An undecided device authorization and its client, for the page that the person decides on. */
export interface PendingDevice {
  clientId: string
  clientName: string
  scopes: string[]
  address: string
  createdAt: Date
}

/** The undecided device authorization of a typed user code. */
export async function findPendingDevice(
  { db, now }: GrantContext,
  key: Buffer,
  typed: string,
): Promise<PendingDevice | undefined> {
  const letters = readUserCode(typed)
  if (letters === undefined) return undefined
  return db
    .selectFrom('deviceAuthorizations')
    .innerJoin('clients', 'clients.id', 'deviceAuthorizations.clientId')
    .select(['clientId', 'name as clientName', 'deviceAuthorizations.scopes', 'address'])
    .select('deviceAuthorizations.createdAt')
    .where('userCodeHash', '=', userCodeHash(key, letters))
    .where('decision', 'is', null)
    .where('expiresAt', '>', now())
    .where('clients.disabledAt', 'is', null)
    .executeTakeFirst()
}

export interface DeviceDecision {
  typed: string
  decision: 'allowed' | 'denied'
  identityId: string
  signedInAt: Date
  methods: Session['methods']
}

/** Decides within a transaction, once. Returns false if it was already decided or has expired. */
export async function decideDevice(
  ctx: AuditSource,
  key: Buffer,
  { typed, decision, ...decider }: DeviceDecision,
): Promise<boolean> {
  const decided = await ctx.db
    .updateTable('deviceAuthorizations')
    .set({ decision, ...decider })
    .where('userCodeHash', '=', userCodeHash(key, readUserCode(typed) ?? ''))
    .where('decision', 'is', null)
    .where('expiresAt', '>', ctx.now())
    .returning(['clientId', 'scopes'])
    .executeTakeFirst()
  if (!decided) return false
  const { clientId, scopes } = decided
  const { identityId } = decider
  if (decision === 'allowed') await giveConsent(ctx, identityId, clientId, scopes)
  else await recordAudit(ctx, { kind: 'consent_denied', identityId, clientId, details: { scopes } })
  return true
}
