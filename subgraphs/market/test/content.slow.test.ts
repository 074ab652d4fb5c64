// Assets of content files: applied, changed and retired, until somebody has bought them.
import { beforeEach, describe, expect, test } from 'vitest'
import { applyContent } from '#foundation/content/apply.ts'
import type { ContentItem } from '#foundation/content/kind.ts'
import { contentId, ECOSYSTEM_ID } from '#foundation/domain/ids.ts'
import { callerOf } from '#test/caller.ts'
import { sessionsWaiting } from '#test/database.ts'
import { addListing, giveGold } from '#test/market-story.ts'
import { testSubgraph, type Person } from '#test/subgraph.ts'
import { assetContent } from '../content/asset.ts'
import { sellListing } from '../domain/purchase.ts'
import type { MarketTables } from '../tables.ts'

const market = testSubgraph('market')

let ada: Person
let grace: Person
let key: string
let id: string
beforeEach(async () => {
  ada = await market.join(`a${crypto.randomUUID().slice(0, 8)}`)
  grace = await market.join(`g${crypto.randomUUID().slice(0, 8)}`)
  key = `lens-${crypto.randomUUID()}`
  id = contentId('asset', key)
  await giveGold(market, grace, 1_000)
})

const db = () => market.tables<MarketTables>('market')
const within = <Result>(work: (ctx: Parameters<typeof assetContent.find>[0]) => Promise<Result>) =>
  db()
    .transaction()
    .execute((trx) => work({ ...callerOf(), now: () => market.clock.now, trx }))

/** Applies a file with these assets, and returns the changes. */
const applyAll = async (assets: ContentItem[], prune = false) => {
  const people = new Map([ada, grace].map((person) => [person.username, person.id]))
  const personOf = (username: string) => people.get(username)
  const files = [{ name: 'market.yaml', lists: { assets } }]
  const { changes } = await within((ctx) =>
    applyContent(ctx, [assetContent], files, { personOf, prune }),
  )
  return changes.map(({ action, differences }) => [action, ...differences.map((d) => d.field)])
}
const lens = (change: object = {}) => ({
  key,
  name: 'Storm Lens',
  description: 'Of glass.',
  kind: 'tool',
  ...change,
})
const apply = (change?: object) => applyAll([lens(change)])

const find = async () => {
  const query = `query ($id: ID!) {
    asset(id: $id) { name ownerId retiredAt listing { id price } }
  }`
  return (await market.ask(query, { as: ada, variables: { id } })).asset
}
const listings = () =>
  db()
    .selectFrom('listings')
    .select(['sellerId', 'price', 'status'])
    .where('assetId', '=', id)
    .orderBy('id')
    .execute()
const exported = () => within((ctx) => assetContent.find(ctx))
const PURCHASE = 'mutation ($id: ID!) { purchaseListing(listingId: $id) { assetId } }'
const GIVE = `mutation ($id: ID!, $to: ID!) {
  giveAsset(assetId: $id, input: { to: $to }) { ownerId }
}`
const buy = async () => {
  const { listing } = await find()
  await market.ask(PURCHASE, { as: grace, variables: { id: listing.id } })
}

test('An asset of a file is the system’s unless the file names an owner, and is applied once', async () => {
  expect(await apply({ price: 20 })).toEqual([['add']])
  expect(await find()).toMatchObject({
    name: 'Storm Lens',
    ownerId: ECOSYSTEM_ID,
    listing: { price: 20 },
  })
  expect(await apply({ price: 20 })).toEqual([])
  expect(await listings()).toEqual([{ sellerId: ECOSYSTEM_ID, price: 20, status: 'active' }])
})

