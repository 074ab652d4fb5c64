// The declaration of this service, which other code reads without loading the service.
import type { ServiceDeclaration } from '#foundation/service/subgraph.ts'

export const service = {
  name: 'realm',
  title: 'Realm Service',
  settings: 'REALM',
  // No port is documented for it; this one is free within the range.
  port: 3006,
  nodes: { realm: 'Realm', place: 'Place', presence: 'Presence' },
  extensions: ['cube', 'btree_gist'],
  personalData: true,
  events: true,
} satisfies ServiceDeclaration
