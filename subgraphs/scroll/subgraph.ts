// The Scroll service: the chronicle that people write, and who may read it.
import { isCallerAdministrator, CheckAdministrator } from '#foundation/peers/administrator.ts'
import { auditBacklog, auditDelivery, RecordAuditEvent } from '#foundation/peers/audit-outbox.ts'
import { PERSONAL_DATA_OPERATIONS } from '#foundation/service/personal-data-work.ts'
import { sharedTables } from '#foundation/service/shared-tables.ts'
import { defineSubgraph } from '#foundation/service/subgraph.ts'
import type { ScrollContext } from './context.ts'
import { scrollLoaders } from './loaders.ts'
import { addDemoScrolls } from './demo.ts'
import { ReadHiddenNames, hiddenAuthorSync } from './domain/hidden-author.ts'
import { FindCaller } from './domain/person.ts'
import { personalData } from './domain/personal-data.ts'
import { scrollEvents } from './events.ts'
import { tables } from './migrations/0002-tables.ts'
import { replaced } from './migrations/replaced.ts'
import { resolvers } from './resolvers.ts'
import { scrollRoutes } from './routes.ts'
import { service } from './service.ts'
import { scrollInput } from './input.ts'
import type { ScrollTables } from './tables.ts'

export const scroll = defineSubgraph<ScrollTables, ScrollContext['loaders'], 'identity'>({
  ...service,
  version: '2.0',
  sdl: new URL('schema.graphql', import.meta.url),
  resolvers,
  routes: scrollRoutes,
  input: scrollInput,
  loaders: scrollLoaders,
  peers: {
    identity: [
      CheckAdministrator,
      ReadHiddenNames,
      FindCaller,
      RecordAuditEvent,
      ...PERSONAL_DATA_OPERATIONS,
    ],
  },
  isAdministrator: isCallerAdministrator,
  migrations: {
    '0001-shared-tables': sharedTables,
    '0002-tables': tables,
  },
  replaced,
  events: scrollEvents,
  personalData,
  backlogs: () => [auditBacklog],
  demo: addDemoScrolls,
  workers: [auditDelivery(), hiddenAuthorSync()],
})
