// The Guild service: organizations and their members, work roles and applications.
import { isCallerAdministrator, CheckAdministrator } from '#foundation/peers/administrator.ts'
import { auditBacklog, auditDelivery, RecordAuditEvent } from '#foundation/peers/audit-outbox.ts'
import { PERSONAL_DATA_OPERATIONS } from '#foundation/service/personal-data-work.ts'
import { sharedTables } from '#foundation/service/shared-tables.ts'
import { defineSubgraph } from '#foundation/service/subgraph.ts'
import { organizationContent } from './content/organization.ts'
import type { GuildContext } from './context.ts'
import { guildLoaders } from './loaders.ts'
import { addDemoMembers } from './demo.ts'
import { FindCaller } from './domain/caller.ts'
import { personalData } from './domain/personal-data.ts'
import { guildEvents } from './events.ts'
import { tables } from './migrations/0002-tables.ts'
import { replaced } from './migrations/replaced.ts'
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
    identity: [CheckAdministrator, FindCaller, RecordAuditEvent, ...PERSONAL_DATA_OPERATIONS],
  },
  isAdministrator: isCallerAdministrator,
  migrations: {
    '0001-shared-tables': sharedTables,
    '0002-tables': tables,
  },
  replaced,
  events: guildEvents,
  personalData,
  backlogs: () => [auditBacklog],
  content: [organizationContent, roleContent],
  demo: addDemoMembers,
  workers: [auditDelivery()],
})
