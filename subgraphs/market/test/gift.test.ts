// Gifts: an owner gives an asset to another person, for good.
import { beforeEach, describe, expect, test } from 'vitest'
import { ECOSYSTEM_ID } from '#foundation/domain/ids.ts'
import { addAsset, addListing } from '#test/market-story.ts'
import { testSubgraph, type Person } from '#test/subgraph.ts'
import type { MarketTables } from '../tables.ts'

const market = testSubgraph('market')

let ada: Person
let grace: Person
beforeEach(async () => {
  ada = await market.join(`a${crypto.randomUUID().slice(0, 8)}`)
  grace = await market.join(`g${crypto.randomUUID().slice(0, 8)}`)
})

const GIVE = `mutation ($id: ID!, $to: ID!) {
  giveAsset(assetId: $id, input: { to: $to }) { id ownerId listing { id } }
}`
const giving = (as: { id: string }, id: string, to: string) => ({ as, variables: { id, to } })

test('A gift belongs to its recipient', async () => {
  const id = await addAsset(market, ada)
  const { giveAsset } = await market.ask(GIVE, giving(ada, id, grace.id))
  expect(giveAsset).toEqual({ id, ownerId: grace.id, listing: null })
  const back = await market.ask(GIVE, giving(grace, id, ada.id))
  expect(back.giveAsset.ownerId).toBe(ada.id)
})

test('A gift leaves the market, and its listing is cancelled', async () => {
  const id = await addAsset(market, ada)
  const listingId = await addListing(market, ada, 30, id)
  expect((await market.ask(GIVE, giving(ada, id, grace.id))).giveAsset.listing).toBeNull()
  const { status } = await market
    .tables<MarketTables>('market')
    .selectFrom('listings')
    .select('status')
    .where('id', '=', listingId)
    .executeTakeFirstOrThrow()
  expect(status).toBe('cancelled')
})

describe('a gift is refused', () => {
  test('A gift to the system is refused', async () => {
    const asking = giving(ada, await addAsset(market, ada), ECOSYSTEM_ID)
    expect((await market.refusal(GIVE, asking)).details).toEqual({ reason: 'SYSTEM_IDENTITY' })
  })

  test('A gift of a retired asset is refused', async () => {
    const id = await addAsset(market, ada, { retiredAt: new Date() })
    expect(await market.refusal(GIVE, giving(ada, id, grace.id))).toEqual({
      code: 'NOT_FOUND',
      details: { resource: 'Asset', id },
    })
  })
})
