// The Learn service: courses, lessons and progress.
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
import type { LearnContext } from './context.ts'
import { learnLoaders } from './loaders.ts'
import { courseContent } from './content/course.ts'
import { addDemoEnrollments } from './demo.ts'
import { lessonContent } from './content/lesson.ts'
import { personalData } from './domain/personal-data.ts'
import { learnEventKinds, learnEvents } from './events.ts'
import { courses } from './migrations/0001-courses.ts'
import { lessons } from './migrations/0003-lessons.ts'
import { rowCounts } from './migrations/0004-row-counts.ts'
import { lifeCycles } from './migrations/0005-life-cycles.ts'
import { finding } from './migrations/0006-finding.ts'
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
  peers: { identity: [AskAdministrator, RecordAuditEvent, ...PERSONAL_DATA_OPERATIONS] },
  isAdministrator: askAdministrator,
  migrations: {
    '0001-courses': courses,
    '0002-audit-outbox': auditOutbox,
    '0003-lessons': lessons,
    '0004-row-counts': rowCounts,
    '0005-life-cycles': lifeCycles,
    '0006-finding': finding,
    '0007-idempotency-keys': idempotencyKeys,
    '0008-events': createEventLog(learnEventKinds),
    '0009-numbering-in-order': numberingInOrder,
  },
  events: learnEvents,
  personalData,
  backlogs: () => [auditBacklog],
  content: [courseContent, lessonContent],
  demo: addDemoEnrollments,
  workers: [auditDelivery()],
})
