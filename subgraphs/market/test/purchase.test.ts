// Purchases move gold and asset together, once, and only the buyer and seller see them.
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { addAsset, addListing, giveGold } from '#test/market-story.ts'
import { atOnce, refusalsOf } from '#test/simultaneous.ts'
import { testSubgraph, type Person } from '#test/subgraph.ts'
import type { MarketTables } from '../tables.ts'

const market = testSubgraph('market')

const someone = () => market.join(`p${crypto.randomUUID().slice(0, 8)}`)
let ada: Person
let grace: Person
beforeEach(async () => {
  ada = await someone()
  grace = await someone()
})

const PURCHASE = `mutation ($id: ID!) {
  purchaseListing(listingId: $id) {
    purchaseId listingId assetId price goldBalance purchasedAt
    asset { ownerId listing { id } owner { gold } }
  }
}`
const purchase = async (as: Person, id: string) =>
  (await market.ask(PURCHASE, { as, variables: { id } })).purchaseListing
const refusal = (as: { id: string }, id: string) =>
  market.refusal(PURCHASE, { as, variables: { id } })
const refused = (reason: string) => ({ code: 'VALIDATION_ERROR', details: { reason } })

const OWNS = `query ($of: [_Any!]!) {
  _entities(representations: $of) {
    ... on Identity { gold purchases { nodes { price asset { name } } totalCount } }
  }
}`
/** What `as` sees of a person's gold and purchases. */
const ownedBy = async ({ id }: Person, as: Person) => {
  const variables = { of: [{ __typename: 'Identity', id }] }
  return (await market.ask(OWNS, { as, variables }))._entities[0]
}
const goldOf = async (as: Person) => (await ownedBy(as, as)).gold as number
const ownerOf = async (id: string) => {
  const query = 'query ($id: ID!) { asset(id: $id) { ownerId } }'
  return (await market.ask(query, { as: ada, variables: { id } })).asset.ownerId as string
}

describe('a purchase', () => {
  test('A purchase moves the gold to the seller and the asset to the buyer', async () => {
    await giveGold(market, grace, 100)
    const assetId = await addAsset(market, ada)
    const id = await addListing(market, ada, 75, assetId)
    expect(await purchase(grace, id)).toEqual({
      purchaseId: expect.stringMatching(/^purchase_/) as string,
      listingId: id,
      assetId,
      price: 75,
      goldBalance: 25,
      purchasedAt: market.clock.now.toISOString(),
      asset: { ownerId: grace.id, listing: null, owner: { gold: 25 } },
    })
    expect([await goldOf(ada), await goldOf(grace)]).toEqual([75, 25])
    const listed = market.tables<MarketTables>('market').selectFrom('listings').selectAll()
    expect(await listed.where('id', '=', id).execute()).toMatchObject([
      { status: 'sold', closedAt: market.clock.now },
    ])
  })

  test('A purchase may take all the gold of the buyer', async () => {
    await giveGold(market, grace, 75)
    expect(await purchase(grace, await addListing(market, ada, 75))).toMatchObject({
      goldBalance: 0,
    })
  })

  test('A bought asset can be sold back to its seller', async () => {
    await giveGold(market, grace, 75)
    const assetId = await addAsset(market, ada)
    await purchase(grace, await addListing(market, ada, 75, assetId))
    await purchase(ada, await addListing(market, grace, 50, assetId))
    expect(await ownerOf(assetId)).toBe(ada.id)
    expect([await goldOf(ada), await goldOf(grace)]).toEqual([25, 50])
  })
})

describe('a purchase is refused', () => {
  test('A purchase of one’s own listing is refused, active or not', async () => {
    const id = await addListing(market, ada)
    expect(await refusal(ada, id)).toEqual(refused('OWN_LISTING'))
    const cancel = 'mutation ($id: ID!) { cancelListing(listingId: $id) { id } }'
    await market.ask(cancel, { as: ada, variables: { id } })
    expect(await refusal(ada, id)).toEqual(refused('OWN_LISTING'))
    expect(await refusal(grace, id)).toEqual(refused('LISTING_NOT_ACTIVE'))
  })

  test('A purchase of a sold listing is refused, even to its buyer, and whatever gold one has', async () => {
    await giveGold(market, grace, 60)
    const id = await addListing(market, ada, 30)
    await purchase(grace, id)
    for (const as of [grace, await someone()]) {
      expect(await refusal(as, id)).toEqual(refused('LISTING_NOT_ACTIVE'))
    }
    expect(await goldOf(grace)).toBe(30)
  })

  test('A purchase without enough gold is refused, and nothing changes', async () => {
    await giveGold(market, grace, 29)
    const assetId = await addAsset(market, ada)
    const id = await addListing(market, ada, 30, assetId)
    expect(await refusal(grace, id)).toEqual({
      code: 'VALIDATION_ERROR',
      details: { reason: 'INSUFFICIENT_GOLD', price: 30, balance: 29 },
    })
    expect(await refusal(await someone(), id)).toMatchObject({ details: { balance: 0 } })
    expect([await goldOf(ada), await goldOf(grace)]).toEqual([0, 29])
    expect(await ownerOf(assetId)).toBe(ada.id)
    await giveGold(market, grace, 1)
    expect(await purchase(grace, id)).toMatchObject({ goldBalance: 0 })
  })

  test('A purchase that would overflow the seller’s gold is refused, and nothing changes', async () => {
    await giveGold(market, ada, 2_147_483_647)
    await giveGold(market, grace, 30)
    const assetId = await addAsset(market, ada)
    expect(await refusal(grace, await addListing(market, ada, 30, assetId))).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { field: 'amount' },
    })
    expect(await goldOf(grace)).toBe(30)
    expect(await ownerOf(assetId)).toBe(ada.id)
  })

  test('A purchase is refused, not free, if a grant has used the key of its payment', async () => {
    const id = await addListing(market, ada, 30)
    const input = { key: `${id}:purchase`, identityId: grace.id, amount: 30, reason: 'a mistake' }
    const grant = 'mutation ($input: GrantGoldInput!) { grantGold(input: $input) { goldBalance } }'
    await market.ask(grant, { service: 'path', variables: { input } })
    expect(await refusal(grace, id)).toMatchObject({ details: { field: 'key' } })
    expect(await goldOf(grace)).toBe(30)
  })
})

