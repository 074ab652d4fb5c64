// The documented paths of the Market service.
import { eventsRoute } from '#foundation/service/events-route.ts'
import type { Route } from '#foundation/service/route.ts'

const ASSET = 'id name description kind ownerId createdAt listing { id price status }'

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
        nodes { ${ASSET} }
        pageInfo { hasNextPage }
        totalCount
      }
    }`,
    query: { owner: 'id', listed: 'boolean', orderBy: 'enum', search: 'text' },
    response: { form: 'list', name: 'assets', absentWhenNull: ['listing'] },
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
    response: { form: 'list', name: 'listings' },
    documented: { payload: 'ActiveListing' },
  },
  {
    method: 'post',
    path: '/api/listings/:id/purchase',
    operation: `mutation PurchaseListing($id: ID!, $input: PurchaseListingInput) {
      purchaseListing(listingId: $id, input: $input) {
        purchaseId listingId assetId price goldBalance purchasedAt
      }
    }`,
    response: { form: 'envelope' },
  },
  {
    method: 'patch',
    path: '/api/listings/:id',
    operation: `mutation ChangeListingPrice($id: ID!, $input: ChangeListingPriceInput!) {
      changeListingPrice(listingId: $id, input: $input) { id price status }
    }`,
    response: { form: 'envelope' },
  },
  {
    method: 'post',
    path: '/api/assets/:id/give',
    operation: `mutation GiveAsset($id: ID!, $input: GiveAssetInput!) {
      giveAsset(assetId: $id, input: $input) { ${ASSET} }
    }`,
    response: { form: 'envelope', absentWhenNull: ['listing'] },
  },
  eventsRoute('marketEvents'),
]
