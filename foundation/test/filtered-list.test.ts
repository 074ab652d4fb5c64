// Lists with filters, orders and a search: which statements they are, and how many.
import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from '#foundation/database/database.ts'
import { BY_AGE, filteredList, sent } from '#foundation/database/filtered-list.ts'
import { addSearchIndex } from '#foundation/database/search-index.ts'
import { testLog } from '#test/caller.ts'
import { cloneDatabase, sessionsWaiting, type TestDatabase } from '#test/database.ts'

interface Note {
  id: string
  title: string
  stars: number
  done: boolean
  createdAt: Date
}
interface Tables {
  notes: Note
}

let database: TestDatabase
let db: Kysely<Tables>
let built = 0

const list = filteredList({
  rows(db: Kysely<Tables>) {
    built += 1
    return db.selectFrom('notes').selectAll()
  },
  filters: {
    stars: { is: sql<boolean>`stars = ${sent('stars')}` },
    done: { when: { true: sql<boolean>`done`, false: sql<boolean>`not done` } },
    atLeast: {
      in: (order) =>
        sql<boolean>`${sql.raw(order === 'stars' ? 'stars' : 'stars + 0')} >= ${sent('atLeast')}`,
    },
  },
  defaults: { done: false },
  orders: { ...BY_AGE, stars: ['stars', 'desc', 'integer'] },
  search: { title: 'title', text: 'title' },
})

beforeAll(async () => {
  database = await cloneDatabase()
  db = openDatabase(database.url, 'notes', testLog)
  await sql`create schema notes`.execute(db)
  await sql`
    create table notes (
      id text primary key, title text, stars integer, done boolean, created_at timestamptz(3)
    )`.execute(db)
  await addSearchIndex(db as Kysely<unknown>, { table: 'notes', title: 'title', text: 'title' })
  await sql`
    insert into notes
    select 'note_' || n, 'note of ' || n, n % 3, n % 2 = 0, timestamptz '2026-01-01' + n * interval '1s'
    from generate_series(1, 2100) as n`.execute(db)
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})
beforeEach(() => {
  built = 0
})

const idsOf = async (...args: Parameters<typeof list>) =>
  (await (await list(...args)).page()).nodes.map(({ id }) => id)

test('a list is what its defaults say, with the total that is kept', async () => {
  const connection = await list(db, { first: 2 }, { total: () => Promise.resolve(7) })
  expect((await connection.page()).nodes.map(({ id }) => id)).toEqual(['note_2099', 'note_2097'])
  expect(await connection.count()).toBe(7)
})

test('a default that is sent is the same list', async () => {
  const connection = await list(db, { done: false }, { total: () => Promise.resolve(7) })
  expect(await connection.count()).toBe(7)
})

test('a filtered list is counted, and its other values are kept apart', async () => {
  const total = () => Promise.reject(new Error('The kept total is that of the whole list.'))
  const connection = await list(db, { done: true, stars: 0 }, { total })
  expect(await connection.count()).toBe(350)
  expect(await idsOf(db, { stars: 0, first: 1 })).toEqual(['note_2097'])
  expect(await idsOf(db, { stars: 1, first: 1 })).toEqual(['note_2095'])
})

test('a combination is built once for all values, and another one for itself', async () => {
  await idsOf(db, { stars: 0, atLeast: 0 })
  const before = built
  for (const stars of [1, 2, 3]) await idsOf(db, { stars, atLeast: stars })
  await idsOf(db, { stars: 1, atLeast: 2, last: 3 })
  expect(built).toBe(before)
  await idsOf(db, { stars: 1, atLeast: 1, orderBy: 'stars' })
  await idsOf(db, { stars: 1, atLeast: 1, done: true })
  expect(built).toBe(before + 2)
})

describe('a search', () => {
  test('finds a thousand at most, and counts and pages those', async () => {
    const connection = await list(db, { search: 'note', last: 1 })
    expect(await connection.count()).toBe(1_000)
    const seen = new Set<string>()
    let after: string | undefined
    for (;;) {
      const page = await (await list(db, { search: 'note', first: 100, after })).page()
      for (const { id } of page.nodes) seen.add(id)
      if (!page.hasNextPage) break
      after = page.cursorOf(page.nodes.at(-1)!)
    }
    expect(seen.size).toBe(1_000)
  })

  test('is not continued by the cursor of a list, nor a list by that of a search', async () => {
    const found = await (await list(db, { search: 'note' })).page()
    const whole = await (await list(db, {})).page()
    const [ofSearch, ofList] = [found.cursorOf(found.nodes[0]!), whole.cursorOf(whole.nodes[0]!)]
    const refusal = { extensions: { details: { field: 'after' } } }
    await expect(list(db, { after: ofSearch })).rejects.toMatchObject(refusal)
    await expect(list(db, { search: 'note', after: ofList })).rejects.toMatchObject(refusal)
  })
})

test('many searches at once leave connections for everybody else', async () => {
  const { searches } = await db.transaction().execute(async (trx) => {
    await sql`lock table notes`.execute(trx)
    const asked = Array.from({ length: 12 }, async () => {
      const found = await list(db, { search: 'note', first: 1 })
      const [page, total] = await Promise.all([found.page(), found.count()])
      return [page.nodes.length, total]
    })
    const waiting = () => sessionsWaiting(db as unknown as Kysely<never>)
    await expect.poll(waiting).toBe(2)
    for (let look = 0; look < 5; look += 1) expect(await waiting()).toBe(2)
    return { searches: Promise.all(asked) }
  })
  expect(await searches).toEqual(Array.from({ length: 12 }, () => [1, 1_000]))
})

test('a search behind a hundred others is refused, and may be tried again', async () => {
  const refusal = { extensions: { code: 'INTERNAL_ERROR', details: { retry: true } } }
  const asked = await db.transaction().execute(async (trx) => {
    await sql`lock table notes`.execute(trx)
    const lists = Array.from({ length: 103 }, () => list(db, { search: 'note', first: 1 }))
    const pages = (await Promise.all(lists)).map((found) => found.page())
    const results = Promise.allSettled(pages)
    await expect(pages.at(-1)).rejects.toMatchObject(refusal)
    return { results }
  })
  const results = await asked.results
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(102)
})
