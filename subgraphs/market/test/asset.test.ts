// Assets: one by its id, those of a person, and minting.
import { beforeEach, describe, expect, test } from 'vitest'
import { addAsset, addListing } from '#test/market-story.ts'
import { testSubgraph, type Person } from '#test/subgraph.ts'

const market = testSubgraph('market')

let ada: Person
let grace: Person
beforeEach(async () => {
  ada = await market.join(`a${crypto.randomUUID().slice(0, 8)}`, { role: 'admin' })
  grace = await market.join(`g${crypto.randomUUID().slice(0, 8)}`)
})

const day = (date: number) => new Date(Date.UTC(2026, 3, date, 12))

test('An asset is found by its id', async () => {
  const query = `query ($id: ID!) {
    asset(id: $id) {
      id name description kind ownerId owner { id } createdAt listing { id price status }
    }
  }`
  const about = { name: 'Brass Astrolabe', description: 'Tells the hour.', kind: 'instrument' }
  const id = await addAsset(market, ada, { ...about, createdAt: day(5) })
  const find = async () => (await market.ask(query, { as: grace, variables: { id } })).asset
  const shown = {
    id,
    ...about,
    ownerId: ada.id,
    owner: { id: ada.id },
    createdAt: '2026-04-05T12:00:00.000Z',
  }
  expect(await find()).toEqual({ ...shown, listing: null })
  const listing = { id: await addListing(market, ada, 75, id), price: 75, status: 'active' }
  expect(await find()).toEqual({ ...shown, listing })
})

test('Each person’s assets are their own, newest first, page by page', async () => {
  const adas = [
    await addAsset(market, ada, { createdAt: day(1) }),
    await addAsset(market, ada, { createdAt: day(3) }),
    await addAsset(market, ada, { createdAt: day(2) }),
  ]
  const graces = await addAsset(market, grace)
  const query = `query ($of: [_Any!]!, $after: String) {
    _entities(representations: $of) {
      ... on Identity {
        assets(first: 2, after: $after) { nodes { id } totalCount pageInfo { endCursor } }
      }
    }
  }`
  const ownedBy = async (people: { id: string }[], after: string | null = null) => {
    const of = people.map(({ id }) => ({ __typename: 'Identity', id }))
    const { _entities } = await market.ask(query, { as: ada, variables: { of, after } })
    return _entities.map(({ assets }: Owner) => assets) as Owner['assets'][]
  }
  interface Owner {
    assets: { nodes: { id: string }[]; pageInfo: { endCursor: string } }
  }

  const [first, nobodys, gracesPage] = await ownedBy([ada, { id: 'identity_unknown' }, grace])
  expect(first).toMatchObject({ nodes: [{ id: adas[1] }, { id: adas[2] }], totalCount: 3 })
  expect(nobodys).toMatchObject({ nodes: [], totalCount: 0 })
  expect(gracesPage).toMatchObject({ nodes: [{ id: graces }], totalCount: 1 })
  const [second] = await ownedBy([ada], first!.pageInfo.endCursor)
  expect(second).toMatchObject({ nodes: [{ id: adas[0] }], totalCount: 3 })
})

describe('however many there are, one statement loads', () => {
  const statements = async (query: string) => (await market.plans(query, { as: ada })).length
  const entities = (type: string, ids: string[]) =>
    ids.map((id) => `{ __typename: "${type}", id: "${id}" }`).join()

  test('One statement loads assets, one their listings, and one their owners’ assets', async () => {
    for (const owner of [ada, grace, ada]) await addListing(market, owner)
    const query = '{ assets { nodes { listing { price } owner { assets { nodes { name } } } } } }'
    expect(await statements(query)).toBe(3)
  })

  test('One statement loads the assets that other objects refer to', async () => {
    const ids = [await addAsset(market, ada), await addAsset(market, grace)]
    const of = entities('Asset', ids)
    const query = `{ _entities(representations: [${of}]) { ... on Asset { name } } }`
    expect(await statements(query)).toBe(1)
  })

  test('One statement loads the caller’s gold, one the caller’s purchases, and none those of others', async () => {
    const fields = '... on Identity { gold purchases { nodes { price } } }'
    const ask = (people: Person[]) => {
      const of = entities(
        'Identity',
        people.map(({ id }) => id),
      )
      return statements(`{ _entities(representations: [${of}]) { ${fields} } }`)
    }
    expect(await ask([grace, ada, grace])).toBe(2)
    expect(await ask([grace])).toBe(0)
  })
})

describe('minting', () => {
  const MINT = `mutation ($input: MintAssetInput!) {
    mintAsset(input: $input) { id name description kind ownerId createdAt listing { id } }
  }`
  const minting = (change: object = {}) => ({
    as: ada,
    scopes: ['identity', 'admin'],
    variables: {
      input: {
        name: 'Moth Wing Folio',
        description: 'Pressed between two pages of the log book.',
        kind: 'relic',
        ownerId: grace.id,
        ...change,
      },
    },
  })

  test('Minting makes an asset of the person it names', async () => {
    const asking = minting()
    const { mintAsset } = await market.ask(MINT, asking)
    expect(mintAsset).toEqual({
      id: expect.stringMatching(/^asset_/) as string,
      ...asking.variables.input,
      createdAt: market.clock.now.toISOString(),
      listing: null,
    })
    const query = 'query ($id: ID!) { asset(id: $id) { ownerId } }'
    const found = await market.ask(query, { as: grace, variables: { id: mintAsset.id } })
    expect(found.asset.ownerId).toBe(grace.id)
  })

  test('Minting for an owner whom Identity does not know is refused', async () => {
    expect(await market.refusal(MINT, minting({ ownerId: 'identity_unknown' }))).toEqual({
      code: 'NOT_FOUND',
      details: { resource: 'Identity', id: 'identity_unknown' },
    })
  })

  test('Minting requires a visible name', async () => {
    expect(await market.refusal(MINT, minting({ name: '\u200B \u3164' }))).toEqual({
      code: 'VALIDATION_ERROR',
      details: { field: 'name', reason: 'must not be blanks alone' },
    })
  })

  test('Minting names every invalid field', async () => {
    const wrong = { name: '', description: 'd'.repeat(2001), kind: 'Relic', ownerId: 'nobody' }
    expect(await market.refusal(MINT, minting(wrong))).toEqual({
      code: 'VALIDATION_ERROR',
      details: {
        issues: [
          { field: 'name', reason: 'must have 1 to 100 characters' },
          { field: 'description', reason: 'must have 1 to 2000 characters' },
          {
            field: 'kind',
            reason: 'must begin with a-z and hold at most 32 of a-z, 0-9 and _',
          },
        ],
      },
    })
  })

  test.each([
    ['name', 'n'.repeat(101)],
    ['description', ''],
    ['kind', ''],
    ['kind', 'k'.repeat(33)],
    ['kind', '1st'],
  ])('Minting with the %s %j is refused', async (field, value) => {
    expect(await market.refusal(MINT, minting({ [field]: value }))).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { field },
    })
  })

  test('Minting accepts the longest texts', async () => {
    const longest = { name: 'n'.repeat(100), description: 'd'.repeat(2000), kind: 'k'.repeat(32) }
    expect((await market.ask(MINT, minting(longest))).mintAsset).toMatchObject(longest)
  })
})
