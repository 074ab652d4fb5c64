// The metrics of a backlog: how many rows wait in a table, and since when.
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { names } from '#foundation/database/names.ts'
import { readByProbe } from '#foundation/database/connections/probe-pools.ts'

/** Counting all rows of a large backlog would make it worse. */
export const MAX_COUNTED = 10_000

/** The content of a backlog: rows to deliver, or tasks about personal data of one service. */
export type BacklogKind = 'outbox' | 'personal_data'

export interface WaitingRows {
  kind: BacklogKind
  /** The name of the outbox, or of the service. */
  of: string
  /** The number of waiting rows, at most `MAX_COUNTED`. */
  count: number
  /** Since when the oldest of the counted rows waits; null if there are none. */
  oldestSince: Date | null
}

/** A query with the columns of `WaitingRows`, which reads few rows however many wait. */
export type Backlog = RawBuilder<WaitingRows>

interface OutboxBacklog {
  table: string
  /** Which rows are not delivered yet. Default: all. */
  isOwed?: RawBuilder<boolean>
  /** Since when a row waits. */
  since: RawBuilder<Date>
}

/** The backlog of an outbox (outbox.ts), read by the index in which its sweep finds rows. */
export function outboxBacklog({ table, isOwed = sql`true`, since }: OutboxBacklog): Backlog {
  return sql`
    select 'outbox' as kind, ${sql.lit(names.snakeCase(table))} as of, count(*)::int as count,
      min(since) as oldest_since
    from (
      select ${since} as since from ${sql.table(table)}
      where ${isOwed} order by next_attempt_at limit ${sql.lit(MAX_COUNTED)}
    ) as waiting`
}

/** Reads all backlogs of a service in one statement. */
export async function readBacklogs(
  db: Kysely<unknown>,
  backlogs: readonly Backlog[],
): Promise<WaitingRows[]> {
  const statement = sql<WaitingRows>`${sql.join(backlogs, sql` union all `)}`.compile(db)
  return readByProbe<WaitingRows>(db, statement)
}
