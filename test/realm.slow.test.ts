// The Realm service in the whole system: over its own port, and through the router beside its peers.
import { beforeAll, describe, expect, test } from 'vitest'
import { addPlace, addRealm } from '#test/realm-story.ts'
import { addCourse, addOrganization, addQuest, addScroll } from '#test/story.ts'
import { startTestSystem, testSystem, type Person } from '#test/system.ts'
import type { Place } from '../subgraphs/realm/tables.ts'

const system = testSystem()
let ada: Person
let realmId: string
beforeAll(async () => {
  ada = await system.join('ada')
})
beforeAll(async () => {
  realmId = await addRealm(system)
})

const rest = async (path: string, init: RequestInit = {}) =>
  system.fetch(`${system.address('realm')}/api/realms${path}`, {
    token: await ada.token(),
    ...init,
  })
const graphql = async (query: string, variables: object = {}) => {
  const { body } = await system.graphql(query, { token: await ada.token(), variables })
  return body as { data: Record<string, unknown>; errors?: unknown }
}

describe('over REST', () => {
  test.each([
    ['a list', '', 200],
    ['a refusal', '/realm_unknown', 404],
    ['a refusal before anybody is asked', '?page=0', 400],
  ])('%s says that it is a beta', async (_what, path, status) => {
    const response = await rest(path)
    expect(response.status).toBe(status)
    expect(response.headers.get('api-version')).toBe('1.0-beta')
  })

  test('a number too large for a float is refused as a position', async () => {
    const { status, body } = await rest(`/${realmId}/presence`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: '{"position":{"x":1e400,"y":0,"z":0}}',
    })
    expect(status).toBe(400)
    expect(body.error.details).toEqual({ field: 'position.x', reason: 'must be a number' })
  })

  test.each(['near=0,0,0&near=1,1,1&radius=5', 'near=0,0,0&radius=5&radius=6'])(
    'a repeated parameter is refused: %s',
    async (query) => {
      const { status, body } = await rest(`/${realmId}/places?${query}`)
      expect(status).toBe(400)
      expect(body.error.details.reason).toBe('must be given once')
    },
  )
})

describe('through the router', () => {
  const PLACE = `query ($id: ID!) {
    place(id: $id) {
      name
      ref {
        __typename
        ... on Quest { id questTitle: title }
        ... on Organization { id organizationName: name }
        ... on Course { id courseTitle: title }
        ... on Scroll { id scrollTitle: title }
      }
    }
  }`
  const pointingAt = async (refType: Place['refType'], refId: string) => {
    const id = await addPlace(system, { name: 'The Sign', refType, refId })
    return graphql(PLACE, { id })
  }

  test('a place refers to objects of other services', async () => {
    const quest = await addQuest(system, { title: 'Light the Beacon' })
    const organization = await addOrganization(system, { name: 'Beacon Wardens' })
    const course = await addCourse(system, { title: 'Knots and Ropes' })
    const scroll = await addScroll(system, { title: 'The First Winter' })
    const found = [
      { __typename: 'Quest', id: quest, questTitle: 'Light the Beacon' },
      { __typename: 'Organization', id: organization, organizationName: 'Beacon Wardens' },
      { __typename: 'Course', id: course, courseTitle: 'Knots and Ropes' },
      { __typename: 'Scroll', id: scroll, scrollTitle: 'The First Winter' },
    ] as const
    for (const ref of found) {
      expect(await pointingAt(ref.__typename, ref.id)).toEqual({
        data: { place: { name: 'The Sign', ref } },
      })
    }
  })

  test.each(['Quest', 'Scroll', 'Organization', 'Course'] as const)(
    'a place without its %s stays, without an error',
    async (refType) => {
      const { data, errors } = await pointingAt(refType, 'thing_gone')
      expect(data).toEqual({ place: { name: 'The Sign', ref: null } })
      expect(errors).toBeUndefined()
    },
  )

  test('a ref to a scroll that the caller may not read is null', async () => {
    const house = await addScroll(system, { visibility: 'house', house: 'Tide' })
    const { data, errors } = await pointingAt('Scroll', house)
    expect(data).toEqual({ place: { name: 'The Sign', ref: null } })
    expect(errors).toBeUndefined()
  })

  test('a person has their latest position, and people in a realm have names', async () => {
    const here = await addRealm(system, { name: 'High Moor' })
    const grace = await system.join('grace')
    const move = `mutation ($id: ID!, $input: UpdatePresenceInput!) {
      updatePresence(realmId: $id, input: $input) { identity { displayName } }
    }`
    const variables = { id: here, input: { position: { x: 1, y: 2, z: 3 } } }
    await graphql(move, variables)
    await system.graphql(move, { token: await grace.token(), variables })
    const query = `query ($id: ID!, $grace: ID!) {
      me { displayName presence { realm { name } position { y } } }
      identity(id: $grace) { presence { realm { name } } }
      realm(id: $id) { presence { nodes { identity { displayName } } } }
    }`
    const { data, errors } = await graphql(query, { id: here, grace: grace.id })
    expect(errors).toBeUndefined()
    expect(data).toEqual({
      me: { displayName: 'Ada', presence: { realm: { name: 'High Moor' }, position: { y: 2 } } },
      identity: { presence: { realm: { name: 'High Moor' } } },
      realm: {
        presence: {
          nodes: [{ identity: { displayName: 'Grace' } }, { identity: { displayName: 'Ada' } }],
        },
      },
    })
  })
})

test('the demo places refer to existing objects, and somebody is present', async () => {
  const demo = await startTestSystem({ settings: { DEMO: '1' } })
  try {
    const reader = await demo.join('reader')
    const token = await reader.token()
    const query = `{
      realms { nodes {
        presence { totalCount }
        places { nodes {
          name
          bare: ref { __typename }
          ref {
            ... on Quest { title }
            ... on Scroll { title }
            ... on Course { title }
            ... on Organization { name }
          }
        } }
      } }
    }`
    const { body } = await demo.graphql(query, { token })
    expect(body.errors).toBeUndefined()
    const realms = body.data.realms.nodes as DemoRealm[]
    for (const { presence } of realms) expect(presence.totalCount).toBeGreaterThan(0)
    const pointing = realms.flatMap(({ places }) => places.nodes).filter(({ bare }) => bare)
    const kinds = new Set(pointing.map(({ bare }) => bare!.__typename))
    expect(kinds).toEqual(new Set(['Quest', 'Scroll', 'Course', 'Organization']))
    for (const place of pointing) expect(place.ref, place.name).not.toBeNull()
  } finally {
    await demo.stop()
  }
})
interface DemoRealm {
  presence: { totalCount: number }
  places: { nodes: { name: string; bare: { __typename: string } | null; ref: object | null }[] }
}
