// Pages of a list that is ordered by numbers: every row once, up to the end of the list.
import { CamelCasePlugin, Kysely, PostgresDialect, sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from '#foundation/database/lists/page-info.ts'
import { countOf, type Order } from '#foundation/database/lists/page-statement.ts'
import {
  createPageLoader,
  paginate,
  type PageArguments,
} from '#foundation/database/lists/pagination.ts'
import { cloneDatabase, poolOf, type TestDatabase } from '#test/database.ts'

interface Stone {
  id: string
  quarry: string
  weight: number
}

/** Numbers that are hard to write as decimals, each several times, unordered. */
const WEIGHTS = [0.1 + 0.2, 1e-300, 0, -1 / 3, 2 ** 60 + 256, -1e21, 0.3, Number.MAX_VALUE]
const QUARRIES = ['north', 'south']
const STONES: Stone[] = Array.from({ length: 40 }, (_none, index) => ({
  id: `stone_${((index * 7) % 40).toString().padStart(2, '0')}`,
  quarry: QUARRIES[index % 2]!,
  weight: WEIGHTS[(index * 3) % WEIGHTS.length]!,
}))
const ordered = (a: Stone, b: Stone) => a.weight - b.weight || (a.id < b.id ? -1 : 1)
const LIGHTEST_FIRST: Order = { column: 'weight', id: 'id', direction: 'asc', type: 'float8' }
const HEAVIEST_FIRST: Order = { ...LIGHTEST_FIRST, direction: 'desc' }

let database: TestDatabase
let db: Kysely<{ stones: Stone }>
beforeAll(async () => {
  database = await cloneDatabase()
  const pool = poolOf(database)
  db = new Kysely({ dialect: new PostgresDialect({ pool }), plugins: [new CamelCasePlugin()] })
  await sql`create table stones (id text primary key, quarry text, weight float8)`.execute(db)
  await db.insertInto('stones').values(STONES).execute()
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const stones = () => db.selectFrom('stones').selectAll()
const cursorKeyOf = ({ weight, id }: Stone) => ({ at: weight, id })
const page = async (wanted: PageArguments, order = LIGHTEST_FIRST) =>
  (await paginate(db, stones(), wanted, cursorKeyOf, order)).page()
const idsOf = (found: readonly Stone[]) => found.map(({ id }) => id)
const endOf = ({ nodes, cursorOf }: Page<Stone>) => cursorOf(nodes.at(-1)!)

/** All pages from the first to the one that says it is the last. */
async function walk(first: number, order: Order): Promise<Page<Stone>[]> {
  const pages = [await page({ first }, order)]
  while (pages.at(-1)!.hasNextPage) {
    pages.push(await page({ first, after: endOf(pages.at(-1)!) }, order))
  }
  return pages
}

describe.each([
  { order: LIGHTEST_FIRST, whole: STONES.toSorted(ordered) },
  { order: HEAVIEST_FIRST, whole: STONES.toSorted(ordered).toReversed() },
])('a list in $order.direction order', ({ order, whole }) => {
  test.each([1, 3, 39, 40, 100])('pages of %i contain each row once', async (first) => {
    const pages = await walk(first, order)
    expect(pages.flatMap(({ nodes }) => idsOf(nodes))).toEqual(idsOf(whole))
    expect(pages).toHaveLength(Math.ceil(40 / first))
  })
})

describe('a list that ends at a number', () => {
  const order = { ...LIGHTEST_FIRST, end: 0.3 }
  const whole = STONES.toSorted(ordered).filter(({ weight }) => weight <= 0.3)

  test.each([1, 4, 25, 100])('pages of %i end at that number', async (first) => {
    const pages = await walk(first, order)
    expect(pages.flatMap(({ nodes }) => idsOf(nodes))).toEqual(idsOf(whole))
    expect(pages).toHaveLength(Math.ceil(whole.length / first))
  })

  test('no page follows the last row of a list that ends at a number', async () => {
    const last = await page({ first: whole.length }, order)
    expect(last.hasNextPage).toBe(false)
    expect((await page({ after: endOf(last) }, order)).nodes).toEqual([])
  })

  test('a list that ends at a number uses the given count', async () => {
    const inQuarry = (quarry: RawBuilder<string>) => stones().where('quarry', '=', quarry)
    const light = (quarry: RawBuilder<string>) =>
      countOf(inQuarry(quarry).where('weight', '<=', 0.3))
    const { load } = createPageLoader(db, inQuarry, cursorKeyOf, order, light)
    for (const quarry of QUARRIES) {
      const own = whole.filter((stone) => stone.quarry === quarry)
      const list = await load(quarry, { first: 100 })
      const { nodes } = await list.page()
      expect(idsOf(nodes)).toEqual(idsOf(own))
      expect(await list.count()).toBe(own.length)
    }
  })
})

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const raw = (text: string) => Buffer.from(text).toString('base64url')

test.each([
  ['with a time', encoded(['2026-01-01T12:00:00.000Z', 'stone_01'])],
  ['with a number as text', encoded(['7', 'stone_01'])],
  ['with null', encoded([null, 'stone_01'])],
  ['with a number that is too large', raw('[1e400,"stone_01"]')],
  ['with a number written in another way', raw('[1.0,"stone_01"]')],
  ['without an id', encoded([7])],
  ['with an id that is no string', encoded([7, 7])],
  ['with a NUL', encoded([7, 'stone\u0000'])],
])('a cursor %s is refused', async (_what, after) => {
  await expect(page({ after })).rejects.toMatchObject({
    extensions: { code: 'VALIDATION_ERROR', details: { field: 'after' } },
  })
})

test('a cursor of a number is refused by a list of timestamps', async () => {
  const after = endOf(await page({ first: 1 }))
  const byTime = paginate(db, stones(), { after }, cursorKeyOf, {
    ...LIGHTEST_FIRST,
    type: 'timestamptz',
  })
  await expect(byTime).rejects.toMatchObject({ extensions: { details: { field: 'after' } } })
})
