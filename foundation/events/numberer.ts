// Gives committed events their positions. A position given inside the transaction of a change would be skipped by
// readers who have passed it before that transaction commits.
import { randomBytes } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type { Transaction } from '#foundation/database/database.ts'
import type { EventTables } from '#foundation/events/tables.ts'

const BATCH = 1_000

/**
 * Numbers all committed events, in the order in which they were written. The lock on the row of `event_log`
 * makes one process number at a time.
 * @returns how many were numbered
 */
export async function numberEvents<Tables>(
  handle: Kysely<Tables>,
  now: () => Date,
): Promise<number> {
  const db = handle as unknown as Kysely<EventTables>
  let total = 0
  for (;;) {
    if (!(await hasUnnumbered(db))) return total
    const count = await db.transaction().execute((trx) => numberBatch(trx, now()))
    total += count
    if (count < BATCH) return total
  }
}

async function hasUnnumbered(db: Kysely<EventTables>): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    select exists (select from events where position is null)`.execute(db)
  return rows[0]!.exists
}

async function numberBatch(trx: Transaction<EventTables>, at: Date): Promise<number> {
  // The next statement sees what another process numbered while this one waited for the lock.
  const { lastPosition } = await trx
    .selectFrom('eventLog')
    .select('lastPosition')
    .forUpdate()
    .executeTakeFirstOrThrow()
  await openEra(trx, lastPosition)
  const { rows } = await sql<{ count: number }>`
    with unnumbered as (
      select id, row_number() over (order by id) as place from (
        select id from events where position is null order by id limit ${BATCH}
      ) as next
    ), numbered as (
      update events set position = ${lastPosition} + place, numbered_at = ${at}
      from unnumbered where events.id = unnumbered.id and events.position is null
      returning events.position
    ), counted as (
      select count(*) as count, max(position) as last from numbered
    ), logged as (
      update event_log set last_position = last from counted where count > 0
    )
    select count from counted`.execute(trx)
  return rows[0]!.count
}

/**
 * The database as it is now. A restored dump has other tables; a restored data folder, like a promoted standby,
 * another start of the server.
 */
const DATABASE = sql<string>`
  concat_ws(' ', pg_postmaster_start_time(), 'event_log'::regclass::oid::text)`

/** Begins an era if the database is another one than in the last era. */
async function openEra(trx: Transaction<EventTables>, lastPosition: number): Promise<void> {
  await sql`
    insert into event_eras (number, id, database, after_position)
    select coalesce(max(number), 0) + 1, ${randomBytes(9).toString('base64url')}, ${DATABASE},
      ${lastPosition}
    from event_eras
    having coalesce((array_agg(database order by number desc))[1], '') <> ${DATABASE}`.execute(trx)
}
