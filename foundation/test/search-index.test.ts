// The indexes of a search, and the extension that they need, in a shared database.
import { sql, type Kysely } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '#foundation/database/database.ts'
import { addSearchIndex } from '#foundation/database/migrations/search-index.ts'
import { testLog } from '#test/caller.ts'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'

let database: TestDatabase
/** Two services of one database, each with a schema of its own. */
let services: Kysely<unknown>[]
beforeEach(async () => {
  database = await cloneDatabase()
  services = ['one', 'two', 'three'].map((schema) => openDatabase(database.url, schema, testLog))
  await sql`drop extension pg_trgm cascade`.execute(services[0]!)
  for (const [index, db] of services.entries()) {
    await sql.raw(`create schema ${['one', 'two', 'three'][index]}`).execute(db)
    await sql`create table notes (id text primary key, title text)`.execute(db)
  }
})
afterEach(async () => {
  await Promise.all(services.map((db) => db.destroy()))
  await database.drop()
})

const NOTES = { table: 'notes', title: 'title', text: 'title' }
const addIndex = (db: Kysely<unknown>) =>
  db.transaction().execute((trx) => addSearchIndex(trx, NOTES))

async function schemaOfTrigrams() {
  const { rows } = await sql<{ nspname: string }>`
    select nspname from pg_extension join pg_namespace on pg_namespace.oid = extnamespace
    where extname = 'pg_trgm'`.execute(services[0]!)
  return rows.map(({ nspname }) => nspname)
}

test('services that start at once add the extension once', async () => {
  await Promise.all(services.map(addIndex))
  expect(await schemaOfTrigrams()).toEqual(['public'])
})

describe('an error says what the operator can do', () => {
  test('an extension in another schema is reported with the fix', async () => {
    await sql`create extension pg_trgm schema two`.execute(services[1]!)
    await expect(addIndex(services[0]!)).rejects.toThrow(
      'The extension pg_trgm is in the schema two, where the services do not look. ' +
        'Move it: alter extension pg_trgm set schema public.',
    )
    await sql`alter extension pg_trgm set schema public`.execute(services[1]!)
    await addIndex(services[0]!)
  })

  test('a missing schema for the extension is reported with the fix', async () => {
    await sql`drop schema public`.execute(services[0]!)
    await expect(addIndex(services[0]!)).rejects.toThrow(
      'The extension pg_trgm cannot be added: schema "public" does not exist. ' +
        'As a user who may, run: create extension pg_trgm schema public.',
    )
  })
})
