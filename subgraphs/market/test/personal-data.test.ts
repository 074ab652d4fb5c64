// What the market exports about a person, and what is left after they are erased.
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Transaction } from '#foundation/database/database.ts'
import { ECOSYSTEM_ID, newId } from '#foundation/domain/ids.ts'
import { expectGoldConserved, expectPaidOnce, readBooks } from '#test/books.ts'
import {
  cutOff,
  expectKeptTotal,
  rowsWith,
  suffixOf,
  wordOf,
  whileWaiting,
  countErasureEvents,
} from '#test/erasure.ts'
import { addAsset, addListing, giveGold } from '#test/market-story.ts'
import { testSubgraph, type Person, type Refusal } from '#test/subgraph.ts'
import type { MarketTables } from '../tables.ts'

const PURCHASE = `mutation ($id: ID!) { purchaseListing(listingId: $id) { price asset { ownerId } } }`
const GIVE = `mutation ($id: ID!, $to: ID!) {
  giveAsset(assetId: $id, input: { to: $to }) { id ownerId }
}`
const HIDE = `mutation ($id: ID!) { hideListing(input: { id: $id, reason: "A trap." }) { id } }`
const ADJUST = `mutation ($id: ID!, $key: String!) {
  adjustGold(input: { key: $key, identityId: $id, amount: 5, reason: "found" }) { goldBalance }
}`
const MINT = `mutation ($id: ID!) {
  mintAsset(input: { name: "N", description: "D", kind: "tool", ownerId: $id }) { id }
}`
const GRANT = `mutation ($id: ID!) {
  grantGold(input: { key: "late", identityId: $id, amount: 5, reason: "late" }) { goldBalance }
}`

const market = testSubgraph('market')
let olga: Person
beforeAll(async () => {
  olga = await market.join('olga', { role: 'admin' })
})

let ada: Person
let grace: Person
beforeEach(async () => {
  const name = crypto.randomUUID().slice(0, 8)
  ada = await market.join(`ada${name}`, { role: 'admin' })
  grace = await market.join(`grace${name}`)
})

const db = () => market.tables<MarketTables>('market')
const asAdmin = (as: Person, variables: object) => ({
  as,
  scopes: ['identity', 'admin'],
  variables: { ...variables },
})
const buy = (as: Person, id: string) => market.ask(PURCHASE, { as, variables: { id } })
const give = (as: Person, id: string, to: Person, key?: string) =>
  market.ask(GIVE, { as, variables: { id, to: to.id }, ...(key !== undefined && { key }) })

/** Does everything that a person can do in the market, at least once. */
async function liveIn() {
  await giveGold(market, ada, 100)
  await giveGold(market, grace, 100)
  const bought = await addAsset(market, grace, { name: 'Bought' })
  await buy(ada, await addListing(market, grace, 30, bought))
  await buy(grace, await addListing(market, ada, 20))
  const offered = await addAsset(market, ada, { name: 'Offered' })
  await addListing(market, ada, 40, offered)
  const hidden = await addAsset(market, ada, { name: 'Hidden' })
  const hiddenListing = await addListing(market, ada, 50, hidden)
  await market.ask(HIDE, asAdmin(olga, { id: hiddenListing }))
  const retired = await addAsset(market, ada, { name: 'Retired', retiredAt: new Date() })
  await give(grace, await addAsset(market, grace, { name: 'Received' }), ada, 'to-ada')
  await give(ada, await addAsset(market, ada, { name: 'Given' }), grace, 'to-grace')
  await market.ask(ADJUST, asAdmin(olga, { id: ada.id, key: crypto.randomUUID() }))
  await market.ask(HIDE, asAdmin(ada, { id: await addListing(market, grace, 60) }))
  return { owned: [bought, offered, hidden, retired], hiddenListing }
}

test('a person gets everything that the market holds about them', async () => {
  await liveIn()
  const { account, postings, assets, listings, ...others } = await market.exportPerson(ada)
  expect(account).toMatchObject([{ balance: 95 }])
  expect(postings!.map(({ kind, amount }) => `${kind} ${amount}`).toSorted()).toEqual([
    'adjustment 5',
    'grant 100',
    'purchase -30',
    'purchase 20',
  ])
  expect(assets!.map(({ name }) => `${name}`).toSorted()).toEqual([
    'Bought',
    'Hidden',
    'Offered',
    'Received',
    'Retired',
  ])
  expect(listings!.map(({ asset, status }) => `${asset}: ${status}`).toSorted()).toEqual([
    'Ember Lantern: sold',
    'Hidden: active',
    'Offered: active',
  ])
  expect(others).toMatchObject({
    purchases: [{ asset: 'Bought', price: 30, sellerId: grace.id }],
    sales: [{ asset: 'Ember Lantern', price: 20, buyerId: grace.id }],
    'gifts-given': [{ asset: 'Given', receiverId: grace.id }],
    'gifts-received': [{ asset: 'Received', giverId: grace.id }],
    'idempotency-keys': [{ field: 'giveAsset', key: 'to-grace' }],
  })
})

test('an unknown person has nothing to export or to erase', async () => {
  expect(await market.exportPerson(ada)).toEqual({})
  await market.erasePerson(ada)
  expect(await rowsWith(market, 'market', [suffixOf(ada)])).toEqual([])
})

test('more rows than fit into a page are all exported, each once', async () => {
  const assets = Array.from({ length: 120 }, () => addAsset(market, ada))
  const ids = await Promise.all(assets)
  const exported = await market.exportPerson(ada)
  expect(exported.assets!.map(({ id }) => id)).toEqual(ids.toSorted())
  await market.erasePerson(ada)
  expect(await market.exportPerson(ada)).toEqual({})
})

