// Deletes expired rows, so that tables do not grow forever.
import { sql, type RawBuilder } from 'kysely'
import type { IdentityContext } from '../../context.ts'
import { USAGE_RETENTION_DAYS } from './field-usage.ts'
import { MAIL_LIFETIME_MS } from '../mail/mail-outbox.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000
/** How long the audit trail is kept. */
export const AUDIT_RETENTION_DAYS = 180
const BATCH = 1_000

interface Over {
  table: string
  /** The columns of the primary key. */
  key: string | readonly string[]
  time: string
  /** How long a row is kept after `time`. */
  keptMs: number
  /** A generated column with the day of `time` in UTC, if the index is on that column. */
  day?: string
}

/** The tables with rows that expire, and how long those are kept afterwards. */
const EXPIRING: readonly Over[] = [
  { table: 'sessions', key: 'id', time: 'expires_at', keptMs: 0 },
  { table: 'brakes', key: 'key', time: 'until', keptMs: 0 },
  { table: 'pushed_requests', key: 'handle_hash', time: 'expires_at', keptMs: 0 },
  // Kept for an hour, so that a device that polls late gets `expired_token`.
  { table: 'device_authorizations', key: 'device_code_hash', time: 'expires_at', keptMs: HOUR_MS },
  { table: 'client_assertions', key: 'assertion_hash', time: 'expires_at', keptMs: 0 },
  { table: 'passkey_challenges', key: 'challenge_hash', time: 'expires_at', keptMs: 0 },
  { table: 'pending_sign_ins', key: 'browser_hash', time: 'expires_at', keptMs: 0 },
  { table: 'username_reservations', key: 'username', time: 'until', keptMs: 0 },
  { table: 'departed_usernames', key: 'name_hash', time: 'until', keptMs: 0 },
  { table: 'exports', key: 'id', time: 'expires_at', keptMs: 0 },
  { table: 'wallet_challenges', key: 'message_hash', time: 'expires_at', keptMs: 0 },
  { table: 'email_verifications', key: 'identity_id', time: 'expires_at', keptMs: 0 },
  { table: 'password_resets', key: 'identity_id', time: 'expires_at', keptMs: 0 },
  { table: 'recoveries', key: 'identity_id', time: 'expires_at', keptMs: 0 },
  { table: 'administrator_codes', key: 'identity_id', time: 'expires_at', keptMs: 0 },
  { table: 'disavowals', key: 'token_hash', time: 'expires_at', keptMs: 0 },
  // The logout of a day ago is not announced any more.
  { table: 'logout_notices', key: 'id', time: 'next_attempt_at', keptMs: DAY_MS },
  { table: 'mail_outbox', key: 'id', time: 'created_at', keptMs: MAIL_LIFETIME_MS },
  // Kept as long as browsers keep the cookie.
  {
    table: 'known_browsers',
    key: ['identity_id', 'browser_hash'],
    time: 'seen_at',
    keptMs: 400 * DAY_MS,
  },
  // Services read the revoked grants of the last hour.
  { table: 'grants', key: 'id', time: 'ended_at', keptMs: DAY_MS },
  { table: 'grants', key: 'id', time: 'expires_at', day: 'expires_on', keptMs: DAY_MS },
  { table: 'audit_events', key: 'id', time: 'at', keptMs: AUDIT_RETENTION_DAYS * DAY_MS },
  {
    table: 'field_usage',
    key: ['day', 'client_id', 'client_name', 'coordinate'],
    time: 'day',
    keptMs: USAGE_RETENTION_DAYS * DAY_MS,
  },
]

/** Deletes in batches until nothing is expired or the service stops. */
export async function deleteExpired(
  { db, now }: Pick<IdentityContext, 'db' | 'now'>,
  stopping: AbortSignal,
): Promise<void> {
  for (const over of EXPIRING) {
    const before = new Date(now().getTime() - over.keptMs)
    for (let deleted = BATCH; deleted === BATCH && !stopping.aborted;) {
      const { numAffectedRows } = await deletion(over, before).execute(db)
      deleted = Number(numAffectedRows ?? 0)
    }
  }
}

/**
 * The statement that deletes one batch, found by the index. It compares the time again, because a row may have been
 * renewed while the statement waited for its lock.
 */
function deletion({ table, key, time, day = time }: Over, before: Date): RawBuilder<unknown> {
  const columns = sql.join([key].flat().map((name) => sql.ref(name)))
  const isInIndex =
    day === time
      ? sql``
      : sql`${sql.ref(day)} <= (${before}::timestamptz at time zone 'UTC')::date and`
  return sql`
    delete from ${sql.table(table)} where (${columns}) in (
      select ${columns} from ${sql.table(table)}
      where ${isInIndex} ${sql.ref(time)} <= ${before} order by ${sql.ref(day)} limit ${BATCH}
    ) and ${sql.ref(time)} <= ${before}`
}