describe('a changed file', () => {
  test('A changed file changes the texts and keeps the listing', async () => {
    await apply({ price: 20 })
    const { listing } = await find()
    expect(await apply({ price: 20, name: 'Lens' })).toEqual([['update', 'name']])
    expect(await find()).toMatchObject({ name: 'Lens', listing })
  })

  test('A file with another price replaces the listing, and one without a price cancels it', async () => {
    await apply({ price: 20 })
    expect(await apply({ price: 35 })).toEqual([['update', 'price']])
    expect((await find()).listing.price).toBe(35)
    expect(await apply()).toEqual([['update', 'price']])
    expect((await find()).listing).toBeNull()
    expect((await listings()).map(({ status }) => status)).toEqual(['cancelled', 'cancelled'])
  })

  test('A file with another owner moves the asset and its listing', async () => {
    await apply({ price: 20, owner: ada.username })
    expect(await apply({ price: 20, owner: grace.username })).toEqual([['update', 'owner']])
    expect(await find()).toMatchObject({ ownerId: grace.id, listing: { price: 20 } })
    expect(await apply({ price: 20 })).toEqual([['update', 'owner']])
    expect(await listings()).toEqual([
      { sellerId: ada.id, price: 20, status: 'cancelled' },
      { sellerId: grace.id, price: 20, status: 'cancelled' },
      { sellerId: ECOSYSTEM_ID, price: 20, status: 'active' },
    ])
  })

  test('A file is refused by the rules of mutations', async () => {
    await expect(apply({ name: ' ', kind: 'Relic', price: 0 })).rejects.toMatchObject({
      issues: [
        { path: ['assets', 0, 'name'], reason: 'must not be blanks alone' },
        { path: ['assets', 0, 'kind'] },
        { path: ['assets', 0, 'price'], reason: 'must be from 1 to 1000000000' },
      ],
    })
  })
})

describe('left as it is', () => {
  test('A file leaves an asset alone that was given as a gift', async () => {
    await apply({ owner: ada.username })
    await market.ask(GIVE, { as: ada, variables: { id, to: grace.id } })
    expect(await apply({ owner: ada.username, name: 'Lens' })).toEqual([])
    expect(await find()).toMatchObject({ name: 'Storm Lens', ownerId: grace.id })
    expect((await exported()).map((stored) => stored.id)).not.toContain(id)
  })

  test('A file leaves an asset alone that somebody has bought, even after they sold it back', async () => {
    await apply({ price: 20, owner: ada.username })
    await buy()
    const expectLeft = async () => {
      const bought = await find()
      expect(await apply({ price: 35, name: 'Lens' })).toEqual([])
      await applyAll([], true)
      expect(await find()).toEqual(bought)
      expect((await exported()).map((stored) => stored.id)).not.toContain(id)
    }
    await expectLeft()
    const variables = { id: await addListing(market, grace, 5, id) }
    await market.ask(PURCHASE, { as: ada, variables })
    expect((await find()).ownerId).toBe(ada.id)
    await expectLeft()
  })

  test.each([
    ['takes off the market', null],
    ['offers for another price', 30],
  ])('A file leaves an asset alone only if its owner %s', async (_what, price) => {
    await apply({ price: 20, owner: ada.username })
    const { listing } = await find()
    const cancel = 'mutation ($id: ID!) { cancelListing(listingId: $id) { id } }'
    await market.ask(cancel, { as: ada, variables: { id: listing.id } })
    const list = 'mutation ($input: ListAssetInput!) { listAsset(input: $input) { id } }'
    const variables = { input: { assetId: id, price } }
    if (price !== null) await market.ask(list, { as: ada, variables })
    expect(await apply({ price: 20, owner: ada.username, name: 'Lens' })).toEqual([])
    expect((await find()).listing?.price ?? null).toBe(price)
  })
})

test('An asset in no file is retired by pruning, leaves the market, and comes back', async () => {
  await apply({ price: 20 })
  expect(await applyAll([])).toEqual([])
  expect(await applyAll([], true)).toContainEqual(['retire'])
  expect(await find()).toMatchObject({ retiredAt: expect.any(String) as string, listing: null })
  expect((await exported()).map((stored) => stored.id)).not.toContain(id)
  expect(await apply({ price: 20 })).toEqual([['restore', 'price']])
  expect(await find()).toMatchObject({ retiredAt: null, listing: { price: 20 } })
})

