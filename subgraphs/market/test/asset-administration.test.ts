// Administrators sell the system's assets, and change and retire assets.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ECOSYSTEM_ID } from '#foundation/domain/ids.ts'
import { addClient } from '#test/grant-story.ts'
import { addAsset, addListing, giveGold } from '#test/market-story.ts'
import { atOnce } from '#test/simultaneous.ts'
import { testSubgraph, type Person } from '#test/subgraph.ts'
import type { MarketTables } from '../tables.ts'

const market = testSubgraph('market')
beforeAll(async () => {
  await addClient(market, 'console', { scopes: ['identity', 'admin'] })
})

let ada: Person
let grace: Person
beforeEach(async () => {
  ada = await market.join(`a${crypto.randomUUID().slice(0, 8)}`)
  grace = await market.join(`g${crypto.randomUUID().slice(0, 8)}`)
})

const SYSTEM = { id: ECOSYSTEM_ID }
const ADMINISTRATOR = { as: { id: 'console', clientId: 'console' }, scopes: ['identity', 'admin'] }
const administering = (variables: object) => ({ ...ADMINISTRATOR, variables: { ...variables } })

const ASSET = 'id name description kind ownerId retiredAt listing { id price status }'
const MINT = `mutation ($input: MintAssetInput!) { mintAsset(input: $input) { ${ASSET} } }`
const UPDATE = `mutation ($input: UpdateAssetInput!) { updateAsset(input: $input) { ${ASSET} } }`
const RETIRE = `mutation ($id: ID!) { retireAsset(assetId: $id) { ${ASSET} } }`
const LIST = `mutation ($input: ListAssetInput!) { listAsset(input: $input) { id } }`
const PURCHASE = 'mutation ($id: ID!) { purchaseListing(listingId: $id) { assetId } }'

const update = async (input: object) =>
  (await market.ask(UPDATE, administering({ input }))).updateAsset
const retire = async (id: string) => (await market.ask(RETIRE, administering({ id }))).retireAsset
const find = async (id: string) => {
  const query = `query ($id: ID!) { asset(id: $id) { ${ASSET} } }`
  return (await market.ask(query, { as: ada, variables: { id } })).asset
}
const listingsOf = (assetId: string) =>
  market
    .tables<MarketTables>('market')
    .selectFrom('listings')
    .select(['sellerId', 'price', 'status'])
    .where('assetId', '=', assetId)
    .orderBy('id')
    .execute()
/** The pending audit events about an asset. */
const eventsOf = async (assetId: string) => {
  const events = market.tables<MarketTables>('market').selectFrom('auditOutbox')
  const all = await events.select(['kind', 'clientId', 'details']).orderBy('id').execute()
  return all.filter(({ details }) => details.id === assetId)
}
const NOT_OWNER = { code: 'INSUFFICIENT_PERMISSIONS', details: { reason: 'not_owner' } }
const notFound = (id: string) => ({
  code: 'NOT_FOUND',
  details: { resource: 'Asset', id },
})

describe('minting', () => {
  const LENS = { name: 'Storm Lens', description: 'Of glass.', kind: 'tool' }
  const mint = async (input: object) =>
    (await market.ask(MINT, administering({ input: { ...LENS, ...input } }))).mintAsset

  test('Minting without an owner makes an asset of the system, for sale if it has a price', async () => {
    expect(await mint({})).toMatchObject({ ...LENS, ownerId: ECOSYSTEM_ID, listing: null })
    expect(await mint({ ownerId: null, price: 20 })).toMatchObject({
      ownerId: ECOSYSTEM_ID,
      listing: { price: 20, status: 'active' },
    })
  })

  test('Minting with an owner and a price lists it for the owner', async () => {
    const { id } = await mint({ ownerId: grace.id, price: 20 })
    expect(await listingsOf(id)).toEqual([{ sellerId: grace.id, price: 20, status: 'active' }])
  })

  test('Minting is recorded for the audit trail', async () => {
    const { id } = await mint({})
    expect(await eventsOf(id)).toEqual([
      { kind: 'content_added', clientId: 'console', details: { type: 'Asset', id, by: 'console' } },
    ])
  })

  test.each([0, 1_000_000_001])('Minting for a price of %i is refused', async (price) => {
    expect(await market.refusal(MINT, administering({ input: { ...LENS, price } }))).toEqual({
      code: 'VALIDATION_ERROR',
      details: { field: 'price', reason: 'must be from 1 to 1000000000' },
    })
  })
})

