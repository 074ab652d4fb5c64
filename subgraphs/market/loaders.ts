// The loaders of one request.
import type { Kysely } from 'kysely'
import { assetLoader, ownedAssetPages } from './domain/asset.ts'
import { goldLoader } from './domain/gold.ts'
import { activeListingLoader, listingLoader } from './domain/listing.ts'
import { postingPages, transactionPostingsLoader } from './domain/posting.ts'
import { purchaseLoader, purchasePages } from './domain/purchase.ts'
import { salePages } from './domain/sale.ts'
import { statementLoaders } from './domain/statement-loaders.ts'
import { transactionLoader } from './domain/transaction.ts'
import type { MarketLoaders } from './context.ts'
import type { MarketTables } from './tables.ts'

export function marketLoaders(db: Kysely<MarketTables>): MarketLoaders {
  return {
    asset: assetLoader(db),
    listing: listingLoader(db),
    activeListing: activeListingLoader(db),
    gold: goldLoader(db),
    ownedAssets: ownedAssetPages(db),
    purchase: purchaseLoader(db),
    purchases: purchasePages(db),
    sales: salePages(db),
    statements: statementLoaders(db),
    postings: postingPages(db),
    transaction: transactionLoader(db),
    transactionPostings: transactionPostingsLoader(db),
  }
}
