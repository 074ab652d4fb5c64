// Two concurrent changes of one asset end in one or the other, and never in half of each.
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { expectGoldConserved, expectPaidOnce, readBooks } from '#test/books.ts'
import { addAsset, addListing, giveGold } from '#test/market-story.ts'
import { rounds } from '#test/rounds.ts'
import { testSubgraph, type Person, type Refusal, type TestSubgraph } from '#test/subgraph.ts'
import type { MarketTables } from '../tables.ts'

const PURCHASE = `mutation ($id: ID!, $input: PurchaseListingInput) {
  purchaseListing(listingId: $id, input: $input) { price }
}`
const CHANGE = `mutation ($id: ID!) {
  changeListingPrice(listingId: $id, input: { price: 45 }) { price }
}`
const GIVE = `mutation ($id: ID!, $to: ID!) {
  giveAsset(assetId: $id, input: { to: $to }) { ownerId listing { id } }
}`
const LIST = `mutation ($id: ID!) { listAsset(input: { assetId: $id, price: 30 }) { id } }`
const HIDE = `mutation ($id: ID!) {
  hideListing(input: { id: $id, reason: "It is a trap." }) { id }
}`

const NOT_OWNER = { code: 'INSUFFICIENT_PERMISSIONS', details: { reason: 'not_owner' } }
const refused = (reason: string) => ({ code: 'VALIDATION_ERROR', details: { reason } })

const ROUNDS = rounds(5, 30)

const market = testSubgraph('market')
let admin: Person
let ada: Person
let grace: Person
beforeAll(async () => {
  admin = await market.join('admin_ada', { role: 'admin' })
  ada = await market.join('ada')
  grace = await market.join('grace')
  await giveGold(market, grace, 1_000_000)
})

const refusalOf = ({ errors }: Awaited<ReturnType<TestSubgraph['run']>>) =>
  errors?.[0]?.extensions as Refusal | undefined
const buying = (id: string, input?: object) =>
  market.run(PURCHASE, { as: grace, variables: { id, input } })
const giving = (id: string, to: Person) =>
  market.run(GIVE, { as: ada, variables: { id, to: to.id } })
const ownerOf = async (id: string) => {
  const { ownerId } = await market
    .tables<MarketTables>('market')
    .selectFrom('assets')
    .select('ownerId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return ownerId
}
const offered = async () => {
  const assetId = await addAsset(market, ada)
  return { assetId, id: await addListing(market, ada, 30, assetId) }
}

test('changing the price while somebody buys: nobody pays a price they did not see', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id } = await offered()
    const [bought, changed] = await Promise.all([
      buying(id, { expectedPrice: 30 }),
      market.run(CHANGE, { as: ada, variables: { id } }),
    ])
    if (bought.errors) {
      const details = { reason: 'PRICE_CHANGED', price: 45 }
      expect(refusalOf(bought)).toEqual({ code: 'VALIDATION_ERROR', details })
      expect(changed.data).toEqual({ changeListingPrice: { price: 45 } })
    } else {
      expect(bought.data).toEqual({ purchaseListing: { price: 30 } })
      expect(refusalOf(changed)).toEqual(refused('LISTING_NOT_ACTIVE'))
    }
  }
})

test('giving an asset while somebody buys it: it goes to one of both', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { assetId, id } = await offered()
    const [bought, given] = await Promise.all([buying(id), giving(assetId, admin)])
    if (bought.errors) {
      expect(refusalOf(bought)).toEqual(refused('LISTING_NOT_ACTIVE'))
      expect(given.errors).toBeUndefined()
      expect(await ownerOf(assetId)).toBe(admin.id)
    } else {
      expect(refusalOf(given)).toEqual(NOT_OWNER)
      expect(await ownerOf(assetId)).toBe(grace.id)
    }
  }
})

test('giving an asset while listing it: nothing of somebody else’s is on offer', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const id = await addAsset(market, ada)
    const [given, listed] = await Promise.all([
      giving(id, grace),
      market.run(LIST, { as: ada, variables: { id } }),
    ])
    expect(given.errors).toBeUndefined()
    if (listed.errors) expect(refusalOf(listed)).toEqual(NOT_OWNER)
    const query = 'query ($id: ID!) { asset(id: $id) { ownerId listing { id } } }'
    const { asset } = await market.ask(query, { as: grace, variables: { id } })
    expect(asset).toEqual({ ownerId: grace.id, listing: null })
  }
})

test('hiding a listing while somebody buys it: it is sold or hidden', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { assetId, id } = await offered()
    const scopes = ['identity', 'admin']
    const [bought, hidden] = await Promise.all([
      buying(id),
      market.run(HIDE, { as: admin, scopes, variables: { id } }),
    ])
    const refusals = [bought, hidden].filter(({ errors }) => errors).map(refusalOf)
    expect(refusals).toEqual([refused('LISTING_NOT_ACTIVE')])
    expect(await ownerOf(assetId)).toBe(bought.errors ? ada.id : grace.id)
  }
})

test('After all races, the books are right', async () => {
  const books = await readBooks(market)
  expectGoldConserved(books)
  expectPaidOnce(books)
  const { rows } = await sql`
    select from listings join assets on assets.id = asset_id
    where status = 'active' and seller_id <> owner_id`.execute(market.tables('market'))
  expect(rows).toEqual([])
})
