// Places near a point, compared with a computation over all places.
import * as fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '#foundation/domain/ids.ts'
import { addPlace, addRealm } from '#test/realm-story.ts'
import { testSubgraph, type Person } from '#test/subgraph.ts'
import type { Position } from '../domain/space.ts'
import type { Place, RealmTables } from '../tables.ts'

const realm = testSubgraph('realm')
let ada: Person
beforeAll(async () => {
  ada = { id: 'identity_ada', username: 'ada' }
})

const NEAR = `query ($realmId: ID!, $near: String, $radius: Float, $first: Int, $after: String, $offset: Int) {
  places(realmId: $realmId, near: $near, radius: $radius, first: $first, after: $after, offset: $offset) {
    nodes { id }
    totalCount
    pageInfo { hasNextPage hasPreviousPage endCursor }
  }
}`

interface Wanted {
  realmId: string
  near?: string | null
  radius?: number | null
  first?: number
  after?: string
  offset?: number
}

const placesNear = async (wanted: Wanted) => {
  const { places } = await realm.ask(NEAR, { as: ada, variables: { ...wanted } })
  const ids = places.nodes.map(({ id }: { id: string }) => id) as string[]
  return { ids, totalCount: places.totalCount as number, pageInfo: places.pageInfo as PageInfo }
}
interface PageInfo {
  hasNextPage: boolean
  hasPreviousPage: boolean
  endCursor: string
}

describe('around a point', () => {
  let realmId: string
  beforeEach(async () => {
    realmId = await addRealm(realm)
  })
  const place = (x: number, y: number, z: number) => addPlace(realm, { realmId, x, y, z })

  test('The nearest place comes first, in all three dimensions', async () => {
    const far = await place(0, 0, 9)
    const near = await place(2, 1, -2)
    const nearer = await place(0, -2.5, 0)
    const here = await place(0, 0, 0)
    await place(6, 6, 6)
    expect(await placesNear({ realmId, near: '0,0,0', radius: 10 })).toMatchObject({
      ids: [here, nearer, near, far],
      totalCount: 4,
      pageInfo: { hasNextPage: false, hasPreviousPage: false },
    })
  })

  test('A place exactly at the radius is included, and one beyond it is not', async () => {
    const at = await place(3, 4, 0)
    await place(3, 4, 0.001)
    expect(await placesNear({ realmId, near: '0,0,0', radius: 5 })).toMatchObject({
      ids: [at],
      totalCount: 1,
    })
  })

  test('Places at the same distance are ordered by id on every page', async () => {
    const ids = [
      await place(1, 0, 0),
      await place(0, -1, 0),
      await place(0, 0, 1),
      await place(-1, 0, 0),
      await place(0, 1, 0),
    ].toSorted()
    expect((await placesNear({ realmId, near: '0,0,0', radius: 1 })).ids).toEqual(ids)
    const first = await placesNear({ realmId, near: '0,0,0', radius: 1, first: 2 })
    expect(first.ids).toEqual(ids.slice(0, 2))
    const after = first.pageInfo.endCursor
    const rest = await placesNear({ realmId, near: '0,0,0', radius: 1, after })
    expect(rest.ids).toEqual(ids.slice(2))
  })

  test('The page that reaches the radius is the last, even if there are places beyond', async () => {
    const [a, b] = [await place(1, 0, 0), await place(2, 0, 0)]
    await place(3, 0, 0)
    const page = await placesNear({ realmId, near: '0,0,0', radius: 2.5, first: 2 })
    expect(page.ids).toEqual([a, b])
    expect(page.pageInfo.hasNextPage).toBe(false)
    expect(await placesNear({ realmId, near: '0,0,0', radius: 2.5, first: 1 })).toMatchObject({
      ids: [a],
      pageInfo: { hasNextPage: true },
    })
  })

  test('A page past the end is empty, and the list keeps its count', async () => {
    await place(1, 0, 0)
    expect(await placesNear({ realmId, near: '0,0,0', radius: 2, offset: 1000 })).toMatchObject({
      ids: [],
      totalCount: 1,
    })
  })

  test('Places of other realms are not listed', async () => {
    const here = await place(5, 5, 5)
    await addPlace(realm, { x: 5, y: 5, z: 5 })
    expect(await placesNear({ realmId, near: ' 5, 5.0 ,5e0 ', radius: 4_000_000 })).toMatchObject({
      ids: [here],
      totalCount: 1,
    })
  })

  test('New places move no page behind a cursor', async () => {
    const [a, b] = [await place(1, 0, 0), await place(3, 0, 0)]
    const { pageInfo } = await placesNear({ realmId, near: '0,0,0', radius: 9, first: 1 })
    await place(0.5, 0, 0)
    const between = await place(2, 0, 0)
    const after = pageInfo.endCursor
    expect((await placesNear({ realmId, near: '0,0,0', radius: 9, after })).ids).toEqual([
      between,
      b,
    ])
    expect(a).not.toBe(between)
  })
})

