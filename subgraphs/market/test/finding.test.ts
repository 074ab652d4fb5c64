// Finding assets and listings.
import { beforeAll, describe, expect, test } from 'vitest'
import { addAsset, addListing, giveGold } from '#test/market-story.ts'
import { testSubgraph, type Person } from '#test/subgraph.ts'
import type { MarketTables } from '../tables.ts'

const market = testSubgraph('market')
let ada: Person
let grace: Person
const listings = new Map<string, string>()
const day = (date: number) => new Date(Date.UTC(2026, 3, date))

beforeAll(async () => {
  ada = await market.join('ada')
  grace = await market.join('grace')
  const prices = { Lantern: 30, Kettle: 10, Compass: 30, Sextant: undefined, Gone: undefined }
  for (const [index, [name, price]] of Object.entries(prices).entries()) {
    const owner = name === 'Kettle' ? grace : ada
    const kind = name === 'Compass' || name === 'Sextant' ? 'instrument' : 'tool'
    const retired = name === 'Gone' ? { retiredAt: day(9) } : {}
    const id = await addAsset(market, owner, { name, kind, createdAt: day(index + 1), ...retired })
    if (price !== undefined) listings.set(name, await offer(owner, price, id, day(index + 1)))
  }
})

async function offer(seller: Person, price: number, assetId: string, createdAt: Date) {
  const id = await addListing(market, seller, price, assetId)
  const { tables } = market
  const listed = tables<MarketTables>('market').updateTable('listings').where('id', '=', id)
  await listed.set({ createdAt }).execute()
  return id
}

interface Found {
  nodes: { name?: string; asset?: { name: string } }[]
  totalCount: number
}

async function find(list: string, args: string, as = ada) {
  const selected = list === 'assets' ? 'name' : 'asset { name }'
  const filled = args.replace('GRACE', grace.id)
  const response = await market.ask(`{ ${list}(${filled}) { nodes { ${selected} } totalCount } }`, {
    as,
  })
  const { nodes, totalCount } = response[list] as Found
  expect(totalCount).toBe(nodes.length)
  return nodes.map(({ name, asset }) => name ?? asset!.name)
}

describe('assets', () => {
  test.each([
    ['owner: "GRACE"', ['Kettle']],
    ['owner: "identity_unknown"', []],
    ['listed: true', ['Compass', 'Kettle', 'Lantern']],
    ['listed: false', ['Sextant']],
    ['listed: true, owner: "GRACE"', ['Kettle']],
    ['orderBy: name', ['Compass', 'Kettle', 'Lantern', 'Sextant']],
    ['orderBy: oldest', ['Lantern', 'Kettle', 'Compass', 'Sextant']],
    ['search: "lantren"', ['Lantern']],
    ['search: "thimble", listed: false', ['Sextant']],
    ['search: "gone"', []],
  ])('Assets are found by %s', async (args, names) => {
    expect(await find('assets', args)).toEqual(names)
  })
})

describe('listings', () => {
  test.each([
    ['first: 20', ['Compass', 'Kettle', 'Lantern']],
    ['minPrice: 11', ['Compass', 'Lantern']],
    ['maxPrice: 10', ['Kettle']],
    ['minPrice: 10, maxPrice: 29', ['Kettle']],
    ['minPrice: 31', []],
    ['seller: "GRACE"', ['Kettle']],
    ['kind: "instrument"', ['Compass']],
    ['kind: "tool", minPrice: 11', ['Lantern']],
    ['orderBy: oldest', ['Lantern', 'Kettle', 'Compass']],
    ['minPrice: 5, maxPrice: 29, orderBy: dearest', ['Kettle']],
  ])('Listings are found by %s', async (args, names) => {
    expect(await find('listings', args)).toEqual(names)
  })

  test('Listings are ordered by price, and those of one price by their ids', async () => {
    const [first, second] = ['Compass', 'Lantern'].toSorted((one, other) =>
      listings.get(one)! < listings.get(other)! ? -1 : 1,
    )
    expect(await find('listings', 'orderBy: cheapest')).toEqual(['Kettle', first, second])
    expect(await find('listings', 'orderBy: dearest')).toEqual([second, first, 'Kettle'])
  })

  test('Listings are paged by price from both ends', async () => {
    for (const orderBy of ['cheapest', 'dearest']) {
      const walk = async (size: string, cursorOf: string, hasMore: string) => {
        const seen: string[] = []
        let cursor: string | null = null
        for (;;) {
          const query = `query ($cursor: String) { listings(orderBy: ${orderBy}, ${size}: $cursor) {
            nodes { id } pageInfo { ${cursorOf} ${hasMore} }
          } }`
          const { listings: page } = await market.ask(query, { as: ada, variables: { cursor } })
          seen.push(page.nodes[0].id)
          if (!page.pageInfo[hasMore]) return seen
          cursor = page.pageInfo[cursorOf]
        }
      }
      const forward = await walk('first: 1, after', 'endCursor', 'hasNextPage')
      const backward = await walk('last: 1, before', 'startCursor', 'hasPreviousPage')
      expect(forward).toHaveLength(3)
      expect(backward).toEqual(forward.toReversed())
    }
  })

  test('Listings name the seller, and leave the list when they are sold or cancelled', async () => {
    const { listings: page } = await market.ask(
      '{ listings(seller: "' + grace.id + '") { nodes { id assetId sellerId seller { id } } } }',
      { as: ada },
    )
    expect(page.nodes).toEqual([
      {
        id: listings.get('Kettle'),
        assetId: expect.any(String),
        sellerId: grace.id,
        seller: { id: grace.id },
      },
    ])
    await giveGold(market, ada, 10)
    const buy = 'mutation ($id: ID!) { purchaseListing(listingId: $id) { price } }'
    await market.ask(buy, { as: ada, variables: { id: listings.get('Kettle') } })
    const cancel = 'mutation ($id: ID!) { cancelListing(listingId: $id) { status } }'
    await market.ask(cancel, { as: ada, variables: { id: listings.get('Lantern') } })
    expect(await find('listings', 'first: 20')).toEqual(['Compass'])
    expect(await find('assets', 'listed: true')).toEqual(['Compass'])
  })
})

test('Nobody finds a hidden listing, and its asset is not for sale', async () => {
  const id = await addListing(market, grace, 77)
  const found = async () => [
    await find('listings', 'minPrice: 77'),
    await find('listings', 'minPrice: 77', grace),
    await find('assets', 'owner: "GRACE", listed: true'),
  ]
  expect(await found()).toEqual([['Ember Lantern'], ['Ember Lantern'], ['Ember Lantern']])
  const total = async () =>
    (await market.ask('{ listings { totalCount } }', { as: ada })).listings.totalCount as number
  const before = await total()
  const admin = await market.join('admin', { role: 'admin' })
  await market.ask('mutation ($input: HideListingInput!) { hideListing(input: $input) { id } }', {
    as: admin,
    scopes: ['identity', 'admin'],
    variables: { input: { id, reason: 'It is a trap.' } },
  })
  expect(await found()).toEqual([[], [], []])
  expect(await total()).toBe(before - 1)
})
