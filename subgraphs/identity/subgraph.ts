// The ID service: people, what they have earned, and the keys that sign tokens.
import { createEventLog } from '#foundation/events/migration.ts'
import { numberingInOrder } from '#foundation/events/numbering-function.ts'
import { idempotencyKeys } from '#foundation/idempotency/keys.ts'
import { defineSubgraph } from '#foundation/service/subgraph.ts'
import type { IdentityLoaders } from './context.ts'
import { addDemoData, admitsDemo } from './demo.ts'
import { isCallerAdministrator } from './domain/administration/administrator.ts'
import { requireAdminKey } from './domain/administration/admin-key.ts'
import { advanceDepartures } from './domain/departure/departure-steps.ts'
import { deleteExpired } from './domain/maintenance/expiry.ts'
import { eventReaders } from './domain/mine/derived-events.ts'
import { peerOperationsOf } from './peer-operations.ts'
import { personalData } from './domain/personal-data/personal-data.ts'
import { ownPersonalDataWork, taskBacklog } from './domain/personal-data/personal-data-task.ts'
import { listUnreached } from './domain/departure/unreached-service.ts'
import { identityEndpoints } from './endpoints.ts'
import { identityEventKinds, identityEvents } from './events.ts'
import { identityLoaders } from './loaders.ts'
import { logoutBacklog } from './domain/grants/logout-notice.ts'
import { mailBacklog } from './domain/mail/mail-outbox.ts'
import { deliverMail } from './mail/delivery.ts'
import { identities } from './migrations/0001-identities.ts'
import { credentialVersions } from './migrations/0002-credential-versions.ts'
import { wallets } from './migrations/0003-wallets.ts'
import { authorization } from './migrations/0004-authorization.ts'
import { adminKeysNewestFirst } from './migrations/0005-admin-keys-newest-first.ts'
import { administratorsNewestFirst } from './migrations/0006-administrators-newest-first.ts'
import { usernamesAndReauthentication } from './migrations/0007-usernames-and-reauthentication.ts'
import { systemIdentity } from './migrations/0008-system-identity.ts'
import { fieldUsage } from './migrations/0009-field-usage.ts'
import { rowCounts } from './migrations/0010-row-counts.ts'
import { lifeCycles } from './migrations/0011-life-cycles.ts'
import { finding } from './migrations/0012-finding.ts'
import { mailAndRecovery } from './migrations/0013-mail-and-recovery.ts'
import { apps } from './migrations/0014-apps.ts'
import { claims } from './migrations/0015-claims.ts'
import { secondFactor } from './migrations/0016-second-factor.ts'
import { stepUp } from './migrations/0017-step-up.ts'
import { accounts } from './migrations/0018-accounts.ts'
import { leaving } from './migrations/0019-leaving.ts'
import { steadyLeaving } from './migrations/0020-steady-leaving.ts'
import { refreshingInPlace } from './migrations/0021-refreshing-in-place.ts'
import { accountClaims } from './migrations/0022-account-claims.ts'
import { hiddenNameChanges } from './migrations/0023-hidden-name-changes.ts'
import { clientSearch } from './migrations/0024-client-search.ts'
import { eventPositions } from './migrations/0026-event-positions.ts'
import { sealedSecrets } from './migrations/0027-sealed-secrets.ts'
import { contestedClaims } from './migrations/0028-contested-claims.ts'
import { oauthOpenApi } from './oauth/openapi/part.ts'
import { resolvers } from './resolvers.ts'
import { identityRoutes } from './routes.ts'
import { service } from './service.ts'
import { identityInput } from './input.ts'
import type { IdentityTables } from './tables.ts'

export const identity = defineSubgraph<IdentityTables, IdentityLoaders, string>({
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
    '0001-identities': identities,
    '0002-credential-versions': credentialVersions,
    '0003-wallets': wallets,
    '0004-authorization': authorization,
    '0005-admin-keys-newest-first': adminKeysNewestFirst,
    '0006-administrators-newest-first': administratorsNewestFirst,
    '0007-usernames-and-reauthentication': usernamesAndReauthentication,
    '0008-system-identity': systemIdentity,
    '0009-field-usage': fieldUsage,
    '0010-row-counts': rowCounts,
    '0011-life-cycles': lifeCycles,
    '0012-finding': finding,
    '0013-idempotency-keys': idempotencyKeys,
    '0013-mail-and-recovery': mailAndRecovery,
    '0014-apps': apps,
    '0015-claims': claims,
    '0016-second-factor': secondFactor,
    '0017-step-up': stepUp,
    '0018-accounts': accounts,
    '0019-leaving': leaving,
    '0020-steady-leaving': steadyLeaving,
    '0021-refreshing-in-place': refreshingInPlace,
    '0022-account-claims': accountClaims,
    '0023-hidden-name-changes': hiddenNameChanges,
    '0024-client-search': clientSearch,
    '0025-events': createEventLog(identityEventKinds),
    '0026-event-positions': eventPositions,
    '0027-sealed-secrets': sealedSecrets,
    '0028-contested-claims': contestedClaims,
    '0029-numbering-in-order': numberingInOrder,
  },
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
