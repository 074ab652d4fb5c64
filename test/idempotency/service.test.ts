// A mutation with an idempotency key at one service: what a repetition returns, and what it changes.
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { sweepKeys } from '#foundation/idempotency/key-sweep.ts'
import { sessionsWaiting } from '#test/database.ts'
import { addListing, giveGold } from '#test/market-story.ts'
import { startTestSubgraph, testSubgraph, type Person } from '#test/subgraph.ts'

const HOUR_MS = 3_600_000
const PURCHASE = `mutation ($id: ID!) {
  purchaseListing(listingId: $id) { purchaseId goldBalance purchasedAt asset { owner { gold } } }
}`
const OTHER = {
  code: 'VALIDATION_ERROR',
  details: { field: 'Idempotency-Key', reason: 'has been used for another request' },
}
const LISTING_NOT_ACTIVE = { code: 'VALIDATION_ERROR', details: { reason: 'LISTING_NOT_ACTIVE' } }

const market = testSubgraph('market')
let buyer: Person
let seller: Person
let key: string
beforeEach(async () => {
  buyer = await market.join(`b${crypto.randomUUID().slice(0, 8)}`)
  seller = await market.join(`s${crypto.randomUUID().slice(0, 8)}`)
  await giveGold(market, buyer, 100)
  key = crypto.randomUUID()
})

const buy = (id: string, change: object = {}) => {
  return market.run(PURCHASE, { as: buyer, variables: { id }, key, ...change })
}
const refusal = async (id: string, change: object = {}) => {
  const { errors } = await buy(id, change)
  return errors?.[0]?.extensions
}
const goldOf = async (as: Person) => {
  const query = `query ($of: [_Any!]!) { _entities(representations: $of) { ... on Identity { gold } } }`
  const variables = { of: [{ __typename: 'Identity', id: as.id }] }
  return (await market.ask(query, { as, variables }))._entities[0].gold as number
}
const keys = async () => {
  const { rows } = await sql<{ field: string; answer: string | null }>`
    select field, answer from idempotency_keys where identity_id = ${buyer.id}`.execute(
    market.tables<never>('market'),
  )
  return rows
}

