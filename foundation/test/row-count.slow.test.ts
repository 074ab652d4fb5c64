// The kept count of a table equals the count of its rows at any time, in any transaction.
import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '#foundation/database/database.ts'
import { keepRowCounts, readRowCount } from '#foundation/database/migrations/row-count.ts'
import { testLog } from '#test/caller.ts'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'

interface Tables {
  notes: { id: number; shelf: string; hidden: boolean }
}

const WRITERS = 16
const USE = { connections: WRITERS + 4, statementTimeoutMs: 10_000 }

let database: TestDatabase
let db: Kysely<Tables>
beforeAll(async () => {
  database = await cloneDatabase()
  db = openDatabase<Tables>(database.url, 'learn', testLog, USE)
  await sql`create table notes (id integer primary key, shelf text, hidden boolean)`.execute(db)
  await add(-5, -1)
  const counted = { table: 'notes', where: (row: string) => `not ${row}.hidden` }
  await db.transaction().execute((trx) => keepRowCounts(trx as never, [counted]))
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})
beforeEach(async () => {
  await sql`truncate notes`.execute(db)
})

const add = (from: number, to: number, on: Kysely<Tables> = db) =>
  sql`insert into notes select n, 'a', false from generate_series(${from}::int, ${to}::int) as n
    on conflict do nothing`.execute(on)

const kept = (on: Kysely<Tables> = db) => readRowCount(on, 'notes')

test('existing rows are counted', async () => {
  await sql`create table leaves as select n from generate_series(1, 7) as n`.execute(db)
  await db.transaction().execute((trx) => keepRowCounts(trx as never, [{ table: 'leaves' }]))
  expect(await readRowCount(db, 'leaves')).toBe(7)
})

test('inserts, deletes, hiding, showing and truncating change the count', async () => {
  await add(1, 10)
  expect(await kept()).toBe(10)
  await add(8, 12)
  expect(await kept()).toBe(12)
  await sql`delete from notes where id in (1, 2)`.execute(db)
  expect(await kept()).toBe(10)
  await sql`update notes set hidden = true where id between 3 and 6`.execute(db)
  await sql`update notes set hidden = true, shelf = 'b' where id between 3 and 7`.execute(db)
  expect(await kept()).toBe(5)
  await sql`update notes set hidden = false where id = 4`.execute(db)
  await sql`delete from notes where hidden`.execute(db)
  expect(await kept()).toBe(6)
  await sql`truncate notes`.execute(db)
  expect(await kept()).toBe(0)
})

test('an insert that turns into an update is counted correctly', async () => {
  await add(1, 3)
  await sql`
    insert into notes values (1, 'a', true), (2, 'b', false), (4, 'b', false), (5, 'b', true)
    on conflict (id) do update set hidden = excluded.hidden`.execute(db)
  expect(await kept()).toBe(3)
})

test('rolled back changes do not count, also to a savepoint', async () => {
  await add(1, 3)
  await db.transaction().execute(async (trx) => {
    await add(4, 5, trx)
    await sql`savepoint here`.execute(trx)
    await add(6, 9, trx)
    await sql`truncate notes`.execute(trx)
    await add(1, 1, trx)
    await sql`rollback to here`.execute(trx)
    expect(await kept(trx)).toBe(5)
  })
  expect(await kept()).toBe(5)
})

test('a transaction with an old snapshot sees the count of its snapshot', async () => {
  await add(1, 3)
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      expect(await kept(trx)).toBe(3)
      for (let id = 4; id < 200; id += 1) await add(id, id)
      expect(await kept(trx)).toBe(3)
      // It cannot remove log rows that others have replaced, and must not fail.
      for (let id = 1_000; id < 1_200; id += 1) await add(id, id, trx)
      expect(await kept(trx)).toBe(203)
    })
  expect(await kept()).toBe(399)
})

test('the log stays short', async () => {
  for (let id = 1; id <= 2_000; id += 1) await add(id, id)
  const { rows } = await sql<{
    length: number
  }>`select count(*) as length from notes_count`.execute(db)
  expect(rows[0]!.length).toBeLessThan(1_000)
})

test('rows are counted by their common columns', async () => {
  await sql`create table books (shelf text, hidden boolean)`.execute(db)
  const counted = { table: 'books', where: (row: string) => `not ${row}.hidden`, by: ['shelf'] }
  await db.transaction().execute((trx) => keepRowCounts(trx as never, [counted]))
  for (let n = 0; n < 300; n += 1) {
    await sql`insert into books values ('a', false), ('b', false), ('b', true)`.execute(db)
  }
  await sql`update books set shelf = 'c' where shelf = 'b'`.execute(db)
  await sql`update books set hidden = true where shelf = 'a'`.execute(db)
  await sql`insert into books values ('b', true), ('d', false)`.execute(db)
  const { rows } = await sql`
    select shelf, sum(change)::bigint as kept from books_count
    group by shelf having sum(change) <> 0 order by shelf`.execute(db)
  expect(rows).toEqual([
    { shelf: 'c', kept: 300 },
    { shelf: 'd', kept: 1 },
  ])
})

test('writers do not wait for each other', async () => {
  await add(1, 10)
  await db.transaction().execute(async (trx) => {
    // Enough writers that one replaces log rows while another tries to.
    for (let id = 100; id < 500; id += 1) await add(id, id, trx)
    for (let id = 1_000; id < 1_400; id += 1) await add(id, id)
    expect(await kept()).toBe(410)
  })
  expect(await kept()).toBe(810)
})

test('the count is exact for every reader while many write', async () => {
  const writing = new Set(Array.from({ length: WRITERS }, (_none, writer) => writer))
  const write = async (writer: number) => {
    for (let round = 0; round < 60; round += 1) await change(writer * 1_000 + round)
    writing.delete(writer)
  }
  const read = async () => {
    let reads = 0
    for (; writing.size > 0; reads += 1) {
      const { rows } = await sql<{ counted: number; kept: number }>`
        select (select count(*) from notes where not hidden) as counted,
          (select coalesce(sum(change), 0) from notes_count)::bigint as kept`.execute(db)
      expect(rows[0]!.kept).toBe(rows[0]!.counted)
    }
    return reads
  }
  const writers = [...writing].map(write)
  const [reads] = await Promise.all([Promise.all([read(), read()]), ...writers])
  expect(Math.min(...reads)).toBeGreaterThan(10)
})

/** One of the ways in which the notes change; every fifth transaction is rolled back. */
async function change(id: number): Promise<void> {
  const trx = await db.startTransaction().execute()
  await add(id, id + 1, trx)
  if (id % 2 === 0)
    await sql`update notes set hidden = not hidden where id = ${id - 2}`.execute(trx)
  if (id % 3 === 0) await sql`delete from notes where id = ${id - 3}`.execute(trx)
  await (id % 5 === 0 ? trx.rollback() : trx.commit()).execute()
}
