// The Path service: quests and their completion.
import { CheckAdministrator, isCallerAdministrator } from '#foundation/peers/administrator.ts'
import { auditBacklog, auditDelivery, RecordAuditEvent } from '#foundation/peers/audit-outbox.ts'
import { PERSONAL_DATA_OPERATIONS } from '#foundation/service/personal-data-work.ts'
import { sharedTables } from '#foundation/service/shared-tables.ts'
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
import { pathEvents } from './events.ts'
import { tables } from './migrations/0002-tables.ts'
import { replaced } from './migrations/replaced.ts'
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
  isAdministrator: isCallerAdministrator,
  peers: {
    identity: [
      CheckAdministrator,
      GrantXp,
      GrantCredential,
      RecordAuditEvent,
      ...PERSONAL_DATA_OPERATIONS,
    ],
    market: [GrantGold],
  },
  migrations: {
    '0001-shared-tables': sharedTables,
    '0002-tables': tables,
  },
  replaced,
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