test('A person’s retired asset comes back with its file, at its price', async () => {
  const owned = { price: 20, owner: ada.username }
  await apply(owned)
  expect(await applyAll([], true)).toContainEqual(['retire'])
  expect(await apply(owned)).toEqual([['restore', 'price']])
  expect(await find()).toMatchObject({ ownerId: ada.id, retiredAt: null, listing: { price: 20 } })
  expect(await apply(owned)).toEqual([])
})

test('An export holds the assets of files and administrators, and none of people’s own', async () => {
  await apply({ price: 20, owner: ada.username })
  const stored = (await exported()).find((one) => one.id === id)
  expect(stored).toMatchObject({ contentKey: key, item: lens({ price: 20, owner: ada.id }) })
  const mint = 'mutation ($input: MintAssetInput!) { mintAsset(input: $input) { id } }'
  const admin = await market.join(`m${crypto.randomUUID().slice(0, 8)}`, { role: 'admin' })
  const minted = async (ownerId: string | null) => {
    const { key: _key, ...input } = lens({ ownerId, price: 5 })
    const asking = { as: admin, scopes: ['identity', 'admin'], variables: { input } }
    return (await market.ask(mint, asking)).mintAsset.id as string
  }
  const [systems, graces] = [await minted(null), await minted(grace.id)]
  const ids = (await exported()).map((one) => one.id)
  expect(ids).toContain(systems)
  expect(ids).not.toContain(graces)
  await expect(applyAll([lens({ key: graces, price: 1 })])).rejects.toThrow(
    'assets.0.key: is the id of what people have made or own, which no file takes over',
  )
  expect((await exported()).find((one) => one.id === systems)!.item).toMatchObject({
    key: systems,
    price: 5,
  })
})

test.each([
  ['changed', () => apply({ price: 35, name: 'Lens' })],
  ['moved', () => apply({ price: 20, owner: ada.username })],
  ['retired', () => applyAll([], true)],
])(
  'An asset that is bought while a file is applied is the buyer’s, and not %s',
  async (_what, work) => {
    await apply({ price: 20 })
    const { listing } = await find()
    const applied = await db()
      .transaction()
      .execute(async (trx) => {
        const sale = { listingId: listing.id as string, buyerId: grace.id }
        await sellListing(trx, sale, market.clock.now)
        const applying = work()
        await expect.poll(() => sessionsWaiting(market.tables('market'))).toBe(1)
        return [applying] as const
      })
    await Promise.all(applied)
    expect(await find()).toEqual({
      name: 'Storm Lens',
      ownerId: grace.id,
      retiredAt: null,
      listing: null,
    })
  },
)

test('Everybody who buys assets while a file changes them has what they paid for', async () => {
  const keys = Array.from({ length: 10 }, () => `race-${crypto.randomUUID()}`)
  const pack = (change: object) => keys.map((one) => ({ ...lens(), key: one, ...change }))
  await applyAll(pack({ price: 20 }))
  const query = 'query ($id: ID!) { asset(id: $id) { ownerId listing { id price } } }'
  const findOne = async (one: string) => {
    const variables = { id: contentId('asset', one) }
    return (await market.ask(query, { as: grace, variables })).asset
  }
  const before = await Promise.all(keys.map(findOne))
  const buying = before.map(({ listing }) =>
    market.run(PURCHASE, { as: grace, variables: { id: listing.id } }),
  )
  await Promise.all([...buying, applyAll(pack({ price: 35 })), applyAll(pack({ price: 40 }))])
  const bought = await Promise.all(buying)
  const after = await Promise.all(keys.map(findOne))
  after.forEach(({ ownerId, listing }, index) => {
    const isSold = bought[index]!.errors === undefined
    expect(ownerId).toBe(isSold ? grace.id : ECOSYSTEM_ID)
    expect(listing === null).toBe(isSold)
  })
})
