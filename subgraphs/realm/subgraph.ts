// The Realm service: a world of places and the people in it.
import { isCallerAdministrator, CheckAdministrator } from '#foundation/peers/administrator.ts'
import { auditBacklog, auditDelivery, RecordAuditEvent } from '#foundation/peers/audit-outbox.ts'
import { PERSONAL_DATA_OPERATIONS } from '#foundation/service/personal-data-work.ts'
import { sharedTables } from '#foundation/service/shared-tables.ts'
import { defineSubgraph } from '#foundation/service/subgraph.ts'
import { realmContent } from './content/realm.ts'
import type { RealmContext } from './context.ts'
import { realmLoaders } from './loaders.ts'
import { addDemoPresences } from './demo.ts'
import { personalData } from './domain/personal-data.ts'
import { sweepPresences } from './domain/presence.ts'
import { realmEvents } from './events.ts'
import { tables } from './migrations/0002-tables.ts'
import { replaced } from './migrations/replaced.ts'
import { placeContent } from './content/place.ts'
import { resolvers } from './resolvers.ts'
import { realmRoutes } from './routes.ts'
import { service } from './service.ts'
import { realmInput } from './input.ts'
import type { RealmTables } from './tables.ts'

export const realm = defineSubgraph<RealmTables, RealmContext['loaders'], 'identity'>({
  ...service,
  version: '1.0-beta',
  sdl: new URL('schema.graphql', import.meta.url),
  resolvers,
  routes: realmRoutes,
  input: realmInput,
  loaders: realmLoaders,
  peers: { identity: [CheckAdministrator, RecordAuditEvent, ...PERSONAL_DATA_OPERATIONS] },
  isAdministrator: isCallerAdministrator,
  migrations: {
    '0001-shared-tables': sharedTables,
    '0002-tables': tables,
  },
  replaced,
  events: realmEvents,
  personalData,
  backlogs: () => [auditBacklog],
  content: [realmContent, placeContent],
  demo: addDemoPresences,
  workers: [{ name: 'sweep presences', everyMs: 60_000, run: sweepPresences }, auditDelivery()],
})
