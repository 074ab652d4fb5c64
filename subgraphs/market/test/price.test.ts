// Sellers change prices, and buyers pay only a price that they have seen.
import { beforeEach, describe, expect, test } from 'vitest'
import { addListing, giveGold } from '#test/market-story.ts'
import { testSubgraph, type Person } from '#test/subgraph.ts'

const market = testSubgraph('market')

let ada: Person
let grace: Person
beforeEach(async () => {
  ada = await market.join(`a${crypto.randomUUID().slice(0, 8)}`)
  grace = await market.join(`g${crypto.randomUUID().slice(0, 8)}`)
})

const CHANGE = `mutation ($id: ID!, $price: Int!) {
  changeListingPrice(listingId: $id, input: { price: $price }) { id price status }
}`
const PURCHASE = `mutation ($id: ID!, $input: PurchaseListingInput) {
  purchaseListing(listingId: $id, input: $input) { price goldBalance }
}`
const changing = (as: { id: string }, id: string, price: number) => ({
  as,
  variables: { id, price },
})
const refused = (reason: string) => ({ code: 'VALIDATION_ERROR', details: { reason } })

describe('changing the price of a listing', () => {
  test('Changing the price keeps the listing', async () => {
    const id = await addListing(market, ada, 30)
    const listing = { id, price: 45, status: 'active' }
    for (let time = 0; time < 2; time += 1) {
      const { changeListingPrice } = await market.ask(CHANGE, changing(ada, id, 45))
      expect(changeListingPrice).toEqual(listing)
    }
  })

  test('Changing the price of a sold listing is refused', async () => {
    await giveGold(market, grace, 30)
    const id = await addListing(market, ada, 30)
    await market.ask(PURCHASE, { as: grace, variables: { id } })
    const refusal = await market.refusal(CHANGE, changing(ada, id, 40))
    expect(refusal).toEqual(refused('LISTING_NOT_ACTIVE'))
  })
})

describe('a buyer who expects a price', () => {
  const buying = (id: string, expectedPrice?: number | null) => ({
    as: grace,
    variables: { id, input: { expectedPrice } },
  })

  test('A buyer pays the expected price or buys nothing', async () => {
    await giveGold(market, grace, 100)
    const id = await addListing(market, ada, 30)
    await market.ask(CHANGE, changing(ada, id, 45))
    expect(await market.refusal(PURCHASE, buying(id, 30))).toEqual({
      code: 'VALIDATION_ERROR',
      details: { reason: 'PRICE_CHANGED', price: 45 },
    })
    const { purchaseListing } = await market.ask(PURCHASE, buying(id, 45))
    expect(purchaseListing).toEqual({ price: 45, goldBalance: 55 })
  })

  test('LISTING_NOT_ACTIVE takes precedence over PRICE_CHANGED', async () => {
    await giveGold(market, grace, 100)
    const id = await addListing(market, ada, 30)
    await market.ask(PURCHASE, buying(id, null))
    const refusal = await market.refusal(PURCHASE, buying(id, 31))
    expect(refusal).toEqual(refused('LISTING_NOT_ACTIVE'))
  })

  test('PRICE_CHANGED takes precedence over INSUFFICIENT_GOLD', async () => {
    const id = await addListing(market, ada, 30)
    expect((await market.refusal(PURCHASE, buying(id, 31))).details.reason).toBe('PRICE_CHANGED')
  })
})
