// Pages of a real table in which many rows share a timestamp: every row once, in one order.
import { CamelCasePlugin, Kysely, PostgresDialect, sql, type Generated } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Page } from '#foundation/database/lists/page-info.ts'
import type { Order } from '#foundation/database/lists/page-statement.ts'
import {
  connectionResolvers,
  createPageLoader,
  paginate,
  type PageArguments,
  type PageLoader,
} from '#foundation/database/lists/pagination.ts'
import { cloneDatabase, poolOf, type TestDatabase } from '#test/database.ts'

interface Note {
  id: string
  owner: string
  writtenAt: Date
}

const OLDEST_FIRST: Order = { column: 'written_at', id: 'id', direction: 'asc' }
const NEWEST_FIRST: Order = { column: 'written_at', id: 'id', direction: 'desc' }
const OWNERS = ['ada', 'grace', 'alan']

let database: TestDatabase
let db: Kysely<{ notes: Note & { seq: Generated<number> } }>
/** The statements sent to the database. */
const statements: string[] = []

beforeAll(async () => {
  database = await cloneDatabase()
  const pool = poolOf(database)
  db = new Kysely({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin()],
    log: (event) => void statements.push(event.query.sql),
  })
  await sql`create table notes (id text primary key, owner text, written_at timestamptz(3))`.execute(
    db,
  )
  await db.insertInto('notes').values(notesOf(29)).execute()
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})
beforeEach(() => void statements.splice(0))

/** Notes with five different times and unordered ids. */
function notesOf(count: number): Note[] {
  return Array.from({ length: count }, (_none, index) => ({
    id: `note_${((index * 7) % count).toString().padStart(3, '0')}`,
    owner: OWNERS[index % OWNERS.length]!,
    writtenAt: new Date(Date.UTC(2026, 0, 1, 12, 0, 0, index % 5)),
  }))
}

const notes = () => db.selectFrom('notes').select(['id', 'owner', 'writtenAt'])
const cursorKeyOf = ({ writtenAt, id }: Note) => ({ at: writtenAt, id })
const list = (wanted: PageArguments, order = NEWEST_FIRST) =>
  paginate(db, notes(), wanted, cursorKeyOf, order)
const page = async (wanted: PageArguments, order = NEWEST_FIRST) =>
  (await list(wanted, order)).page()
const idsOf = ({ nodes }: Page<Note>) => nodes.map(({ id }) => id)
const endOf = ({ nodes, cursorOf }: Page<Note>) => cursorOf(nodes.at(-1)!)

async function wholeList({ direction }: Order): Promise<string[]> {
  const rows = await notes().orderBy('writtenAt', direction).orderBy('id', direction).execute()
  return rows.map(({ id }) => id)
}

/** All pages from the first to the one that says it is the last. */
async function walk(first: number, order: Order): Promise<Page<Note>[]> {
  const pages = [await page({ first }, order)]
  while (pages.at(-1)!.hasNextPage) {
    pages.push(await page({ first, after: endOf(pages.at(-1)!) }, order))
  }
  return pages
}

describe.each([NEWEST_FIRST, OLDEST_FIRST])('a list in $direction order', (order) => {
  test.each([1, 4, 10])(
    'the list has the same pages of %i by offset and by cursor',
    async (first) => {
      const byCursor = await walk(first, order)
      for (const [index, expected] of byCursor.entries()) {
        const byOffset = await page({ first, offset: index * first }, order)
        expect(idsOf(byOffset)).toEqual(idsOf(expected))
        expect(byOffset.hasNextPage).toBe(expected.hasNextPage)
        expect(byOffset.hasPreviousPage).toBe(index > 0)
        expect(expected.hasPreviousPage).toBe(index > 0)
      }
    },
  )

  test('an offset is skipped after a cursor', async () => {
    const { nodes } = await page(
      { first: 3, after: endOf(await page({ first: 5 }, order)), offset: 4 },
      order,
    )
    expect(nodes.map(({ id }) => id)).toEqual((await wholeList(order)).slice(9, 12))
  })
})

test('a page has 20 items by default', async () => {
  for (const wanted of [{}, { first: null, after: null, offset: null }]) {
    expect((await page(wanted)).nodes).toHaveLength(20)
  }
})

test('a page past the end is empty, and the list keeps its count', async () => {
  const past = await list({ offset: 1000 })
  expect(await connectionResolvers.edges(past)).toEqual([])
  expect(await connectionResolvers.pageInfo(past)).toMatchObject({
    hasNextPage: false,
    hasPreviousPage: true,
    startCursor: null,
    endCursor: null,
  })
  expect(await past.count()).toBe(29)
})

test('later writes do not move pages after a cursor', async () => {
  const before = await wholeList(NEWEST_FIRST)
  const start = await page({ first: 5 })
  await db.insertInto('notes').values({ id: 'new', owner: 'ada', writtenAt: new Date() }).execute()
  const next = await page({ first: 5, after: endOf(start) })
  await db.deleteFrom('notes').where('id', '=', 'new').execute()
  expect(idsOf(next)).toEqual(before.slice(5, 10))
})

test('the cursors of edges lead to further pages', async () => {
  const whole = await wholeList(NEWEST_FIRST)
  const shown = await list({ first: 4 })
  const edges = await connectionResolvers.edges(shown)
  for (const [index, { cursor, node }] of edges.entries()) {
    expect(node.id).toBe(whole[index])
    expect(idsOf(await page({ first: 1, after: cursor }))).toEqual([whole[index + 1]])
  }
  expect(await connectionResolvers.pageInfo(shown)).toMatchObject({
    startCursor: edges[0]!.cursor,
    endCursor: edges[3]!.cursor,
  })
})

