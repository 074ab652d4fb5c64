// Equal reads of one turn of the event loop: they are sent once, and see every change that was known before.
import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#foundation/database/database.ts'
import { testLog } from '#test/caller.ts'
import { requestOf } from '#test/current-caller.ts'
import { cloneDatabase, type TestDatabase } from '#test/database.ts'
import { sendersDuring } from '#test/sent-statements.ts'

interface Tables {
  rows: { id: string; n: number }
}

let database: TestDatabase
let db: Kysely<Tables>
beforeAll(async () => {
  database = await cloneDatabase()
  db = openDatabase(database.url, 'equal', testLog)
  await sql`create schema equal`.execute(db)
  await sql`create table rows (id text primary key, n integer)`.execute(db)
  await sql`insert into rows values ('a', 0), ('b', 1)`.execute(db)
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const read = (ids: readonly string[]) => {
  const rows = db
    .selectFrom('rows')
    .selectAll()
    .where('id', '=', sql<string>`any(${ids})`)
  return rows.execute()
}

test('equal reads of several callers are sent once, and others each on their own', async () => {
  await read(['a'])
  const results: unknown[] = []
  const sent = await sendersDuring(async () => {
    const wanted = ['a', 'b', 'a', 'b', 'a']
    const reads = wanted.map((id, at) => requestOf(`caller ${at}`).run(() => read([id])))
    results.push(...(await Promise.all(reads)))
  })
  expect(sent).toHaveLength(2)
  const [a, b] = [[{ id: 'a', n: 0 }], [{ id: 'b', n: 1 }]]
  expect(results).toEqual([a, b, a, b, a])
})

test('a read sees a change that was known before it, however many equal reads are under way', async () => {
  const others = { areDone: false }
  const loops = Array.from({ length: 16 }, async (_, at) => {
    while (!others.areDone) await requestOf(`caller ${at}`).run(() => read(['a']))
  })
  const seen: number[] = []
  for (let n = 1; n <= 200; n += 1) {
    await db.updateTable('rows').set({ n }).where('id', '=', 'a').execute()
    const [row] = await read(['a'])
    seen.push(row!.n)
  }
  others.areDone = true
  await Promise.all(loops)
  expect(seen).toEqual(Array.from({ length: 200 }, (_, at) => at + 1))
})
