// The Scroll service: the chronicle that people write, and who may read it.
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
import type { ScrollContext } from './context.ts'
import { scrollLoaders } from './loaders.ts'
import { addDemoScrolls } from './demo.ts'
import { AskHiddenNames, hiddenAuthorSync } from './domain/hidden-author.ts'
import { AskMe } from './domain/person.ts'
import { personalData } from './domain/personal-data.ts'
import { scrollEventKinds, scrollEvents } from './events.ts'
import { scrolls } from './migrations/0001-scrolls.ts'
import { rowCounts } from './migrations/0002-row-counts.ts'
import { lifeCycles } from './migrations/0004-life-cycles.ts'
import { finding } from './migrations/0005-finding.ts'
import { hiddenAuthors } from './migrations/0007-hidden-authors.ts'
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
      AskAdministrator,
      AskHiddenNames,
      AskMe,
      RecordAuditEvent,
      ...PERSONAL_DATA_OPERATIONS,
    ],
  },
  isAdministrator: askAdministrator,
  migrations: {
    '0001-scrolls': scrolls,
    '0002-row-counts': rowCounts,
    '0003-audit-outbox': auditOutbox,
    '0004-life-cycles': lifeCycles,
    '0005-finding': finding,
    '0006-idempotency-keys': idempotencyKeys,
    '0007-hidden-authors': hiddenAuthors,
    '0008-events': createEventLog(scrollEventKinds),
    '0009-numbering-in-order': numberingInOrder,
  },
  events: scrollEvents,
  personalData,
  backlogs: () => [auditBacklog],
  demo: addDemoScrolls,
  workers: [auditDelivery(), hiddenAuthorSync()],
})
