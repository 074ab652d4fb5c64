// Retired realms and places are in no list, stay reachable by id, and take nothing new.
import { beforeEach, describe, expect, test } from 'vitest'
import { addPlace, addRealm } from '#test/realm-story.ts'
import { testSubgraph } from '#test/subgraph.ts'
import type { RealmTables } from '../tables.ts'
import { at, codeOf, notFound, storyOf, whileHeld } from './story.ts'

const realm = testSubgraph('realm')
const story = storyOf(realm)
const { act, find } = story
let realmId: string
beforeEach(async () => {
  realmId = await addRealm(realm)
})

const grace = { id: 'identity_grace' }
const moving = () => ({ id: realmId, input: { position: at(1) } })
const placeInput = () => ({ realmId, name: 'The Well', kind: 'well', position: at(0) })
const NOTHING = { nodes: [], totalCount: 0, pageInfo: { hasNextPage: false } }
const PAGE = 'nodes { __typename } totalCount pageInfo { hasNextPage }'

describe('a retired realm', () => {
  test('A retired realm is in no list and is found by its id', async () => {
    const LIST = '{ realms(first: 100) { nodes { id } totalCount } }'
    const { realms: before } = await find(LIST)
    const retired = await act('retireRealm', { id: realmId })
    expect(retired).toMatchObject({ id: realmId, retiredAt: realm.clock.now.toISOString() })
    const { realms } = await find(LIST)
    expect(realms.nodes).not.toContainEqual({ id: realmId })
    expect(realms.totalCount).toBe(before.totalCount - 1)
    const { retiredAt } = retired
    const query = 'query ($id: ID!) { realm(id: $id) { id retiredAt } }'
    expect((await find(query, { id: realmId })).realm).toEqual({ id: realmId, retiredAt })
    const of = [{ __typename: 'Realm', id: realmId }]
    const entities =
      'query ($of: [_Any!]!) { _entities(representations: $of) { ... on Realm { retiredAt } } }'
    const response = await realm.ask(entities, { service: 'router', variables: { of } })
    expect(response._entities).toEqual([{ retiredAt }])
  })

  test('Retiring a realm again changes nothing', async () => {
    const retired = await act('retireRealm', { id: realmId })
    realm.clock.now = new Date(realm.clock.now.getTime() + 1_000)
    expect(await act('retireRealm', { id: realmId })).toEqual(retired)
  })

  test('A retired realm can be changed', async () => {
    await act('retireRealm', { id: realmId })
    const updated = await act('updateRealm', { input: { id: realmId, name: 'Lost Hills' } })
    expect(updated).toMatchObject({ name: 'Lost Hills', retiredAt: expect.any(String) as string })
  })

  test('A retired realm hides its places and the people in it', async () => {
    const place = await addPlace(realm, { realmId, x: 1 })
    await story.run('updatePresence', moving(), grace)
    await act('retireRealm', { id: realmId })
    const query = `query ($id: ID!, $place: ID!) {
      realm(id: $id) {
        places { ${PAGE} }
        near: places(near: "0,0,0", radius: 9) { ${PAGE} }
        presence { ${PAGE} }
      }
      places(realmId: $id) { ${PAGE} }
      near: places(realmId: $id, near: "0,0,0", radius: 9) { ${PAGE} }
      presence(realmId: $id) { ${PAGE} }
      place(id: $place) { retiredAt realm { id } }
    }`
    const retiredAt = realm.clock.now.toISOString()
    expect(await find(query, { id: realmId, place })).toEqual({
      realm: { places: NOTHING, near: NOTHING, presence: NOTHING },
      places: NOTHING,
      near: NOTHING,
      presence: NOTHING,
      place: { retiredAt, realm: { id: realmId } },
    })
  })

  test('The current presence of a person skips a retired realm', async () => {
    const elsewhere = await addRealm(realm)
    await story.run('updatePresence', { ...moving(), id: elsewhere }, grace)
    realm.clock.now = new Date(realm.clock.now.getTime() + 1_000)
    await story.run('updatePresence', moving(), grace)
    await act('retireRealm', { id: realmId })
    const query = `query ($of: [_Any!]!) {
      _entities(representations: $of) { ... on Identity { presence { realmId } } }
    }`
    const of = [{ __typename: 'Identity', id: grace.id }]
    const { _entities } = await realm.ask(query, { service: 'router', variables: { of } })
    expect(_entities).toEqual([{ presence: { realmId: elsewhere } }])
  })

  test('A retired realm takes no new people and no new places', async () => {
    await act('retireRealm', { id: realmId })
    expect(await story.refusal('updatePresence', moving())).toEqual(notFound('Realm', realmId))
    const outside = { id: realmId, input: { position: at(5_000) } }
    expect(await story.refusal('updatePresence', outside)).toEqual(notFound('Realm', realmId))
    expect(await story.refusal('addPlace', { input: placeInput() })).toEqual(
      notFound('Realm', realmId),
    )
  })
})

