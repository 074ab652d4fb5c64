// Which rows of a service a request changed, and which events have been written meanwhile.
import { sql, type Kysely, type Selectable } from 'kysely'
import type { EventTables } from '#foundation/events/tables.ts'
import type { World } from '#test/story.ts'

/** Tables about requests and records of changes, and those that the database keeps itself. */
const RECORDS =
  /^(idempotency_keys|audit_events|audit_outbox|event_log|event_eras|erased_people|kysely_.*|.*_count)$/

export type WrittenEvent = Pick<Selectable<EventTables['events']>, 'kind' | 'subjectId' | 'related'>

export interface Changes {
  /** The tables with rows that were inserted, updated or deleted. */
  tables: string[]
  /** Those of the request, and those of workers that ran beside it. */
  events: WrittenEvent[]
}

/** Notes the state of a service's tables, and returns what has changed since. */
export async function watchRows(world: World, service: string): Promise<() => Promise<Changes>> {
  const db = world.tables<EventTables>(service)
  const { rows } = await sql<{ name: string; xid: string }>`
    select table_name as name, pg_current_xact_id()::text as xid from information_schema.tables
    where table_schema = ${service} and table_type = 'BASE TABLE'`.execute(db)
  const { xid } = rows[0]!
  const names = rows.map(({ name }) => name).filter((name) => !RECORDS.test(name))

  const counts = async () => {
    const statements = names.map(
      (name) => sql`
        select ${name}::text as name, count(*) as total,
          count(*) filter (where xmin::text::bigint > ${xid}::bigint) as written
        from ${sql.table(name)}`,
    )
    const found = await sql<{ name: string; total: number; written: number }>`
      ${sql.join(statements, sql` union all `)}`.execute(db)
    return new Map(found.rows.map(({ name, ...count }) => [name, count]))
  }

  const before = await counts()
  const last = Math.max(0, ...(await eventsAfter(db, 0)).map(({ id }) => id))
  return async () => {
    const after = await counts()
    const changed = names.filter((name) => {
      const { total, written } = after.get(name)!
      return name !== 'events' && (written > 0 || total !== before.get(name)!.total)
    })
    const events = await eventsAfter(db, last)
    return { tables: changed, events }
  }
}

function eventsAfter(
  db: Kysely<EventTables>,
  id: number,
): Promise<(WrittenEvent & { id: number })[]> {
  const written = db.selectFrom('events').select(['id', 'kind', 'subjectId', 'related'])
  return written.where('id', '>', id).execute()
}
