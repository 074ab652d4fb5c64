// A mutation whose commit gets no response: with a key, its repetition gets the one true response.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startDatabaseProxy, type DatabaseProxy } from '#test/database-proxy.ts'
import { addListing, giveGold } from '#test/market-story.ts'
import { TIMEOUT } from '#test/process.ts'
import { startTestSubgraph, type Person, type TestSubgraph } from '#test/subgraph.ts'

const PURCHASE = `mutation ($id: ID!) {
  purchaseListing(listingId: $id) { purchaseId goldBalance }
}`

let market: TestSubgraph
let proxy: DatabaseProxy
/** The same service in another process, behind the proxy. */
let beside: TestSubgraph
let buyer: Person
let seller: Person

beforeAll(async () => {
  market = await startTestSubgraph('market')
  proxy = await startDatabaseProxy(market.databaseUrl)
  beside = await startTestSubgraph('market', {}, { ...market, databaseUrl: proxy.url })
  buyer = await market.join('buyer')
  seller = await market.join('seller')
  await giveGold(market, buyer, 100)
})
afterAll(async () => {
  await beside.stop()
  await proxy.close()
  await market.stop()
})

const purchases = async () => {
  const db = market.tables<{ purchases: { id: string } }>('market')
  return (await db.selectFrom('purchases').select('id').execute()).length
}

/** Buys while the response to the commit is lost. */
async function buyDeaf(id: string, key?: string) {
  const before = await purchases()
  const request = { as: buyer, variables: { id }, ...(key !== undefined && { key }) }
  await beside.run('{ __typename }', { as: buyer })
  const response = beside.run(PURCHASE, request)
  proxy.loseResponsesToCommits()
  await vi.waitUntil(async () => (await purchases()) > before, TIMEOUT)
  proxy.cut()
  proxy.failOver()
  return response
}

test('without a key, the error says that the outcome is unknown, and offers no retry', async () => {
  const { errors } = await buyDeaf(await addListing(market, seller))
  expect(errors?.[0]?.extensions).toEqual({
    code: 'INTERNAL_ERROR',
    details: { service: 'market', outcome: 'unknown', requestId: 'test-request' },
  })
})

test('with a key, the error offers a retry, which gets the response of the purchase', async () => {
  const id = await addListing(market, seller)
  const { errors } = await buyDeaf(id, 'a-key')
  expect(errors?.[0]?.extensions).toEqual({
    code: 'INTERNAL_ERROR',
    details: { service: 'market', outcome: 'unknown', retry: true, requestId: 'test-request' },
  })
  const after = await purchases()
  const repeated = await beside.run(PURCHASE, { as: buyer, variables: { id }, key: 'a-key' })
  expect(repeated).toMatchObject({
    data: { purchaseListing: { purchaseId: expect.any(String) as string } },
  })
  expect(await purchases()).toBe(after)
})

describe('when the database stops between the commit and a read for the response', () => {
  const PURCHASE_AND_READ = `mutation ($id: ID!) {
    purchaseListing(listingId: $id) { purchaseId listing { price } }
  }`
  /** Buys from a database that stops as soon as the purchase is committed. */
  async function buyBlind(id: string, key?: string) {
    await beside.run('{ __typename }', { as: buyer })
    proxy.stopAfterCommit()
    try {
      const request = { as: buyer, variables: { id }, ...(key !== undefined && { key }) }
      return await beside.run(PURCHASE_AND_READ, request)
    } finally {
      proxy.stop()
      proxy.failOver()
    }
  }

  test('the error does not offer a retry, which would change things twice', async () => {
    const before = await purchases()
    const { errors } = await buyBlind(await addListing(market, seller, 1))
    expect(await purchases()).toBe(before + 1)
    expect(errors?.[0]).toMatchObject({ path: ['purchaseListing', 'listing'] })
    expect(errors?.[0]?.extensions).toEqual({
      code: 'INTERNAL_ERROR',
      details: { service: 'market', outcome: 'unknown', requestId: 'test-request' },
    })
  })

  test('with a key, the change and its response are committed together', async () => {
    const before = await purchases()
    const id = await addListing(market, seller, 1)
    const response = await buyBlind(id, 'another-key')
    expect(response).toMatchObject({ data: { purchaseListing: { listing: { price: 1 } } } })
    const request = { as: buyer, variables: { id }, key: 'another-key' }
    await expect.poll(() => beside.run(PURCHASE_AND_READ, request)).toEqual(response)
    expect(await purchases()).toBe(before + 1)
  })
})
