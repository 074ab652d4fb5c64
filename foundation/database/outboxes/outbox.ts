// Rows to deliver to another service: the request delivers at once, and a sweep retries until it
// succeeds.
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { ignoreReported } from '#foundation/domain/errors.ts'
import { runStep, workSteps } from '#foundation/telemetry/steps.ts'

/** How long the request that wrote a row may deliver it before the sweep does. */
export const LEASE_MS = 10_000
const MAX_WAIT_S = 300

/** A table with rows to deliver, with the columns `attempts` and `next_attempt_at`. */
interface Outbox {
  table: string
  /** The column of its primary key. */
  key: string
  /** Which rows are not delivered yet. Default: all, for a table whose delivered rows are deleted. */
  isOwed?: RawBuilder<boolean>
}

interface SweptOutbox<Row> extends Outbox {
  /** Delivers a row. A failure is logged where it happens, and thrown as reported. */
  settle: (row: Row) => Promise<void>
}

/** When a row must be due, and when another process can claim it again. */
interface Claim {
  dueAt: Date
  nextAttemptAt: RawBuilder<Date>
}

interface OutboxContext {
  db: unknown
  now: () => Date
}

/**
 * Settles the rows that are due, until there are none or the service stops. Each row is claimed just before its
 * delivery: while one that was claimed earlier waits for slow deliveries, another process could deliver it, too.
 */
export async function sweepOutbox<Row>(
  { db, now }: OutboxContext,
  { settle, ...outbox }: SweptOutbox<Row>,
  stopping: AbortSignal,
): Promise<void> {
  const dueAt = now()
  while (!stopping.aborted) {
    const row = await claimDue<Row>(db, outbox, { dueAt, nextAttemptAt: nextAttempt(now()) })
    if (!row) return
    await runStep(
      workSteps,
      () => ({ kind: 'delivery' as const, name: outbox.table }),
      () => settle(row),
    ).catch(ignoreReported)
  }
}

/** The due row that has waited longest. Another process can claim it again once the claim has ended. */
export async function claimDue<Row>(
  db: unknown,
  { table, key, isOwed = sql`true` }: Outbox,
  { dueAt, nextAttemptAt }: Claim,
): Promise<Row | undefined> {
  const { rows } = await sql<Row>`
    update ${sql.table(table)} set attempts = attempts + 1, next_attempt_at = ${nextAttemptAt}
    where ${sql.ref(key)} = (
      select ${sql.ref(key)} from ${sql.table(table)}
      where ${isOwed} and next_attempt_at <= ${dueAt}
      order by next_attempt_at limit 1 for update skip locked
    )
    returning *`.execute(db as Kysely<unknown>)
  return rows[0]
}

/** The time of the next attempt: a second after the claim, doubling with each attempt up to five minutes. */
function nextAttempt(at: Date): RawBuilder<Date> {
  return sql`${at}::timestamptz
    + least(power(2, least(attempts, 20)), ${MAX_WAIT_S}) * interval '1 second'`
}

/**
 * When a row was first due, for a table that does not store it. The waits of n attempts sum up to 2^n − 1 seconds,
 * until one would exceed five minutes. Delays of sweeps are left out.
 */
export const firstDue = sql<Date>`next_attempt_at - interval '1 second' * case
  when attempts <= 9 then power(2, attempts) - 1
  else 511 + ${sql.lit(MAX_WAIT_S)} * (attempts - 9) end`
