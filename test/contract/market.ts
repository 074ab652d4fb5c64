// The Market service's rows of the contract.
import { addAsset, addListing, giveGold } from '#test/market-story.ts'
import type { TestSystem } from '#test/system.ts'
import type { Row, Story } from './row.ts'

const newPerson = (system: TestSystem) => system.join(`p${crypto.randomUUID().slice(0, 8)}`)

const PURCHASE = `mutation Purchase($id: ID!, $input: PurchaseListingInput) {
  purchaseListing(listingId: $id, input: $input) {
    purchaseId listingId assetId price goldBalance purchasedAt
  }
}`
const CANCEL = 'mutation Cancel($id: ID!) { cancelListing(listingId: $id) { status } }'

/** The caller has this much gold, and somebody else offers an asset for 30. */
const buying =
  (gold: number, expectedPrice?: unknown): Story =>
  async (system) => {
    const as = await newPerson(system)
    if (gold > 0) await giveGold(system, as, gold)
    const params = { id: await addListing(system, await newPerson(system), 30) }
    return { as, params, ...(expectedPrice !== undefined && { body: { expectedPrice } }) }
  }

/** The caller offers an asset for 30, and changes the price. */
const changing =
  (price: unknown): Story =>
  async (system) => {
    const as = await newPerson(system)
    return { as, params: { id: await addListing(system, as, 30) }, body: { price } }
  }

/** The caller gives an asset to somebody. */
const giving =
  (change: { to?: unknown } = {}): Story =>
  async (system) => {
    const as = await newPerson(system)
    const { id: to } = await newPerson(system)
    return { as, params: { id: await addAsset(system, as) }, body: { to, ...change } }
  }

/** A request about an asset that belongs to somebody else. */
const byAnother =
  (story: Story): Story =>
  async (system) => ({ ...(await story(system)), as: await newPerson(system) })

const NOT_OWNER = {
  code: 'INSUFFICIENT_PERMISSIONS',
  details: { reason: 'not_owner' },
} as const
const ASSET = {
  id: 'string',
  name: 'string',
  description: 'string',
  kind: 'string',
  ownerId: 'string',
  createdAt: 'timestamp',
  listing: { id: 'string', price: 'integer', status: 'string' },
} as const

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
      value: ASSET,
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
        when: 'the token has no person',
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
        when: 'the price is not what the caller expects',
        given: buying(100, 29),
        code: 'VALIDATION_ERROR',
        details: { reason: 'PRICE_CHANGED', price: 30 },
      },
      {
        when: 'the expected price is invalid',
        given: buying(100, '30'),
        code: 'VALIDATION_ERROR',
        details: { field: 'expectedPrice', reason: 'must be an integer' },
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
  {
    service: 'market',
    method: 'PATCH',
    path: '/api/listings/:id',
    scopes: ['identity'],
    graphql: `mutation Change($id: ID!, $input: ChangeListingPriceInput!) {
      changeListingPrice(listingId: $id, input: $input) { id price status }
    }`,
    good: {
      given: changing(45),
      status: 200,
      form: 'envelope',
      value: { id: 'string', price: 'integer', status: 'string' },
    },
    refusals: [
      {
        when: 'the listing belongs to somebody else',
        given: byAnother(changing(45)),
        ...NOT_OWNER,
      },
      {
        when: 'the listing is unknown',
        given: async (system) => ({
          ...(await changing(45)(system)),
          params: { id: 'listing_unknown' },
        }),
        code: 'NOT_FOUND',
        details: { resource: 'Listing', id: 'listing_unknown' },
      },
      {
        when: 'the price is missing',
        given: changing(undefined),
        code: 'VALIDATION_ERROR',
        details: { field: 'price', reason: 'is required' },
      },
      {
        when: 'the price is out of its bounds',
        given: changing(0),
        code: 'VALIDATION_ERROR',
        details: { field: 'price', reason: 'must be from 1 to 1000000000' },
      },
      {
        when: 'the listing was cancelled',
        given: async (system) => {
          const { as, ...given } = await changing(45)(system)
          await system.graphql(CANCEL, { token: await as.token(), variables: given.params! })
          return { as, ...given }
        },
        code: 'VALIDATION_ERROR',
        details: { reason: 'LISTING_NOT_ACTIVE' },
      },
    ],
  },
  {
    service: 'market',
    method: 'POST',
    path: '/api/assets/:id/give',
    scopes: ['identity'],
    graphql: `mutation Give($id: ID!, $input: GiveAssetInput!) {
      giveAsset(assetId: $id, input: $input) {
        id name description kind ownerId createdAt listing { id price status }
      }
    }`,
    good: {
      given: giving(),
      status: 200,
      form: 'envelope',
      value: ASSET,
      absent: ['listing'],
    },
    refusals: [
      { when: 'the asset belongs to somebody else', given: byAnother(giving()), ...NOT_OWNER },
      {
        when: 'the asset is unknown',
        given: async (system) => ({
          ...(await giving()(system)),
          params: { id: 'asset_unknown' },
        }),
        code: 'NOT_FOUND',
        details: { resource: 'Asset', id: 'asset_unknown' },
      },
      {
        when: 'the person is unknown',
        given: giving({ to: 'identity_unknown' }),
        code: 'NOT_FOUND',
        details: { resource: 'Identity', id: 'identity_unknown' },
      },
      {
        when: 'the person is missing',
        given: giving({ to: undefined }),
        code: 'VALIDATION_ERROR',
        details: { field: 'to', reason: 'is required' },
      },
      {
        when: 'the person is the caller',
        given: async (system) => {
          const { as, ...given } = await giving()(system)
          return { as, ...given, body: { to: as.id } }
        },
        code: 'VALIDATION_ERROR',
        details: { field: 'to', reason: 'must be another person' },
      },
    ],
  },
  {
    service: 'market',
    method: 'GET',
    path: 'Query.listing',
    graphqlOnly: true,
    scopes: ['identity'],
    graphql: `query ($id: ID!) {
      listing(id: $id) { id assetId sellerId price status createdAt mine moderation { reason } }
    }`,
    good: {
      given: async (system) => ({
        as: await newPerson(system),
        params: { id: await addListing(system, await newPerson(system), 30) },
      }),
      status: 200,
      form: 'bare',
      value: {
        id: 'string',
        assetId: 'string',
        sellerId: 'string',
        price: 'integer',
        status: 'string',
        createdAt: 'timestamp',
        mine: 'boolean',
        moderation: 'null',
      },
    },
    refusals: [],
  },
]
