// The loaders of one request.
import type { Kysely } from 'kysely'
import type { IdentityLoaders } from './context.ts'
import { accountFactsLoader } from './domain/accounts/account.ts'
import {
  accountAuditPages,
  accountGrantsLoader,
  accountSessionsLoader,
} from './domain/accounts/account-lists.ts'
import { credentialsLoader } from './domain/records/credential.ts'
import { nodeLoader } from './domain/nodes/node.ts'
import { rowLoaders } from './domain/nodes/own-node.ts'
import { identityLoader } from './domain/people/profile.ts'
import { factorsLoader } from './domain/sessions/second-factor.ts'
import { xpHistoryPages } from './domain/records/xp-history.ts'
import type { IdentityTables } from './tables.ts'

export function identityLoaders(db: Kysely<IdentityTables>, now: () => Date): IdentityLoaders {
  return {
    identity: identityLoader(db),
    credentials: credentialsLoader(db),
    credential: rowLoaders.credential(db),
    wallet: rowLoaders.wallet(db),
    client: rowLoaders.client(db),
    adminKey: rowLoaders.adminKey(db),
    auditEvent: rowLoaders.auditEvent(db),
    node: nodeLoader(),
    xpHistory: xpHistoryPages(db),
    accountFacts: accountFactsLoader(db),
    accountFactors: factorsLoader(db),
    accountSessions: accountSessionsLoader(db, now),
    accountGrants: accountGrantsLoader(db, now),
    accountAudit: accountAuditPages(db),
  }
}