describe('what the system itself owns', () => {
  test('The system’s asset is listed for the price that administrators set', async () => {
    const id = await addAsset(market, SYSTEM)
    expect((await update({ id, price: 20 })).listing).toMatchObject({ price: 20, status: 'active' })
    const first = (await find(id)).listing.id as string
    expect((await update({ id, price: 20 })).listing.id).toBe(first)
    expect((await update({ id, price: 35 })).listing).toMatchObject({ price: 35 })
    expect((await update({ id, price: null })).listing).toBeNull()
    expect(await listingsOf(id)).toEqual([
      { sellerId: ECOSYSTEM_ID, price: 20, status: 'cancelled' },
      { sellerId: ECOSYSTEM_ID, price: 35, status: 'cancelled' },
    ])
    expect((await eventsOf(id)).map(({ details }) => details.changed)).toEqual([
      ['price'],
      ['price'],
      ['price'],
    ])
  })

  test('The system’s asset is bought like any other, and then its owner can sell it', async () => {
    const id = await addAsset(market, SYSTEM)
    const { listing } = await update({ id, price: 20 })
    await giveGold(market, grace, 20)
    await market.ask(PURCHASE, { as: grace, variables: { id: listing.id } })
    expect(await find(id)).toMatchObject({ ownerId: grace.id, listing: null })
    for (const price of [30, null]) {
      expect(await market.refusal(UPDATE, administering({ input: { id, price } }))).toEqual(
        NOT_OWNER,
      )
    }
    await market.ask(LIST, { as: grace, variables: { input: { assetId: id, price: 30 } } })
  })

  test('Nobody else lists the system’s asset or cancels its listing', async () => {
    const id = await addAsset(market, SYSTEM)
    const input = { assetId: id, price: 1 }
    expect(await market.refusal(LIST, { as: ada, variables: { input } })).toEqual(NOT_OWNER)
    const cancel = 'mutation ($id: ID!) { cancelListing(listingId: $id) { id } }'
    const variables = { id: await addListing(market, SYSTEM, 20, id) }
    expect(await market.refusal(cancel, { as: ada, variables })).toEqual(NOT_OWNER)
  })

  test('The system’s asset is sold once, for the old or the new price, if the price changes at once', async () => {
    await giveGold(market, grace, 1_000)
    for (let round = 0; round < 10; round += 1) {
      const id = await addAsset(market, SYSTEM)
      const { listing } = await update({ id, price: 20 })
      const [bought, changed] = await Promise.all([
        market.run(PURCHASE, { as: grace, variables: { id: listing.id } }),
        market.run(UPDATE, administering({ input: { id, price: 35 } })),
      ])
      const errors = [bought, changed].flatMap((response) => response.errors ?? [])
      expect(errors).toHaveLength(1)
      const sold = bought.errors === undefined
      expect(await find(id)).toMatchObject({ ownerId: sold ? grace.id : ECOSYSTEM_ID })
    }
  })
})

describe('an update', () => {
  test('An update of an asset changes only the given fields', async () => {
    const id = await addAsset(market, ada, { name: 'Lantern', description: 'D', kind: 'tool' })
    expect(await update({ id, name: 'Storm Lantern' })).toMatchObject({
      name: 'Storm Lantern',
      description: 'D',
      kind: 'tool',
      ownerId: ada.id,
    })
    expect(await update({ id, name: null, description: 'Burns.', kind: 'relic' })).toMatchObject({
      name: 'Storm Lantern',
      description: 'Burns.',
      kind: 'relic',
    })
    expect(await find(id)).toMatchObject({ name: 'Storm Lantern', kind: 'relic' })
    expect(await eventsOf(id)).toMatchObject([
      { kind: 'content_updated', details: { type: 'Asset', id, changed: ['name'] } },
      { kind: 'content_updated', details: { changed: ['description', 'kind'] } },
    ])
  })

  test('An update of an asset that changes nothing writes nothing', async () => {
    const id = await addAsset(market, SYSTEM, { name: 'Lantern' })
    for (const input of [{ id }, { id, name: 'Lantern' }, { id, price: null }]) await update(input)
    expect(await eventsOf(id)).toEqual([])
  })

  test('An invalid update of an asset names every invalid field and changes nothing', async () => {
    const id = await addAsset(market, SYSTEM, { name: 'Lantern' })
    const wrong = { name: ' ', description: '', kind: 'Relic', price: 0 }
    const { details } = await market.refusal(UPDATE, administering({ input: { id, ...wrong } }))
    expect((details.issues as { field: string }[]).map(({ field }) => field)).toEqual([
      'name',
      'description',
      'kind',
      'price',
    ])
    const partly = { id, name: 'Storm Lantern', price: 1_000_000_001 }
    await market.refusal(UPDATE, administering({ input: partly }))
    expect((await find(id)).name).toBe('Lantern')
  })

  test('An update of an asset with a name and a forbidden price changes neither', async () => {
    const id = await addAsset(market, ada, { name: 'Lantern' })
    const input = { id, name: 'Storm Lantern', price: 5 }
    expect(await market.refusal(UPDATE, administering({ input }))).toEqual(NOT_OWNER)
    expect((await find(id)).name).toBe('Lantern')
  })
})

