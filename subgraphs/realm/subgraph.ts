// The Realm service: a world of places and the people in it.
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
import { realmContent } from './content/realm.ts'
import type { RealmContext } from './context.ts'
import { realmLoaders } from './loaders.ts'
import { addDemoPresences } from './demo.ts'
import { personalData } from './domain/personal-data.ts'
import { sweepPresences } from './domain/presence.ts'
import { realmEventKinds, realmEvents } from './events.ts'
import { realms } from './migrations/0001-realms.ts'
import { retirement } from './migrations/0003-retirement.ts'
import { rowCounts } from './migrations/0004-row-counts.ts'
import { lifeCycles } from './migrations/0005-life-cycles.ts'
import { finding } from './migrations/0006-finding.ts'
import { placeContent } from './content/place.ts'
import { resolvers } from './resolvers.ts'
import { realmRoutes } from './routes.ts'
import { service } from './service.ts'
import { realmInput } from './input.ts'
import type { RealmTables } from './tables.ts'

export const realm = defineSubgraph<RealmTables, RealmContext['loaders'], 'identity'>({
  ...service,
  version: '1.0-beta',
  sdl: new URL('schema.graphql', import.meta.url),
  resolvers,
  routes: realmRoutes,
  input: realmInput,
  loaders: realmLoaders,
  peers: { identity: [AskAdministrator, RecordAuditEvent, ...PERSONAL_DATA_OPERATIONS] },
  isAdministrator: askAdministrator,
  migrations: {
    '0001-realms': realms,
    '0002-audit-outbox': auditOutbox,
    '0003-retirement': retirement,
    '0004-row-counts': rowCounts,
    '0005-life-cycles': lifeCycles,
    '0006-finding': finding,
    '0007-idempotency-keys': idempotencyKeys,
    '0008-events': createEventLog(realmEventKinds),
    '0009-numbering-in-order': numberingInOrder,
  },
  events: realmEvents,
  personalData,
  backlogs: () => [auditBacklog],
  content: [realmContent, placeContent],
  demo: addDemoPresences,
  workers: [{ name: 'sweep presences', everyMs: 60_000, run: sweepPresences }, auditDelivery()],
})
