// Migrations that others have replaced: the database that they made is taken over, an older or newer one is refused.
import { sql, type Kysely } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '#foundation/database/database.ts'
import { haveAllRun, migrate, type Migrations } from '#foundation/database/migrations/migrate.ts'
import { testLog } from '#test/caller.ts'
import { emptyDatabase, type TestDatabase } from '#test/database.ts'

let database: TestDatabase
let db: Kysely<unknown>
beforeEach(async () => {
  database = await emptyDatabase()
  db = openDatabase<unknown>(database.url, 'library', testLog)
})
afterEach(async () => {
  await db.destroy()
  await database.drop()
})

const run = (statement: string) => ({
  up: async (on: Kysely<unknown>) => void (await sql.raw(statement).execute(on)),
})
const EARLIER: Migrations = {
  '0001-books': run('create table books (title text)'),
  '0002-shelf': run('alter table books add column shelf text default $$north$$'),
}
const TODAY: Migrations = { '0001-tables': run('create table books (title text, shelf text)') }
const NEXT: Migrations = { ...TODAY, '0002-year': run('alter table books add column year integer') }
const DROP_DEFAULT = 'alter table books alter column shelf drop default'

const migrateEarlier = (migrations: Migrations) =>
  migrate(database.url, { name: 'library', migrations }, testLog)

/** Migrates as a process of today does. */
const migrateToday = (migrations: Migrations, change = DROP_DEFAULT) => {
  const { up } = run(change)
  const names = Object.keys(EARLIER)
  const replaced = { commit: 'abc123', names, by: ['0001-tables'] as const, change: up }
  return migrate(database.url, { name: 'library', migrations, replaced }, testLog)
}

async function columns(): Promise<string[]> {
  const { rows } = await sql<{ column: string }>`
    select concat_ws(' ', column_name, column_default) as column from information_schema.columns
    where table_schema = 'library' and table_name = 'books' order by ordinal_position`.execute(db)
  return rows.map(({ column }) => column)
}

test('A database of the replaced migrations gets the current tables and names', async () => {
  await migrateEarlier(EARLIER)
  await migrateToday(TODAY)
  expect(await columns()).toEqual(['title', 'shelf'])
  expect(await haveAllRun(db, TODAY)).toBe(true)
  await migrateToday(TODAY, 'this would fail')
})

test('A later migration runs right after the takeover', async () => {
  await migrateEarlier(EARLIER)
  await migrateToday(NEXT)
  expect(await columns()).toEqual(['title', 'shelf', 'year'])
  expect(await haveAllRun(db, NEXT)).toBe(true)
})

test('A new database runs only the current migrations', async () => {
  await migrateToday(NEXT, 'this would fail')
  expect(await columns()).toEqual(['title', 'shelf', 'year'])
})

test('Two processes that start at once take over a database once', async () => {
  await migrateEarlier(EARLIER)
  const once = 'alter table books rename shelf to place'
  await Promise.all([migrateToday(TODAY, once), migrateToday(TODAY, once)])
  expect(await columns()).toEqual(['title', "place 'north'::text"])
})

test('A change that fails leaves the earlier tables and names', async () => {
  await migrateEarlier(EARLIER)
  await expect(migrateToday(TODAY, `${DROP_DEFAULT}; select 1 / 0`)).rejects.toMatchObject({
    cause: { message: 'division by zero' },
  })
  expect(await columns()).toEqual(['title', "shelf 'north'::text"])
  expect(await haveAllRun(db, EARLIER)).toBe(true)
})

test.each([
  ['lacks a replaced migration', { '0001-books': EARLIER['0001-books']! }],
  ['has one more', { ...EARLIER, '0003-more': run('select 1') }],
])('A database that %s is refused with the commit to start', async (_what, migrations) => {
  await migrateEarlier(migrations)
  await expect(migrateToday(TODAY)).rejects.toMatchObject({
    message: 'The schema library could not be migrated.',
    cause: {
      message: 'The database is from before commit abc123. Start that commit once, then this one.',
    },
  })
  expect(await haveAllRun(db, migrations)).toBe(true)
})

test('A database that a later version has migrated is refused', async () => {
  await migrateEarlier(NEXT)
  await expect(migrateToday(TODAY)).rejects.toMatchObject({
    cause: { message: expect.stringContaining('0002-year') as string },
  })
})
