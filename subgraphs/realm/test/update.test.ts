// Administrators change realms and places, and no place or person ends up out of bounds.
import { beforeEach, describe, expect, test } from 'vitest'
import { addPlace, addRealm } from '#test/realm-story.ts'
import { testSubgraph } from '#test/subgraph.ts'
import type { RealmTables } from '../tables.ts'
import { at, codeOf, cube, storyOf, whileHeld } from './story.ts'

const realm = testSubgraph('realm')
const story = storyOf(realm)
const { act, refusal } = story
let realmId: string
beforeEach(async () => {
  realmId = await addRealm(realm, { name: 'Low Fens', description: 'Mist and reeds.' })
})

const invalid = (field: string, reason: string) => ({
  code: 'VALIDATION_ERROR',
  details: { field, reason },
})
const BLANK = 'must have 1 to 100 characters, and not blanks alone'

describe('a realm', () => {
  test('An update of a realm changes only the given fields', async () => {
    const updated = await act('updateRealm', { input: { id: realmId, name: 'High Moor' } })
    expect(updated).toMatchObject({ name: 'High Moor', description: 'Mist and reeds.' })
    const input = { id: realmId, name: null, description: 'Heather.', bounds: cube(5) }
    const changed = { ...updated, description: 'Heather.', bounds: cube(5) }
    expect(await act('updateRealm', { input })).toEqual(changed)
    const query = 'query ($id: ID!) { realm(id: $id) { description bounds { max { x } } } }'
    expect((await story.find(query, { id: realmId })).realm).toEqual({
      description: 'Heather.',
      bounds: { max: { x: 5 } },
    })
  })

  test('A request that changes and reads a realm reads the change', async () => {
    const query = `mutation ($id: ID!) {
      one: updateRealm(input: { id: $id, name: "One" }) { name }
      two: retireRealm(realmId: $id) { name retiredAt }
    }`
    const response = await realm.ask(query, {
      as: story.ada,
      scopes: ['identity', 'admin'],
      variables: { id: realmId },
    })
    const retiredAt = realm.clock.now.toISOString()
    expect(response).toEqual({ one: { name: 'One' }, two: { name: 'One', retiredAt } })
  })

  test('An update of a realm that changes nothing writes nothing', async () => {
    await act('updateRealm', { input: { id: realmId } })
    await act('updateRealm', { input: { id: realmId, name: 'Low Fens', bounds: cube(1_000) } })
    expect(await story.audited(realmId)).toEqual([])
  })

  test.each([
    [{ name: ' ' }, 'name', BLANK],
    [{ description: '' }, 'description', 'must have 1 to 2000 characters, and not blanks alone'],
    [
      { bounds: { min: at(0), max: at(1, 1, 0) } },
      'bounds.max.z',
      'must be greater than bounds.min.z',
    ],
    [{ bounds: cube(1_000_001) }, 'issues', undefined],
  ])('An update of a realm with %j is refused', async (change, field, reason) => {
    const { code, details } = await refusal('updateRealm', { input: { id: 'none', ...change } })
    expect(code).toBe('VALIDATION_ERROR')
    expect(details).toMatchObject(reason === undefined ? { issues: {} } : { field, reason })
  })

  test('A realm keeps every place within its bounds, except retired ones', async () => {
    await addPlace(realm, { realmId, x: -7, y: 3 })
    await addPlace(realm, { realmId, x: 9 })
    const gone = await addPlace(realm, { realmId, x: 500 })
    await act('retirePlace', { id: gone })
    const narrow = { input: { id: realmId, bounds: { min: at(-6, 0, -1), max: at(8, 2, 1) } } }
    expect(await refusal('updateRealm', narrow)).toEqual({
      code: 'VALIDATION_ERROR',
      details: {
        issues: [
          { field: 'bounds.min.x', reason: 'a place lies at -7' },
          { field: 'bounds.max.x', reason: 'a place lies at 9' },
          { field: 'bounds.max.y', reason: 'a place lies at 3' },
        ],
      },
    })
    const bounds = { min: at(-7, 0, 0), max: at(9, 3, 1) }
    expect(await act('updateRealm', { input: { id: realmId, bounds } })).toMatchObject({ bounds })
  })

  test('New bounds of a realm remove the people outside them', async () => {
    for (const [name, x] of Object.entries({ near: 5, far: 6 })) {
      const person = { id: `identity_${name}` }
      await story.run('updatePresence', { id: realmId, input: { position: at(x) } }, person)
    }
    await act('updateRealm', { input: { id: realmId, bounds: cube(5) } })
    const query = 'query ($id: ID!) { presence(realmId: $id) { nodes { identityId } } }'
    const { presence } = await story.find(query, { id: realmId })
    expect(presence.nodes).toEqual([{ identityId: 'identity_near' }])
  })
})

