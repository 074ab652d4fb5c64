// Lists with filters, orders and a search: their statements, and how many there are.
import { sql, type Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '#foundation/database/database.ts'
import { BY_AGE, filteredList, sent } from '#foundation/database/lists/filtered-list.ts'
import { addSearchIndex } from '#foundation/database/migrations/search-index.ts'
import { testLog } from '#test/caller.ts'
import { requestOf } from '#test/current-caller.ts'
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
  /** A function in the statement itself would keep it from the shared connections. */
  notesWithSession: Note & { session: number }
}

let database: TestDatabase
let db: Kysely<Tables>

const list = filteredList({
  rows: (db: Kysely<Tables>) => db.selectFrom('notes').selectAll(),
  filters: {
    stars: { is: sql<boolean>`stars = ${sent('stars')}` },
    done: { when: { true: sql<boolean>`done`, false: sql<boolean>`not done` } },
  },
  defaults: { done: false },
  orders: BY_AGE,
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
  await sql`
    create view notes_with_session as select *, pg_backend_pid() as session from notes`.execute(db)
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

const idsOf = async (...args: Parameters<typeof list>) =>
  (await (await list(...args)).page()).nodes.map(({ id }) => id)

test('a list uses its default filters and the stored total', async () => {
  const connection = await list(db, { first: 2 }, { total: () => Promise.resolve(7) })
  expect((await connection.page()).nodes.map(({ id }) => id)).toEqual(['note_2099', 'note_2097'])
  expect(await connection.count()).toBe(7)
})

test('a filter sent with its default value gives the same list', async () => {
  const connection = await list(db, { done: false }, { total: () => Promise.resolve(7) })
  expect(await connection.count()).toBe(7)
})

test('a filtered list is counted separately for each value', async () => {
  const total = () => Promise.reject(new Error('The kept total is that of the whole list.'))
  const connection = await list(db, { done: true, stars: 0 }, { total })
  expect(await connection.count()).toBe(350)
  expect(await idsOf(db, { stars: 0, first: 1 })).toEqual(['note_2097'])
  expect(await idsOf(db, { stars: 1, first: 1 })).toEqual(['note_2095'])
})

test('a page with filters runs on a connection of its own, behind which no other read waits', async () => {
  const sessions = filteredList({
    rows: (db: Kysely<Tables>) => db.selectFrom('notesWithSession').selectAll(),
    filters: { stars: { is: sql<boolean>`stars = ${sent('stars')}` } },
    orders: BY_AGE,
  })
  const sessionOf = async (wanted: { first: number; stars?: number }) => {
    const { nodes } = await (await sessions(db, wanted)).page()
    return nodes[0]!.session
  }
  // As many at once as the shared connections take from one caller. Equal ones would be sent once.
  const sizes = Array.from({ length: 14 }, (_, at) => at + 1)
  const shared = await Promise.all(sizes.map((first) => sessionOf({ first })))
  const filtered = await Promise.all([1, 2, 3].map((first) => sessionOf({ first, stars: 1 })))
  expect(new Set(shared).size).toBe(2)
  expect(shared.filter((session) => filtered.includes(session))).toEqual([])
})

describe('a search', () => {
  test('a search finds at most a thousand rows, and counts and pages those', async () => {
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

  test('cursors of a search and of a list are not interchangeable', async () => {
    const found = await (await list(db, { search: 'note' })).page()
    const whole = await (await list(db, {})).page()
    const [ofSearch, ofList] = [found.cursorOf(found.nodes[0]!), whole.cursorOf(whole.nodes[0]!)]
    const refusal = { extensions: { details: { field: 'after' } } }
    await expect(list(db, { after: ofSearch })).rejects.toMatchObject(refusal)
    await expect(list(db, { search: 'note', after: ofList })).rejects.toMatchObject(refusal)
  })
})

describe('concurrent searches', () => {
  const REFUSAL = { extensions: { code: 'INTERNAL_ERROR', details: { retry: true } } }
  const search = async () => (await list(db, { search: 'note', first: 1 })).page()
  const waiting = () => sessionsWaiting(db as unknown as Kysely<never>)
  const whileLocked = <Result>(work: () => Promise<Result>) =>
    db.transaction().execute(async (trx) => {
      await sql`lock table notes`.execute(trx)
      return work()
    })
  test('one search of each caller and two in all run at once, and leave the other connections free', async () => {
    const { searches } = await whileLocked(async () => {
      const searches = ['ada', 'grace', 'alan'].flatMap((name) =>
        Array.from({ length: 4 }, () => requestOf(name).run(search)),
      )
      await expect.poll(waiting).toBe(2)
      for (let look = 0; look < 5; look += 1) expect(await waiting()).toBe(2)
      return { searches: Promise.all(searches) }
    })
    expect(await searches).toHaveLength(12)
  })

  test('searches of one caller are refused with retry once thirty wait', async () => {
    const { ada, grace } = await whileLocked(async () => {
      const ada = Array.from({ length: 40 }, () => requestOf('ada').run(search))
      const settled = Promise.allSettled(ada)
      await expect(ada.at(-1)).rejects.toMatchObject(REFUSAL)
      return { ada: settled, grace: requestOf('grace').run(search) }
    })
    expect((await grace).nodes).toHaveLength(1)
    const found = (await ada).filter(({ status }) => status === 'fulfilled')
    expect(found).toHaveLength(31)
  })

  test('a full queue refuses the caller with the most waiting searches', async () => {
    const { crowd, newcomer } = await whileLocked(async () => {
      const crowd = ['ada', 'grace', 'alan', 'edsger'].flatMap((name) =>
        Array.from({ length: 30 }, () => requestOf(name).run(search)),
      )
      const settled = Promise.allSettled(crowd)
      const newcomer = requestOf('barbara').run(search)
      await expect.poll(waiting).toBe(2)
      return { crowd: settled, newcomer }
    })
    expect((await newcomer).nodes).toHaveLength(1)
    expect((await crowd).some(({ status }) => status === 'rejected')).toBe(true)
  })
})
