// The Guild service: organizations and their members, work roles and applications.
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
import { organizationContent } from './content/organization.ts'
import type { GuildContext } from './context.ts'
import { guildLoaders } from './loaders.ts'
import { addDemoMembers } from './demo.ts'
import { FindCaller } from './domain/caller.ts'
import { personalData } from './domain/personal-data.ts'
import { guildEventKinds, guildEvents } from './events.ts'
import { organizations } from './migrations/0001-organizations.ts'
import { retirement } from './migrations/0003-retirement.ts'
import { rowCounts } from './migrations/0004-row-counts.ts'
import { lifeCycles } from './migrations/0005-life-cycles.ts'
import { finding } from './migrations/0006-finding.ts'
import { ownRows } from './migrations/0007-own-rows.ts'
import { erasure } from './migrations/0008-erasure.ts'
import { applicationsByStatus } from './migrations/0010-applications-by-status.ts'
import { resolvers } from './resolvers.ts'
import { guildRoutes } from './routes.ts'
import { service } from './service.ts'
import { guildInput } from './input.ts'
import { roleContent } from './content/role.ts'
import type { GuildTables } from './tables.ts'

export const guild = defineSubgraph<GuildTables, GuildContext['loaders'], 'identity'>({
  ...service,
  version: '2.0',
  sdl: new URL('schema.graphql', import.meta.url),
  resolvers,
  routes: guildRoutes,
  input: guildInput,
  loaders: guildLoaders,
  peers: {
    identity: [AskAdministrator, FindCaller, RecordAuditEvent, ...PERSONAL_DATA_OPERATIONS],
  },
  isAdministrator: askAdministrator,
  migrations: {
    '0001-organizations': organizations,
    '0002-audit-outbox': auditOutbox,
    '0003-retirement': retirement,
    '0004-row-counts': rowCounts,
    '0005-life-cycles': lifeCycles,
    '0006-finding': finding,
    '0007-own-rows': ownRows,
    '0007-idempotency-keys': idempotencyKeys,
    '0008-erasure': erasure,
    '0009-events': createEventLog(guildEventKinds),
    '0010-applications-by-status': applicationsByStatus,
    '0011-numbering-in-order': numberingInOrder,
  },
  events: guildEvents,
  personalData,
  backlogs: () => [auditBacklog],
  content: [organizationContent, roleContent],
  demo: addDemoMembers,
  workers: [auditDelivery()],
})
