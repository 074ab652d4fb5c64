// The Market service: gold, and the assets bought with it.
import { createEventLog } from '#foundation/events/migration.ts'
import { numberingInOrder } from '#foundation/events/numbering-function.ts'
import { idempotencyKeys } from '#foundation/idempotency/keys.ts'
import { askAdministrator, AskAdministrator } from '#foundation/peers/administrator.ts'
import {
  auditBacklog,
  auditDelivery,
  auditOutbox,
  RecordAuditEvent,
} from '#foundation/peers/audit-outbox.ts'
import { PERSONAL_DATA_OPERATIONS } from '#foundation/service/personal-data-work.ts'
import { defineSubgraph } from '#foundation/service/subgraph.ts'
import { assetContent } from './content/asset.ts'
import type { MarketContext } from './context.ts'
import { marketLoaders } from './loaders.ts'
import { addDemoMarket } from './demo.ts'
import { FindPerson } from './domain/person.ts'
import { personalData } from './domain/personal-data.ts'
import { marketEventKinds, marketEvents } from './events.ts'
import { ledgerAndAssets } from './migrations/0001-ledger-and-assets.ts'
import { economy } from './migrations/0003-economy.ts'
import { rowCounts } from './migrations/0004-row-counts.ts'
import { lifeCycles } from './migrations/0005-life-cycles.ts'
import { finding } from './migrations/0006-finding.ts'
import { erasure } from './migrations/0008-erasure.ts'
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
    identity: [FindPerson, AskAdministrator, RecordAuditEvent, ...PERSONAL_DATA_OPERATIONS],
  },
  isAdministrator: askAdministrator,
  migrations: {
    '0001-ledger-and-assets': ledgerAndAssets,
    '0002-audit-outbox': auditOutbox,
    '0003-economy': economy,
    '0004-row-counts': rowCounts,
    '0005-life-cycles': lifeCycles,
    '0006-finding': finding,
    '0007-idempotency-keys': idempotencyKeys,
    '0008-erasure': erasure,
    '0009-events': createEventLog(marketEventKinds),
    '0010-numbering-in-order': numberingInOrder,
  },
  events: marketEvents,
  workers: [auditDelivery()],
  personalData,
  backlogs: () => [auditBacklog],
  content: [assetContent],
  demo: addDemoMarket,
})
