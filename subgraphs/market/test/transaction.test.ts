// The books: administrators see every movement of gold, people those of their own.
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ECOSYSTEM_ID } from '#foundation/domain/ids.ts'
import { addClient } from '#test/grant-story.ts'
import { addListing } from '#test/market-story.ts'
import { testSubgraph, type Person } from '#test/subgraph.ts'

const market = testSubgraph('market')
beforeAll(async () => {
  await addClient(market, 'console', { scopes: ['identity', 'admin'] })
})

let ada: Person
let grace: Person
beforeEach(async () => {
  ada = await someone()
  grace = await someone()
})

const someone = () => market.join(`p${crypto.randomUUID().slice(0, 8)}`)
const ADMINISTRATOR = { as: { id: 'console', clientId: 'console' }, scopes: ['identity', 'admin'] }
const administer = (query: string, variables: object = {}) =>
  market.ask(query, { ...ADMINISTRATOR, variables: { ...variables } })

let ticks = 0
/** A grant of 100 gold, a purchase for 30 of another person, and a correction by -20. */
async function moveGold() {
  const start = market.clock.now
  const tick = () => {
    market.clock.now = new Date(start.getTime() + (ticks += 1))
  }
  tick()
  const input = { key: crypto.randomUUID(), identityId: grace.id, amount: 100, reason: 'a quest' }
  const grant = 'mutation ($input: GrantGoldInput!) { grantGold(input: $input) { goldBalance } }'
  await market.ask(grant, { service: 'path', variables: { input } })
  tick()
  const purchase = 'mutation ($id: ID!) { purchaseListing(listingId: $id) { assetId } }'
  const variables = { id: await addListing(market, ada, 30) }
  const { purchaseListing } = await market.ask(purchase, { as: grace, variables })
  tick()
  const key = crypto.randomUUID()
  const correction = { key, identityId: grace.id, amount: -20, reason: 'counted twice' }
  await administer(
    'mutation ($input: AdjustGoldInput!) { adjustGold(input: $input) { goldBalance } }',
    { input: correction },
  )
  market.clock.now = start
  return {
    grantKey: input.key,
    key,
    listingId: variables.id,
    assetId: purchaseListing.assetId as string,
  }
}

const BOOKS = `query ($id: ID, $first: Int, $after: String, $offset: Int) {
  transactions(identityId: $id, first: $first, after: $after, offset: $offset) {
    nodes { kind key reason amount postings { identityId identity { id } amount balanceAfter } }
    pageInfo { hasNextPage endCursor }
    totalCount
  }
}`
const posted = (id: string | null, amount: number, balanceAfter: number | null) => ({
  identityId: id,
  identity: id === null ? null : { id },
  amount,
  balanceAfter,
})

describe('the movements of gold', () => {
  test('The movements of one person have both sides, newest first', async () => {
    const { assetId, grantKey, key, listingId } = await moveGold()
    const { transactions } = await administer(BOOKS, { id: grace.id })
    expect(transactions.totalCount).toBe(3)
    expect(transactions.nodes).toEqual([
      {
        kind: 'adjustment',
        key: `adjustment:${key}`,
        reason: 'counted twice',
        amount: 20,
        postings: [posted(null, 20, null), posted(grace.id, -20, 50)],
      },
      {
        kind: 'purchase',
        key: `${listingId}:purchase`,
        reason: `bought ${assetId}`,
        amount: 30,
        postings: [posted(ada.id, 30, 30), posted(grace.id, -30, 70)],
      },
      {
        kind: 'grant',
        key: grantKey,
        reason: 'a quest',
        amount: 100,
        postings: [posted(grace.id, 100, 100), posted(null, -100, null)],
      },
    ])
  })

  test('The movements of everybody are paged; those of one person are only theirs', async () => {
    await moveGold()
    const kinds = async (variables: object) => {
      const { transactions } = await administer(BOOKS, variables)
      const nodes = transactions.nodes as { kind: string }[]
      return { ...transactions.pageInfo, kinds: nodes.map(({ kind }) => kind) }
    }
    const first = await kinds({ first: 2 })
    expect(first).toMatchObject({ hasNextPage: true, kinds: ['adjustment', 'purchase'] })
    expect(await kinds({ first: 1, after: first.endCursor })).toMatchObject({ kinds: ['grant'] })
    const theirs = await kinds({ id: grace.id, first: 2 })
    expect(await kinds({ id: grace.id, after: theirs.endCursor })).toMatchObject({
      hasNextPage: false,
      kinds: ['grant'],
    })
    expect(await kinds({ first: 1, offset: 2 })).toMatchObject({ kinds: ['grant'] })
    expect(await kinds({ id: grace.id, first: 1, offset: 1 })).toMatchObject({
      hasNextPage: true,
      kinds: ['purchase'],
    })
    expect(await kinds({ id: ada.id })).toMatchObject({ kinds: ['purchase'] })
    expect(await kinds({ id: 'identity_unknown' })).toMatchObject({ kinds: [] })
  })

  test('Two statements load any number of movements', async () => {
    await moveGold()
    const query = '{ transactions { nodes { amount postings { identityId } } } }'
    expect(await market.plans(query, ADMINISTRATOR)).toHaveLength(2)
  })
})

describe('the treasury', () => {
  const treasury = async () => (await administer('{ treasury { balance inCirculation } }')).treasury

  test('The treasury has issued what people have, and gets back what is taken and what the system sells', async () => {
    const before = await treasury()
    await moveGold()
    const after = await treasury()
    expect(after.inCirculation - before.inCirculation).toBe(80)
    const purchase = 'mutation ($id: ID!) { purchaseListing(listingId: $id) { goldBalance } }'
    const variables = { id: await addListing(market, { id: ECOSYSTEM_ID }, 50) }
    await market.ask(purchase, { as: grace, variables })
    const last = await treasury()
    expect(last.balance - after.balance).toBe(50)
    expect(last.balance + last.inCirculation).toBe(0)
    const { rows } = await sql<{ balance: number }>`
      select sum(amount)::bigint as balance from postings
      where account_id = 'issuance'`.execute(market.tables('market'))
    expect(last.balance).toBe(rows[0]!.balance)
  })

  test('The treasury may have issued more than an Int can hold', async () => {
    for (const { id } of [ada, grace]) {
      const input = { key: crypto.randomUUID(), identityId: id, amount: 2_147_483_647, reason: 'r' }
      await administer(
        'mutation ($input: AdjustGoldInput!) { adjustGold(input: $input) { goldBalance } }',
        { input },
      )
    }
    expect((await treasury()).balance).toBeLessThan(-4_294_967_293)
  })
})

test('People see the movements and balances of their own gold, and of nobody else’s', async () => {
  const { assetId } = await moveGold()
  const query = `query ($of: [_Any!]!) { _entities(representations: $of) { ... on Identity {
    postings(first: 2) { nodes { kind reason amount balanceAfter identityId } totalCount }
  } } }`
  const of = [grace, ada].map(({ id }) => ({ __typename: 'Identity', id }))
  const { _entities } = await market.ask(query, { as: grace, variables: { of } })
  expect(_entities[0].postings).toEqual({
    nodes: [
      { kind: 'adjustment', reason: 'counted twice', amount: -20, balanceAfter: 50 },
      { kind: 'purchase', reason: `bought ${assetId}`, amount: -30, balanceAfter: 70 },
    ].map((posting) => ({ ...posting, identityId: grace.id })),
    totalCount: 3,
  })
  expect(_entities[1]).toEqual({ postings: null })
})
