// Presence: people's last positions, shown for five minutes, one row per person and realm.
import { beforeEach, describe, expect, test } from 'vitest'
import { addRealm } from '#test/realm-story.ts'
import { testSubgraph, type Person } from '#test/subgraph.ts'
import type { RealmTables } from '../tables.ts'

const realm = testSubgraph('realm')

const NOON = Date.parse('2026-03-04T12:00:00.000Z')
const MINUTE = 60_000
const setClock = (ms: number) => (realm.clock.now = new Date(NOON + ms))

let realmId: string
let ada: Person
let grace: Person
beforeEach(async () => {
  setClock(0)
  realmId = await addRealm(realm)
  ada = { id: `identity_ada_${crypto.randomUUID()}`, username: 'ada' }
  grace = { id: `identity_grace_${crypto.randomUUID()}`, username: 'grace' }
})

const UPDATE = `mutation ($realmId: ID!, $input: UpdatePresenceInput!) {
  updatePresence(realmId: $realmId, input: $input) {
    identityId identity { id } realmId realm { id } position { x y z } updatedAt
  }
}`
const at = (x: number, y = 0, z = 0) => ({ x, y, z })
const move = (as: Person, position: object, to = realmId) =>
  realm.ask(UPDATE, { as, variables: { realmId: to, input: { position } } })

const SEEN = `query ($realmId: ID!, $first: Int, $after: String) {
  presence(realmId: $realmId, first: $first, after: $after) {
    nodes { identityId position { x y z } updatedAt } totalCount
    pageInfo { endCursor hasNextPage }
  }
}`
const seen = async (page: object = {}) =>
  (await realm.ask(SEEN, { as: grace, variables: { realmId, ...page } })).presence
const whoIsSeen = async () =>
  (await seen()).nodes.map(({ identityId }: { identityId: string }) => identityId) as string[]

const CURRENT = `query ($of: [_Any!]!) {
  _entities(representations: $of) { ... on Identity { presence { realmId position { x } } } }
}`
const currentOf = async (...people: { id: string }[]) => {
  const of = people.map(({ id }) => ({ __typename: 'Identity', id }))
  const { _entities } = await realm.ask(CURRENT, { as: ada, variables: { of } })
  return _entities.map(({ presence }: { presence: unknown }) => presence) as unknown[]
}
const rowsOf = ({ id }: Person) =>
  realm
    .tables<RealmTables>('realm')
    .selectFrom('presences')
    .selectAll()
    .where('identityId', '=', id)
    .execute()

describe('the presence of a person', () => {
  test('A presence is found by its id while it is shown, and keeps the id when the person moves', async () => {
    const idOf = async (as: Person, to = realmId) => {
      const query = UPDATE.replace('identityId', 'id')
      const variables = { realmId: to, input: { position: at(1) } }
      return (await realm.ask(query, { as, variables })).updatePresence.id as string
    }
    const ids = [await idOf(ada), await idOf(grace), await idOf(ada, await addRealm(realm))]
    expect(new Set(ids).size).toBe(3)
    expect(await idOf(ada)).toBe(ids[0])
    const find = async () => {
      const of = ids.map((id) => ({ __typename: 'Presence', id }))
      const query = `query ($of: [_Any!]!) {
        _entities(representations: $of) { ... on Presence { id identityId } }
      }`
      return (await realm.ask(query, { as: grace, variables: { of } }))._entities as unknown[]
    }
    const [adas, graces, elsewhere] = [
      { id: ids[0], identityId: ada.id },
      { id: ids[1], identityId: grace.id },
      { id: ids[2], identityId: ada.id },
    ]
    expect(await find()).toEqual([adas, graces, elsewhere])
    const realms = realm.tables<RealmTables>('realm').updateTable('realms')
    await realms.set({ retiredAt: realm.clock.now }).where('id', '=', realmId).execute()
    expect(await find()).toEqual([null, null, elsewhere])
    setClock(5 * MINUTE)
    expect(await find()).toEqual([null, null, null])
  })

  test('A presence is the last position that the person sent', async () => {
    await move(ada, at(1, 2, 3))
    setClock(1_500)
    const { updatePresence } = await move(ada, at(-999.5, 0, 1_000))
    expect(updatePresence).toEqual({
      identityId: ada.id,
      identity: { id: ada.id },
      realmId,
      realm: { id: realmId },
      position: { x: -999.5, y: 0, z: 1_000 },
      updatedAt: '2026-03-04T12:00:01.500Z',
    })
    const { identityId, position, updatedAt } = updatePresence
    expect((await seen()).nodes).toEqual([{ identityId, position, updatedAt }])
    expect(await rowsOf(ada)).toHaveLength(1)
  })

  test('A person’s concurrent requests leave one row', async () => {
    const steps = Array.from({ length: 50 }, (_none, x) => x)
    const responses = await Promise.all(steps.map((x) => move(ada, at(x))))
    expect(responses.map(({ updatePresence }) => updatePresence.position.x)).toEqual(steps)
    const [row, ...others] = await rowsOf(ada)
    expect(others).toEqual([])
    expect(steps).toContain(row!.x)
    expect(await seen()).toMatchObject({ totalCount: 1, nodes: [{ position: { x: row!.x } }] })
  })

  test('A person has one presence in each realm', async () => {
    const elsewhere = await addRealm(realm)
    await move(ada, at(1))
    setClock(10)
    await move(ada, at(2), elsewhere)
    expect(await rowsOf(ada)).toHaveLength(2)
    expect(await currentOf(ada)).toEqual([{ realmId: elsewhere, position: { x: 2 } }])
    setClock(20)
    await move(ada, at(3))
    expect(await currentOf(ada)).toEqual([{ realmId, position: { x: 3 } }])
  })

  test('Everybody sees a person’s presence, which is null without one', async () => {
    await move(grace, at(7))
    expect(await currentOf({ id: 'identity_unknown' }, grace, ada)).toEqual([
      null,
      { realmId, position: { x: 7 } },
      null,
    ])
  })
})

