// Races of an erasure with purchases, gifts, payments and moderation.
import * as fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { ECOSYSTEM_ID, newId } from '#foundation/domain/ids.ts'
import { expectGoldConserved, expectPaidOnce, readBooks } from '#test/books.ts'
import { rowsWith, suffixOf } from '#test/erasure.ts'
import { addAsset, addListing, giveGold } from '#test/market-story.ts'
import { rounds } from '#test/rounds.ts'
import { testSubgraph, type Person, type Refusal, type TestSubgraph } from '#test/subgraph.ts'
import type { MarketTables } from '../tables.ts'

const BUY = 'mutation ($id: ID!) { purchaseListing(listingId: $id) { price } }'
const GIVE = `mutation ($id: ID!, $to: ID!) { giveAsset(assetId: $id, input: { to: $to }) { id } }`
const HIDE = 'mutation ($id: ID!) { hideListing(input: { id: $id, reason: "A trap." }) { id } }'
const GRANT = `mutation ($id: ID!, $key: String!) {
  grantGold(input: { key: $key, identityId: $id, amount: 7, reason: "a quest" }) { goldBalance }
}`

type OperationResult = Awaited<ReturnType<TestSubgraph['run']>>

/** Rounds of each race, and random histories. */
const ROUNDS = rounds(5, 25)

const market = testSubgraph('market')
let olga: Person
let grace: Person
beforeAll(async () => {
  olga = await market.join('olga', { role: 'admin' })
  grace = await market.join('grace')
  await giveGold(market, grace, 1_000_000)
})

const someone = () => market.join(`p${crypto.randomUUID().slice(0, 8)}`)
const reasonOf = ({ errors }: OperationResult): unknown => {
  const { code, details } = (errors?.[0]?.extensions ?? {}) as Partial<Refusal>
  return details?.reason ?? code
}
const ownerOf = async (id: string) => {
  const assets = market.tables<MarketTables>('market').selectFrom('assets').select('ownerId')
  return (await assets.where('id', '=', id).executeTakeFirstOrThrow()).ownerId
}
const buy = (as: Person, id: string) => market.run(BUY, { as, variables: { id } })
const give = (as: Person, id: string, to: Person) =>
  market.run(GIVE, { as, variables: { id, to: to.id }, key: crypto.randomUUID() })
const grant = (to: Person) => {
  const variables = { id: to.id, key: crypto.randomUUID() }
  return market.run(GRANT, { service: 'path', variables })
}
const hide = (id: string) =>
  market.run(HIDE, { as: olga, scopes: ['identity', 'admin'], variables: { id } })
const expectGone = async (person: Person) => {
  const rows = await rowsWith(market, 'market', [suffixOf(person)])
  // A stored refusal repeats the request for a day.
  expect(rows.filter((row) => !/^idempotency_keys.*NOT_FOUND/.test(row))).toEqual([])
  const books = await readBooks(market)
  expectGoldConserved(books)
  expectPaidOnce(books)
}

test('a buyer gets what they pay for, or it is not for sale any more', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const ada = await someone()
    const assetId = await addAsset(market, ada)
    const id = await addListing(market, ada, 30, assetId)
    const [bought] = await Promise.all([buy(grace, id), market.erasePerson(ada)])
    // Without an account, the seller cannot be paid any more.
    expect([undefined, 'LISTING_NOT_ACTIVE', 'NOT_FOUND']).toContain(reasonOf(bought))
    expect(await ownerOf(assetId)).toBe(bought.errors ? ECOSYSTEM_ID : grace.id)
    await expectGone(ada)
  }
})

test('a gift during the erasure of its recipient goes to the system, or stays with its giver', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const ada = await someone()
    const id = await addAsset(market, grace)
    const [given] = await Promise.all([give(grace, id, ada), market.erasePerson(ada)])
    expect([undefined, 'NOT_FOUND']).toContain(reasonOf(given))
    expect(await ownerOf(id)).toBe(given.errors ? grace.id : ECOSYSTEM_ID)
    await expectGone(ada)
  }
})

test('gold granted during an erasure goes to the treasury, or the grant is refused', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const ada = await someone()
    if (round % 2 === 0) await giveGold(market, ada, 10)
    const responses = await Promise.all([grant(ada), market.erasePerson(ada), grant(ada)])
    for (const response of [responses[0], responses[2]]) {
      expect([undefined, 'NOT_FOUND']).toContain(reasonOf(response))
    }
    await expectGone(ada)
  }
})

test('a listing is hidden, and the audit trail names nobody who is gone', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const ada = await someone()
    const id = await addListing(market, ada)
    const [hidden] = await Promise.all([hide(id), market.erasePerson(ada)])
    expect([undefined, 'LISTING_NOT_ACTIVE']).toContain(reasonOf(hidden))
    await expectGone(ada)
  }
})

test('after any history with erasures in it, the books balance and nobody erased is named', async () => {
  const step = fc.record({
    deed: fc.constantFrom('list', 'buy', 'give', 'grant', 'hide', 'erase'),
    who: fc.nat(3),
    whom: fc.nat(3),
  })
  const histories = fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), {
    minLength: 4,
    maxLength: 12,
  })
  const run = async (moments: { deed: string; who: number; whom: number }[][]) => {
    const people = await Promise.all([someone(), someone(), someone(), someone()])
    // A person who is erased twice, even concurrently, has the same tombstone.
    const tombstones = new Map(people.map((person) => [person, newId('identity')]))
    const erased = new Set<Person>()
    const listings: string[] = []
    for (const person of people) {
      await giveGold(market, person, 100)
      listings.push(await addListing(market, person, 20))
    }
    const deeds: Record<string, (who: Person, whom: Person) => Promise<unknown>> = {
      list: async (who) => {
        if (!erased.has(who)) listings.push(await addListing(market, who, 15))
      },
      buy: (who) => buy(who, listings.at(-1)!),
      give: async (who, whom) => {
        if (!erased.has(who)) await give(who, await addAsset(market, who), whom)
      },
      grant: (_who, whom) => grant(whom),
      hide: () => hide(listings[0]!),
      erase: async (who) => {
        await market.erasePerson(who, { tombstone: tombstones.get(who)! })
      },
    }
    for (const moment of moments) {
      const erasing = moment.filter(({ deed }) => deed === 'erase')
      for (const { who } of erasing) erased.add(people[who]!)
      // Their tokens no longer work.
      const acting = moment.filter(({ deed, who }) => deed === 'erase' || !erased.has(people[who]!))
      await Promise.all(
        acting.map(({ deed, who, whom }) => deeds[deed]!(people[who]!, people[whom]!)),
      )
    }
    for (const person of erased) await expectGone(person)
  }
  await fc.assert(fc.asyncProperty(histories, run), { numRuns: ROUNDS })
})
