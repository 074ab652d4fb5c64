// The Path service: quests and their completion.
import { createEventLog } from '#foundation/events/migration.ts'
import { numberingInOrder } from '#foundation/events/numbering-function.ts'
import { idempotencyKeys } from '#foundation/idempotency/keys.ts'
import { AskAdministrator, askAdministrator } from '#foundation/peers/administrator.ts'
import {
  auditBacklog,
  auditDelivery,
  auditOutbox,
  RecordAuditEvent,
} from '#foundation/peers/audit-outbox.ts'
import { PERSONAL_DATA_OPERATIONS } from '#foundation/service/personal-data-work.ts'
import { defineSubgraph } from '#foundation/service/subgraph.ts'
import { questContent } from './content/quest.ts'
import type { PathContext } from './context.ts'
import { pathInput } from './input.ts'
import { pathLoaders } from './loaders.ts'
import { addDemoCompletions } from './demo.ts'
import { personalData } from './domain/personal-data.ts'
import { notifyOfReopenings } from './domain/reopening.ts'
import {
  GrantCredential,
  GrantGold,
  GrantXp,
  settlementBacklog,
  sweepCompletions,
} from './domain/settlement.ts'
import { pathEventKinds, pathEvents } from './events.ts'
import { quests } from './migrations/0001-quests.ts'
import { questColumns } from './migrations/0003-quest-content.ts'
import { rowCounts } from './migrations/0004-row-counts.ts'
import { finding } from './migrations/0005-finding.ts'
import { reopeningNotices } from './migrations/0008-reopening-notices.ts'
import { resolvers } from './resolvers.ts'
import { pathRoutes } from './routes.ts'
import { service } from './service.ts'
import type { PathTables } from './tables.ts'

export const path = defineSubgraph<PathTables, PathContext['loaders'], 'identity' | 'market'>({
  ...service,
  version: '2.0',
  sdl: new URL('schema.graphql', import.meta.url),
  resolvers,
  routes: pathRoutes,
  input: pathInput,
  loaders: pathLoaders,
  isAdministrator: askAdministrator,
  peers: {
    identity: [
      AskAdministrator,
      GrantXp,
      GrantCredential,
      RecordAuditEvent,
      ...PERSONAL_DATA_OPERATIONS,
    ],
    market: [GrantGold],
  },
  migrations: {
    '0001-quests': quests,
    '0002-audit-outbox': auditOutbox,
    '0003-quest-content': questColumns,
    '0004-row-counts': rowCounts,
    '0005-finding': finding,
    '0006-idempotency-keys': idempotencyKeys,
    '0007-events': createEventLog(pathEventKinds),
    '0008-reopening-notices': reopeningNotices,
    '0009-numbering-in-order': numberingInOrder,
  },
  events: pathEvents,
  personalData,
  backlogs: () => [auditBacklog, settlementBacklog],
  content: [questContent],
  demo: addDemoCompletions,
  workers: [
    { name: 'settle completions', everyMs: 2_000, run: sweepCompletions },
    { name: 'notify of quests that are open again', everyMs: 2_000, run: notifyOfReopenings },
    auditDelivery(),
  ],
})