describe('among 3,000 random places', () => {
  const realms: Record<string, Place[]> = {}
  beforeAll(async () => {
    // A grid has many equal distances; a plane has no extent in one dimension.
    realms.space = await fill(1_500, () => [random(), random(), random()])
    realms.plane = await fill(800, () => [random(), 7.25, random()])
    realms.grid = await fill(700, () => [grid(), grid(), grid()])
  })
  const random = () => Math.random() * 200 - 100
  const grid = () => Math.floor(Math.random() * 9) * 25 - 100

  async function fill(count: number, at: () => [number, number, number]): Promise<Place[]> {
    const realmId = await addRealm(realm)
    const places = Array.from({ length: count }, () => {
      const [x, y, z] = at()
      return {
        id: newId('place'),
        realmId,
        name: 'n',
        kind: 'k',
        x,
        y,
        z,
        refType: null,
        refId: null,
      }
    })
    const tables = realm.tables<RealmTables>('realm')
    return tables.insertInto('places').values(places).returningAll().execute()
  }

  const distance = (a: Position, b: Position) =>
    Math.sqrt((a.x - b.x) ** 2 + (a.y - b.y) ** 2 + (a.z - b.z) ** 2)

  function computed(places: Place[], near: Position, radius: number): string[] {
    const measured = places.map((place) => ({ id: place.id, distance: distance(place, near) }))
    const within = measured.filter((place) => place.distance <= radius)
    within.sort((a, b) => a.distance - b.distance || (a.id < b.id ? -1 : 1))
    return within.map(({ id }) => id)
  }

  const coordinate = fc.oneof(
    fc.double({ min: -150, max: 150, noNaN: true }),
    fc.integer({ min: -6, max: 6 }).map((step) => step * 25),
  )
  const point = fc.record({ x: coordinate, y: coordinate, z: coordinate })
  const radius = fc.oneof(
    fc.double({ min: 0.001, max: 60, noNaN: true }),
    fc.constantFrom(25, 50, 75, 1_000),
  )

  test.each(['space', 'plane', 'grid'])(
    'The pages of a %s hold the nearby places in order',
    async (kind) => {
      const places = realms[kind]!
      const { realmId } = places[0]!
      const holds = fc.asyncProperty(
        point,
        radius,
        fc.integer({ min: 1, max: 100 }),
        async (p, r, first) => {
          const wanted = { realmId, near: `${p.x},${p.y},${p.z}`, radius: r, first }
          const expected = computed(places, p, r)
          const start = await placesNear(wanted)
          expect(start.totalCount).toBe(expected.length)
          expect(start.ids).toEqual(expected.slice(0, first))
          expect(start.pageInfo.hasNextPage).toBe(expected.length > first)
          const next = await placesNear({ ...wanted, offset: first })
          expect(next.ids).toEqual(expected.slice(first, 2 * first))
          if (start.ids.length === 0) return
          const following = await placesNear({ ...wanted, after: start.pageInfo.endCursor })
          expect(following.ids).toEqual(next.ids)
          expect(following.pageInfo.hasNextPage).toBe(next.pageInfo.hasNextPage)
        },
      )
      await fc.assert(holds, { numRuns: 60 })
    },
  )

  test('Cursors walk from the nearest to the farthest place, each once', async () => {
    const places = realms.grid!
    const wanted = { realmId: places[0]!.realmId, near: '0,0,0', radius: 120, first: 37 }
    const walked: string[] = []
    for (let page = await placesNear(wanted); ;) {
      walked.push(...page.ids)
      if (!page.pageInfo.hasNextPage) break
      page = await placesNear({ ...wanted, after: page.pageInfo.endCursor })
    }
    expect(walked).toEqual(computed(places, { x: 0, y: 0, z: 0 }, 120))
  })
})

