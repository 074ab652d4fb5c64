// What weeks of people add to the tables, compared with what the documentation says.
import { Client } from 'pg'
import { expect } from 'vitest'
import { readMonth, type TableSize } from '../../docs/growth/month.ts'
import { periodOf } from '../../subgraphs/path/domain/period.ts'

/**
 * `bytes` include indexes and long values. Logs of row counts are left out: chance decides how many rows they have.
 * `analyze` reads all pages of tables as small as these, so that `reltuples` is exact.
 */
const TABLES = `
  select nspname as schema, relname as name, reltuples::integer as rows,
    pg_total_relation_size(pg_class.oid)::integer as bytes, pg_indexes_size(pg_class.oid)::integer as "indexBytes",
    (select count(*)::integer from pg_index where indrelid = pg_class.oid) as indexes,
    (select count(*)::integer from pg_index join pg_attribute on attrelid = indrelid and attnum = indkey[0]
      where indrelid = pg_class.oid and attname in ('identity_id', 'account_id')) as "indexesByPerson"
  from pg_class join pg_namespace on pg_namespace.oid = relnamespace
  where relkind = 'r' and nspname !~ '^pg_|^information_schema$|^public$' and relname !~ 'migration|_count$'
  order by 1, 2`

/** The tables without dead rows, and with exact counts. */
export function readTables(databaseUrl: string): Promise<TableSize[]> {
  return connected(databaseUrl, async (client) => {
    await client.query('vacuum (full, analyze)')
    return (await client.query<TableSize>(TABLES)).rows
  })
}

/** Waits until Path has written the events of all periods that have ended. */
export async function untilReopened(databaseUrl: string, now: Date): Promise<void> {
  const periods = 'select type, period from path.reopening_notices order by type'
  const current = (['daily', 'weekly'] as const).map((type) => ({
    type,
    period: periodOf(type, now),
  }))
  await connected(databaseUrl, (client) =>
    expect.poll(async () => (await client.query(periods)).rows).toEqual(current),
  )
}

/** The tables with what has been added to them. */
export async function tablesSince(
  databaseUrl: string,
  start: readonly TableSize[],
): Promise<TableSize[]> {
  const before = new Map(start.map((table) => [keyOf(table), table]))
  const tables = await readTables(databaseUrl)
  return tables.map((table) => {
    const { rows, bytes, indexBytes } = before.get(keyOf(table))!
    return {
      ...table,
      rows: table.rows - rows,
      bytes: table.bytes - bytes,
      indexBytes: table.indexBytes - indexBytes,
    }
  })
}

/** Fails for a table that is new or gone, and for one that grows by a quarter more or less. */
export function expectDocumented(tables: readonly TableSize[]): void {
  const documented = new Map(readMonth().tables.map((table) => [keyOf(table), table.rows]))
  const hint = 'Run `npm run growth` and commit the files.'
  expect(tables.map(keyOf), hint).toEqual([...documented.keys()])
  for (const table of tables) {
    const rows = documented.get(keyOf(table))!
    // Usage by the minute, and events that are still on their way, differ between two runs.
    const mayDiffer = 100 + rows / 4
    expect(Math.abs(table.rows - rows), `${keyOf(table)}: ${hint}`).toBeLessThan(mayDiffer)
  }
}

function keyOf({ schema, name }: TableSize): string {
  return `${schema}.${name}`
}

export async function connected<Result>(
  connectionString: string,
  run: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString })
  await client.connect()
  try {
    return await run(client)
  } finally {
    await client.end()
  }
}
