// The context of the ID service's resolvers and domain functions.
import type DataLoader from 'dataloader'
import type { PageLoader } from '#foundation/database/pagination.ts'
import type { Context } from '#foundation/service/context.ts'
import type { AccountGrant, AccountSession } from './domain/accounts/account-lists.ts'
import type { Factors } from './domain/sessions/second-factor.ts'
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
  /** Of a person, newest first. */
  credentials: DataLoader<string, Credential[]>
  credential: DataLoader<string, Credential | undefined>
  wallet: DataLoader<string, Wallet | undefined>
  client: DataLoader<string, Client | undefined>
  adminKey: DataLoader<string, AdminKey | undefined>
  auditEvent: DataLoader<string, AuditEvent | undefined>
  xpHistory: PageLoader<XpGrantRow>
  /** For administrators alone. */
  accountFacts: DataLoader<string, AccountFacts | undefined>
  accountFactors: DataLoader<string, Factors>
  accountSessions: DataLoader<string, AccountSession[]>
  accountGrants: DataLoader<string, AccountGrant[]>
  accountAudit: PageLoader<AuditEvent>
  /** Any object, of this or another service; null if there is none for the caller. */
  node: (ctx: IdentityContext) => DataLoader<string, { __typename: string; id: string } | null>
}

export type IdentityContext = Context<IdentityTables, IdentityLoaders, string>
