// The loaders of one request.
import { createTableLoader } from '#foundation/database/reads/row-loader.ts'
import { lazyMembers } from '#foundation/service/lazy-members.ts'
import type { LoaderSource } from '#foundation/service/subgraph.ts'
import type { IdentityLoaders } from './context.ts'
import { accountFactsLoader } from './domain/accounts/account.ts'
import {
  accountAuditPages,
  accountGrantsLoader,
  accountSessionsLoader,
} from './domain/accounts/account-lists.ts'
import { credentialsLoader } from './domain/records/credential.ts'
import { nodeLoader } from './domain/nodes/node.ts'
import { factorsLoader } from './domain/sessions/second-factor.ts'
import { xpHistoryPages } from './domain/records/xp-history.ts'
import type { IdentityTables } from './tables.ts'

export const identityLoaders = lazyMembers<LoaderSource<IdentityTables>, IdentityLoaders>({
  identity: ({ db }) => createTableLoader(db, 'identities'),
  credentials: ({ db }) => credentialsLoader(db),
  credential: ({ db }) => createTableLoader(db, 'credentials'),
  wallet: ({ db }) => createTableLoader(db, 'wallets'),
  client: ({ db }) => createTableLoader(db, 'clients'),
  adminKey: ({ db }) => createTableLoader(db, 'adminKeys'),
  auditEvent: ({ db }) => createTableLoader(db, 'auditEvents'),
  node: () => nodeLoader(),
  xpHistory: ({ db }) => xpHistoryPages(db),
  accountFacts: ({ db }) => accountFactsLoader(db),
  accountFactors: ({ db }) => factorsLoader(db),
  accountSessions: ({ db, now }) => accountSessionsLoader(db, now),
  accountGrants: ({ db, now }) => accountGrantsLoader(db, now),
  accountAudit: ({ db }) => accountAuditPages(db),
})
