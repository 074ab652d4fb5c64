// Which rows of a service a request changed, and how many events it wrote.
import { sql } from 'kysely'
import type { World } from '#test/story.ts'

/** Tables about requests and records of changes, and those that the database keeps itself. */
const RECORDS =
  /^(idempotency_keys|audit_events|audit_outbox|event_log|event_eras|erased_people|kysely_.*|.*_count)$/

export interface Changes {
  /** The tables with rows that were inserted, updated or deleted. */
  tables: string[]
  events: number
}

/** Notes the state of a service's tables, and returns what has changed since. */
export async function watchRows(world: World, service: string): Promise<() => Promise<Changes>> {
  const db = world.tables<never>(service)
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
  return async () => {
    const after = await counts()
    const changed = names.filter((name) => {
      const { total, written } = after.get(name)!
      return name !== 'events' && (written > 0 || total !== before.get(name)!.total)
    })
    return { tables: changed, events: after.get('events')!.total - before.get('events')!.total }
  }
}
