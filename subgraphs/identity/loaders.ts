// The loaders of one request.
import type { Kysely } from 'kysely'
import { createTableLoader } from '#foundation/database/row-loader.ts'
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

export function identityLoaders(db: Kysely<IdentityTables>, now: () => Date): IdentityLoaders {
  return {
    identity: createTableLoader(db, 'identities'),
    credentials: credentialsLoader(db),
    credential: createTableLoader(db, 'credentials'),
    wallet: createTableLoader(db, 'wallets'),
    client: createTableLoader(db, 'clients'),
    adminKey: createTableLoader(db, 'adminKeys'),
    auditEvent: createTableLoader(db, 'auditEvents'),
    node: nodeLoader(),
    xpHistory: xpHistoryPages(db),
    accountFacts: accountFactsLoader(db),
    accountFactors: factorsLoader(db),
    accountSessions: accountSessionsLoader(db, now),
    accountGrants: accountGrantsLoader(db, now),
    accountAudit: accountAuditPages(db),
  }
}
