// Reads of one turn of the event loop that differ in ids alone: they are sent once, and see every change known before.
import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ANY_ID, once } from '#foundation/database/built-once.ts'
import { openDatabase } from '#foundation/database/database.ts'
import { reads } from '#foundation/database/reads/read-statement.ts'
import { rowsByIds } from '#foundation/database/reads/rows-by-key.ts'
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

test('reads for the same moment are sent once, and for another one on their own', async () => {
  const readAt = (at: number) => reads(sql`select ${new Date(at)}::timestamptz as at`).execute(db)
  await readAt(0)
  const senders = await sendersDuring(() =>
    Promise.all([1, 1, 2].map((at) => requestOf('a caller').run(() => readAt(at)))),
  )
  expect(senders).toHaveLength(2)
})

test('equal reads that wait for a slot on a connection share the first that gets one', async () => {
  const wanted = [...Array.from({ length: 32 }, (_, at) => `other ${at}`), ...Array(100).fill('a')]
  const results: unknown[] = []
  const sent = await sendersDuring(async () => {
    const reads = wanted.map((id, at) => requestOf(`caller ${at}`).run(() => read([id])))
    results.push(...(await Promise.all(reads)))
  })
  expect(sent.length).toBeGreaterThan(32)
  expect(sent.length).toBeLessThan(wanted.length)
  for (const rows of results.slice(32)) expect(rows).toEqual([{ id: 'a', n: 0 }])
})

test('a statement that has been sent is not shared with later reads', async () => {
  await read(['a'])
  const senders = await sendersDuring(async () => {
    const readAtEnd = (caller: string) =>
      new Promise(setImmediate).then(() => requestOf(caller).run(() => read(['a'])))
    const early = readAtEnd('early')
    // It leaves at the end of this turn, between the two others, and takes the early one along.
    const byIds = () => rowsByIds(db, byId(db), { ids: ['b'], column: 'id' })
    const other = requestOf('other').run(byIds)
    await Promise.all([early, other, readAtEnd('late')])
  })
  expect(senders.toSorted()).toEqual(['early', 'late', 'other'])
})

const byId = once((db: Kysely<Tables>) =>
  db.selectFrom('rows').selectAll().where('id', '=', ANY_ID).compile(),
)

/** The rows of each list of ids, read by callers of their own in one turn; and who sent a statement. */
async function readTogether(wanted: readonly (readonly string[])[]) {
  const results: PromiseSettledResult<unknown>[] = []
  const senders = await sendersDuring(async () => {
    const reads = wanted.map((ids, at) =>
      requestOf(`caller ${at}`).run(() => rowsByIds(db, byId(db), { ids, column: 'id' })),
    )
    results.push(...(await Promise.allSettled(reads)))
  })
  return { senders, results }
}

test('reads by ids are sent once for several callers, and each gets the rows of its own ids', async () => {
  await read(['a'])
  const { senders, results } = await readTogether([['a'], ['none', 'b'], ['a', 'b']])
  expect(senders).toEqual(['caller 0'])
  const [a, b] = [[{ id: 'a', n: 0 }], [{ id: 'b', n: 1 }]]
  expect(results.map((result) => 'value' in result && result.value)).toEqual([[a], [[], b], [a, b]])
})

test('ids that PostgreSQL refuses fail the read of their own caller alone', async () => {
  const { results } = await readTogether([['a'], ['a zero: \0'], ['b']])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('one statement has the ids of as many callers as are a hundred together', async () => {
  const listsOfTen = Array.from({ length: 15 }, (_, list) =>
    Array.from({ length: 10 }, (_, at) => `${list} ${at}`),
  )
  const { senders } = await readTogether(listsOfTen)
  expect(senders).toEqual(['caller 0', 'caller 10'])
})

test.each([
  ['equal reads', read],
  [
    'reads by ids',
    async (ids: string[]) => (await rowsByIds(db, byId(db), { ids, column: 'id' })).flat(),
  ],
])('one of many %s under way sees a change that was known before it', async (_what, read) => {
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
