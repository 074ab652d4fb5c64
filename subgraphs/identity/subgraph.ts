// The ID service: people, what they have earned, and the keys that sign tokens.
import { sharedTables } from '#foundation/service/shared-tables.ts'
import { defineSubgraph } from '#foundation/service/subgraph.ts'
import type { IdentityLoaders } from './context.ts'
import { addDemoData, admitsDemo } from './demo.ts'
import { isCallerAdministrator } from './domain/administration/administrator.ts'
import { requireAdminKey } from './domain/administration/admin-key.ts'
import { advanceDepartures } from './domain/departure/departure-steps.ts'
import { deleteExpired } from './domain/maintenance/expiry.ts'
import { eventReaders } from './domain/personal-feed/copied-events.ts'
import { peerOperationsOf } from './peer-operations.ts'
import { personalData } from './domain/personal-data/personal-data.ts'
import { ownPersonalDataWork, taskBacklog } from './domain/personal-data/personal-data-task.ts'
import { listUnreached } from './domain/departure/unreached-service.ts'
import { identityEndpoints } from './endpoints.ts'
import { identityEvents } from './events.ts'
import { identityLoaders } from './loaders.ts'
import { logoutBacklog } from './domain/grants/logout-notice.ts'
import { mailBacklog } from './domain/mail/mail-outbox.ts'
import { deliverMail } from './mail/delivery.ts'
import { tables } from './migrations/0002-tables.ts'
import { replaced } from './migrations/replaced.ts'
import { oauthOpenApi } from './oauth/openapi/part.ts'
import { resolvers } from './resolvers.ts'
import { identityRoutes } from './routes.ts'
import { service } from './service.ts'
import { identityInput } from './input.ts'
import type { IdentitySettings } from './settings.ts'
import type { IdentityTables } from './tables.ts'

export const identity = defineSubgraph<IdentityTables, IdentityLoaders, string, IdentitySettings>({
  ...service,
  version: '3.0',
  sdl: new URL('schema.graphql', import.meta.url),
  nodesSdl: new URL('schema.nodes.generated.graphql', import.meta.url),
  resolvers,
  routes: identityRoutes,
  input: identityInput,
  guards: { requiresAdminKey: requireAdminKey },
  isAdministrator: isCallerAdministrator,
  secretResponses: [
    'createAdminKey',
    'createWalletChallenge',
    'issueRecoveryCode',
    'registerClient',
    'rotateClientSecret',
  ],
  loaders: identityLoaders,
  peers: peerOperationsOf,
  migrations: {
    '0001-shared-tables': sharedTables,
    '0002-tables': tables,
  },
  replaced,
  workers: (services) => [
    { name: 'delete what is over', everyMs: 10 * 60_000, run: deleteExpired },
    { name: 'send mail', everyMs: 2_000, run: deliverMail },
    { name: 'let people leave', everyMs: 2_000, run: advanceDepartures },
    ownPersonalDataWork,
    ...eventReaders(services),
  ],
  events: identityEvents,
  personalData,
  backlogs: (services) => [mailBacklog, logoutBacklog, taskBacklog(services)],
  readinessDetails: listUnreached,
  demo: addDemoData,
  admitsDemo,
  endpoints: identityEndpoints,
  openApi: oauthOpenApi,
})
