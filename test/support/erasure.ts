// For tests of erasure: every value of a schema, its kept totals, and interruptions.
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Transaction } from '#foundation/database/database.ts'
import { erasedPersonHash } from '#foundation/events/erased-events.ts'
import { sessionsWaiting } from './database.ts'
import type { World } from './story.ts'

/** The rows of a schema that match one of these patterns in any column, with the table of each. */
export async function rowsWith(
  { tables }: World,
  schema: string,
  patterns: readonly string[],
): Promise<string[]> {
  const db = tables(schema)
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = ${schema} and table_type = 'BASE TABLE'`.execute(db)
  const found = rows.map(async ({ name }) => {
    const matching = await sql<{ row: string }>`
      select row_to_json(known)::text as row from ${sql.table(name)} as known
      where row_to_json(known)::text ~* any (${[...patterns]})`.execute(db)
    return matching.rows.map(({ row }) => `${name}: ${row}`)
  })
  return (await Promise.all(found)).flat()
}

/** How many events tell the readers of a log that a person is erased. */
export async function countErasureEvents(
  { tables }: World,
  schema: string,
  { id }: { id: string },
): Promise<number> {
  const { rows } = await sql<{ erasures: number }>`
    select count(*) as erasures from events
    where kind = 'person.erased' and subject_id = ${erasedPersonHash(id)}`.execute(tables(schema))
  return rows[0]!.erasures
}

/** The id without its prefix, as ids of votes and presences contain it. */
export function suffixOf({ id }: { id: string }): string {
  return id.slice('identity_'.length)
}

/** Matches a name, but no id or hash that happens to contain its letters. */
export function wordOf(name: string): string {
  return `\\m${name}\\M`
}

/** Starts `work` during a transaction that has run `before`, and runs `after` once `work` waits for it. */
export async function whileWaiting<Tables, Result>(
  { tables }: World,
  schema: string,
  work: () => Promise<Result>,
  before: (trx: Transaction<Tables>) => Promise<unknown>,
  after: (trx: Transaction<Tables>) => Promise<unknown> = () => Promise.resolve(),
): Promise<Result> {
  const db = tables<Tables>(schema)
  const working = await db.transaction().execute(async (trx) => {
    await before(trx)
    const started = { result: work() }
    await expect.poll(() => sessionsWaiting(tables(schema))).toBe(1)
    await after(trx)
    return started
  })
  return working.result
}

/** Runs `work` until it waits for a lock of this statement, and terminates its connection there, as a crash does. */
export async function cutOff(
  { tables }: World,
  schema: string,
  lock: string,
  work: () => Promise<unknown>,
): Promise<void> {
  const db = tables<never>(schema)
  await db.transaction().execute(async (trx) => {
    await sql.raw(lock).execute(trx)
    const working = work().then(
      () => 'done',
      () => 'cut off',
    )
    await expect.poll(() => sessionsWaiting(db)).toBe(1)
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(trx)
    expect(await working).toBe('cut off')
  })
}

/** Expects that the kept total of a table equals its number of counted rows. */
export async function expectKeptTotal(
  { tables }: World,
  schema: string,
  table: string,
  where = 'true',
): Promise<void> {
  const { rows } = await sql<{ kept: number; counted: number }>`
    select (select coalesce(sum(change), 0)::bigint from ${sql.table(`${table}_count`)}) as kept,
      (select count(*) from ${sql.table(table)} where ${sql.raw(where)}) as counted`.execute(
    tables(schema),
  )
  expect(rows[0]!.kept, `the total of ${table}`).toBe(rows[0]!.counted)
}
