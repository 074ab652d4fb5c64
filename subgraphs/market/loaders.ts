// The loaders of one request.
import type { Kysely } from 'kysely'
import { createTableLoader } from '#foundation/database/row-loader.ts'
import { ownedAssetPages } from './domain/asset.ts'
import { goldLoader } from './domain/gold.ts'
import { activeListingLoader, listingLoader } from './domain/listing.ts'
import { postingPages, transactionPostingsLoader } from './domain/posting.ts'
import { purchasePages } from './domain/purchase.ts'
import { salePages } from './domain/sale.ts'
import { statementLoaders } from './domain/statement-loaders.ts'
import type { MarketLoaders } from './context.ts'
import type { MarketTables } from './tables.ts'

export function marketLoaders(db: Kysely<MarketTables>): MarketLoaders {
  return {
    // Not cached, because several mutations of one request may change an asset.
    asset: createTableLoader(db, 'assets', { cache: false }),
    listing: listingLoader(db),
    activeListing: activeListingLoader(db),
    gold: goldLoader(db),
    ownedAssets: ownedAssetPages(db),
    purchase: createTableLoader(db, 'purchases'),
    purchases: purchasePages(db),
    sales: salePages(db),
    statements: statementLoaders(db),
    postings: postingPages(db),
    transaction: createTableLoader(db, 'transactions'),
    transactionPostings: transactionPostingsLoader(db),
  }
}
