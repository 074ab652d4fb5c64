// Listings: owners list their own assets and cancel listings; an asset has one active listing.
import { beforeEach, describe, expect, test } from 'vitest'
import { addAsset, addListing, giveGold } from '#test/market-story.ts'
import { atOnce, refusalsOf } from '#test/simultaneous.ts'
import { testSubgraph, type Person } from '#test/subgraph.ts'

const market = testSubgraph('market')

let ada: Person
let grace: Person
beforeEach(async () => {
  ada = await market.join(`a${crypto.randomUUID().slice(0, 8)}`)
  grace = await market.join(`g${crypto.randomUUID().slice(0, 8)}`)
})

const LIST = `mutation ($input: ListAssetInput!) {
  listAsset(input: $input) { id price status createdAt asset { id listing { id } } }
}`
const CANCEL = `mutation ($id: ID!) {
  cancelListing(listingId: $id) { id status asset { listing { id } } }
}`
const PURCHASE = 'mutation ($id: ID!) { purchaseListing(listingId: $id) { purchaseId } }'

const listing = (as: { id: string }, assetId: string, price = 30) => ({
  as,
  variables: { input: { assetId, price } },
})
const refused = (reason: string) => ({ code: 'VALIDATION_ERROR', details: { reason } })
const NOT_OWNER = { code: 'INSUFFICIENT_PERMISSIONS', details: { reason: 'not_owner' } }

describe('a listing by its id', () => {
  const FIND = 'query ($id: ID!) { listing(id: $id) { id price status mine asset { name } } }'
  const find = async (as: { id: string }, id: string) =>
    (await market.ask(FIND, { as, variables: { id } })).listing
  const notFound = async (as: { id: string }, id: string) => {
    const details = { resource: 'Listing', id }
    const refusal = await market.refusal(FIND, { as, variables: { id } })
    expect(refusal).toEqual({ code: 'NOT_FOUND', details })
  }

  test('Anybody finds an active listing', async () => {
    const id = await addListing(market, ada, 30)
    expect(await find(grace, id)).toMatchObject({ id, price: 30, status: 'active', mine: false })
    expect(await find(ada, id)).toMatchObject({ mine: true })
  })

  test('Only the seller and the buyer find a listing that has ended', async () => {
    const [sold, cancelled] = [await addListing(market, ada, 30), await addListing(market, ada, 30)]
    const alan = await market.join(`n${crypto.randomUUID().slice(0, 8)}`)
    await giveGold(market, grace, 30)
    await market.ask(PURCHASE, { as: grace, variables: { id: sold } })
    await market.ask(CANCEL, { as: ada, variables: { id: cancelled } })
    for (const as of [ada, grace]) expect(await find(as, sold)).toMatchObject({ status: 'sold' })
    expect(await find(ada, cancelled)).toMatchObject({ status: 'cancelled' })
    await notFound(alan, sold)
    await notFound(grace, cancelled)
  })

  test('Only the seller and administrators find a hidden listing', async () => {
    const id = await addListing(market, ada, 30)
    const admin = await market.join(`d${crypto.randomUUID().slice(0, 8)}`, { role: 'admin' })
    const scopes = ['identity', 'admin']
    const hide = `mutation ($id: ID!) { hideListing(input: { id: $id, reason: "Stolen." }) { id } }`
    await market.ask(hide, { as: admin, scopes, variables: { id } })
    expect(await find(ada, id)).toMatchObject({ id })
    expect((await market.ask(FIND, { as: admin, scopes, variables: { id } })).listing.id).toBe(id)
    await notFound(grace, id)
    await notFound(admin, id)
  })
})