describe('a retired place', () => {
  test('A retired place is in no list and is found by its id', async () => {
    const [kept, gone] = [await addPlace(realm, { realmId }), await addPlace(realm, { realmId })]
    const retired = await act('retirePlace', { id: gone })
    expect(retired.retiredAt).toBe(realm.clock.now.toISOString())
    realm.clock.now = new Date(realm.clock.now.getTime() + 1_000)
    expect(await act('retirePlace', { id: gone })).toEqual(retired)
    const query = `query ($id: ID!, $gone: ID!) {
      places(realmId: $id) { nodes { id } totalCount }
      near: places(realmId: $id, near: "0,0,0", radius: 9) { nodes { id } totalCount }
      place(id: $gone) { id retiredAt }
    }`
    const list = { nodes: [{ id: kept }], totalCount: 1 }
    expect(await find(query, { id: realmId, gone })).toEqual({
      places: list,
      near: list,
      place: { id: gone, retiredAt: retired.retiredAt },
    })
  })

  test('A retired place can be changed', async () => {
    const id = await addPlace(realm, { realmId })
    await act('retirePlace', { id })
    const updated = await act('updatePlace', { input: { id, name: 'Ruin' } })
    expect(updated).toMatchObject({ name: 'Ruin', retiredAt: expect.any(String) as string })
  })
})

describe('while a realm is retired', () => {
  const rowsIn = (table: 'places' | 'presences') =>
    realm
      .tables<RealmTables>('realm')
      .selectFrom(table)
      .selectAll()
      .where('realmId', '=', realmId)
      .execute()

  test('Additions to a realm that is being retired wait and are then refused', async () => {
    await story.run('updatePresence', moving(), grace)
    const responses = await whileHeld(
      realm,
      (trx) =>
        trx
          .updateTable('realms')
          .set({ retiredAt: realm.clock.now })
          .where('id', '=', realmId)
          .execute(),
      [
        () => story.run('updatePresence', { ...moving(), input: { position: at(9) } }, grace),
        () => story.run('updatePresence', moving()),
        () => story.run('addPlace', { input: placeInput() }),
      ],
    )
    expect(responses.map(codeOf)).toEqual(Array(3).fill('NOT_FOUND'))
    expect(await rowsIn('places')).toEqual([])
    expect(await rowsIn('presences')).toMatchObject([{ identityId: grace.id, x: 1 }])
  })

  test('Concurrent additions to a realm that is being retired are stored before or refused', async () => {
    const coming = Array.from({ length: 15 }, (_none, n) => [
      story.run('updatePresence', moving(), { id: `identity_${n}` }),
      story.run('addPlace', { input: placeInput() }),
      ...(n % 5 === 2 ? [story.run('retireRealm', { id: realmId })] : []),
    ]).flat()
    const responses = await Promise.all(coming)
    const codes = responses.map(codeOf)
    for (const code of codes) expect([undefined, 'NOT_FOUND']).toContain(code)
    const done = responses.filter(({ data, errors }) => !errors && !data?.retireRealm)
    const there = [...(await rowsIn('places')), ...(await rowsIn('presences'))]
    expect(there).toHaveLength(done.length)
    expect(codeOf(await story.run('updatePresence', moving(), grace))).toBe('NOT_FOUND')
    expect(codeOf(await story.run('addPlace', { input: placeInput() }))).toBe('NOT_FOUND')
  })
})