describe('of several realms at once', () => {
  test('Each of several realms has its own nearby places and count', async () => {
    const [one, other, empty] = [
      await addRealm(realm),
      await addRealm(realm),
      await addRealm(realm),
    ]
    const a = await addPlace(realm, { realmId: one, x: 2 })
    const b = await addPlace(realm, { realmId: other, x: 3 })
    const c = await addPlace(realm, { realmId: other, x: 1 })
    await addPlace(realm, { realmId: other, x: 500 })
    const of = [one, other, empty].map((id) => ({ __typename: 'Realm', id }))
    const query = `query ($of: [_Any!]!) {
      _entities(representations: $of) {
        ... on Realm {
          near: places(near: "0,0,0", radius: 10) { nodes { id } totalCount }
          far: places(near: "500,0,0", radius: 1) { totalCount }
          all: places { totalCount }
        }
      }
    }`
    const { _entities } = await realm.ask(query, { as: ada, variables: { of } })
    expect(_entities).toEqual([
      {
        near: { nodes: [{ id: a }], totalCount: 1 },
        far: { totalCount: 0 },
        all: { totalCount: 1 },
      },
      {
        near: { nodes: [{ id: c }, { id: b }], totalCount: 2 },
        far: { totalCount: 1 },
        all: { totalCount: 3 },
      },
      { near: { nodes: [], totalCount: 0 }, far: { totalCount: 0 }, all: { totalCount: 0 } },
    ])
  })
})

describe('is refused', () => {
  const POINT = 'must be three numbers x,y,z, each from -1000000 to 1000000'
  const RADIUS = 'must be more than 0 and at most 4000000'
  test.each<[object, string, string]>([
    [{ near: '0,0,0' }, 'radius', 'is required together with near'],
    [{ near: '0,0,0', radius: null }, 'radius', 'is required together with near'],
    [{ radius: 5 }, 'near', 'is required together with radius'],
    [{ near: '', radius: 5 }, 'near', POINT],
    [{ near: '1,2', radius: 5 }, 'near', POINT],
    [{ near: '1,2,3,4', radius: 5 }, 'near', POINT],
    [{ near: '1,,3', radius: 5 }, 'near', POINT],
    [{ near: '1,2,x', radius: 5 }, 'near', POINT],
    [{ near: '1,2,NaN', radius: 5 }, 'near', POINT],
    [{ near: '1,Infinity,3', radius: 5 }, 'near', POINT],
    [{ near: '1,-1000000.5,3', radius: 5 }, 'near', POINT],
    [{ near: '1e400,2,3', radius: 5 }, 'near', POINT],
    [{ near: '1;2;3', radius: 5 }, 'near', POINT],
    [{ near: "1,2,3)'", radius: 5 }, 'near', POINT],
    [{ near: '0,0,0', radius: 0 }, 'radius', RADIUS],
    [{ near: '0,0,0', radius: -1 }, 'radius', RADIUS],
    [{ near: '0,0,0', radius: 4_000_000.1 }, 'radius', RADIUS],
    [{ near: '0,0,0', radius: 'far' }, 'radius', 'must be a number'],
    [{ near: '0,0,0', radius: 5, first: 0 }, 'first', 'must be from 1 to 100'],
  ])('Nearby places refuse %j before looking up the realm', async (wanted, field, reason) => {
    const variables = { realmId: 'realm_unknown', ...wanted }
    expect(await realm.refusal(NEAR, { as: ada, variables })).toEqual({
      code: 'VALIDATION_ERROR',
      details: { field, reason },
    })
  })

  test('A literal that is not a finite number is refused', async () => {
    const query =
      '{ places(realmId: "realm_unknown", near: "0,0,0", radius: 1e999) { totalCount } }'
    expect((await realm.refusal(query, { as: ada })).details).toEqual({
      field: 'radius',
      reason: RADIUS,
    })
  })

  test('A cursor of the list of all places is refused, and vice versa', async () => {
    const realmId = await addRealm(realm)
    for (const x of [1, 2]) await addPlace(realm, { realmId, x })
    const ball = { near: '0,0,0', radius: 5 }
    const refusal = { code: 'VALIDATION_ERROR', details: { field: 'after' } }
    const newest = await placesNear({ realmId, first: 1 })
    const nearest = await placesNear({ realmId, ...ball, first: 1 })
    const crossed = [
      { ...ball, after: newest.pageInfo.endCursor },
      { after: nearest.pageInfo.endCursor },
    ]
    for (const wanted of crossed) {
      const variables = { realmId, ...wanted }
      expect(await realm.refusal(NEAR, { as: ada, variables })).toMatchObject(refusal)
    }
  })
})
