// No column that could hold a person's data is forgotten when the person leaves.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Kysely } from '#foundation/database/database.ts'
import { testLog } from '#test/caller.ts'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'
import { subgraphs } from '../../subgraphs/index.ts'
import { TESTED_SERVICES } from '../services.ts'

/** Columns of every type that can hold an id, a name or a text; extensions may add types. */
const HOLDING = sql`
  data_type in ('text', 'character varying', 'character', '"char"', 'name', 'uuid', 'json', 'jsonb',
    'bytea', 'xml', 'inet', 'cidr', 'ARRAY', 'USER-DEFINED')`

let database: TestDatabase
let db: Kysely<never>
beforeAll(async () => {
  database = await cloneDatabase()
  db = openDatabase<never>(database.url, 'public', testLog)
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

async function readColumns(service: string): Promise<string[]> {
  const { rows } = await sql<{ column: string }>`
    select table_name || '.' || column_name as column from information_schema.columns
    where table_schema = ${service} and ${HOLDING}`.execute(db)
  return rows.map(({ column }) => column).toSorted()
}

test.each(subgraphs.map(({ name }) => name))(
  'every column of %s has an entry in its tested-service.ts',
  async (service) => {
    const decided = Object.entries(TESTED_SERVICES[service]!.columns).flatMap(([table, columns]) =>
      Object.values(columns as Record<string, string>)
        .flatMap((names) => names.split(/\s+/))
        .map((column) => `${table}.${column}`),
    )
    expect(await readColumns(service)).toEqual(decided.toSorted())
  },
)

test('every service takes part in exports and erasures', () => {
  const without = subgraphs.filter(({ personalData }) => !personalData)
  // Identity coordinates the others, and its own part is elsewhere.
  expect(without.map(({ name }) => name).filter((name) => name !== 'identity')).toEqual([])
})
