// The context of the ID service's resolvers and domain functions.
import type DataLoader from 'dataloader'
import type { Db, Transaction } from '#foundation/database/database.ts'
import type { PageLoader } from '#foundation/database/lists/pagination.ts'
import type { Context } from '#foundation/service/context.ts'
import type { AccountGrant, AccountSession } from './domain/accounts/account-lists.ts'
import type { Factors } from './domain/sessions/second-factor.ts'
import type { IdentitySettings } from './settings.ts'
import type {
  AccountFacts,
  AdminKey,
  AuditEvent,
  Client,
  Credential,
  Identity,
  IdentityTables,
  Wallet,
  XpGrantRow,
} from './tables.ts'

export interface IdentityLoaders {
  identity: DataLoader<string, Identity | undefined>
  /** The credentials of a person, newest first. */
  credentials: DataLoader<string, Credential[]>
  credential: DataLoader<string, Credential | undefined>
  wallet: DataLoader<string, Wallet | undefined>
  client: DataLoader<string, Client | undefined>
  adminKey: DataLoader<string, AdminKey | undefined>
  auditEvent: DataLoader<string, AuditEvent | undefined>
  xpHistory: PageLoader<XpGrantRow>
  /** Facts about an account, for administrators only. */
  accountFacts: DataLoader<string, AccountFacts | undefined>
  accountFactors: DataLoader<string, Factors>
  accountSessions: DataLoader<string, AccountSession[]>
  accountGrants: DataLoader<string, AccountGrant[]>
  accountAudit: PageLoader<AuditEvent>
  /** Any object of this or another service; null if the caller may see no such object. */
  node: (ctx: IdentityContext) => DataLoader<string, { __typename: string; id: string } | null>
}

export type IdentityContext = Context<IdentityTables, IdentityLoaders, string, IdentitySettings>

/** The database and the clock, for functions that run transactions. */
export type DbAndClock = Pick<IdentityContext, 'db' | 'now'>

/** The context of a change that is recorded in the audit trail. */
export type AuditContext = DbAndClock & Pick<IdentityContext, 'address' | 'requestId'>

/** The context of a query, inside or outside a transaction. */
export interface QueryContext {
  db: Db<IdentityTables>
  now: () => Date
}

/** The context of a step within the caller's transaction. */
export interface StepContext {
  db: Transaction<IdentityTables>
  now: () => Date
}

/** The context of a request, with a transaction instead of the database. */
export type TransactionContext = Omit<IdentityContext, 'db'> & { db: Transaction<IdentityTables> }