describe('listing an asset', () => {
  test('Listing an asset offers it for a price', async () => {
    const assetId = await addAsset(market, ada)
    const { listAsset } = await market.ask(LIST, listing(ada, assetId, 75))
    expect(listAsset).toEqual({
      id: expect.stringMatching(/^listing_/) as string,
      price: 75,
      status: 'active',
      createdAt: market.clock.now.toISOString(),
      asset: { id: assetId, listing: { id: listAsset.id } },
    })
  })

  test('A listing is `mine` only to its seller', async () => {
    const assetId = await addAsset(market, ada)
    await addListing(market, ada, 30, assetId)
    const query = 'query ($id: ID!) { asset(id: $id) { listing { mine } } }'
    const isMine = async (as: { id: string; clientId?: string }) =>
      (await market.ask(query, { as, variables: { id: assetId } })).asset.listing.mine
    expect(await isMine(ada)).toBe(true)
    expect(await isMine(grace)).toBe(false)
    expect(await isMine({ id: 'client_1', clientId: 'client_1' })).toBe(false)
  })

  test('An asset cannot be listed twice while the first listing is active', async () => {
    const assetId = await addAsset(market, ada)
    const first = await market.ask(LIST, listing(ada, assetId))
    expect(await market.refusal(LIST, listing(ada, assetId))).toEqual(refused('ALREADY_LISTED'))
    const variables = { id: first.listAsset.id as string }
    await market.ask(CANCEL, { as: ada, variables })
    expect((await market.ask(LIST, listing(ada, assetId, 40))).listAsset.price).toBe(40)
  })

  test('Many concurrent requests list an asset once', async () => {
    const assetId = await addAsset(market, ada)
    const asking = listing(ada, assetId)
    const responses = await atOnce(12, () => market.run(LIST, asking))
    expect(refusalsOf(responses)).toEqual(
      Array.from({ length: 11 }, () => refused('ALREADY_LISTED')),
    )
  })

  test.each([0, -1, 1_000_000_001])('Listing an asset for %i is refused', async (price) => {
    // The price is validated before the asset is looked up.
    expect(await market.refusal(LIST, listing(ada, 'asset_unknown', price))).toEqual({
      code: 'VALIDATION_ERROR',
      details: { field: 'price', reason: 'must be from 1 to 1000000000' },
    })
  })

  test.each([1, 1_000_000_000])('Listing an asset for %i is possible', async (price) => {
    const asking = listing(ada, await addAsset(market, ada), price)
    expect((await market.ask(LIST, asking)).listAsset.price).toBe(price)
  })

  test('Only its owner can list an asset', async () => {
    const assetId = await addAsset(market, ada)
    expect(await market.refusal(LIST, listing(grace, assetId))).toEqual(NOT_OWNER)
    await addListing(market, ada, 30, assetId)
    expect(await market.refusal(LIST, listing(grace, assetId))).toEqual(NOT_OWNER)
  })
})

test('An asset that is being sold cannot be listed by its seller', async () => {
  await giveGold(market, grace, 300)
  for (let round = 0; round < 10; round += 1) {
    const assetId = await addAsset(market, ada)
    const variables = { id: await addListing(market, ada, 30, assetId) }
    const [bought, listed] = await Promise.all([
      market.run(PURCHASE, { as: grace, variables }),
      market.run(LIST, listing(ada, assetId)),
    ])
    expect(bought.errors).toBeUndefined()
    expect([refused('ALREADY_LISTED'), NOT_OWNER]).toContainEqual(listed.errors?.[0]?.extensions)
  }
})

describe('cancelling a listing', () => {
  const cancel = (as: { id: string }, id: string) => ({ as, variables: { id } })

  test('Cancelling a listing ends the offer, once', async () => {
    const id = await addListing(market, ada)
    const { cancelListing } = await market.ask(CANCEL, cancel(ada, id))
    expect(cancelListing).toEqual({ id, status: 'cancelled', asset: { listing: null } })
    expect(await market.refusal(CANCEL, cancel(ada, id))).toEqual(refused('LISTING_NOT_ACTIVE'))
  })

  test('Only its seller can cancel a listing, active or not', async () => {
    const id = await addListing(market, ada)
    expect(await market.refusal(CANCEL, cancel(grace, id))).toEqual(NOT_OWNER)
    await market.ask(CANCEL, cancel(ada, id))
    expect(await market.refusal(CANCEL, cancel(grace, id))).toEqual(NOT_OWNER)
  })

  test('Cancelling a sold listing is refused', async () => {
    const id = await addListing(market, ada, 30)
    await giveGold(market, grace, 30)
    await market.ask(PURCHASE, { as: grace, variables: { id } })
    expect(await market.refusal(CANCEL, cancel(ada, id))).toEqual(refused('LISTING_NOT_ACTIVE'))
  })

  test('A listing that is cancelled and bought at once is either cancelled or sold', async () => {
    await giveGold(market, grace, 300)
    for (let round = 0; round < 10; round += 1) {
      const variables = { id: await addListing(market, ada, 30) }
      const responses = await Promise.all([
        market.run(PURCHASE, { as: grace, variables }),
        market.run(CANCEL, { as: ada, variables }),
      ])
      expect(refusalsOf(responses)).toEqual([refused('LISTING_NOT_ACTIVE')])
    }
  })
})

test('Each mutation of a request sees the effects of the earlier ones', async () => {
  const assetId = await addAsset(market, ada)
  const query = `mutation ($input: ListAssetInput!, $id: ID!) {
    first: cancelListing(listingId: $id) { asset { listing { price } } }
    second: listAsset(input: $input) { asset { listing { price } } }
  }`
  const id = await addListing(market, ada, 30, assetId)
  const variables = { input: { assetId, price: 40 }, id }
  const { first, second } = await market.ask(query, { as: ada, variables })
  expect(first.asset.listing).toBeNull()
  expect(second.asset.listing).toEqual({ price: 40 })
})
