// Places: those of a realm, one by its id, their references, and new ones.
import { beforeAll, describe, expect, test } from 'vitest'
import { addPlace, addRealm } from '#test/realm-story.ts'
import { testSubgraph, type Person } from '#test/subgraph.ts'

const realm = testSubgraph('realm')
let ada: Person
beforeAll(async () => {
  ada = await realm.join('ada', { role: 'admin' })
})

const REF = `ref {
  __typename
  ... on Quest { id } ... on Scroll { id } ... on Organization { id } ... on Course { id }
}`
const FIND = `query ($id: ID!) {
  place(id: $id) { id realmId realm { id } name kind position { x y z } ${REF} }
}`

describe('a place', () => {
  test('A place is found by its id', async () => {
    const realmId = await addRealm(realm)
    const about = { name: 'The Map Room', kind: 'workshop' }
    const id = await addPlace(realm, { ...about, realmId, x: 1.5, y: -2, z: 1e-7 })
    expect((await realm.ask(FIND, { as: ada, variables: { id } })).place).toEqual({
      id,
      realmId,
      realm: { id: realmId },
      ...about,
      position: { x: 1.5, y: -2, z: 1e-7 },
      ref: null,
    })
  })

  test.each(['Quest', 'Scroll', 'Organization', 'Course'] as const)(
    'A place refers to an object of another service: a %s',
    async (refType) => {
      const id = await addPlace(realm, { refType, refId: 'thing_1' })
      const { place } = await realm.ask(FIND, { as: ada, variables: { id } })
      expect(place.ref).toEqual({ __typename: refType, id: 'thing_1' })
    },
  )
})

describe('the places of a realm', () => {
  const LIST = `query ($realmId: ID!, $first: Int, $after: String, $offset: Int) {
    places(realmId: $realmId, first: $first, after: $after, offset: $offset) {
      nodes { id } totalCount pageInfo { endCursor hasNextPage }
    }
  }`

  test.each([{ first: 101 }, { offset: -1 }, { after: 'WzFd' }])(
    'The places of a realm refuse the page %j before looking up the realm',
    async (page) => {
      const variables = { realmId: 'realm_unknown', ...page }
      expect(await realm.refusal(LIST, { as: ada, variables })).toMatchObject({
        code: 'VALIDATION_ERROR',
        details: { field: Object.keys(page)[0] },
      })
    },
  )
})

describe('a new place', () => {
  const ADD = `mutation ($input: AddPlaceInput!) {
    addPlace(input: $input) { id realmId name kind position { x y z } ${REF} }
  }`
  const scopes = ['identity', 'admin']
  let realmId: string
  beforeAll(async () => {
    realmId = await addRealm(realm, { minX: 0, maxX: 10, minY: -5, maxY: 5.5, minZ: 0, maxZ: 1 })
  })
  const input = (change: object = {}) => ({
    realmId,
    name: 'The Lantern',
    kind: 'landmark',
    position: { x: 10, y: 5.5, z: 0 },
    ...change,
  })
  const refusal = (change: object) =>
    realm.refusal(ADD, { as: ada, scopes, variables: { input: input(change) } })

  test('An administrator can add a place, even on the bounds', async () => {
    const { addPlace } = await realm.ask(ADD, { as: ada, scopes, variables: { input: input() } })
    const id = expect.stringMatching(/^place_/) as string
    expect(addPlace).toEqual({ id, ...input(), ref: null })
  })

  test('A new place refers to the given target', async () => {
    const ref = { type: 'Scroll', id: 'scroll_to_be_written' }
    const variables = { input: input({ ref }) }
    const { addPlace } = await realm.ask(ADD, { as: ada, scopes, variables })
    expect(addPlace.ref).toEqual({ __typename: 'Scroll', id: 'scroll_to_be_written' })
  })

  test.each([
    [{ name: '' }, 'name', 'must have 1 to 100 characters, and not blanks alone'],
    [{ name: '🏛'.repeat(101) }, 'name', 'must have 1 to 100 characters, and not blanks alone'],
    [{ kind: '' }, 'kind', 'must begin with a-z and hold at most 32 of a-z, 0-9 and _'],
    [{ kind: 'Market' }, 'kind', 'must begin with a-z and hold at most 32 of a-z, 0-9 and _'],
    [{ kind: 'k'.repeat(33) }, 'kind', 'must begin with a-z and hold at most 32 of a-z, 0-9 and _'],
    [
      { ref: { type: 'Quest', id: '' } },
      'ref.id',
      'must have 1 to 100 characters, and not blanks alone',
    ],
    [
      { ref: { type: 'Asset', id: 'asset_1' } },
      'ref.type',
      'must be one of Quest, Scroll, Organization, Course',
    ],
    [{ position: { x: 10.001, y: 0, z: 0 } }, 'position.x', 'must be from 0 to 10'],
    [{ position: { x: 0, y: -5.5, z: 0 } }, 'position.y', 'must be from -5 to 5.5'],
    [{ position: { x: 0, y: 0 } }, 'position.z', 'is required'],
  ])('A new place with %j is refused', async (change, field, reason) => {
    const details = { field, reason }
    expect(await refusal(change)).toEqual({ code: 'VALIDATION_ERROR', details })
  })

  test('A new place may have a name of a hundred characters of any kind', async () => {
    const variables = { input: input({ name: '🏛'.repeat(100) }) }
    await realm.ask(ADD, { as: ada, scopes, variables })
  })

  test('A new place needs a realm, which is looked up after the input is validated', async () => {
    const nowhere = { realmId: 'realm_unknown', position: { x: 5_000, y: 0, z: 0 } }
    expect(await refusal(nowhere)).toEqual({
      code: 'NOT_FOUND',
      details: { resource: 'Realm', id: 'realm_unknown' },
    })
    expect((await refusal({ ...nowhere, name: '' })).details).toMatchObject({ field: 'name' })
  })
})