describe('a repetition', () => {
  test('a repetition returns the first response, and buys nothing', async () => {
    const id = await addListing(market, seller)
    const first = await buy(id)
    expect(first.errors).toBeUndefined()
    await giveGold(market, buyer, 5)
    expect(JSON.stringify(await buy(id))).toBe(JSON.stringify(first))
    expect(await goldOf(buyer)).toBe(75)
    expect(await goldOf(seller)).toBe(30)
  })

  test('a repetition whose key goes while it is read runs again', async () => {
    const id = await addListing(market, seller)
    const { data: first } = await buy(id)
    const db = market.tables<never>('market')
    const repeated = await db.transaction().execute(async (trx) => {
      // As on a server that never got the purchase.
      await sql`delete from idempotency_keys where identity_id = ${buyer.id}`.execute(trx)
      const response = buy(id)
      await expect.poll(() => sessionsWaiting(db)).toBe(1)
      return { response }
    })
    const { errors } = await repeated.response
    expect(first).toMatchObject({ purchaseListing: { goldBalance: 70 } })
    expect(errors?.[0]?.extensions).toEqual(LISTING_NOT_ACTIVE)
  })

  test('a request with a key has the same response as one without', async () => {
    const id = await addListing(market, seller, 10)
    const other = await addListing(market, seller, 10)
    const with_ = await buy(id)
    const without = await buy(other, { key: undefined })
    expect(Object.keys(with_)).toEqual(Object.keys(without))
    expect(with_.data).toMatchObject({
      purchaseListing: { goldBalance: 90, asset: { owner: { gold: 90 } } },
    })
    expect(without.data).toMatchObject({
      purchaseListing: { goldBalance: 80, asset: { owner: { gold: 80 } } },
    })
    expect(await keys()).toHaveLength(1)
  })

  test('a repetition may be formatted differently', async () => {
    const id = await addListing(market, seller)
    const first = await buy(id)
    const query = PURCHASE.replaceAll(/\s+/g, ' ')
    expect(await market.run(query, { as: buyer, variables: { id }, key })).toEqual(first)
  })

  test('a repetition with another body is refused, and changes nothing', async () => {
    const id = await addListing(market, seller)
    const another = await addListing(market, seller)
    await buy(id)
    expect(await refusal(another)).toEqual(OTHER)
    expect(await goldOf(buyer)).toBe(70)
  })

  test('a repetition of a refused request returns the refusal', async () => {
    const id = await addListing(market, seller, 101)
    const first = await buy(id)
    expect(first.errors).toMatchObject([
      { extensions: { details: { reason: 'INSUFFICIENT_GOLD', price: 101, balance: 100 } } },
    ])
    await giveGold(market, buyer, 1)
    expect(await buy(id)).toEqual(first)
    expect((await buy(id, { key: 'another' })).errors).toBeUndefined()
  })

  test('a repetition needs the scopes of the first request', async () => {
    const id = await addListing(market, seller)
    await buy(id)
    const narrow = await buy(id, { scopes: ['wallet'] })
    expect(narrow).toMatchObject({
      data: { purchaseListing: null },
      errors: [{ path: ['purchaseListing'], extensions: { code: 'INSUFFICIENT_PERMISSIONS' } }],
    })
  })

  test('a repetition after 24 hours is a new request', async () => {
    const id = await addListing(market, seller)
    const first = await buy(id)
    market.clock.now = new Date(market.clock.now.getTime() + 24 * HOUR_MS - 1)
    expect(await buy(id)).toEqual(first)
    market.clock.now = new Date(market.clock.now.getTime() + 1)
    expect(await refusal(id)).toEqual(LISTING_NOT_ACTIVE)
  })
})

describe('a key counts', () => {
  test('a key counts for one caller', async () => {
    const id = await addListing(market, seller)
    await buy(id)
    await giveGold(market, seller, 100)
    const other = await market.join(`o${crypto.randomUUID().slice(0, 8)}`)
    expect(await refusal(id, { as: other })).toEqual(LISTING_NOT_ACTIVE)
  })

  test('a key counts for one client', async () => {
    const id = await addListing(market, seller)
    await buy(id)
    const as = { ...buyer, clientId: 'another-client' }
    expect(await refusal(id, { as })).toEqual(LISTING_NOT_ACTIVE)
  })

  test('a key counts for one root field', async () => {
    const id = await addListing(market, seller)
    await buy(id)
    const query = 'mutation ($id: ID!) { cancelListing(listingId: $id) { status } }'
    const { errors } = await market.run(query, { as: buyer, variables: { id }, key })
    expect(errors?.[0]?.extensions).toMatchObject({ details: { reason: 'not_owner' } })
  })

  test('a key counts for each root field of a document by its response name', async () => {
    const [a, b] = [await addListing(market, seller, 10), await addListing(market, seller, 20)]
    const query = `mutation ($a: ID!, $b: ID!) { ...First second: purchaseListing(listingId: $b) { goldBalance } __typename }
      fragment First on Mutation { purchaseListing(listingId: $a) { goldBalance } }`
    const request = { as: buyer, variables: { a, b }, key }
    const first = await market.run(query, request)
    expect(first).toEqual({
      data: {
        purchaseListing: { goldBalance: 90 },
        second: { goldBalance: 70 },
        __typename: 'Mutation',
      },
    })
    expect(await market.run(query, { ...request, variables: { b, a } })).toEqual(first)
    expect(await goldOf(buyer)).toBe(70)
  })
})