describe('at the same moment', () => {
  test('Of fifty concurrent buyers of one listing, one buys it, and no gold is lost or made', async () => {
    const buyers = await atOnce(50, () => someone())
    await Promise.all(buyers.map((buyer, index) => giveGold(market, buyer, 30 + index)))
    const assetId = await addAsset(market, ada)
    const variables = { id: await addListing(market, ada, 30, assetId) }
    const responses = await Promise.all(buyers.map((as) => market.run(PURCHASE, { as, variables })))
    expect(refusalsOf(responses)).toEqual(
      Array.from({ length: 49 }, () => refused('LISTING_NOT_ACTIVE')),
    )

    const winner = responses.findIndex(({ errors }) => !errors)
    expect(await ownerOf(assetId)).toBe(buyers[winner]!.id)
    expect(await goldOf(ada)).toBe(30)
    const golds = await Promise.all(buyers.map(goldOf))
    expect(golds).toEqual(buyers.map((_buyer, index) => (index === winner ? index : 30 + index)))
  })

  test('A buyer with gold for three of ten listings buys three of them at once', async () => {
    await giveGold(market, grace, 95)
    const listings = await atOnce(10, () => addListing(market, ada, 30))
    const responses = await Promise.all(
      listings.map((id) => market.run(PURCHASE, { as: grace, variables: { id } })),
    )
    const details = { reason: 'INSUFFICIENT_GOLD', price: 30, balance: 5 }
    expect(refusalsOf(responses)).toEqual(
      Array.from({ length: 7 }, () => ({ code: 'VALIDATION_ERROR', details })),
    )
    expect([await goldOf(ada), await goldOf(grace)]).toEqual([90, 5])
  })

  test('People who buy from each other while they are granted gold never deadlock', async () => {
    const people = [ada, grace, await someone()]
    await Promise.all(people.map((as) => giveGold(market, as, 10_000)))
    const deals = people.flatMap((seller) =>
      people.filter((buyer) => buyer !== seller).map((buyer) => ({ seller, buyer })),
    )
    for (let round = 0; round < 5; round += 1) {
      const listed = await Promise.all(
        deals.map(async (deal) => ({ ...deal, id: await addListing(market, deal.seller, 100) })),
      )
      const bought = listed.map(({ buyer, id }) => purchase(buyer, id))
      const granted = people.map((as) => giveGold(market, as, 1))
      await Promise.all([...bought, ...granted])
    }
    // Each person sold as much as they bought.
    expect(await Promise.all(people.map(goldOf))).toEqual([10_005, 10_005, 10_005])
  })

  test('People without gold who buy from each other at once are all refused', async () => {
    for (let round = 0; round < 10; round += 1) {
      const people = await Promise.all([someone(), someone(), someone(), someone()])
      const listings = await Promise.all(people.map((seller) => addListing(market, seller, 30)))
      const refusals = await Promise.all(
        people.flatMap((as) =>
          listings
            .filter((_id, index) => people[index] !== as)
            .map((id) => market.refusal(PURCHASE, { as, variables: { id } })),
        ),
      )
      for (const { details } of refusals) expect(details.reason).toBe('INSUFFICIENT_GOLD')
    }
  })
})

describe('gold and purchases', () => {
  test('A person sees their own gold and purchases, newest first', async () => {
    await giveGold(market, grace, 100)
    const { now } = market.clock
    for (const name of ['Lantern', 'Folio']) {
      const assetId = await addAsset(market, ada, { name })
      await purchase(grace, await addListing(market, ada, 30, assetId))
      market.clock.now = new Date(market.clock.now.getTime() + 1)
    }
    market.clock.now = now
    const nodes = [
      { price: 30, asset: { name: 'Folio' } },
      { price: 30, asset: { name: 'Lantern' } },
    ]
    expect(await ownedBy(grace, grace)).toEqual({ gold: 40, purchases: { nodes, totalCount: 2 } })
    expect(await ownedBy(ada, ada)).toEqual({ gold: 60, purchases: { nodes: [], totalCount: 0 } })
  })

  test('A service that acts for nobody cannot read gold and purchases', async () => {
    await giveGold(market, ada, 100)
    const variables = { of: [{ __typename: 'Identity', id: ada.id }] }
    const { data, errors } = await market.run(OWNS, { service: 'router', variables })
    expect(data).toEqual({ _entities: [{ gold: null, purchases: null }] })
    const codes = errors?.map(({ extensions }) => extensions?.code)
    expect(codes).toEqual(['INVALID_TOKEN', 'INVALID_TOKEN'])
  })
})

test('People’s gold is what was issued', async () => {
  const { rows } = await sql<{ gold: number; issued: number }>`
    select
      (select sum(balance)::bigint from accounts) as gold,
      (select -sum(amount) from postings where account_id = 'issuance') as issued
  `.execute(market.tables('market'))
  expect(rows).toEqual([{ gold: rows[0]!.issued, issued: rows[0]!.issued }])
})
