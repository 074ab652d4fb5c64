// The query plans for 100,000 places, and as many retired ones, and the pages that they read.
import { CamelCasePlugin, Kysely, PostgresDialect, sql, type CompiledQuery } from 'kysely'
import type { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cloneDatabase, poolOf, type TestDatabase } from '#test/database.ts'
import { addRealm } from '#test/realm-story.ts'
import { SLOWNESS } from '#test/slowness.ts'
import { nearbyPlacePages } from '../domain/nearby.ts'
import type { RealmTables } from '../tables.ts'

const PLACES = 100_000
const FLAT_PLACES = 30_000
const anywhere = 'random() * 2000 - 1000'

let database: TestDatabase
let pool: Pool
let db: Kysely<RealmTables>
let deep: string
let flat: string
/** The last statement sent. */
let last: CompiledQuery

beforeAll(async () => {
  database = await cloneDatabase()
  pool = poolOf(database, { options: '-c search_path=realm' })
  db = new Kysely({
    dialect: new PostgresDialect({ pool }),
    plugins: [new CamelCasePlugin()],
    log: ({ query }) => void (last = query),
  })
  deep = await realmOf(PLACES, anywhere, anywhere, anywhere)
  flat = await realmOf(FLAT_PLACES, anywhere, '12', anywhere)
  await sql`vacuum analyze places`.execute(db)
}, 300_000 * SLOWNESS)
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

async function realmOf(count: number, ...coordinates: string[]): Promise<string> {
  const realmId = await addRealm({ tables: () => db as never })
  await pool.query(
    `insert into places (id, realm_id, name, kind, x, y, z, retired_at)
     select $1 || '_' || n, $1, 'a place', 'landmark', ${coordinates.join()},
            case when n > ${count} then now() end
     from generate_series(1, ${2 * count}) n`,
    [realmId],
  )
  return realmId
}

interface Plan {
  'Node Type': string
  'Index Name'?: string
  'Index Cond'?: string
  'Order By'?: string
  'Actual Rows': number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Plan[]
}

/** Every step of the query plan of the last statement, from the outermost to the innermost. */
async function explain(): Promise<Plan[]> {
  const { rows } = await pool.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
    `explain (analyze, buffers, format json) ${last.sql}`,
    [...last.parameters],
  )
  const steps = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(steps)]
  return steps(rows[0]!['QUERY PLAN'][0]!.Plan)
}

const pagesRead = ([whole]: Plan[]) => whole!['Shared Hit Blocks'] + whole!['Shared Read Blocks']
const center = { x: 10, y: 20, z: -30 }

describe.each([
  { world: 'deep', max: 300 },
  { world: 'flat', max: 250 },
])('in a $world world', ({ world, max }) => {
  const load = (radius: number, page: object) =>
    nearbyPlacePages(db).load(world === 'deep' ? deep : flat, { center, radius }, page)
  const loadPage = async (radius: number, page: object) => (await load(radius, page)).page()

  test.each([1, 30, 4_000])(
    'The page within %d is read from the index in order',
    async (radius) => {
      await loadPage(radius, { first: 20 })
      const plan = await explain()
      expect(plan.map((step) => step['Node Type'])).not.toContain('Sort')
      expect(plan.at(-1)).toMatchObject({
        'Node Type': 'Index Scan',
        'Index Name': 'places_nearest',
        'Index Cond': expect.stringContaining('realm_id =') as string,
        'Order By': expect.stringContaining('<->') as string,
        // The page, one more for hasNextPage, and one more whose distance ends the search.
        'Actual Rows': 22,
      })
      // The index leaves out retired places. Hidden ones, of which there are few, are filtered.
      expect(plan.at(-1)).toHaveProperty('Filter', '(hidden_at IS NULL)')
      expect(pagesRead(plan)).toBeLessThan(max)
    },
  )

  test('The page after a cursor is read from the index in order', async () => {
    const start = await loadPage(4_000, { first: 100, offset: 300 })
    await loadPage(4_000, { first: 20, after: start.cursorOf(start.nodes.at(-1)!) })
    const plan = await explain()
    expect(plan.map((step) => step['Node Type'])).not.toContain('Sort')
    expect(plan.at(-1)).toMatchObject({ 'Index Name': 'places_nearest', 'Actual Rows': 22 })
  })

  test('The page has the nearest places', async () => {
    const { nodes } = await loadPage(4_000, { first: 100 })
    const { rows } = await pool.query<{ id: string }>(
      `select id from places where realm_id = $1 and retired_at is null
       order by sqrt((x - $2) ^ 2 + (y - $3) ^ 2 + (z - $4) ^ 2), id limit 100`,
      [nodes[0]!.realmId, center.x, center.y, center.z],
    )
    expect(nodes.map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
  })

  test('The count reads only the box around the sphere', async () => {
    const { count } = await load(60, { first: 1 })
    const { rows } = await pool.query<{ total: string }>(
      `select count(*) as total from places where realm_id = $1 and retired_at is null
       and sqrt((x - $2) ^ 2 + (y - $3) ^ 2 + (z - $4) ^ 2) <= 60`,
      [world === 'deep' ? deep : flat, center.x, center.y, center.z],
    )
    expect(await count()).toBe(Number(rows[0]!.total))
    const plan = await explain()
    expect(plan.at(-1)).toMatchObject({
      'Index Name': 'places_nearest',
      'Index Cond': expect.stringContaining('<@') as string,
    })
    expect(pagesRead(plan)).toBeLessThan(max)
  })
})
