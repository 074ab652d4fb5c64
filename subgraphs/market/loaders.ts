// The loaders of one request.
import { createTableLoader } from '#foundation/database/reads/row-loader.ts'
import { lazyMembers } from '#foundation/service/lazy-members.ts'
import type { LoaderSource } from '#foundation/service/subgraph.ts'
import { ownedAssetPages } from './domain/asset.ts'
import { goldLoader } from './domain/gold.ts'
import { activeListingLoader, listingLoader } from './domain/listing.ts'
import { postingPages, transactionPostingsLoader } from './domain/posting.ts'
import { purchasePages } from './domain/purchase.ts'
import { salePages } from './domain/sale.ts'
import { statementLoaders } from './domain/statement-loaders.ts'
import type { MarketLoaders } from './context.ts'
import type { MarketTables } from './tables.ts'

export const marketLoaders = lazyMembers<LoaderSource<MarketTables>, MarketLoaders>({
  // Not cached, because several mutations of one request may change an asset.
  asset: ({ db }) => createTableLoader(db, 'assets', { cache: false }),
  listing: ({ db }) => listingLoader(db),
  activeListing: ({ db }) => activeListingLoader(db),
  gold: ({ db }) => goldLoader(db),
  ownedAssets: ({ db }) => ownedAssetPages(db),
  purchase: ({ db }) => createTableLoader(db, 'purchases'),
  purchases: ({ db }) => purchasePages(db),
  sales: ({ db }) => salePages(db),
  statements: ({ db }) => statementLoaders(db),
  postings: ({ db }) => postingPages(db),
  transaction: ({ db }) => createTableLoader(db, 'transactions'),
  transactionPostings: ({ db }) => transactionPostingsLoader(db),
})
