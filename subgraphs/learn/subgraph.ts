// The Learn service: courses, lessons and progress.
import { isCallerAdministrator, CheckAdministrator } from '#foundation/peers/administrator.ts'
import { auditBacklog, auditDelivery, RecordAuditEvent } from '#foundation/peers/audit-outbox.ts'
import { PERSONAL_DATA_OPERATIONS } from '#foundation/service/personal-data-work.ts'
import { sharedTables } from '#foundation/service/shared-tables.ts'
import { defineSubgraph } from '#foundation/service/subgraph.ts'
import type { LearnContext } from './context.ts'
import { learnLoaders } from './loaders.ts'
import { courseContent } from './content/course.ts'
import { addDemoEnrollments } from './demo.ts'
import { lessonContent } from './content/lesson.ts'
import { personalData } from './domain/personal-data.ts'
import { learnEvents } from './events.ts'
import { tables } from './migrations/0002-tables.ts'
import { replaced } from './migrations/replaced.ts'
import { resolvers } from './resolvers.ts'
import { learnRoutes } from './routes.ts'
import { service } from './service.ts'
import { learnInput } from './input.ts'
import type { LearnTables } from './tables.ts'

export const learn = defineSubgraph<LearnTables, LearnContext['loaders'], 'identity'>({
  ...service,
  version: '2.0',
  sdl: new URL('schema.graphql', import.meta.url),
  resolvers,
  routes: learnRoutes,
  input: learnInput,
  loaders: learnLoaders,
  peers: { identity: [CheckAdministrator, RecordAuditEvent, ...PERSONAL_DATA_OPERATIONS] },
  isAdministrator: isCallerAdministrator,
  migrations: {
    '0001-shared-tables': sharedTables,
    '0002-tables': tables,
  },
  replaced,
  events: learnEvents,
  personalData,
  backlogs: () => [auditBacklog],
  content: [courseContent, lessonContent],
  demo: addDemoEnrollments,
  workers: [auditDelivery()],
})
