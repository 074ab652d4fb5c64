// The context of the ID service's resolvers and domain functions.
import type DataLoader from 'dataloader'
import type { PageLoader } from '#foundation/database/pagination.ts'
import type { Context } from '#foundation/service/context.ts'
import type { Credential, Identity, IdentityTables, XpGrantRow } from './tables.ts'

export interface IdentityLoaders {
  identity: DataLoader<string, Identity | undefined>
  /** Of a person, newest first. */
  credentials: DataLoader<string, Credential[]>
  xpHistory: PageLoader<XpGrantRow>
}

export type IdentityContext = Context<IdentityTables, IdentityLoaders>
