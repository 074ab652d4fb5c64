// Pages forward and backward, between any two cursors and up to the end of a list, compared with slices of an array.
import { CamelCasePlugin, Kysely, PostgresDialect, sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { encodeCursor } from '#foundation/database/lists/cursor.ts'
import type { Page } from '#foundation/database/lists/page-info.ts'
import { countOf, type Order } from '#foundation/database/lists/page-statement.ts'
import {
  connectionResolvers,
  createPageLoader,
  paginate,
  type PageArguments,
} from '#foundation/database/lists/pagination.ts'
import { cloneDatabase, poolOf, type TestDatabase } from '#test/database.ts'

interface Note {
  id: string
  owner: string
  title: string
  stars: number
  weight: number
  writtenAt: Date
}

/** Numbers that are hard to write as decimals. */
const WEIGHTS = [0.1 + 0.2, 1e-300, 0, -1 / 3, 2 ** 60 + 256, -1e21, 0.3, Number.MAX_VALUE]

/** Several rows share a title, a number or a time, and their ids are unordered. */
const NOTES: Note[] = Array.from({ length: 23 }, (_none, index) => ({
  id: `note_${((index * 7) % 23).toString().padStart(2, '0')}`,
  owner: ['ada', 'grace'][index % 2]!,
  title: ['', 'Äther', 'ether', 'Ether', "O'Hara", '𝔈ther'][index % 6]!,
  stars: [-3, 0, 7, 2 ** 31 - 1][index % 4]!,
  weight: WEIGHTS[index % 8]!,
  writtenAt: new Date(Date.UTC(2026, 0, 1, 12, 0, 0, index % 5)),
}))

interface ModelOrder {
  order: Order
  at: (note: Note) => Date | number | string
}

const byTime = { column: 'written_at', id: 'id', direction: 'desc' } as const
const ORDERS: ModelOrder[] = [
  { order: byTime, at: ({ writtenAt }) => writtenAt },
  { order: { ...byTime, direction: 'asc', name: 'oldest' }, at: ({ writtenAt }) => writtenAt },
  {
    order: { column: 'stars', id: 'id', direction: 'desc', type: 'integer', name: 'stars' },
    at: ({ stars }) => stars,
  },
  {
    order: { column: 'title', id: 'id', direction: 'asc', type: 'text', name: 'title' },
    at: ({ title }) => title,
  },
  {
    order: { column: 'weight', id: 'id', direction: 'asc', type: 'float8', name: 'weight' },
    at: ({ weight }) => weight,
  },
]

let database: TestDatabase
let db: Kysely<{ notes: Note }>
beforeAll(async () => {
  database = await cloneDatabase()
  const pool = poolOf(database)
  db = new Kysely({ dialect: new PostgresDialect({ pool }), plugins: [new CamelCasePlugin()] })
  await sql`
    create table notes (
      id text primary key, owner text, title text collate "C", stars integer,
      weight float8, written_at timestamptz(3)
    )`.execute(db)
  await db.insertInto('notes').values(NOTES).execute()
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const notes = () => db.selectFrom('notes').selectAll()
const cursorKeyOf =
  ({ at }: ModelOrder) =>
  (note: Note) => ({ at: at(note), id: note.id })
const page = async (wanted: PageArguments, by: ModelOrder) =>
  (await paginate(db, notes(), wanted, cursorKeyOf(by), by.order)).page()

/** As PostgreSQL compares texts by their bytes. */
const compare = (a: Date | number | string, b: Date | number | string) =>
  typeof a === 'string' ? Buffer.compare(Buffer.from(a), Buffer.from(b as string)) : +a - +b

function inOrder({ order, at }: ModelOrder, all: readonly Note[] = NOTES): Note[] {
  const ascending = all.toSorted((a, b) => compare(at(a), at(b)) || compare(a.id, b.id))
  return order.direction === 'asc' ? ascending : ascending.toReversed()
}

/** The expected page by the algorithm of Relay's Cursor Connections. */
function cut(whole: readonly Note[], wanted: { after?: Note; before?: Note } & PageSizes) {
  const from = wanted.after ? whole.indexOf(wanted.after) + 1 : 0
  const to = wanted.before ? whole.indexOf(wanted.before) : whole.length
  const between = whole.slice(from, Math.max(from, to))
  const shown =
    wanted.last === undefined ? between.slice(0, wanted.first ?? 20) : between.slice(-wanted.last)
  const isCut = shown.length < between.length
  return {
    ids: shown.map(({ id }) => id),
    hasNextPage: wanted.before !== undefined || (isCut && wanted.last === undefined),
    hasPreviousPage: wanted.after !== undefined || (isCut && wanted.last !== undefined),
  }
}

interface PageSizes {
  first?: number
  last?: number
}

const shownBy = ({ nodes, hasNextPage, hasPreviousPage }: Page<Note>) => ({
  ids: nodes.map(({ id }) => id),
  hasNextPage,
  hasPreviousPage,
})

describe.each(ORDERS)('a list by $order.column in $order.direction order', (by) => {
  const whole = inOrder(by)
  const cursor = (note: Note | undefined) =>
    note && encodeCursor({ at: by.at(note), id: note.id }, by.order.name)
  const bounds = [undefined, whole[0]!, whole[4]!, whole[11]!, whole[22]!]
  const sizes: PageSizes[] = [
    {},
    ...[1, 5, 22, 23, 100].flatMap((n) => [{ first: n }, { last: n }]),
  ]

  test.each(sizes)('pages between any two cursors are those of an array: %j', async (size) => {
    for (const after of bounds) {
      for (const before of bounds) {
        const between = { ...(after && { after }), ...(before && { before }) }
        const wanted = { ...size, after: cursor(after), before: cursor(before) }
        expect(shownBy(await page(wanted, by)), JSON.stringify(wanted)).toEqual(
          cut(whole, { ...size, ...between }),
        )
      }
    }
  })

  test.each([1, 4, 23])('backward pages of %i contain each row once', async (last) => {
    const pages: Page<Note>[] = [await page({ last }, by)]
    while (pages[0]!.hasPreviousPage) {
      const { nodes, cursorOf } = pages[0]!
      pages.unshift(await page({ last, before: cursorOf(nodes[0]!) }, by))
    }
    expect(pages.flatMap(({ nodes }) => nodes)).toEqual(whole)
    expect(pages).toHaveLength(Math.ceil(23 / last))
  })

  test.each<PageSizes>([{ first: 4 }, { last: 4 }])(
    'the list has the same pages for each of many parents: %j',
    async (size) => {
      const ofOwner = (owner: RawBuilder<string>) => notes().where('owner', '=', owner)
      const { load } = createPageLoader(db, ofOwner, cursorKeyOf(by), by.order)
      const after = whole[7]!
      const wanted = { ...size, after: cursor(after) }
      const pages = await Promise.all(
        ['ada', 'grace'].map(async (owner) => (await load(owner, wanted)).page()),
      )
      for (const [index, owner] of ['ada', 'grace'].entries()) {
        const own = [after, ...whole.slice(8).filter((note) => note.owner === owner)]
        expect(shownBy(pages[index]!)).toEqual(cut(own, { ...size, after }))
      }
    },
  )
})

test('the cursors of a page that goes backward are those of its first and last item', async () => {
  const [by] = ORDERS
  const list = await paginate(db, notes(), { last: 3 }, cursorKeyOf(by!), by!.order)
  const { startCursor, endCursor } = await connectionResolvers.pageInfo(list)
  const edges = await connectionResolvers.edges(list)
  expect([startCursor, endCursor]).toEqual([edges[0]!.cursor, edges[2]!.cursor])
})

describe('a list that ends at a number', () => {
  const by = { ...ORDERS[4]!, order: { ...ORDERS[4]!.order, end: 0.3 } }
  const whole = inOrder(by).filter(({ weight }) => weight <= 0.3)

  test.each([1, 4, 14, 100])('pages of %i end at that number', async (first) => {
    const pages = [await page({ first }, by)]
    while (pages.at(-1)!.hasNextPage) {
      const { nodes, cursorOf } = pages.at(-1)!
      pages.push(await page({ first, after: cursorOf(nodes.at(-1)!) }, by))
    }
    expect(pages.flatMap(({ nodes }) => nodes)).toEqual(whole)
    expect(pages).toHaveLength(Math.ceil(whole.length / first))
  })

  test('no page follows the last row of a list that ends at a number', async () => {
    const { nodes, cursorOf, hasNextPage } = await page({ first: whole.length }, by)
    expect(hasNextPage).toBe(false)
    expect((await page({ after: cursorOf(nodes.at(-1)!) }, by)).nodes).toEqual([])
  })

  test('a list that ends at a number uses the given count', async () => {
    const ofOwner = (owner: RawBuilder<string>) => notes().where('owner', '=', owner)
    const light = (owner: RawBuilder<string>) => countOf(ofOwner(owner).where('weight', '<=', 0.3))
    const { load } = createPageLoader(db, ofOwner, cursorKeyOf(by), by.order, light)
    for (const owner of ['ada', 'grace']) {
      const own = whole.filter((note) => note.owner === owner)
      const list = await load(owner, { first: 100 })
      expect(shownBy(await list.page()).ids).toEqual(own.map(({ id }) => id))
      expect(await list.count()).toBe(own.length)
    }
  })
})

describe('invalid pages', () => {
  const cursor = encodeCursor({ at: NOTES[3]!.writtenAt, id: NOTES[3]!.id })

  test.each<[PageArguments, string, string]>([
    [{ first: 1, last: 1 }, 'last', 'must not be sent with first'],
    [{ last: 0 }, 'last', 'must be from 1 to 100'],
    [{ last: 101 }, 'last', 'must be from 1 to 100'],
    [{ last: 1, offset: 1 }, 'offset', 'must not be sent with last'],
    [{ first: 1, before: cursor, offset: 1 }, 'offset', 'must not be sent with before'],
    [{ last: 1, before: 'cursor' }, 'before', 'must be a cursor of this list'],
  ])('the page %j is refused', async (wanted, field, reason) => {
    await expect(page(wanted, ORDERS[0]!)).rejects.toMatchObject({
      extensions: { code: 'VALIDATION_ERROR', details: { field, reason } },
    })
  })

  test('last is refused in a list that ends at a number', async () => {
    const [, , by] = ORDERS
    const ending = { ...by!, order: { ...by!.order, direction: 'asc', end: 7 } as const }
    await expect(page({ last: 1 }, ending)).rejects.toMatchObject({
      extensions: { details: { field: 'last', reason: 'is not supported by this list' } },
    })
  })

  const raw = (text: string) => Buffer.from(text).toString('base64url')
  const encoded = (value: unknown) => raw(JSON.stringify(value))

  test.each([
    ['of another order', encoded([7, 'note_01', 'oldest'])],
    ['without an order', encoded([7, 'note_01'])],
    ['with more than an order', encoded([7, 'note_01', 'stars', 'stars'])],
    ['of a fraction', encoded([0.5, 'note_01', 'stars'])],
    ['of a number that is too large', encoded([2 ** 31, 'note_01', 'stars'])],
    ['of a text', encoded(['7', 'note_01', 'stars'])],
  ])('a cursor by number %s is refused', async (_what, after) => {
    await expect(page({ after }, ORDERS[2]!)).rejects.toMatchObject(refusal('after'))
  })

  test.each([
    ['of another order', encoded(['Ether', 'note_01', 'stars'])],
    ['of a number', encoded([7, 'note_01', 'title'])],
    ['with a NUL', encoded(['Eth\0er', 'note_01', 'title'])],
    ['with half a character', encoded(['\ud835', 'note_01', 'title'])],
    ['with half a character in the id', encoded(['Ether', 'note_\ud835', 'title'])],
  ])('a cursor by text %s is refused', async (_what, before) => {
    await expect(page({ before }, ORDERS[3]!)).rejects.toMatchObject(refusal('before'))
  })

  test.each([
    ['with a time', encoded(['2026-01-01T12:00:00.000Z', 'note_01', 'weight'])],
    ['with a number as text', encoded(['7', 'note_01', 'weight'])],
    ['with null', encoded([null, 'note_01', 'weight'])],
    ['with a number that is too large', raw('[1e400,"note_01","weight"]')],
    ['with a number written in another way', raw('[1.0,"note_01","weight"]')],
  ])('a cursor by a number with a fraction %s is refused', async (_what, after) => {
    await expect(page({ after }, ORDERS[4]!)).rejects.toMatchObject(refusal('after'))
  })

  test('a cursor of the default order is refused in another one', async () => {
    await expect(page({ after: cursor }, ORDERS[1]!)).rejects.toMatchObject(refusal('after'))
  })

  function refusal(field: string) {
    return { extensions: { code: 'VALIDATION_ERROR', details: { field } } }
  }
})
