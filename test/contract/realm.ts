// The Realm service's rows of the contract.
import { addPlace, addRealm } from '#test/realm-story.ts'
import type { TestSystem } from '#test/system.ts'
import type { Given, Row } from './row.ts'

const unique = () => `p${crypto.randomUUID().slice(0, 8)}`

const POSITION = { x: 'number', y: 'number', z: 'number' } as const
const REALM = {
  id: 'string',
  name: 'string',
  description: 'string',
  bounds: { min: POSITION, max: POSITION },
  createdAt: 'timestamp',
} as const
const REALM_FIELDS = 'id name description bounds { min { x y z } max { x y z } } createdAt'
const PRESENCE = {
  identityId: 'string',
  realmId: 'string',
  position: POSITION,
  updatedAt: 'timestamp',
} as const
const PRESENCE_FIELDS = 'identityId realmId position { x y z } updatedAt'

const PLACES = `query Places($id: ID!, $near: String, $radius: Float, $first: Int, $offset: Int) {
  places(realmId: $id, near: $near, radius: $radius, first: $first, offset: $offset) {
    nodes {
      id realmId name kind position { x y z }
      ref {
        type: __typename
        ... on Quest { id } ... on Scroll { id } ... on Organization { id } ... on Course { id }
      }
    }
    totalCount
  }
}`
const UPDATE = `mutation Update($id: ID!, $input: UpdatePresenceInput!) {
  updatePresence(realmId: $id, input: $input) { ${PRESENCE_FIELDS} }
}`

/** A request about a realm that exists. */
const realmGiven = async (system: TestSystem, given: Partial<Given> = {}): Promise<Given> => ({
  as: await system.join(unique()),
  params: { id: await addRealm(system) },
  ...given,
})

/** A realm with two places, one that refers to a quest and one without a ref. */
async function placesGiven(system: TestSystem, parameters: Given['parameters'] = {}) {
  const realmId = await addRealm(system)
  await addPlace(system, { realmId, x: 1, refType: 'Quest', refId: 'quest_1' })
  await addPlace(system, { realmId, x: 2.5 })
  return realmGiven(system, { params: { id: realmId }, parameters })
}

/** A person in a realm sets their position. */
const moving = (position: unknown) => (system: TestSystem) =>
  realmGiven(system, { body: { position } })

/** A person who has a presence. */
async function present(system: TestSystem): Promise<Given> {
  const { body, ...given } = await moving({ x: 1, y: 2, z: 3 })(system)
  const variables = { ...given.params, input: body }
  await system.graphql(UPDATE, { token: await given.as.token(), variables })
  return given
}

const UNKNOWN = {
  when: 'the realm is unknown',
  given: async (system: TestSystem) => realmGiven(system, { params: { id: 'realm_unknown' } }),
  code: 'NOT_FOUND',
  details: { resource: 'Realm', id: 'realm_unknown' },
} as const

const PLACES_RESPONSE = {
  status: 200,
  form: 'list',
  name: 'places',
  value: {
    id: 'string',
    realmId: 'string',
    name: 'string',
    kind: 'string',
    position: POSITION,
    ref: { type: 'string', id: 'string' },
  },
  absent: ['ref'],
} as const

const near = (parameters: Given['parameters'], field: string, reason: string) => ({
  when: `asked for ${JSON.stringify(parameters)}`,
  given: (system: TestSystem) => placesGiven(system, parameters),
  code: 'VALIDATION_ERROR' as const,
  details: { field, reason },
})
const POINT_RULE = 'must be three numbers x,y,z, each from -1000000 to 1000000'
const RADIUS_RULE = 'must be more than 0 and at most 4000000'

