// Notifies people that daily and weekly quests they have completed are open again: at the end of a period, it writes an
// event per completion, a few hundred in each transaction. No row changes then, so no trigger could write them.
import { sql } from 'kysely'
import { committedUntil } from '#foundation/database/committed-until.ts'
import type { Transaction } from '#foundation/database/database.ts'
import type { PathContext } from '../context.ts'
import type { PathTables, ReopeningNotice } from '../tables.ts'
import { availableAgain, periodOf } from './period.ts'

/** The maximum difference between the clock of a process, which times completions, and that of the database. */
const MAX_CLOCK_DIFFERENCE_MS = 30_000
const BATCH = 500
const TYPES = ['daily', 'weekly'] as const

/** Runs until everybody is notified of the periods that have ended. */
export async function notifyOfReopenings(
  { db, now, events }: PathContext,
  stopping: AbortSignal,
): Promise<void> {
  for (const type of TYPES) {
    while (!stopping.aborted) {
      const at = now()
      const hasMore = await db.transaction().execute((trx) => notifyNext(trx, type, at))
      if (!hasMore) break
      events.wake()
    }
  }
}

/** Notifies the next people. Returns false if there is nobody to notify now. */
async function notifyNext(
  trx: Transaction<PathTables>,
  type: ReopeningNotice['type'],
  at: Date,
): Promise<boolean> {
  const current = periodOf(type, at)
  // The first start notifies nobody of periods that ended before.
  const begun = { type, period: current, afterCompletion: null }
  await trx
    .insertInto('reopeningNotices')
    .values(begun)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const notice = await trx
    .selectFrom('reopeningNotices')
    .selectAll()
    .where('type', '=', type)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (notice.period >= current) return false
  // A completion of the period may still be in an open transaction.
  const known = await committedUntil(trx, 'quest_completions', at)
  if (known.getTime() < endOf(notice).getTime() + MAX_CLOCK_DIFFERENCE_MS) return false
  const last = await writeEvents(trx, notice)
  await advance(trx, notice, last)
  return true
}

/** Writes the next events of a period that has ended. @returns the last completion; undefined after all of them */
async function writeEvents(
  trx: Transaction<PathTables>,
  { type, period, afterCompletion }: ReopeningNotice,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string; count: number }>`
    with notified as (
      select quest_completions.id, quest_id, identity_id, type, retired_at
      from quest_completions join quests on quests.id = quest_id
      where period = ${period} and period <> 'once'
        and quest_completions.id > ${afterCompletion ?? ''}
      order by quest_completions.id limit ${BATCH}
    ), written as (
      insert into events (kind, subject_type, subject_id, related, audience, audience_id)
      select 'quest.reopened', 'Quest', quest_id, array[identity_id], 'owner', identity_id
      from notified where type = ${type} and retired_at is null
      order by id
    )
    select max(id) as id, count(*) as count from notified`.execute(trx)
  const { id, count } = rows[0]!
  return count < BATCH ? undefined : id
}

async function advance(
  trx: Transaction<PathTables>,
  notice: ReopeningNotice,
  last: string | undefined,
): Promise<void> {
  const { type } = notice
  const next =
    last === undefined
      ? { period: periodOf(type, endOf(notice)), afterCompletion: null }
      : { afterCompletion: last }
  await trx.updateTable('reopeningNotices').set(next).where('type', '=', type).execute()
}

function endOf({ type, period }: ReopeningNotice): Date {
  return availableAgain(type, new Date(period))!
}
