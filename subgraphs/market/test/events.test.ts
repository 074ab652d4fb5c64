// Who learns of what happens in the market.
import { beforeAll, expect, test } from 'vitest'
import { readFromNow } from '#test/event-reader.ts'
import { addListing, giveGold } from '#test/market-story.ts'
import { testSubgraph, type Person } from '#test/subgraph.ts'

const market = testSubgraph('market')
let ada: Person
let grace: Person
let alan: Person
let olga: Person
beforeAll(async () => {
  ada = await market.join('ada')
  grace = await market.join('grace')
  alan = await market.join('alan')
  olga = await market.join('olga', { role: 'admin' })
})

const BUY = 'mutation ($id: ID!) { purchaseListing(listingId: $id) { id } }'
const HIDE = 'mutation ($input: HideListingInput!) { hideListing(input: $input) { id } }'
const CANCEL = 'mutation ($id: ID!) { cancelListing(listingId: $id) { id } }'
const asAdmin = () => ({ as: olga, scopes: ['identity', 'admin'] })

test('A sale is known to its two sides, and others learn that the offer has ended', async () => {
  await giveGold(market, grace, 100)
  const id = await addListing(market, ada)
  const learnedBy = await readFromNow(market, 'market')
  await market.ask(BUY, { as: grace, variables: { id } })
  const known = ['asset.transferred', 'listing.ended']
  expect((await learnedBy({ as: alan })).toSorted()).toEqual(known)
  expect((await learnedBy({ as: ada })).toSorted()).toEqual([
    'asset.transferred',
    'gold.changed',
    'listing.ended',
    'listing.sold',
    'sale.made',
  ])
  expect((await learnedBy({ as: grace })).toSorted()).toEqual([
    'asset.transferred',
    'gold.changed',
    'listing.ended',
    'purchase.made',
  ])
  expect((await learnedBy(asAdmin())).filter((kind) => kind === 'gold.changed')).toHaveLength(2)
})

test('A hidden listing is known to its seller and administrators to its end', async () => {
  const id = await addListing(market, ada)
  const learnedBy = await readFromNow(market, 'market')
  await market.ask(HIDE, { ...asAdmin(), variables: { input: { id, reason: 'a trap' } } })
  expect(await learnedBy(asAdmin())).toEqual(['listing.hidden'])
  await market.ask(CANCEL, { as: ada, variables: { id } })
  expect(await learnedBy({ as: alan })).toEqual([])
  expect(await learnedBy({ as: ada })).toEqual(['listing.hidden', 'listing.cancelled'])
})