test('a page is one statement, and its count another that runs on demand', async () => {
  const shown = await list({ first: 3, offset: 3 })
  expect(statements).toEqual([])
  await Promise.all([connectionResolvers.edges(shown), connectionResolvers.pageInfo(shown)])
  expect(statements).toHaveLength(1)
  expect(statements[0]).not.toContain('count(')
  expect(await connectionResolvers.totalCount(shown)).toBe(29)
  expect(statements).toHaveLength(2)
  expect(statements[1]).toContain('count(*)')
})

test('a list of which only the total is selected is counted, not read', async () => {
  expect(await connectionResolvers.totalCount(await list({ first: 3 }))).toBe(29)
  expect(statements).toEqual([expect.stringContaining('count(*)')])
})

describe('the pages of many parents', () => {
  const loader = () =>
    createPageLoader(db, (owner) => notes().where('owner', '=', owner), cursorKeyOf, NEWEST_FIRST)
  const pageOfOne = async (owner: string, wanted: PageArguments) => {
    const own = notes().where('owner', '=', owner)
    return (await paginate(db, own, wanted, cursorKeyOf, NEWEST_FIRST)).page()
  }
  const pagesOf = (load: PageLoader<Note>['load'], wanted: PageArguments) =>
    Promise.all(OWNERS.map(async (owner) => (await load(owner, wanted)).page()))

  test('the pages of many parents are one statement, and their counts another', async () => {
    const { load } = loader()
    const lists = await Promise.all(
      [...OWNERS, 'nobody', 'ada'].map((id) => load(id, { first: 4 })),
    )
    await Promise.all(lists.map((each) => each.page()))
    expect(statements).toHaveLength(1)
    expect(await Promise.all(lists.map(({ count }) => count()))).toEqual([10, 10, 9, 0, 10])
    expect(statements).toHaveLength(2)
  })

  test.each<PageArguments>([{ first: 4 }, { first: 4, offset: 8 }, { first: 100 }, {}])(
    'the pages of many parents are those of each parent alone: %j',
    async (wanted) => {
      const { load } = loader()
      const pages = await pagesOf(load, wanted)
      for (const [index, owner] of OWNERS.entries()) {
        const alone = await pageOfOne(owner, wanted)
        expect(idsOf(pages[index]!)).toEqual(idsOf(alone))
        expect(pages[index]!.hasNextPage).toBe(alone.hasNextPage)
      }
    },
  )

  test('the pages of many parents continue from cursors, also from another list’s', async () => {
    const { load } = loader()
    const after = endOf(await (await load('ada', { first: 3 })).page())
    const pages = await pagesOf(load, { first: 3, after })
    expect(statements).toHaveLength(2)
    for (const [index, owner] of OWNERS.entries()) {
      expect(idsOf(pages[index]!)).toEqual(idsOf(await pageOfOne(owner, { first: 3, after })))
    }
  })

  test('each requested page of many parents is one statement', async () => {
    const { load } = loader()
    await Promise.all([pagesOf(load, { first: 1 }), pagesOf(load, { first: 2 })])
    expect(statements).toHaveLength(2)
  })

  test('invalid pages of many parents are refused', async () => {
    await expect(loader().load('ada', { first: 0 })).rejects.toMatchObject(refusal('first'))
  })
})

const refusal = (field: string) => ({
  extensions: { code: 'VALIDATION_ERROR', details: { field } },
})
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const NOON = '2026-01-01T12:00:00.000Z'

describe('invalid arguments are refused without a statement', () => {
  test.each([0, -1, 101, 2 ** 31 - 1])('first: %i is refused', async (first) => {
    await expect(page({ first })).rejects.toMatchObject(refusal('first'))
    expect(statements).toEqual([])
  })

  test.each([-1, -(2 ** 31)])('offset: %i is refused', async (offset) => {
    await expect(page({ offset })).rejects.toMatchObject(refusal('offset'))
    expect(statements).toEqual([])
  })

  test.each([
    ['that is empty', ''],
    ['that is no base64', '%%%'],
    ['that is no JSON', Buffer.from('note_1').toString('base64url')],
    ['of a number', encoded(7)],
    ['of null', encoded(null)],
    ['of a string, which can be taken apart like a list', encoded('12')],
    ['of an object', encoded({ at: NOON, id: 'note_001' })],
    ['of an empty list', encoded([])],
    ['without an id', encoded([NOON])],
    ['of a number instead of a time', encoded([7, 'note_001'])],
    ['with an id that is a number', encoded([NOON, 7])],
    ['with an id that is a list', encoded([NOON, ['note_001']])],
    ['with more than a place', encoded([NOON, 'note_001', 'more'])],
    ['with a time that is none', encoded(['noon', 'note_001'])],
    ['with a time of another form', encoded(['2026-01-01', 'note_001'])],
    ['with a day that is none', encoded(['2026-02-30T12:00:00.000Z', 'note_001'])],
    ['of the year zero', encoded(['0000-01-01T00:00:00.000Z', 'note_001'])],
    ['of a year before our time', encoded(['-000001-01-01T00:00:00.000Z', 'note_001'])],
    ['of a year that no database knows', encoded(['+275760-09-13T00:00:00.000Z', 'note_001'])],
    ['with a NUL', encoded([NOON, 'note\u0000'])],
    ['with half a character', encoded([NOON, 'note']) + 'A'],
    ['with padding', Buffer.from(JSON.stringify([NOON, 'note_0'])).toString('base64') + '='],
  ])('a cursor %s is refused', async (_what, after) => {
    await expect(page({ after })).rejects.toMatchObject(refusal('after'))
    expect(statements).toEqual([])
  })
})
