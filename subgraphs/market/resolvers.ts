// Field → domain function.
import { GraphQLSafeInt } from 'graphql-scalars'
import { connectionResolvers } from '#foundation/database/lists/pagination.ts'
import { moderationOf } from '#foundation/domain/moderation.ts'
import { watchEntity, type Occurrence } from '#foundation/events/occurrences.ts'
import { findAbout } from './domain/about.ts'
import { adjustGold } from './domain/adjustment.ts'
import { mintAsset, restoreAsset, retireAsset, updateAsset } from './domain/asset-administration.ts'
import { getAsset, listAssets } from './domain/asset.ts'
import { giveAsset } from './domain/gift.ts'
import { grantGold } from './domain/gold.ts'
import { listListings } from './domain/listing-list.ts'
import {
  cancelListing,
  changeListingPrice,
  findActiveListing,
  findListing,
  getListing,
  getVisibleListing,
  getWatchedListing,
  listAsset,
} from './domain/listing.ts'
import { hideListing, unhideListing } from './domain/moderation.ts'
import { findPosting, postingId } from './domain/posting-by-id.ts'
import { findPurchase, purchaseListing } from './domain/purchase.ts'
import { findSale, saleIdOf } from './domain/sale.ts'
import { listPostings, readStatement } from './domain/statement.ts'
import {
  findAmount,
  findTransaction,
  listTransactions,
  readTreasury,
} from './domain/transaction.ts'
import type { Resolvers } from './schema.generated.ts'

export const resolvers: Resolvers = {
  Query: {
    assets: (_root, page, ctx) => listAssets(ctx, page),
    asset: (_root, { id }, ctx) => getAsset(ctx, id),
    listings: (_root, wanted, ctx) => listListings(ctx, wanted),
    listing: (_root, { id }, ctx) => getVisibleListing(ctx, id),
    treasury: (_root, _args, ctx) => readTreasury(ctx),
    transactions: (_root, { identityId, ...page }, ctx) => listTransactions(ctx, identityId, page),
  },
  Mutation: {
    purchaseListing: (_root, { listingId, input }, ctx) =>
      purchaseListing(ctx, listingId, input?.expectedPrice),
    listAsset: (_root, { input }, ctx) => listAsset(ctx, input),
    changeListingPrice: (_root, { listingId, input }, ctx) =>
      changeListingPrice(ctx, listingId, input.price),
    cancelListing: (_root, { listingId }, ctx) => cancelListing(ctx, listingId),
    giveAsset: (_root, { assetId, input }, ctx) => giveAsset(ctx, assetId, input.to),
    hideListing: (_root, { input }, ctx) => hideListing(ctx, input),
    unhideListing: (_root, { listingId }, ctx) => unhideListing(ctx, listingId),
    mintAsset: (_root, { input }, ctx) => mintAsset(ctx, input),
    updateAsset: (_root, { input }, ctx) => updateAsset(ctx, input),
    retireAsset: (_root, { assetId }, ctx) => retireAsset(ctx, assetId),
    restoreAsset: (_root, { assetId }, ctx) => restoreAsset(ctx, assetId),
    adjustGold: (_root, { input }, ctx) => adjustGold(ctx, input),
    grantGold: (_root, { input }, ctx) => grantGold(ctx, input),
  },
  Subscription: {
    listing: {
      subscribe: (_root, { id, since }, ctx) => watchEntity(ctx, [id], { since }),
      resolve: (occurrence: Occurrence, { id }, ctx) => getWatchedListing(ctx, id, occurrence),
    },
  },
  Asset: {
    __resolveReference: async ({ id }, { loaders }) => (await loaders.asset.load(id)) ?? null,
    owner: ({ ownerId }) => ({ id: ownerId }),
    listing: (asset, _args, ctx) => findActiveListing(ctx, asset),
  },
  Listing: {
    __resolveReference: async ({ id }, ctx) => (await findListing(ctx, id)) ?? null,
    asset: ({ assetId }, _args, ctx) => getAsset(ctx, assetId),
    seller: ({ sellerId }) => ({ id: sellerId }),
    mine: ({ sellerId }, _args, { viewer }) => sellerId === viewer?.identityId,
    moderation: moderationOf,
  },
  Purchase: {
    __resolveReference: async ({ id }, ctx) => (await findPurchase(ctx, id)) ?? null,
    purchaseId: ({ id }) => id,
    listing: ({ listingId }, _args, ctx) => getListing(ctx, listingId),
    asset: ({ assetId }, _args, ctx) => getAsset(ctx, assetId),
    buyer: ({ buyerId }) => ({ id: buyerId }),
  },
  Sale: {
    __resolveReference: async ({ id }, ctx) => (await findSale(ctx, id)) ?? null,
    id: saleIdOf,
    asset: ({ assetId }, _args, ctx) => getAsset(ctx, assetId),
    buyer: ({ buyerId }) => ({ id: buyerId }),
    soldAt: ({ purchasedAt }) => purchasedAt,
  },
  GoldStatement: {
    postings: (statement, page, ctx) => listPostings(ctx, statement, page),
  },
  Transaction: {
    __resolveReference: async ({ id }, ctx) => (await findTransaction(ctx, id)) ?? null,
    // Lets the compiler check that the schema has every kind.
    kind: ({ kind }) => kind,
    about: (transaction, _args, ctx) => findAbout(ctx, transaction),
    amount: (transaction, _args, ctx) => findAmount(ctx, transaction),
    postings: ({ id }, _args, { loaders }) => loaders.transactionPostings.load(id),
  },
  Posting: {
    __resolveReference: async ({ id }, ctx) => (await findPosting(ctx, id)) ?? null,
    id: postingId,
    about: (posting, _args, ctx) => findAbout(ctx, posting),
    identityId: ({ ownerId }) => ownerId,
    identity: ({ ownerId }) => (ownerId === null ? null : { id: ownerId }),
  },
  GoldAdjustment: {
    identity: ({ identityId }) => ({ id: identityId }),
  },
  Identity: {
    __resolveReference: ({ id }) => ({ id }),
    gold: ({ id }, _args, { loaders }) => loaders.gold.load(id),
    assets: ({ id }, page, { loaders }) => loaders.ownedAssets.load(id, page),
    purchases: ({ id }, page, { loaders }) => loaders.purchases.load(id, page),
    sales: ({ id }, page, { loaders }) => loaders.sales.load(id, page),
    postings: ({ id }, page, { loaders }) => loaders.postings.load(id, page),
    ledger: ({ id }, period, ctx) => readStatement(ctx, id, period),
  },
  SafeInt: GraphQLSafeInt,
  TransactionConnection: connectionResolvers,
  PostingConnection: connectionResolvers,
  AssetConnection: connectionResolvers,
  ListingConnection: connectionResolvers,
  PurchaseConnection: connectionResolvers,
  SaleConnection: connectionResolvers,
}
