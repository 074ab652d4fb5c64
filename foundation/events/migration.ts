// For migrations: the log of a service, and the triggers that write its events.
import { sql, type Kysely } from 'kysely'
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

/** Creates the tables of the log, and the function that numbers its events. */
export async function createEventLog(db: Kysely<unknown>): Promise<void> {
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
    ) with (autovacuum_vacuum_scale_factor = 0.02, vacuum_index_cleanup = on);
    create unique index events_by_position on events (position) include (numbered_at)
    where position is not null;
    create unique index events_of_erased_people on events (subject_id)
    where kind = ${sql.lit(PERSON_ERASED)};
    create index events_unnumbered on events (id) where position is null;

    create table event_log (
      is_only boolean primary key default true check (is_only),
      last_position bigint not null default 0,
      swept_position bigint not null default 0
    );
    insert into event_log default values;

    create table event_eras (
      number integer primary key,
      id text not null unique,
      database text not null,
      after_position bigint not null
    );
    ${sql.raw(openEra('1', '0'))}`.execute(db)
  await createNumberingFunction(db)
}

/**
 * Creates the triggers of these kinds, or replaces them. A trigger writes the event in the transaction of the
 * change, whichever program made it: a request, a worker, a command, or a process of another version.
 *
 * In an empty database, the migration of a service's own tables is given today's kinds. It leaves out those whose table
 * or column a later migration adds, which writes them.
 */
export async function writeEvents(db: Kysely<unknown>, kinds: EventKinds): Promise<void> {
  const possible = await findPossible(db, Object.entries(kinds))
  const tables = new Set(possible.flatMap(([, { change }]) => change?.table ?? []))
  if (tables.size === 0) return
  await lockTables(db, [...tables])
  const statements = possible.flatMap(([name, kind]) => triggerOf(name, kind))
  await sql.raw(statements.join(';\n')).execute(db)
}

/** The kinds whose tables and columns exist. */
async function findPossible(
  db: Kysely<unknown>,
  kinds: [name: string, kind: EventKind][],
): Promise<[name: string, kind: EventKind][]> {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select relname as table, array_agg(attname::text) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = current_schema()::regnamespace and relkind = 'r' and not attisdropped
    group by relname`.execute(db)
  const columns = new Map(rows.map((row) => [row.table, new Set(row.columns)]))
  return kinds.filter(([, { change }]) => {
    const ofTable = change && columns.get(change.table)
    return ofTable && columnsOf(change).every((column) => ofTable.has(column))
  })
}

/** The columns without which PostgreSQL refuses the trigger of a change. */
function columnsOf({ on, when = '' }: RowChange): string[] {
  const inCondition = [...when.matchAll(/\b(?:new|old)\.(\w+)/g)].map(([, column]) => column!)
  return typeof on === 'string' ? inCondition : [...on.update, ...inCondition]
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
