// The Market service's rows of the contract.
import { addAsset, addListing, giveGold } from '#test/market-story.ts'
import type { TestSystem } from '#test/system.ts'
import type { Row, Story } from './row.ts'

const newPerson = (system: TestSystem) => system.join(`p${crypto.randomUUID().slice(0, 8)}`)

const PURCHASE = `mutation Purchase($id: ID!) {
  purchaseListing(listingId: $id) {
    purchaseId listingId assetId price goldBalance purchasedAt
  }
}`
const CANCEL = 'mutation Cancel($id: ID!) { cancelListing(listingId: $id) { status } }'

/** The caller has this much gold, and somebody else asks 30 for an asset. */
const buying =
  (gold: number): Story =>
  async (system) => {
    const as = await newPerson(system)
    if (gold > 0) await giveGold(system, as, gold)
    return { as, params: { id: await addListing(system, await newPerson(system), 30) } }
  }

export const marketRows: Row[] = [
  {
    service: 'market',
    method: 'GET',
    path: '/api/assets',
    scopes: ['identity'],
    graphql: `query Assets($first: Int, $offset: Int) {
      assets(first: $first, offset: $offset) {
        nodes { id name description kind ownerId createdAt listing { id price status } }
        totalCount
      }
    }`,
    good: {
      given: async (system) => {
        const as = await newPerson(system)
        await addAsset(system, as)
        await addListing(system, as)
        return { as }
      },
      status: 200,
      form: 'list',
      name: 'assets',
      value: {
        id: 'string',
        name: 'string',
        description: 'string',
        kind: 'string',
        ownerId: 'string',
        createdAt: 'timestamp',
        listing: { id: 'string', price: 'integer', status: 'string' },
      },
      absent: ['listing'],
    },
    refusals: [],
  },
  {
    service: 'market',
    method: 'POST',
    path: '/api/listings/:id/purchase',
    scopes: ['identity'],
    graphql: PURCHASE,
    good: {
      given: buying(100),
      status: 200,
      form: 'envelope',
      value: {
        purchaseId: 'string',
        listingId: 'string',
        assetId: 'string',
        price: 'integer',
        goldBalance: 'integer',
        purchasedAt: 'timestamp',
      },
    },
    refusals: [
      {
        when: 'the token stands for a client alone',
        given: async (system) => {
          const { as, params } = await buying(0)(system)
          const id = `client_${as.username}`
          const token = () => as.token({ subject: id, clientId: id })
          return { as: { ...as, id, token }, params: params! }
        },
        code: 'INSUFFICIENT_PERMISSIONS',
        details: { reason: 'no_identity' },
      },
      {
        when: 'the listing is unknown',
        given: async (system) => ({
          as: await newPerson(system),
          params: { id: 'listing_unknown' },
        }),
        code: 'NOT_FOUND',
        details: { resource: 'Listing', id: 'listing_unknown' },
      },
      {
        when: 'the listing is the caller’s own',
        given: async (system) => {
          const as = await newPerson(system)
          return { as, params: { id: await addListing(system, as) } }
        },
        code: 'VALIDATION_ERROR',
        details: { reason: 'OWN_LISTING' },
      },
      {
        when: 'the caller has bought it already',
        given: async (system) => {
          const { as, params } = await buying(100)(system)
          await system.graphql(PURCHASE, { token: await as.token(), variables: params! })
          return { as, params: params! }
        },
        code: 'VALIDATION_ERROR',
        details: { reason: 'LISTING_NOT_ACTIVE' },
      },
      {
        when: 'the listing was cancelled',
        given: async (system) => {
          const seller = await newPerson(system)
          const params = { id: await addListing(system, seller) }
          await system.graphql(CANCEL, { token: await seller.token(), variables: params })
          return { as: await newPerson(system), params }
        },
        code: 'VALIDATION_ERROR',
        details: { reason: 'LISTING_NOT_ACTIVE' },
      },
      {
        when: 'the caller has too little gold',
        given: buying(29),
        code: 'VALIDATION_ERROR',
        details: { reason: 'INSUFFICIENT_GOLD', price: 30, balance: 29 },
      },
      {
        when: 'the caller has no gold',
        given: buying(0),
        code: 'VALIDATION_ERROR',
        details: { reason: 'INSUFFICIENT_GOLD', price: 30, balance: 0 },
      },
    ],
  },
]