describe('who is in a realm', () => {
  test('The people in a realm are listed latest first, without those in others', async () => {
    const alan = { id: `identity_alan_${crypto.randomUUID()}`, username: 'alan' }
    await move(ada, at(1))
    setClock(1)
    await move(grace, at(2))
    await move(alan, at(3), await addRealm(realm))
    expect(await whoIsSeen()).toEqual([grace.id, ada.id])
    setClock(2)
    await move(ada, at(4))
    expect(await whoIsSeen()).toEqual([ada.id, grace.id])
  })

  test('The people in a realm are paged, also those of the same time', async () => {
    const people = Array.from({ length: 5 }, (_none, n) => ({ id: `identity_${n}`, username: 'p' }))
    for (const person of people) await move(person, at(0))
    const start = await seen({ first: 3 })
    const rest = await seen({ first: 3, after: start.pageInfo.endCursor })
    const ids = [...start.nodes, ...rest.nodes].map(
      ({ identityId }: Person & { identityId: string }) => identityId,
    )
    expect(ids).toEqual(people.map(({ id }) => id).toReversed())
    expect(start).toMatchObject({ totalCount: 5, pageInfo: { hasNextPage: true } })
    expect(rest.pageInfo.hasNextPage).toBe(false)
  })

  test('A presence is shown for five minutes, and not a millisecond longer', async () => {
    await move(ada, at(1))
    setClock(1)
    await move(grace, at(2))
    setClock(5 * MINUTE - 1)
    expect(await whoIsSeen()).toEqual([grace.id, ada.id])
    expect(await currentOf(ada, grace)).not.toContain(null)
    setClock(5 * MINUTE)
    expect(await seen()).toMatchObject({ nodes: [{ identityId: grace.id }], totalCount: 1 })
    expect(await currentOf(ada, grace)).toEqual([null, { realmId, position: { x: 2 } }])
    setClock(5 * MINUTE + 1)
    expect(await seen()).toMatchObject({ nodes: [], totalCount: 0 })
    await move(ada, at(3))
    expect(await whoIsSeen()).toEqual([ada.id])
  })

  test('Several realms each list their own people and places', async () => {
    const empty = await addRealm(realm)
    await move(ada, at(1))
    const of = [empty, realmId].map((id) => ({ __typename: 'Realm', id }))
    const query = `query ($of: [_Any!]!) {
      _entities(representations: $of) {
        ... on Realm { presence { nodes { identityId } totalCount } places { totalCount } }
      }
    }`
    expect((await realm.ask(query, { as: grace, variables: { of } }))._entities).toEqual([
      { presence: { nodes: [], totalCount: 0 }, places: { totalCount: 0 } },
      { presence: { nodes: [{ identityId: ada.id }], totalCount: 1 }, places: { totalCount: 0 } },
    ])
  })
})

describe('a position is refused', () => {
  const refusal = (position: unknown) =>
    realm.refusal(UPDATE, { as: ada, variables: { realmId, input: { position } } })

  test.each([
    [at(1_000.001), 'position.x', 'must be from -1000 to 1000'],
    [at(0, -1e300), 'position.y', 'must be from -1000 to 1000'],
    [at(0, 0, 1_001), 'position.z', 'must be from -1000 to 1000'],
    [{ ...at(0), y: null }, 'position.y', 'must not be null'],
    [{ ...at(0), z: Infinity }, 'position.z', 'must be a number'],
    [{ ...at(0), x: NaN }, 'position.x', 'must be a number'],
    [[1, 2, 3], 'position', 'must be an object'],
  ])('The position %j is refused', async (position, field, reason) => {
    const details = { field, reason }
    expect(await refusal(position)).toEqual({ code: 'VALIDATION_ERROR', details })
    expect(await rowsOf(ada)).toEqual([])
  })

  test('A position with a literal that is not a finite number is refused', async () => {
    const query = `mutation ($realmId: ID!) {
      updatePresence(realmId: $realmId, input: { position: { x: 1e999, y: 0, z: 0 } }) { updatedAt }
    }`
    expect(await realm.refusal(query, { as: ada, variables: { realmId } })).toEqual({
      code: 'VALIDATION_ERROR',
      details: { field: 'position.x', reason: 'must be from -1000 to 1000' },
    })
  })
})

