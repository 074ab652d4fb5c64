// Hidden listings are visible only to the seller and administrators, and nobody can buy them.
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { addAsset, addListing, giveGold } from '#test/market-story.ts'
import { testSubgraph, type Person } from '#test/subgraph.ts'
import type { MarketTables } from '../tables.ts'

const market = testSubgraph('market')
let admin: Person
beforeAll(async () => {
  admin = await market.join('admin_ada', { role: 'admin' })
})

let ada: Person
let grace: Person
beforeEach(async () => {
  ada = await market.join(`a${crypto.randomUUID().slice(0, 8)}`)
  grace = await market.join(`g${crypto.randomUUID().slice(0, 8)}`)
})

const ADMIN = ['identity', 'admin']
const FIELDS = 'id price status moderation { hiddenAt reason }'
const HIDE = `mutation ($input: HideListingInput!) { hideListing(input: $input) { ${FIELDS} } }`
const UNHIDE = `mutation ($id: ID!) { unhideListing(listingId: $id) { ${FIELDS} } }`
const SHOW = `query ($id: ID!) { asset(id: $id) { id listing { ${FIELDS} } } }`
const PURCHASE = 'mutation ($id: ID!) { purchaseListing(listingId: $id) { goldBalance } }'
const CANCEL = 'mutation ($id: ID!) { cancelListing(listingId: $id) { status } }'
const LIST = `mutation ($input: ListAssetInput!) { listAsset(input: $input) { ${FIELDS} } }`

const hiding = (id: string, reason = 'It is a trap.') => ({
  as: admin,
  scopes: ADMIN,
  variables: { input: { id, reason } },
})
const showing = (id: string) => ({ as: admin, scopes: ADMIN, variables: { id } })
const listingSeenBy = async (as: Person, id: string, scopes?: string[]) =>
  (await market.ask(SHOW, { as, variables: { id }, ...(scopes && { scopes }) })).asset.listing
const moderation = (reason = 'It is a trap.') => ({
  hiddenAt: market.clock.now.toISOString(),
  reason,
})

/** Hides a listing of Ada's, and returns it with its asset. */
async function hidden() {
  const assetId = await addAsset(market, ada)
  const id = await addListing(market, ada, 30, assetId)
  await market.ask(HIDE, hiding(id))
  return { assetId, id }
}

test('The seller and administrators of a hidden listing see that it is hidden, and why', async () => {
  const { assetId, id } = await hidden()
  const shown = { id, price: 30, status: 'active', moderation: moderation() }
  expect(await listingSeenBy(ada, assetId)).toEqual(shown)
  expect(await listingSeenBy(admin, assetId, ADMIN)).toEqual(shown)
})

test('Other people see the asset of a hidden listing without the listing, in lists as well', async () => {
  const { assetId } = await hidden()
  expect(await listingSeenBy(grace, assetId)).toBeNull()
  // Without the scope, an administrator sees what others see.
  expect(await listingSeenBy(admin, assetId)).toBeNull()
  // The scope alone makes nobody an administrator.
  expect(await listingSeenBy(grace, assetId, ADMIN)).toBeNull()
  const query = '{ assets(first: 1) { nodes { id listing { id } } } }'
  const { assets } = await market.ask(query, { as: grace })
  expect(assets.nodes).toEqual([{ id: assetId, listing: null }])
  const entity = `query ($of: [_Any!]!) {
    _entities(representations: $of) { ... on Asset { listing { id } } }
  }`
  const of = [{ __typename: 'Asset', id: assetId }]
  const { _entities } = await market.ask(entity, { as: grace, variables: { of } })
  expect(_entities).toEqual([{ listing: null }])
})

test('Nobody can buy a hidden listing until it is shown again', async () => {
  const { assetId, id } = await hidden()
  await giveGold(market, grace, 30)
  const buying = { as: grace, variables: { id } }
  expect(await market.refusal(PURCHASE, buying)).toEqual({
    code: 'VALIDATION_ERROR',
    details: { reason: 'LISTING_NOT_ACTIVE' },
  })
  expect((await market.ask(UNHIDE, showing(id))).unhideListing.moderation).toBeNull()
  expect(await listingSeenBy(grace, assetId)).toMatchObject({ id, moderation: null })
  expect((await market.ask(PURCHASE, buying)).purchaseListing).toEqual({ goldBalance: 0 })
})

test('Changing or cancelling a hidden listing tells other people nothing about it', async () => {
  const { id } = await hidden()
  const gone = { code: 'NOT_FOUND', details: { resource: 'Listing', id } }
  for (const mutation of [
    'mutation ($id: ID!) { cancelListing(listingId: $id) { id } }',
    'mutation ($id: ID!) { changeListingPrice(listingId: $id, input: { price: 1 }) { id } }',
  ]) {
    expect(await market.refusal(mutation, { as: grace, variables: { id } })).toEqual(gone)
  }
})

