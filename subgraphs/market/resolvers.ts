// Field → domain function.
import { GraphQLSafeInt } from 'graphql-scalars'
import { connectionResolvers } from '#foundation/database/pagination.ts'
import { adjustGold } from './domain/adjustment.ts'
import { mintAsset, retireAsset, updateAsset } from './domain/asset-administration.ts'
import { getAsset, listAssets } from './domain/asset.ts'
import { grantGold } from './domain/gold.ts'
import { cancelListing, findListing, getListing, listAsset } from './domain/listing.ts'
import { findPosting, postingId } from './domain/posting.ts'
import { findPurchase, purchaseListing } from './domain/purchase.ts'
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
    treasury: (_root, _args, ctx) => readTreasury(ctx),
    transactions: (_root, { identityId, ...page }, ctx) => listTransactions(ctx, identityId, page),
  },
  Mutation: {
    purchaseListing: (_root, { listingId }, ctx) => purchaseListing(ctx, listingId),
    listAsset: (_root, { input }, ctx) => listAsset(ctx, input),
    cancelListing: (_root, { listingId }, ctx) => cancelListing(ctx, listingId),
    mintAsset: (_root, { input }, ctx) => mintAsset(ctx, input),
    updateAsset: (_root, { input }, ctx) => updateAsset(ctx, input),
    retireAsset: (_root, { assetId }, ctx) => retireAsset(ctx, assetId),
    adjustGold: (_root, { input }, ctx) => adjustGold(ctx, input),
    grantGold: (_root, { input }, ctx) => grantGold(ctx, input),
  },
  Asset: {
    __resolveReference: async ({ id }, { loaders }) => (await loaders.asset.load(id)) ?? null,
    owner: ({ ownerId }) => ({ id: ownerId }),
    listing: async ({ id }, _args, { loaders }) => (await loaders.activeListing.load(id)) ?? null,
  },
  Listing: {
    __resolveReference: async ({ id }, ctx) => (await findListing(ctx, id)) ?? null,
    asset: ({ assetId }, _args, ctx) => getAsset(ctx, assetId),
    mine: ({ sellerId }, _args, { viewer }) => sellerId === viewer?.identityId,
  },
  Purchase: {
    __resolveReference: async ({ id }, ctx) => (await findPurchase(ctx, id)) ?? null,
    purchaseId: ({ id }) => id,
    listing: ({ listingId }, _args, ctx) => getListing(ctx, listingId),
    asset: ({ assetId }, _args, ctx) => getAsset(ctx, assetId),
    buyer: ({ buyerId }) => ({ id: buyerId }),
  },
  Transaction: {
    __resolveReference: async ({ id }, ctx) => (await findTransaction(ctx, id)) ?? null,
    // So the compiler sees that the schema knows every kind.
    kind: ({ kind }) => kind,
    amount: (transaction, _args, ctx) => findAmount(ctx, transaction),
    postings: ({ id }, _args, { loaders }) => loaders.transactionPostings.load(id),
  },
  Posting: {
    __resolveReference: async ({ id }, ctx) => (await findPosting(ctx, id)) ?? null,
    id: postingId,
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
    postings: ({ id }, page, { loaders }) => loaders.postings.load(id, page),
  },
  SafeInt: GraphQLSafeInt,
  TransactionConnection: connectionResolvers,
  PostingConnection: connectionResolvers,
  AssetConnection: connectionResolvers,
  PurchaseConnection: connectionResolvers,
}
