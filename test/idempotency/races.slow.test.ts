// Identical requests with one idempotency key, round after round, in one process and in two on one database.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addListing, giveGold } from '#test/market-story.ts'
import { addQuest } from '#test/story.ts'
import { startTestSubgraph, type Person, type TestSubgraph } from '#test/subgraph.ts'

const ROUNDS = 100
const PURCHASE = `mutation ($id: ID!) { purchaseListing(listingId: $id) { purchaseId goldBalance } }`
const COMPLETE = `mutation ($id: ID!) { completeQuest(questId: $id) { newXP xpEarned } }`

interface Pair {
  one: TestSubgraph
  other: TestSubgraph
}

async function startPair(name: string): Promise<Pair> {
  const one = await startTestSubgraph(name)
  return { one, other: await startTestSubgraph(name, {}, one) }
}

let market: Pair
let path: Pair
let ada: Person
let grace: Person
beforeAll(async () => {
  market = await startPair('market')
  path = await startPair('path')
  ada = await market.one.join('ada')
  grace = await market.one.join('grace')
  await giveGold(market.one, ada, 10 * ROUNDS)
})
afterAll(async () => {
  for (const { one, other } of [market, path]) {
    await other.stop()
    await one.stop()
  }
})

/** The responses of six simultaneous requests with one key, which use these ids in turn. */
async function race({ one, other }: Pair, query: string, as: Person, ids: readonly string[]) {
  const key = crypto.randomUUID()
  const responses = [0, 1, 2, 3, 4, 5].map((index) => {
    const variables = { id: ids[index % ids.length]! }
    return (index % 2 === 0 ? one : other).run(query, { as, key, variables })
  })
  return Promise.all(responses)
}

test('purchases: one each round, with one response', async () => {
  for (let round = 1; round <= ROUNDS; round += 1) {
    const id = await addListing(market.one, grace, 1)
    const responses = await race(market, PURCHASE, ada, [id])
    for (const response of responses) expect(response).toEqual(responses[0])
    expect(responses[0]!.data).toMatchObject({
      purchaseListing: { goldBalance: 10 * ROUNDS - round },
    })
  }
})

test('completions: one each round, with one response', async () => {
  const person = await path.one.join('grace')
  for (let round = 1; round <= ROUNDS; round += 1) {
    const id = await addQuest(path.one, { xpReward: 1, goldReward: 0 })
    const responses = await race(path, COMPLETE, person, [id])
    for (const response of responses) {
      expect(response).toEqual({ data: { completeQuest: { xpEarned: 1, newXP: round } } })
    }
  }
})

test('two bodies under one key: one of them happens, and the other is refused', async () => {
  const buyer = await market.one.join('edsger')
  await giveGold(market.one, buyer, ROUNDS)
  for (let round = 1; round <= ROUNDS; round += 1) {
    const ids = [await addListing(market.one, grace, 1), await addListing(market.one, grace, 1)]
    const responses = await race(market, PURCHASE, buyer, [ids[0]!, ids[0]!, ids[1]!])
    const bought = responses.filter(({ errors }) => !errors)
    expect([2, 4]).toContain(bought.length)
    for (const { data } of bought) {
      expect(data).toMatchObject({ purchaseListing: { goldBalance: ROUNDS - round } })
    }
    for (const { errors } of responses.filter((response) => response.errors)) {
      expect(errors![0]!.extensions).toMatchObject({ details: { field: 'Idempotency-Key' } })
    }
  }
})
