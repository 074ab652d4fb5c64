// Deletes events that are older than `EVENT_RETENTION_DAYS`.
import { sql, type Kysely } from 'kysely'
import { HOLDS_LOG_LOCK, LOG_LOCK } from '#foundation/events/log-lock.ts'
import type { Worker } from '#foundation/process/workers.ts'

const DAY_MS = 24 * 3_600_000
const SWEEP_BATCH = 1_000

interface SweepContext {
  db: unknown
  now: () => Date
}

/** The worker of every service with events. */
export function sweepEvents({ retentionDays }: { retentionDays: number }): Worker<SweepContext> {
  return {
    name: 'sweep events',
    everyMs: 10 * 60_000,
    async run({ db, now }, stopping) {
      const before = new Date(now().getTime() - retentionDays * DAY_MS)
      while (!stopping.aborted && (await sweepBatch(db as Kysely<unknown>, before)));
    },
  }
}

/**
 * Deletes the oldest events and raises the swept position in one statement, so that a reader never misses the
 * deleted ones unnoticed.
 * @returns whether there may be more
 */
async function sweepBatch(db: Kysely<unknown>, before: Date): Promise<boolean> {
  const { rows } = await sql<{ isFull: boolean }>`
    with ${LOG_LOCK}, oldest as materialized (
      select position, numbered_at from events
      where position is not null and ${HOLDS_LOG_LOCK} order by position limit ${SWEEP_BATCH}
    ), last as (
      select max(position) as position, count(*) as count from oldest where numbered_at < ${before}
    ), raised as (
      update event_log set swept_position = last.position from last
      where last.position > swept_position
    ), swept as (
      delete from events where position = any(array(
        select oldest.position from oldest, last where oldest.position <= last.position
      ))
    )
    select count = ${SWEEP_BATCH} as is_full from last where position is not null`.execute(db)
  return rows[0]?.isFull ?? false
}