describe('what is not kept', () => {
  test('a refusal for a missing permission is not stored', async () => {
    const id = await addListing(market, seller)
    const query = 'mutation ($id: ID!) { cancelListing(listingId: $id) { status } }'
    const { errors } = await market.run(query, { as: buyer, variables: { id }, key })
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'INSUFFICIENT_PERMISSIONS' })
    expect(await keys()).toEqual([])
  })

  test('an internal error is not stored, and its effect is rolled back', async () => {
    const id = await addListing(market, seller)
    const db = market.tables<never>('market')
    await sql`alter table purchases add constraint broken check (price <> 30) not valid`.execute(db)
    expect(await refusal(id)).toMatchObject({ code: 'INTERNAL_ERROR' })
    await sql`alter table purchases drop constraint broken`.execute(db)
    expect(await keys()).toEqual([])
    expect((await buy(id)).errors).toBeUndefined()
    expect(await goldOf(buyer)).toBe(70)
  })
})

test('identical requests to two processes on one database buy once, and all get the first response', async () => {
  const twin = await startTestSubgraph('market', {}, market)
  for (let round = 0; round < 5; round += 1) {
    key = crypto.randomUUID()
    const id = await addListing(market, seller, 1)
    const request = { as: buyer, variables: { id }, key }
    const responses = await Promise.all(
      [1, 2, 3, 4].flatMap(() => [buy(id), twin.run(PURCHASE, request)]),
    )
    expect(responses[0]!.errors).toBeUndefined()
    for (const response of responses) expect(response).toEqual(responses[0])
  }
  expect(await goldOf(buyer)).toBe(95)
  await twin.stop()
})

test('of two bodies under one key at once, one happens, and the other is refused', async () => {
  const twin = await startTestSubgraph('market', {}, market)
  for (let round = 1; round <= 5; round += 1) {
    key = crypto.randomUUID()
    const [a, b] = [await addListing(market, seller, 1), await addListing(market, seller, 1)]
    const fromTwin = (id: string) => twin.run(PURCHASE, { as: buyer, variables: { id }, key })
    const sent = [buy(a), fromTwin(a), buy(b), fromTwin(a), buy(a), fromTwin(b)]
    const responses = await Promise.all(sent)
    const bought = responses.filter(({ errors }) => !errors)
    expect([2, 4]).toContain(bought.length)
    for (const { data } of bought) {
      expect(data).toMatchObject({ purchaseListing: { goldBalance: 100 - round } })
    }
    for (const { errors = [] } of responses.filter((response) => response.errors)) {
      expect(errors[0]?.extensions).toEqual(OTHER)
    }
  }
  await twin.stop()
})

test('a sweep deletes keys after 24 hours', async () => {
  const id = await addListing(market, seller)
  await buy(id)
  const db = market.tables<never>('market')
  const { signal } = new AbortController()
  const at = (ms: number) => () => new Date(market.clock.now.getTime() + ms)
  await sweepKeys.run({ db, now: at(24 * HOUR_MS - 1) }, signal)
  expect(await keys()).toHaveLength(1)
  await sweepKeys.run({ db, now: at(24 * HOUR_MS) }, signal)
  expect(await keys()).toEqual([])
})

test('a sweep leaves a key that is used again meanwhile', async () => {
  await buy(await addListing(market, seller, 10))
  market.clock.now = new Date(market.clock.now.getTime() + 24 * HOUR_MS)
  const id = await addListing(market, seller, 20)
  const db = market.tables<never>('market')
  const [again, swept] = await db.transaction().execute(async (trx) => {
    await sql`select from listings where id = ${id} for update`.execute(trx)
    const buying = buy(id)
    await expect.poll(() => sessionsWaiting(db)).toBe(1)
    const sweeping = sweepKeys.run(
      { db, now: () => market.clock.now },
      new AbortController().signal,
    )
    await expect.poll(() => sessionsWaiting(db)).toBe(2)
    return [buying, sweeping] as const
  })
  await swept
  expect(await buy(id)).toEqual(await again)
})
