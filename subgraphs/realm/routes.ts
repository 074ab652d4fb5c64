// The paths of the Realm service.
import { eventsRoute } from '#foundation/service/events-route.ts'
import type { Route } from '#foundation/service/route.ts'

const REALM = 'id name description bounds { min { x y z } max { x y z } } createdAt'
const PRESENCE = 'identityId realmId position { x y z } updatedAt'
const REF = `
  type: __typename
  ... on Quest { id }
  ... on Scroll { id }
  ... on Organization { id }
  ... on Course { id }
`

export const realmRoutes: Route[] = [
  {
    method: 'get',
    path: '/api/realms',
    operation: `query Realms(
      $orderBy: RealmOrder, $search: String,
      $first: Int!, $offset: Int!
    ) {
      realms(
        orderBy: $orderBy, search: $search,
        first: $first, offset: $offset
      ) {
        nodes { ${REALM} }
        pageInfo { hasNextPage }
        totalCount
      }
    }`,
    query: { orderBy: 'enum', search: 'text' },
    response: { form: 'list', name: 'realms' },
  },
  {
    method: 'get',
    path: '/api/realms/:id',
    operation: `query Realm($id: ID!) { realm(id: $id) { ${REALM} } }`,
    response: { form: 'envelope' },
  },
  {
    method: 'get',
    path: '/api/realms/:id/places',
    operation: `query Places($id: ID!, $near: String, $radius: Float, $first: Int!, $offset: Int!) {
      places(realmId: $id, near: $near, radius: $radius, first: $first, offset: $offset) {
        nodes { id realmId name kind position { x y z } ref { ${REF} } }
        pageInfo { hasNextPage }
        totalCount
      }
    }`,
    query: { near: 'text', radius: 'number' },
    response: { form: 'list', name: 'places', absentWhenNull: ['ref'] },
  },
  {
    method: 'put',
    path: '/api/realms/:id/presence',
    operation: `mutation UpdatePresence($id: ID!, $input: UpdatePresenceInput!) {
      updatePresence(realmId: $id, input: $input) { ${PRESENCE} }
    }`,
    response: { form: 'envelope' },
  },
  {
    method: 'delete',
    path: '/api/realms/:id/presence',
    operation: `mutation LeaveRealm($id: ID!) { leaveRealm(realmId: $id) { ${REALM} } }`,
    response: { form: 'envelope' },
  },
  {
    method: 'get',
    path: '/api/realms/:id/presence',
    operation: `query Presence($id: ID!, $first: Int!, $offset: Int!) {
      presence(realmId: $id, first: $first, offset: $offset) {
        nodes { ${PRESENCE} }
        pageInfo { hasNextPage }
        totalCount
      }
    }`,
    response: { form: 'list', name: 'presence' },
  },
  eventsRoute('realmEvents'),
]
