// What the Market service's resolvers and domain functions are handed.
import type { Kysely } from 'kysely'
import type { Context } from '#foundation/service/context.ts'
import { assetLoader, ownedAssetPages } from './domain/asset.ts'
import { goldLoader } from './domain/gold.ts'
import { activeListingLoader } from './domain/listing.ts'
import { postingPages, transactionPostingsLoader } from './domain/posting.ts'
import { purchasePages } from './domain/purchase.ts'
import type { MarketTables } from './tables.ts'

export type MarketContext = Context<MarketTables, ReturnType<typeof marketLoaders>, 'identity'>

/** The loaders of one request. */
export function marketLoaders(db: Kysely<MarketTables>) {
  return {
    asset: assetLoader(db),
    activeListing: activeListingLoader(db),
    gold: goldLoader(db),
    ownedAssets: ownedAssetPages(db),
    purchases: purchasePages(db),
    postings: postingPages(db),
    transactionPostings: transactionPostingsLoader(db),
  }
}
