// The context of the Market service's resolvers and domain functions.
import type DataLoader from 'dataloader'
import type { PageLoader } from '#foundation/database/lists/pagination.ts'
import type { Context } from '#foundation/service/context.ts'
import type { statementLoaders } from './domain/statement-loaders.ts'
import type {
  Asset,
  Listing,
  MarketTables,
  OfferedListing,
  Posting,
  Purchase,
  Transaction,
} from './tables.ts'

export interface MarketLoaders {
  asset: DataLoader<string, Asset | undefined>
  listing: DataLoader<string, OfferedListing | undefined>
  /** Keyed by the asset's id. */
  activeListing: DataLoader<string, Listing | undefined>
  /** Keyed by the person's id. */
  gold: DataLoader<string, number>
  ownedAssets: PageLoader<Asset>
  purchase: DataLoader<string, Purchase | undefined>
  purchases: PageLoader<Purchase>
  sales: PageLoader<Purchase>
  statements: ReturnType<typeof statementLoaders>
  postings: PageLoader<Posting>
  transaction: DataLoader<string, Transaction | undefined>
  transactionPostings: DataLoader<string, Posting[]>
}

export type MarketContext = Context<MarketTables, MarketLoaders, 'identity'>