test('hiding and showing it again has no effect, and leaves no trace', async () => {
  const { id } = await hidden()
  const again = await market.ask(HIDE, hiding(id, 'Another reason.'))
  expect(again.hideListing.moderation.reason).toBe('It is a trap.')
  await market.ask(UNHIDE, showing(id))
  await market.ask(UNHIDE, showing(id))
  const audit = await market
    .tables<MarketTables>('market')
    .selectFrom('auditOutbox')
    .select(['kind', 'identityId', 'details'])
    .where('identityId', '=', ada.id)
    .orderBy('id')
    .execute()
  const about = { type: 'Listing', id, by: admin.id }
  expect(audit).toEqual([
    {
      kind: 'content_hidden',
      identityId: ada.id,
      details: { ...about, reason: 'It is a trap.' },
    },
    { kind: 'content_shown', identityId: ada.id, details: about },
  ])
})

test('The seller cannot show a hidden listing by listing the asset again', async () => {
  const { assetId, id } = await hidden()
  const listing = { as: ada, variables: { input: { assetId, price: 20 } } }
  await market.ask(CANCEL, { as: ada, variables: { id } })
  const { listAsset } = await market.ask(LIST, listing)
  expect(listAsset.moderation).toEqual(moderation())
  expect(await listingSeenBy(grace, assetId)).toBeNull()
  await market.ask(UNHIDE, showing(listAsset.id as string))
  expect(await listingSeenBy(grace, assetId)).toMatchObject({ price: 20 })
  await market.ask(CANCEL, { as: ada, variables: { id: listAsset.id as string } })
  expect((await market.ask(LIST, listing)).listAsset.moderation).toBeNull()
})

test('The recipient of the asset of a hidden listing can offer it', async () => {
  const { assetId } = await hidden()
  const give = `mutation ($id: ID!, $to: ID!) { giveAsset(assetId: $id, input: { to: $to }) { id } }`
  await market.ask(give, { as: ada, variables: { id: assetId, to: grace.id } })
  await market.ask(LIST, { as: grace, variables: { input: { assetId, price: 20 } } })
  expect(await listingSeenBy(ada, assetId)).toMatchObject({ price: 20, moderation: null })
})

test('A sold or cancelled listing cannot be hidden', async () => {
  const id = await addListing(market, ada, 30)
  await market.ask(CANCEL, { as: ada, variables: { id } })
  expect((await market.refusal(HIDE, hiding(id))).details).toEqual({ reason: 'LISTING_NOT_ACTIVE' })
})

test('A restored asset is back in the lists, without a listing', async () => {
  const id = await addAsset(market, ada)
  await addListing(market, ada, 30, id)
  const retire = 'mutation ($id: ID!) { retireAsset(assetId: $id) { retiredAt } }'
  const restore = 'mutation ($id: ID!) { restoreAsset(assetId: $id) { retiredAt listing { id } } }'
  const total = async () =>
    (await market.ask('{ assets { totalCount } }', { as: ada })).assets.totalCount as number
  const before = await total()
  await market.ask(retire, showing(id))
  expect(await total()).toBe(before - 1)
  for (let time = 0; time < 2; time += 1) {
    const { restoreAsset } = await market.ask(restore, showing(id))
    expect(restoreAsset).toEqual({ retiredAt: null, listing: null })
    expect(await total()).toBe(before)
  }
})

test('Who watches a listing sees its price, and nothing while it is hidden', async () => {
  const id = await addListing(market, ada, 30)
  const query = `subscription ($id: ID!) { listing(id: $id) { ${FIELDS} } }`
  await using seller = market.subscribe(query, { as: ada, variables: { id } })
  await using buyer = market.subscribe(query, { as: grace, variables: { id } })
  const reprice = async (price: number) => {
    const change = `mutation ($id: ID!, $price: Int!) {
      changeListingPrice(listingId: $id, input: { price: $price }) { id }
    }`
    await market.ask(change, { as: ada, variables: { id, price } })
  }
  for (const live of [seller, buyer]) {
    expect((await live.data()).listing).toMatchObject({ price: 30, moderation: null })
  }
  await reprice(40)
  for (const live of [seller, buyer]) expect((await live.data()).listing.price).toBe(40)

  const next = buyer.data()
  await market.ask(HIDE, hiding(id))
  expect((await seller.data()).listing.moderation).toEqual(moderation())
  await reprice(50)
  expect((await seller.data()).listing.price).toBe(50)
  const late = market.subscribe(query, { as: grace, variables: { id } })
  expect(await late.next()).toMatchObject({ errors: [{ extensions: { code: 'NOT_FOUND' } }] })
  expect(await late.next()).toBeUndefined()
  await market.ask(UNHIDE, showing(id))
  expect((await next).listing).toMatchObject({ price: 50, moderation: null })
  await seller.data()
  await market.ask(CANCEL, { as: ada, variables: { id } })
  expect(await buyer.data()).toEqual({ listing: null })
  expect((await seller.data()).listing.status).toBe('cancelled')
})
