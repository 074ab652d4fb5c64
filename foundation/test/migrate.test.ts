// Migrations, with several processes at once.
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openDatabase, type Kysely } from '#foundation/database/database.ts'
import { haveAllRun, migrate } from '#foundation/database/migrate.ts'
import { testLog } from '#test/caller.ts'
import { emptyDatabase, sessionsWaiting, type TestDatabase } from '#test/database.ts'

const migrations = {
  '0001-notes': { up: (db: Kysely<never>) => sql`create table notes (text text)`.execute(db) },
  '0002-first': { up: (db: Kysely<never>) => sql`insert into notes values ('one')`.execute(db) },
} as unknown as Parameters<typeof migrate>[2]
const broken = {
  ...migrations,
  '0003-broken': { up: (db: Kysely<never>) => sql`select 1 / 0`.execute(db) },
} as unknown as typeof migrations

let database: TestDatabase
let db: Kysely<{ notes: { text: string } }>
beforeEach(async () => {
  database = await emptyDatabase()
  db = openDatabase(database.url, 'notebook', testLog)
})
afterEach(async () => {
  await db.destroy()
  await database.drop()
})

const run = (these = migrations) => migrate(database.url, 'notebook', these, testLog)
const notes = () => db.selectFrom('notes').select('text').execute()
const advisoryLocks = async () => {
  const { rows } = await sql`select from pg_locks where locktype = 'advisory'
    and database = (select oid from pg_database where datname = current_database())`.execute(db)
  return rows.length
}

test('run once, however many processes start on an empty database at once', async () => {
  expect(await haveAllRun(db, migrations)).toBe(false)
  await Promise.all(Array.from({ length: 6 }, () => run()))
  expect(await notes()).toEqual([{ text: 'one' }])
  expect(await haveAllRun(db, migrations)).toBe(true)
  expect(await haveAllRun(db, broken)).toBe(false)
})

test('leave nothing when one of them fails, not even a lock', async () => {
  await expect(run(broken)).rejects.toThrow('The schema notebook could not be migrated.')
  await expect(notes()).rejects.toThrow('relation "notes" does not exist')
  expect(await advisoryLocks()).toBe(0)
  await run()
  expect(await notes()).toEqual([{ text: 'one' }])
})

test('wait for a process of an earlier version, which holds the lock in its session', async () => {
  const earlier = openDatabase<never>(database.url, 'notebook', testLog)
  await earlier.connection().execute(async (session) => {
    await sql`select pg_advisory_lock(3853314791062309107)`.execute(session)
    const waiting = run()
    await vi.waitFor(async () => expect(await sessionsWaiting(session)).toBe(1))
    await expect(notes()).rejects.toThrow('relation "notes" does not exist')
    await sql`select pg_advisory_unlock(3853314791062309107)`.execute(session)
    await waiting
  })
  await earlier.destroy()
  expect(await notes()).toEqual([{ text: 'one' }])
})