describe('a place', () => {
  let id: string
  beforeEach(async () => {
    id = await addPlace(realm, { realmId, x: 1, refType: 'Quest', refId: 'quest_1' })
  })

  test('An update of a place changes only the given fields', async () => {
    const before = { id, realmId, name: 'The Beacon', kind: 'landmark', position: at(1) }
    const pointing = { ...before, ref: { __typename: 'Quest', id: 'quest_1' } }
    const input = { id, name: 'The Tower', position: at(-1_000, 2.5, 1_000) }
    const shown = { retiredAt: null, moderation: null }
    const updated = { ...pointing, ...shown, name: 'The Tower', position: input.position }
    expect(await act('updatePlace', { input })).toEqual(updated)
    const further = { id, kind: 'tower', ref: { type: 'Scroll', id: 'scroll_1' }, name: null }
    const scroll = { __typename: 'Scroll', id: 'scroll_1' }
    expect(await act('updatePlace', { input: further })).toEqual({
      ...updated,
      kind: 'tower',
      ref: scroll,
    })
  })

  test('A place refers to nothing once its ref is null', async () => {
    expect(await act('updatePlace', { input: { id, ref: null } })).toMatchObject({ ref: null })
    const query = 'query ($id: ID!) { place(id: $id) { ref { __typename } } }'
    expect((await story.find(query, { id })).place).toEqual({ ref: null })
  })

  test('An update of a place that changes nothing writes nothing', async () => {
    const ref = { type: 'Quest', id: 'quest_1' }
    await act('updatePlace', { input: { id, kind: 'landmark', position: at(1), ref } })
    expect(await story.audited(id)).toEqual([])
  })

  test.each([
    [{ name: '' }, 'name', BLANK],
    [{ kind: 'Tower' }, 'kind', 'must begin with a-z and hold at most 32 of a-z, 0-9 and _'],
    [{ ref: { type: 'Quest', id: ' ' } }, 'ref.id', BLANK],
    [{ position: at(0, 1_000.5) }, 'position.y', 'must be from -1000 to 1000'],
  ])('An update of a place with %j is refused', async (change, field, reason) => {
    expect(await refusal('updatePlace', { input: { id, ...change } })).toEqual(
      invalid(field, reason),
    )
  })
})

test('Every change is recorded for the audit trail with the changed fields', async () => {
  const added = await act('addRealm', {
    input: { name: 'A', description: 'B', bounds: cube(9) },
  })
  await act('updateRealm', { input: { id: added.id, name: 'A', bounds: cube(8) } })
  await act('retireRealm', { id: added.id })
  await act('retireRealm', { id: added.id })
  const realmDetails = { type: 'Realm', id: added.id, by: story.ada.id }
  expect(await story.audited(added.id)).toEqual([
    { kind: 'content_added', details: realmDetails },
    { kind: 'content_updated', details: { ...realmDetails, changed: ['bounds'] } },
    { kind: 'content_retired', details: realmDetails },
  ])
  const place = await act('addPlace', {
    input: { realmId, name: 'The Well', kind: 'well', position: at(0) },
  })
  const ref = { type: 'Quest', id: 'quest_1' }
  await act('updatePlace', { input: { id: place.id, kind: 'spring', position: at(1, 1), ref } })
  await act('retirePlace', { id: place.id })
  const details = { type: 'Place', id: place.id, by: story.ada.id }
  expect(await story.audited(place.id)).toEqual([
    { kind: 'content_added', details },
    { kind: 'content_updated', details: { ...details, changed: ['kind', 'position', 'ref'] } },
    { kind: 'content_retired', details },
  ])
})

describe('bounds that change', () => {
  const ADDED = { name: 'The Edge', kind: 'landmark', position: at(900) }

  test('While bounds change, a waiting place is added only if it lies within the new ones', async () => {
    const id = await addPlace(realm, { realmId })
    const responses = await whileHeld(
      realm,
      (trx) => trx.updateTable('realms').set({ maxX: 10 }).where('id', '=', realmId).execute(),
      [
        () => story.run('addPlace', { input: { realmId, ...ADDED } }),
        () => story.run('updatePlace', { input: { id, position: at(11) } }),
        () => story.run('updatePresence', { id: realmId, input: { position: at(11) } }),
      ],
    )
    expect(responses.map(codeOf)).toEqual(Array(3).fill('VALIDATION_ERROR'))
  })

  test('New bounds wait for a place that is being added, and then take it into account', async () => {
    const bounds = { min: at(-10, -10, -10), max: at(10, 10, 10) }
    const place = { realmId, name: 'P', kind: 'k', x: 900, y: 0, z: 0, refType: null, refId: null }
    const [response] = await whileHeld(
      realm,
      async (trx) => {
        const rows = trx.selectFrom('realms').selectAll().where('id', '=', realmId)
        await rows.forShare().execute()
        await trx
          .insertInto('places')
          .values({ id: 'place_late', ...place })
          .execute()
      },
      [() => story.run('updateRealm', { input: { id: realmId, bounds } })],
    )
    expect(codeOf(response!)).toBe('VALIDATION_ERROR')
  })

  test('Changing bounds leave no place outside, however many are added and moved at once', async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, () => addPlace(realm, { realmId })))
    const narrow = () => story.run('updateRealm', { input: { id: realmId, bounds: cube(10) } })
    const wide = () => story.run('updateRealm', { input: { id: realmId, bounds: cube(1_000) } })
    const responses = await Promise.all(
      ids.flatMap((id) => [
        story.run('updatePlace', { input: { id, position: at(900) } }),
        narrow(),
        story.run('addPlace', { input: { realmId, ...ADDED } }),
        wide(),
        story.run('updatePlace', { input: { id, position: at(0) } }),
        narrow(),
      ]),
    )
    for (const response of responses)
      expect([undefined, 'VALIDATION_ERROR']).toContain(codeOf(response))
    const outside = await realm
      .tables<RealmTables>('realm')
      .selectFrom('places')
      .innerJoin('realms', 'realms.id', 'realmId')
      .select('places.id')
      .where('realmId', '=', realmId)
      .whereRef('x', '>', 'maxX')
      .execute()
    expect(outside).toEqual([])
  })
})