export const realmRows: Row[] = [
  {
    service: 'realm',
    method: 'GET',
    path: '/api/realms',
    scopes: ['identity'],
    graphql: `query Realms($first: Int, $offset: Int) {
      realms(first: $first, offset: $offset) { nodes { ${REALM_FIELDS} } totalCount }
    }`,
    good: {
      given: async (system) => {
        await addRealm(system)
        return { as: await system.join(unique()) }
      },
      status: 200,
      form: 'list',
      name: 'realms',
      value: REALM,
    },
    refusals: [],
  },
  {
    service: 'realm',
    method: 'GET',
    path: '/api/realms/:id',
    scopes: ['identity'],
    graphql: `query Realm($id: ID!) { realm(id: $id) { ${REALM_FIELDS} } }`,
    good: { given: realmGiven, status: 200, form: 'envelope', value: REALM },
    refusals: [UNKNOWN],
  },
  {
    service: 'realm',
    method: 'GET',
    path: '/api/realms/:id/places',
    scopes: ['identity'],
    graphql: PLACES,
    good: { ...PLACES_RESPONSE, absent: ['ref'], given: (system) => placesGiven(system) },
    refusals: [
      UNKNOWN,
      near({ near: '0,0,0' }, 'radius', 'is required together with near'),
      near({ radius: 5 }, 'near', 'is required together with radius'),
      near({ near: '0,0', radius: 5 }, 'near', POINT_RULE),
      near({ near: '0,0,north', radius: 5 }, 'near', POINT_RULE),
      near({ near: '', radius: 5 }, 'near', POINT_RULE),
      near({ near: '0,0,0', radius: 0 }, 'radius', RADIUS_RULE),
      near({ near: '0,0,0', radius: 1e7 }, 'radius', RADIUS_RULE),
      near({ near: '0,0,0', radius: 'far' }, 'radius', 'must be a number'),
    ],
  },
  {
    service: 'realm',
    method: 'GET',
    path: '/api/realms/:id/places',
    scopes: ['identity'],
    graphql: PLACES,
    good: {
      ...PLACES_RESPONSE,
      absent: ['ref'],
      given: (system) => placesGiven(system, { near: '0,0,-0.5', radius: 3 }),
    },
    refusals: [],
  },
  {
    service: 'realm',
    method: 'PUT',
    path: '/api/realms/:id/presence',
    scopes: ['identity'],
    graphql: UPDATE,
    good: {
      given: moving({ x: 1, y: -2.5, z: 1_000 }),
      status: 200,
      form: 'envelope',
      value: PRESENCE,
    },
    refusals: [
      {
        ...UNKNOWN,
        given: async (system) => ({
          ...(await UNKNOWN.given(system)),
          body: { position: { x: 0, y: 0, z: 0 } },
        }),
      },
      {
        when: 'the position is missing',
        given: (system) => realmGiven(system, { body: {} }),
        code: 'VALIDATION_ERROR',
        details: { field: 'position', reason: 'is required' },
      },
      {
        when: 'a coordinate is missing',
        given: moving({ x: 0, y: 0 }),
        code: 'VALIDATION_ERROR',
        details: { field: 'position.z', reason: 'is required' },
      },
      {
        when: 'a coordinate is not a number',
        given: moving({ x: '0', y: 0, z: 0 }),
        code: 'VALIDATION_ERROR',
        details: { field: 'position.x', reason: 'must be a number' },
      },
      {
        when: 'the position is out of bounds',
        given: moving({ x: 0, y: 1_000.5, z: 0 }),
        code: 'VALIDATION_ERROR',
        details: { field: 'position.y', reason: 'must be from -1000 to 1000' },
      },
      {
        when: 'the position is out of bounds in two coordinates',
        given: moving({ x: -1e9, y: 0, z: 2_000 }),
        code: 'VALIDATION_ERROR',
        details: {
          issues: [
            { field: 'position.x', reason: 'must be from -1000 to 1000' },
            { field: 'position.z', reason: 'must be from -1000 to 1000' },
          ],
        },
      },
      {
        when: 'the realm is retired',
        given: async (system) => {
          const id = await addRealm(system, { retiredAt: new Date() })
          const body = { position: { x: 0, y: 0, z: 0 } }
          return realmGiven(system, { params: { id }, body })
        },
        code: 'NOT_FOUND',
        details: { resource: 'Realm', id: (id: unknown) => typeof id === 'string' },
      },
      {
        when: 'the token has no person',
        given: async (system) => {
          const { as, ...given } = await moving({ x: 0, y: 0, z: 0 })(system)
          const id = `client_${as.username}`
          const token = () => as.token({ subject: id, clientId: id })
          return { as: { ...as, id, token }, ...given }
        },
        code: 'INSUFFICIENT_PERMISSIONS',
        details: { reason: 'no_identity' },
      },
    ],
  },
  {
    service: 'realm',
    method: 'DELETE',
    path: '/api/realms/:id/presence',
    scopes: ['identity'],
    graphql: `mutation Leave($id: ID!) { leaveRealm(realmId: $id) { ${REALM_FIELDS} } }`,
    good: {
      given: present,
      status: 200,
      form: 'envelope',
      value: REALM,
    },
    refusals: [
      UNKNOWN,
      {
        when: 'the token has no person',
        given: async (system) => {
          const { as, ...given } = await realmGiven(system)
          const id = `client_${as.username}`
          const token = () => as.token({ subject: id, clientId: id })
          return { as: { ...as, id, token }, ...given }
        },
        code: 'INSUFFICIENT_PERMISSIONS',
        details: { reason: 'no_identity' },
      },
    ],
  },
  {
    service: 'realm',
    method: 'GET',
    path: '/api/realms/:id/presence',
    scopes: ['identity'],
    graphql: `query Presence($id: ID!, $first: Int, $offset: Int) {
      presence(realmId: $id, first: $first, offset: $offset) {
        nodes { ${PRESENCE_FIELDS} }
        totalCount
      }
    }`,
    good: {
      given: present,
      status: 200,
      form: 'list',
      name: 'presence',
      value: PRESENCE,
    },
    refusals: [UNKNOWN],
  },
]
