// The lists of the Realm service, and rows for its tables.
import { moment, retiredAtTheEnd, rows, word, type Lists } from './lists.ts'

export const realmLists: Lists = {
  service: 'realm',
  fill: () => [
    `insert into realms
     select 'realm_' || n, ${word}, 'D', 0, 0, 0, 100, 100, 100, ${moment}, ${retiredAtTheEnd}
     from ${rows}`,
    `insert into places (id, realm_id, name, kind, x, y, z, created_at, retired_at)
     select 'place_' || n, 'realm_' || n % 20, 'N', 'landmark',
            random() * 100, random() * 100, random() * 100, ${moment}, ${retiredAtTheEnd}
     from ${rows}`,
    `insert into presences (identity_id, realm_id, x, y, z, updated_at)
     select 'identity_' || n, 'realm_' || n % 20, 0, 0, 0,
            timestamptz '2026-03-04T12:00:00Z' - n * interval '1 millisecond' from ${rows}`,
  ],
  queries: [
    '{ realms(first: 20) { nodes { id } } }',
    '{ realm(id: "realm_7") { id } }',
    '{ places(realmId: "realm_7", first: 20, offset: 60) { nodes { id } } }',
    '{ place(id: "place_7") { id } }',
    '{ presence(realmId: "realm_7", first: 20) { nodes { updatedAt } } }',
  ],
  few: [
    // A presence in a realm that exists.
    `{ _entities(representations: [{ __typename: "Identity", id: "identity_7" }]) {
      ... on Identity { presence { realm { id } } }
    } }`,
  ],
  sortedBefore17: ['{ places(realmId: "realm_7", near: "5,6,7", radius: 50) { nodes { id } } }'],
  found: [{ list: 'realms', orders: ['oldest', 'name'], isSearched: true }],
  totals: ['realms', 'places(realmId: "realm_7")'],
}
