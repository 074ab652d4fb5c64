// The time until which all changes of a table are committed.
import { sql, type Kysely } from 'kysely'
import { readsAlone } from '#foundation/database/reads/read-statement.ts'

/**
 * Returns when the oldest open transaction began; without one, `now`, by default the time of the database. Changes that
 * commit after this call have this time or a later one, if their time was taken within their transaction. Clocks may
 * differ, so let readers overlap. Call it before you read the table.
 */
export async function committedUntil<Tables>(
  db: Kysely<Tables>,
  table: string,
  now?: Date,
): Promise<Date> {
  // PostgreSQL hides when the transactions of other roles began, but not that they have written to the table.
  const { rows } = await readsAlone(sql<{ time: Date }>`
    select date_trunc('milliseconds',
      least(${now ?? sql`clock_timestamp()`}::timestamptz, min(coalesce(xact_start, 'epoch')))
    ) as time
    from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and (
      xact_start is not null
      or pid in (select pid from pg_locks where relation = ${table}::regclass and mode = 'RowExclusiveLock')
    )`).execute(db)
  return rows[0]!.time
}
