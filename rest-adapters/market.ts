// The documented paths of the Market service.
import type { Route } from './route.ts'

export const marketRoutes: Route[] = [
  {
    method: 'get',
    path: '/api/assets',
    operation: `query Assets($first: Int!, $offset: Int!) {
      assets(first: $first, offset: $offset) {
        nodes { id name description kind ownerId createdAt listing { id price status } }
        pageInfo { hasNextPage }
        totalCount
      }
    }`,
    answer: { form: 'list', name: 'assets', absentWhenNull: ['listing'] },
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
