// What weeks of people add to the tables, compared with what the documentation says.
import { Client } from 'pg'
import { expect } from 'vitest'
import { readMonth, type TableSize } from '../../docs/growth/month.ts'

/** `bytes` include indexes and long values. */
const TABLES = `
  select schemaname as schema, relname as name, n_live_tup::integer as rows,
    pg_total_relation_size(relid)::integer as bytes, pg_indexes_size(relid)::integer as "indexBytes",
    (select count(*)::integer from pg_index where indrelid = relid) as indexes,
    (select count(*)::integer from pg_index join pg_attribute on attrelid = relid and attnum = indkey[0]
      where indrelid = relid and attname in ('identity_id', 'account_id')) as "indexesByPerson"
  from pg_stat_user_tables
  where schemaname <> 'public' and relname !~ 'migration' order by 1, 2`

/** The tables without dead rows, and with exact counts. */
export function readTables(databaseUrl: string): Promise<TableSize[]> {
  return connected(databaseUrl, async (client) => {
    await client.query('vacuum (full, analyze)')
    return (await client.query<TableSize>(TABLES)).rows
  })
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
    // Counts of lists, and usage by the minute, differ between two runs.
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