describe('the sweep', () => {
  const crowd = async (count: number, updatedAt: Date) => {
    const people = Array.from({ length: count }, () => ({
      identityId: `identity_${crypto.randomUUID()}`,
      realmId,
      ...at(0),
      updatedAt,
    }))
    await realm.tables<RealmTables>('realm').insertInto('presences').values(people).execute()
  }
  const countRows = async () => {
    const rows = realm.tables<RealmTables>('realm').selectFrom('presences')
    const { total } = await rows
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where('realmId', '=', realmId)
      .executeTakeFirstOrThrow()
    return total
  }

  test('The sweep deletes expired presences and nothing else', async () => {
    await crowd(2_345, realm.clock.now)
    await move(ada, at(1))
    setClock(1)
    await move(grace, at(2))
    setClock(5 * MINUTE - 1)
    await realm.work()
    expect(await countRows()).toBe(2_347)
    setClock(5 * MINUTE)
    await realm.work()
    expect(await countRows()).toBe(1)
    expect(await whoIsSeen()).toEqual([grace.id])
  })

  test('The sweep ends between two batches when the service stops', async () => {
    await crowd(2_001, realm.clock.now)
    setClock(5 * MINUTE)
    await realm.work(AbortSignal.abort())
    expect(await countRows()).toBe(2_001)
  })

  test('Concurrent sweeps delete all expired presences while people keep moving', async () => {
    await crowd(2_500, realm.clock.now)
    await move(ada, at(1))
    setClock(6 * MINUTE)
    const sweeps = Array.from({ length: 4 }, () => realm.work())
    await Promise.all([...sweeps, move(ada, at(2)), move(grace, at(3))])
    await realm.work()
    expect(await countRows()).toBe(2)
    expect((await whoIsSeen()).toSorted()).toEqual([ada.id, grace.id].toSorted())
  })
})

describe('watching a realm', () => {
  const WATCH = `subscription ($id: ID!, $near: String, $radius: Float) {
    realm(id: $id, near: $near, radius: $radius) {
      name presence { nodes { identityId position { x } } }
    }
  }`
  const watch = (ball: object = {}) =>
    realm.subscribe(WATCH, { as: grace, variables: { id: realmId, ...ball } })
  const placesOf = async (live: ReturnType<typeof watch>) => {
    const { nodes } = (await live.data()).realm.presence
    return nodes.map(({ position }: { position: { x: number } }) => position.x) as number[]
  }
  const rename = (name: string) =>
    realm.tables<RealmTables>('realm').updateTable('realms').set({ name }).execute()
  const leave = 'mutation ($id: ID!) { leaveRealm(realmId: $id) { id } }'

  test('Only who enters, moves in or leaves the ball causes a result', async () => {
    await using near = watch({ near: '0,0,0', radius: 10 })
    await using all = watch({ near: '0,0,0', radius: 4_000 })
    await using none = watch()
    for (const live of [near, all, none]) expect(await placesOf(live)).toEqual([])
    // The first change of presence shows who is inside.
    await move(ada, at(100))
    expect([await placesOf(near), await placesOf(all)]).toEqual([[100], [100]])

    const entered = placesOf(near)
    await move(ada, at(200))
    expect(await placesOf(all)).toEqual([200])
    await move(ada, at(9))
    expect([await entered, await placesOf(all)]).toEqual([[9], [9]])
    await move(ada, at(5))
    expect([await placesOf(near), await placesOf(all)]).toEqual([[5], [5]])
    await move(ada, at(11))
    expect([await placesOf(near), await placesOf(all)]).toEqual([[11], [11]])

    const left = placesOf(near)
    await realm.ask(leave, { as: ada, variables: { id: realmId } })
    expect(await placesOf(all)).toEqual([])
    await move(ada, at(1))
    expect([await left, await placesOf(all)]).toEqual([[1], [1]])
    await realm.ask(leave, { as: ada, variables: { id: realmId } })
    expect([await placesOf(near), await placesOf(all)]).toEqual([[], []])

    await rename('The Plain')
    for (const live of [near, all, none]) expect((await live.data()).realm.name).toBe('The Plain')
  })

  test('A ball without a radius is refused before anything is watched', async () => {
    await using live = watch({ near: '0,0,0' })
    expect(await live.next()).toMatchObject({
      errors: [{ extensions: { details: { field: 'radius' } } }],
    })
  })
})
