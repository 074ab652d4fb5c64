// Gives committed events their positions. A position given inside the transaction of a change would be skipped by
// readers who have passed it before that transaction commits.
import { sql, type Kysely } from 'kysely'
import type { EventTables } from '#foundation/events/tables.ts'

/**
 * Numbers up to 1,000 committed events, in the order in which they were written. One process does so at a time; others
 * wait for it (`numbering-function.ts`).
 * @returns how many were numbered
 */
export async function numberEvents<Tables>(db: Kysely<Tables>, now: () => Date): Promise<number> {
  // Returns no row for a count of 0, because a trace shows the rounds whose statements changed rows.
  const { rows } = await sql<{ count: number }>`
    select count from number_events(${now()}) as count where count > 0`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Whether there are events without a position. Every process polls this, so it is a read on a shared connection, in
 * the order of the index, so that PostgreSQL does not scan the table.
 */
export async function hasUnnumbered<Tables>(db: Kysely<Tables>): Promise<boolean> {
  const first = await (db as unknown as Kysely<EventTables>)
    .selectFrom('events')
    .select('id')
    .where('position', 'is', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return first !== undefined
}
