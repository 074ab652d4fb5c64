// Locks of whole tables, beside sessions that lock the same tables in another order.
import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#foundation/database/database.ts'
import { lockTables } from '#foundation/database/migrations/table-locks.ts'
import { testLog } from '#test/caller.ts'
import { cloneDatabase, sessionsWaiting, type TestDatabase } from '#test/database.ts'

let database: TestDatabase
let db: Kysely<never>
beforeAll(async () => {
  database = await cloneDatabase()
  db = openDatabase<never>(database.url, 'learn', testLog)
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const lockAll = () =>
  db.transaction().execute(async (trx) => {
    await lockTables(trx as unknown as Kysely<unknown>, ['courses', 'enrollments', 'lessons'])
    const { rows } = await sql`
      select relation::regclass::text as table from pg_locks
      where pid = pg_backend_pid() and mode = 'AccessExclusiveLock' order by 1`.execute(trx)
    return rows
  })

test('waiting for a session that needs another of the tables is no deadlock', async () => {
  const { locking } = await db.transaction().execute(async (trx) => {
    await sql`lock table lessons in row exclusive mode`.execute(trx)
    const waiting = lockAll()
    await expect.poll(() => sessionsWaiting(db)).toBe(1)
    await sql`lock table enrollments in row exclusive mode`.execute(trx)
    await sql`lock table courses in row exclusive mode`.execute(trx)
    return { locking: waiting }
  })
  const tables = ['courses', 'enrollments', 'lessons'].map((table) => ({ table }))
  expect(await locking).toEqual(tables)
})

test('concurrent lockers all get the tables, one after the other', async () => {
  const all = await Promise.all(Array.from({ length: 6 }, lockAll))
  for (const tables of all) expect(tables).toHaveLength(3)
})
