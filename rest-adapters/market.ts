// The documented paths of the Market service.
import type { Route } from './route.ts'

const ASSET = 'id name description kind ownerId createdAt listing { id price status }'

export const marketRoutes: Route[] = [
  {
    method: 'get',
    path: '/api/assets',
    operation: `query Assets($first: Int!, $offset: Int!) {
      assets(first: $first, offset: $offset) {
        nodes { ${ASSET} }
        pageInfo { hasNextPage }
        totalCount
      }
    }`,
    answer: { form: 'list', name: 'assets', absentWhenNull: ['listing'] },
  },
  {
    method: 'post',
    path: '/api/listings/:id/purchase',
    operation: `mutation PurchaseListing($id: ID!, $input: PurchaseListingInput) {
      purchaseListing(listingId: $id, input: $input) {
        purchaseId listingId assetId price goldBalance purchasedAt
      }
    }`,
    answer: { form: 'envelope' },
  },
  {
    method: 'patch',
    path: '/api/listings/:id',
    operation: `mutation ChangeListingPrice($id: ID!, $input: ChangeListingPriceInput!) {
      changeListingPrice(listingId: $id, input: $input) { id price status }
    }`,
    answer: { form: 'envelope' },
  },
  {
    method: 'post',
    path: '/api/assets/:id/give',
    operation: `mutation GiveAsset($id: ID!, $input: GiveAssetInput!) {
      giveAsset(assetId: $id, input: $input) { ${ASSET} }
    }`,
    answer: { form: 'envelope', absentWhenNull: ['listing'] },
  },
]
