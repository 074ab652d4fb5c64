// For migrations: the log of a service, and the triggers that write its events.
import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { lockTables } from '#foundation/database/migrations/table-locks.ts'
import {
  audienceId,
  audienceName,
  PERSON_ERASED,
  type EventKind,
  type EventKinds,
  type RowChange,
} from '#foundation/events/kinds.ts'
import { createNumberingFunction, openEra } from '#foundation/events/numbering-function.ts'

/** List it in the migrations of every service with events. */
export function createEventLog(kinds: EventKinds): Migration {
  return {
    async up(db) {
      await createTables(db)
      await writeEvents(db, await kindsOfNow(db, kinds))
    },
  }
}

/**
 * An empty database creates the log of today's kinds. The triggers of tables and columns that it lacks are written by the
 * later migrations that add them.
 */
async function kindsOfNow(db: Kysely<unknown>, kinds: EventKinds): Promise<EventKinds> {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select table_name as table, array_agg(column_name::text) as columns
    from information_schema.columns where table_schema = current_schema()
    group by table_name`.execute(db)
  const columns = new Map(rows.map((row) => [row.table, new Set(row.columns)]))
  const exists = ({ change }: EventKind) => {
    if (!change) return true
    const ofTable = columns.get(change.table)
    return ofTable !== undefined && columnsOf(change).every((column) => ofTable.has(column))
  }
  return Object.fromEntries(Object.entries(kinds).filter(([, kind]) => exists(kind)))
}

/** The columns without which PostgreSQL refuses the trigger of a change. */
function columnsOf({ on, when = '' }: RowChange): string[] {
  const inCondition = [...when.matchAll(/\b(?:new|old)\.(\w+)/g)].map(([, column]) => column!)
  return typeof on === 'string' ? inCondition : [...on.update, ...inCondition]
}

async function createTables(db: Kysely<unknown>): Promise<void> {
  // Numbering updates each event once, and finds the next ones in an index whose dead entries it must read.
  await sql`
    create table events (
      id bigint generated always as identity,
      position bigint,
      kind text not null,
      subject_type text not null,
      subject_id text not null,
      related text[] not null default '{}',
      audience text not null,
      audience_id text,
      numbered_at timestamptz(3)
    ) with (autovacuum_vacuum_scale_factor = 0.02, vacuum_index_cleanup = on)`.execute(db)
  await sql`
    create unique index events_by_position on events (position) include (numbered_at)
    where position is not null`.execute(db)
  await sql`
    create unique index events_of_erased_people on events (subject_id)
    where kind = ${sql.lit(PERSON_ERASED)}`.execute(db)
  await sql`create index events_unnumbered on events (id) where position is null`.execute(db)
  await sql`
    create table event_log (
      is_only boolean primary key default true check (is_only),
      last_position bigint not null default 0,
      swept_position bigint not null default 0
    )`.execute(db)
  await sql`insert into event_log default values`.execute(db)
  await sql`
    create table event_eras (
      number integer primary key,
      id text not null unique,
      database text not null,
      after_position bigint not null
    )`.execute(db)
  await sql.raw(openEra('1', '0')).execute(db)
  await createNumberingFunction(db)
}

/**
 * Creates the triggers of these kinds, or replaces them. A trigger writes the event in the transaction of the
 * change, whichever program made it: a request, a worker, a command, or a process of an earlier version.
 */
export async function writeEvents(db: Kysely<unknown>, kinds: EventKinds): Promise<void> {
  const tables = new Set(Object.values(kinds).flatMap(({ change }) => change?.table ?? []))
  await lockTables(db, [...tables])
  for (const [name, kind] of Object.entries(kinds)) {
    for (const statement of triggerOf(name, kind)) await sql.raw(statement).execute(db)
  }
}

/** Drops the triggers of kinds that have ended, by their names. */
export async function endEvents(db: Kysely<unknown>, names: readonly string[]): Promise<void> {
  for (const name of names) {
    await sql.raw(`drop function if exists ${functionName(name)}() cascade`).execute(db)
  }
}

function functionName(kind: string): string {
  return `write_${kind.replace('.', '_')}`
}

/** The statements that create the trigger of a kind; none if a worker writes it. */
export function triggerOf(name: string, kind: EventKind): string[] {
  const { change, subject, id, related = [], audience } = kind
  if (!change) return []
  const { table, on, when } = change
  const trigger = functionName(name)
  const event = typeof on === 'string' ? on : `update of ${on.update.join(', ')}`
  const ids =
    related.length > 0 ? `array_remove(array[${related.join(', ')}]::text[], null)` : `'{}'`
  return [
    `create or replace function ${trigger}() returns trigger
     language plpgsql set search_path from current as $$
       begin
         insert into events (kind, subject_type, subject_id, related, audience, audience_id)
         values ('${name}', '${subject}', ${id}, ${ids}, '${audienceName(audience)}',
           ${audienceId(audience) ?? 'null'});
         return null;
       end
     $$`,
    // PostgreSQL 13 cannot replace a trigger.
    `drop trigger if exists ${trigger} on ${table}`,
    `create trigger ${trigger} after ${event} on ${table}
     for each row ${when === undefined ? '' : `when (${when})`} execute function ${trigger}()`,
  ]
}
