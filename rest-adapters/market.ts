// The documented paths of the Market service.
import type { Route } from './route.ts'

export const marketRoutes: Route[] = [
  {
    method: 'get',
    path: '/api/assets',
    operation: `query Assets(
      $owner: ID, $listed: Boolean, $orderBy: AssetOrder, $search: String,
      $first: Int!, $offset: Int!
    ) {
      assets(
        owner: $owner, listed: $listed, orderBy: $orderBy, search: $search,
        first: $first, offset: $offset
      ) {
        nodes { id name description kind ownerId createdAt listing { id price status } }
        pageInfo { hasNextPage }
        totalCount
      }
    }`,
    query: { owner: 'id', listed: 'boolean', orderBy: 'enum', search: 'text' },
    answer: { form: 'list', name: 'assets', absentWhenNull: ['listing'] },
  },
  {
    method: 'get',
    path: '/api/listings',
    operation: `query Listings(
      $minPrice: Int, $maxPrice: Int, $seller: ID, $kind: String, $orderBy: ListingOrder,
      $first: Int!, $offset: Int!
    ) {
      listings(
        minPrice: $minPrice, maxPrice: $maxPrice, seller: $seller, kind: $kind,
        orderBy: $orderBy,
        first: $first, offset: $offset
      ) {
        nodes { id assetId sellerId price status createdAt }
        pageInfo { hasNextPage }
        totalCount
      }
    }`,
    query: { minPrice: 'number', maxPrice: 'number', seller: 'id', kind: 'text', orderBy: 'enum' },
    answer: { form: 'list', name: 'listings' },
    documented: { payload: 'ActiveListing' },
  },
  {
    method: 'post',
    path: '/api/listings/:id/purchase',
    operation: `mutation PurchaseListing($id: ID!) {
      purchaseListing(listingId: $id) {
        purchaseId listingId assetId price goldBalance purchasedAt
      }
    }`,
    answer: { form: 'envelope' },
  },
]
