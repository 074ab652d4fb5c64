// The Market service: gold, and the assets bought with it.
import { isCallerAdministrator, CheckAdministrator } from '#foundation/peers/administrator.ts'
import { auditBacklog, auditDelivery, RecordAuditEvent } from '#foundation/peers/audit-outbox.ts'
import { PERSONAL_DATA_OPERATIONS } from '#foundation/service/personal-data-work.ts'
import { sharedTables } from '#foundation/service/shared-tables.ts'
import { defineSubgraph } from '#foundation/service/subgraph.ts'
import { assetContent } from './content/asset.ts'
import type { MarketContext } from './context.ts'
import { marketLoaders } from './loaders.ts'
import { addDemoMarket } from './demo.ts'
import { FindPerson } from './domain/person.ts'
import { personalData } from './domain/personal-data.ts'
import { marketEvents } from './events.ts'
import { tables } from './migrations/0002-tables.ts'
import { replaced } from './migrations/replaced.ts'
import { resolvers } from './resolvers.ts'
import { marketRoutes } from './routes.ts'
import { service } from './service.ts'
import { marketInput } from './input.ts'
import type { MarketTables } from './tables.ts'

export const market = defineSubgraph<MarketTables, MarketContext['loaders'], 'identity'>({
  ...service,
  version: '2.0',
  sdl: new URL('schema.graphql', import.meta.url),
  resolvers,
  routes: marketRoutes,
  input: marketInput,
  loaders: marketLoaders,
  peers: {
    identity: [FindPerson, CheckAdministrator, RecordAuditEvent, ...PERSONAL_DATA_OPERATIONS],
  },
  isAdministrator: isCallerAdministrator,
  migrations: {
    '0001-shared-tables': sharedTables,
    '0002-tables': tables,
  },
  replaced,
  events: marketEvents,
  workers: [auditDelivery()],
  personalData,
  backlogs: () => [auditBacklog],
  content: [assetContent],
  demo: addDemoMarket,
})
