// Migrations while processes of the previous version are running.
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { migrate } from '#foundation/database/migrations/migrate.ts'
import { testLog } from '#test/caller.ts'
import { emptyDatabase, type TestDatabase } from '#test/database.ts'
import { TIMEOUT } from '#test/process.ts'
import { identity } from '../subgraph.ts'

let database: TestDatabase
let serving: Client
beforeAll(async () => {
  database = await emptyDatabase()
  await migrateBefore('0016')
  serving = new Client({ connectionString: database.url, options: '-c search_path=identity' })
  await serving.connect()
})
afterAll(async () => {
  await serving.end()
  await database.drop()
})

function migrateBefore(name: string): Promise<unknown> {
  const before = Object.entries(identity.migrations).filter(([each]) => each < name)
  return migrate(database.url, 'identity', Object.fromEntries(before), testLog)
}

async function migrationWaits(): Promise<void> {
  const { rows } = await serving.query(`
    select from pg_locks join pg_database on pg_database.oid = pg_locks.database
    where datname = current_database() and not granted`)
  expect(rows).toHaveLength(1)
}

test('a device gets its grant while people get second factors (deadlock)', async () => {
  // Locks the tables in the order of redeeming a device code.
  await serving.query('begin')
  await serving.query('delete from device_authorizations')
  const migrating = migrateBefore('9999')
  await vi.waitFor(migrationWaits, { ...TIMEOUT, interval: 10 })
  await serving.query('update grants set ended_at = ended_at')
  await serving.query('select from identities for key share')
  await serving.query('commit')
  await migrating
})