describe('a retired asset', () => {
  const lists = async () => {
    const query = `query ($of: [_Any!]!) {
      assets(first: 100) { nodes { id } totalCount }
      _entities(representations: $of) { ... on Identity { assets { nodes { id } totalCount } } }
    }`
    const of = [{ __typename: 'Identity', id: ada.id }]
    const response = await market.ask(query, { as: ada, variables: { of } })
    return [response.assets, response._entities[0].assets] as {
      nodes: { id: string }[]
      totalCount: number
    }[]
  }

  test('A retired asset is in no list and no total, and is found by its id', async () => {
    const [kept, id] = [await addAsset(market, ada), await addAsset(market, ada)]
    const before = await lists()
    expect(await retire(id)).toMatchObject({ id, retiredAt: market.clock.now.toISOString() })
    const after = await lists()
    after.forEach(({ nodes, totalCount }, index) => {
      expect(totalCount).toBe(before[index]!.totalCount - 1)
      const ids = nodes.map((node) => node.id)
      expect(ids).toContain(kept)
      expect(ids).not.toContain(id)
    })
    expect(await find(id)).toMatchObject({ id, retiredAt: market.clock.now.toISOString() })
    const of = [{ __typename: 'Asset', id }]
    const entities =
      'query ($of: [_Any!]!) { _entities(representations: $of) { ... on Asset { id } } }'
    const response = await market.ask(entities, { service: 'router', variables: { of } })
    expect(response._entities).toEqual([{ id }])
  })

  test('A retired asset is off the market, and nobody can list it', async () => {
    const mine = await addAsset(market, ada)
    const listingId = await addListing(market, ada, 30, mine)
    expect((await retire(mine)).listing).toBeNull()
    await giveGold(market, grace, 30)
    expect(await market.refusal(PURCHASE, { as: grace, variables: { id: listingId } })).toEqual({
      code: 'VALIDATION_ERROR',
      details: { reason: 'LISTING_NOT_ACTIVE' },
    })
    const input = { assetId: mine, price: 30 }
    expect(await market.refusal(LIST, { as: ada, variables: { input } })).toEqual(notFound(mine))
    const systems = await addAsset(market, SYSTEM)
    await retire(systems)
    const pricing = administering({ input: { id: systems, price: 30 } })
    expect(await market.refusal(UPDATE, pricing)).toEqual(notFound(systems))
  })

  test('A retired asset stays in people’s purchases and can be renamed', async () => {
    await giveGold(market, grace, 30)
    const id = await addAsset(market, ada)
    const listingId = await addListing(market, ada, 30, id)
    await market.ask(PURCHASE, { as: grace, variables: { id: listingId } })
    await retire(id)
    await update({ id, name: 'Old Lantern' })
    const query = `query ($of: [_Any!]!) { _entities(representations: $of) {
      ... on Identity { purchases { nodes { asset { name } } } }
    } }`
    const of = [{ __typename: 'Identity', id: grace.id }]
    const { _entities } = await market.ask(query, { as: grace, variables: { of } })
    expect(_entities[0].purchases.nodes).toEqual([{ asset: { name: 'Old Lantern' } }])
  })

  test('Retiring an asset again returns it unchanged and is recorded once', async () => {
    const id = await addAsset(market, ada)
    const responses = await atOnce(6, () => retire(id))
    for (const response of responses) expect(response).toEqual(responses[0])
    expect(await eventsOf(id)).toMatchObject([
      { kind: 'content_retired', details: { type: 'Asset', id } },
    ])
  })

  test('An asset that is retired while many buy or list it ends up unlisted', async () => {
    await giveGold(market, grace, 1_000)
    for (let round = 0; round < 10; round += 1) {
      const id = await addAsset(market, ada)
      const variables = { id: await addListing(market, ada, 30, id) }
      const listing = { as: ada, variables: { input: { assetId: id, price: 40 } } }
      const [bought] = await Promise.all([
        market.run(PURCHASE, { as: grace, variables }),
        market.run(LIST, listing),
        retire(id),
        market.run(LIST, listing),
      ])
      const sold = bought.errors === undefined
      expect(await find(id)).toMatchObject({
        ownerId: sold ? grace.id : ada.id,
        retiredAt: expect.any(String) as string,
        listing: null,
      })
      const statuses = (await listingsOf(id)).map(({ status }) => status)
      expect(statuses).toEqual([sold ? 'sold' : 'cancelled'])
      expect((await market.run(LIST, listing)).errors).toHaveLength(1)
    }
  })
})
