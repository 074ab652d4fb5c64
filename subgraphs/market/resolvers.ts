// Field → domain function.
import { connectionResolvers } from '#foundation/pagination.ts'
import { getAsset, listAssets, mintAsset } from './domain/asset.ts'
import { findGold, grantGold } from './domain/gold.ts'
import { cancelListing, listAsset } from './domain/listing.ts'
import { listPurchases, purchaseListing } from './domain/purchase.ts'
import type { Resolvers } from './schema.generated.ts'

export const resolvers: Resolvers = {
  Query: {
    assets: (_root, page, ctx) => listAssets(ctx, page),
    asset: (_root, { id }, ctx) => getAsset(ctx, id),
  },
  Mutation: {
    purchaseListing: (_root, { listingId }, ctx) => purchaseListing(ctx, listingId),
    listAsset: (_root, { input }, ctx) => listAsset(ctx, input),
    cancelListing: (_root, { listingId }, ctx) => cancelListing(ctx, listingId),
    mintAsset: (_root, { input }, ctx) => mintAsset(ctx, input),
    grantGold: (_root, { input }, ctx) => grantGold(ctx, input),
  },
  Asset: {
    __resolveReference: async ({ id }, { loaders }) => (await loaders.asset.load(id)) ?? null,
    owner: ({ ownerId }) => ({ id: ownerId }),
    listing: async ({ id }, _args, { loaders }) => (await loaders.activeListing.load(id)) ?? null,
  },
  Listing: {
    asset: ({ assetId }, _args, ctx) => getAsset(ctx, assetId),
  },
  Purchase: {
    purchaseId: ({ id }) => id,
    asset: ({ assetId }, _args, ctx) => getAsset(ctx, assetId),
  },
  Identity: {
    __resolveReference: ({ id }) => ({ id }),
    gold: ({ id }, _args, ctx) => findGold(ctx, id),
    assets: ({ id }, page, { loaders }) => loaders.ownedAssets.load(id, page),
    purchases: ({ id }, page, ctx) => listPurchases(ctx, id, page),
  },
  AssetConnection: connectionResolvers,
  PurchaseConnection: connectionResolvers,
}