describe('once a person is erased', () => {
  const lockOf = ({ id }: Person) => `select from accounts where owner_id = '${id}' for update`

  test('After an interrupted erasure is repeated, nothing names the person, and the books balance', async () => {
    await liveIn()
    const circulating = await inCirculation()
    const tombstone = 'identity_of_nobody'
    await cutOff(market, 'market', lockOf(ada), () => market.erasePerson(ada, { tombstone }))
    expect(await rowsWith(market, 'market', [suffixOf(ada)])).not.toEqual([])
    await market.erasePerson(ada, { tombstone })
    await market.erasePerson(ada, { tombstone })
    expect(await rowsWith(market, 'market', [suffixOf(ada), wordOf(ada.username)])).toEqual([])
    expect(await countErasureEvents(market, 'market', ada)).toBe(1)
    const books = await readBooks(market)
    expectGoldConserved(books)
    expectPaidOnce(books)
    expect(await inCirculation()).toBe(circulating - 95)
    expect(books.postings.filter(({ ownerId }) => ownerId === tombstone)).toHaveLength(5)
    await expectKeptTotal(market, 'market', 'assets', 'retired_at is null')
    await expectKeptTotal(market, 'market', 'transactions')
    await expectKeptTotal(market, 'market', 'listings', `status = 'active' and hidden_at is null`)
  })

  test('The assets of an erased person are the system’s and not for sale, and hidden listings stay hidden', async () => {
    const { owned, hiddenListing } = await liveIn()
    const tombstone = await market.erasePerson(ada)
    const assets = await db()
      .selectFrom('assets')
      .select('ownerId')
      .where('id', 'in', owned)
      .execute()
    expect(assets).toEqual(owned.map(() => ({ ownerId: ECOSYSTEM_ID })))
    const listings = db().selectFrom('listings').select(['id', 'status', 'hiddenReason'])
    const theirs = await listings.where('sellerId', '=', tombstone).execute()
    expect(theirs.map(({ status }) => status).toSorted()).toEqual([
      'cancelled',
      'cancelled',
      'sold',
    ])
    expect(theirs).toContainEqual({
      id: hiddenListing,
      status: 'cancelled',
      hiddenReason: 'A trap.',
    })
  })

  test('A purchase, a sale and a gift show the tombstone of an erased person to the other side', async () => {
    await liveIn()
    const tombstone = await market.erasePerson(ada)
    const { purchases, sales, ...gifts } = await market.exportPerson(grace)
    expect(purchases).toMatchObject([{ sellerId: tombstone }])
    expect(sales).toMatchObject([{ buyerId: tombstone }])
    expect(gifts['gifts-given']).toMatchObject([{ receiverId: tombstone }])
    expect(gifts['gifts-received']).toMatchObject([{ giverId: tombstone }])
  })

  test('Repeating a request that named an erased person changes nothing, and its stored response is gone', async () => {
    const id = await addAsset(market, grace)
    await give(grace, id, ada, 'a-gift')
    await market.erasePerson(ada)
    const again = { as: grace, variables: { id, to: ada.id }, key: 'a-gift' }
    expect(await market.refusal(GIVE, again)).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { reason: 'KEY_ALREADY_USED' },
    })
  })

  test('No late request brings an erased person back', async () => {
    await giveGold(market, ada, 10)
    await market.erasePerson(ada)
    const id = await addAsset(market, grace)
    const unknown = { code: 'NOT_FOUND', details: { resource: 'Identity', id: ada.id } }
    const gift = { as: grace, variables: { id, to: ada.id } }
    expect(await market.refusal(GIVE, gift)).toEqual(unknown)
    const grant = { service: 'path', variables: { id: ada.id } }
    expect(await market.refusal(GRANT, grant)).toEqual(unknown)
    const adjustment = asAdmin(olga, { id: ada.id, key: crypto.randomUUID() })
    expect(await market.refusal(ADJUST, adjustment)).toEqual(unknown)
    expect(await market.refusal(MINT, asAdmin(olga, { id: ada.id }))).toEqual(unknown)
    expect(await rowsWith(market, 'market', [suffixOf(ada)])).toEqual([])
  })
})

describe('while a person is erased', () => {
  test('The erasure waits for an asset that the person is acquiring', async () => {
    const asset = { name: 'N', description: 'D', kind: 'tool', ownerId: ada.id }
    const row = { id: newId('asset'), createdAt: new Date(), ...asset }
    await whileWaiting<MarketTables, string>(
      market,
      'market',
      () => market.erasePerson(ada),
      (trx) => trx.insertInto('assets').values(row).execute(),
    )
    expect(await rowsWith(market, 'market', [suffixOf(ada)])).toEqual([])
  })

  test('Gold for an erased person’s account is refused once it is closed', async () => {
    await giveGold(market, ada, 10)
    const accounts = (trx: Transaction<MarketTables>) =>
      trx.selectFrom('accounts').select('id').where('ownerId', '=', ada.id)
    const refusal = await whileWaiting<MarketTables, Refusal>(
      market,
      'market',
      () => market.refusal(GRANT, { service: 'path', variables: { id: ada.id } }),
      (trx) => accounts(trx).forUpdate().execute(),
      (trx) =>
        trx
          .updateTable('accounts')
          .set({ ownerId: newId('identity') })
          .where('ownerId', '=', ada.id)
          .execute(),
    )
    expect(refusal).toEqual({
      code: 'NOT_FOUND',
      details: { resource: 'Identity', id: ada.id },
    })
  })
})

async function inCirculation(): Promise<number> {
  const { rows } = await sql<{ gold: number }>`
    select coalesce(sum(balance), 0)::int as gold from accounts`.execute(db())
  return rows[0]!.gold
}
