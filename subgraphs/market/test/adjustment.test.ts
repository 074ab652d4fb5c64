// Corrections of gold: by administrators, once for each key, and never below zero.
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { ECOSYSTEM_ID } from '#foundation/domain/ids.ts'
import { addClient } from '#test/grant-story.ts'
import { addListing, giveGold } from '#test/market-story.ts'
import { atOnce, refusalsOf } from '#test/simultaneous.ts'
import { testSubgraph, type Person } from '#test/subgraph.ts'
import type { MarketTables } from '../tables.ts'

const market = testSubgraph('market')
beforeAll(async () => {
  await addClient(market, 'console', { scopes: ['identity', 'admin'] })
})

const someone = (about?: object) => market.join(`p${crypto.randomUUID().slice(0, 8)}`, about)
const newKey = (): string => crypto.randomUUID()
const db = () => market.tables<MarketTables>('market')

const ADJUST = `mutation ($input: AdjustGoldInput!) {
  adjustGold(input: $input) { goldBalance identity { id } }
}`
const adjusting = (identityId: string, amount: number, change: object = {}) => ({
  as: { id: 'console', clientId: 'console' },
  scopes: ['identity', 'admin'],
  variables: { input: { key: newKey(), identityId, amount, reason: 'a prize', ...change } },
})
const adjust = async ({ id }: { id: string }, amount: number, change?: object) =>
  (await market.ask(ADJUST, adjusting(id, amount, change))).adjustGold.goldBalance as number
const refusal = ({ id }: { id: string }, amount: number, change?: object) =>
  market.refusal(ADJUST, adjusting(id, amount, change))
const goldOf = async ({ id }: { id: string }) => {
  const account = db().selectFrom('accounts').select('balance').where('ownerId', '=', id)
  return (await account.executeTakeFirst())?.balance ?? 0
}
const eventsOf = ({ id }: { id: string }) =>
  db()
    .selectFrom('auditOutbox')
    .select(['kind', 'clientId', 'details'])
    .where('identityId', '=', id)
    .execute()

describe('a correction', () => {
  test('A correction gives gold or takes it back', async () => {
    const ada = await someone()
    const { adjustGold } = await market.ask(ADJUST, adjusting(ada.id, 40))
    expect(adjustGold).toEqual({ goldBalance: 40, identity: { id: ada.id } })
    expect(await adjust(ada, -15)).toBe(25)
    expect(await adjust(ada, -25)).toBe(0)
    expect(await goldOf(ada)).toBe(0)
  })

  test('A correction is recorded once for the audit trail, with its reason and administrator', async () => {
    const [ada, admin] = [await someone(), await someone({ role: 'admin' })]
    const asking = { ...adjusting(ada.id, 40), as: admin }
    for (const _again of [1, 2]) await market.ask(ADJUST, asking)
    expect(await eventsOf(ada)).toEqual([
      {
        kind: 'gold_adjusted',
        clientId: 'test-client',
        details: { amount: 40, reason: 'a prize', by: admin.id },
      },
    ])
  })

  test('Twenty concurrent corrections with one key count once and return the same result', async () => {
    const ada = await someone()
    await giveGold(market, ada, 100)
    const key = newKey()
    const responses = await atOnce(20, () => adjust(ada, -70, { key }))
    expect(responses).toEqual(Array.from({ length: 20 }, () => 30))
    expect(await adjust(ada, -30)).toBe(0)
    expect(await adjust(ada, -70, { key })).toBe(30)
    expect(await eventsOf(ada)).toHaveLength(2)
  })

  test('A correction may use the key of a grant', async () => {
    const ada = await someone()
    const key = newKey()
    const grant = 'mutation ($input: GrantGoldInput!) { grantGold(input: $input) { goldBalance } }'
    const input = { key, identityId: ada.id, amount: 5, reason: 'a quest' }
    await market.ask(grant, { service: 'path', variables: { input } })
    expect(await adjust(ada, 5, { key })).toBe(10)
  })

  test.each([
    ['another amount', async () => ({ amount: 6 })],
    ['another reason', async () => ({ reason: 'a gift' })],
    ['another person', async () => ({ identityId: (await someone()).id })],
  ])('A correction with the key of one of %s is refused', async (_what, other) => {
    const ada = await someone()
    const key = newKey()
    await adjust(ada, 5, { key })
    expect(await refusal(ada, 5, { key, ...(await other()) })).toEqual({
      code: 'VALIDATION_ERROR',
      details: { field: 'key', reason: 'has been used for another adjustment' },
    })
  })

  test('Concurrent corrections of two people with one key count for one of them', async () => {
    for (let round = 0; round < 5; round += 1) {
      const people = [await someone(), await someone()]
      const key = newKey()
      const responses = await Promise.all(
        people.map(({ id }) => market.run(ADJUST, adjusting(id, 5, { key }))),
      )
      expect(refusalsOf(responses)).toMatchObject([
        { code: 'VALIDATION_ERROR', details: { field: 'key' } },
      ])
      const golds = await Promise.all(people.map(goldOf))
      expect(golds.toSorted((a, b) => a - b)).toEqual([0, 5])
    }
  })

  test('A correction cannot take more gold than the person has', async () => {
    const ada = await someone()
    const details = (balance: number) => ({ reason: 'INSUFFICIENT_GOLD', balance })
    expect(await refusal(ada, -1)).toEqual({ code: 'VALIDATION_ERROR', details: details(0) })
    await giveGold(market, ada, 40)
    expect(await refusal(ada, -41)).toEqual({ code: 'VALIDATION_ERROR', details: details(40) })
    expect(await goldOf(ada)).toBe(40)
    expect(await eventsOf(ada)).toEqual([])
  })

  test('A correction beyond the largest integer is refused and leaves its key free', async () => {
    const ada = await someone()
    await giveGold(market, ada, 1)
    const key = newKey()
    expect(await refusal(ada, 2_147_483_647, { key })).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { field: 'amount' },
    })
    expect(await adjust(ada, 2_147_483_646, { key })).toBe(2_147_483_647)
    expect(await adjust(ada, -2_147_483_647)).toBe(0)
  })

  test.each([
    ['key', '', 'must have 1 to 200 characters'],
    ['key', 'k'.repeat(201), 'must have 1 to 200 characters'],
    ['key', 'half \ud800', 'must be well-formed Unicode'],
    ['reason', 'half \udc00', 'must be well-formed Unicode'],
    ['identityId', '', 'must have 1 to 200 characters'],
    ['amount', 0, 'must not be 0'],
    ['amount', -2_147_483_648, 'must be from -2147483647 to 2147483647'],
    ['reason', '', 'must have 1 to 200 characters, and not blanks alone'],
    ['reason', ' ', 'must have 1 to 200 characters, and not blanks alone'],
    ['reason', 'r'.repeat(201), 'must have 1 to 200 characters, and not blanks alone'],
  ])('A correction with the %s %j is refused', async (field, value, reason) => {
    expect(await refusal(await someone(), 5, { [field]: value })).toEqual({
      code: 'VALIDATION_ERROR',
      details: { field, reason },
    })
  })

  test('A correction that takes too much names the balance', async () => {
    const ada = await someone()
    await giveGold(market, ada, 10)
    const { errors } = await market.run(ADJUST, adjusting(ada.id, -11))
    expect(errors?.[0]?.message).toBe('Cannot take back 11 gold: the person has only 10.')
  })

  test('A correction does not wait for a concurrent one of somebody else', async () => {
    const [ada, grace] = [await someone(), await someone()]
    await giveGold(market, ada, 10)
    await db()
      .transaction()
      .execute(async (trx) => {
        const of = trx.selectFrom('accounts').select('id').where('ownerId', '=', ada.id)
        const { id: accountId } = await of.executeTakeFirstOrThrow()
        const transactionId = newKey()
        const about = { key: newKey(), kind: 'adjustment' as const, reason: 'slow' }
        await trx
          .insertInto('transactions')
          .values({ id: transactionId, ...about, createdAt: new Date() })
          .execute()
        const postings = [
          { transactionId, accountId: 'issuance', amount: 5 },
          { transactionId, accountId, amount: -5 },
        ]
        await trx.insertInto('postings').values(postings).execute()
        expect(await adjust(grace, 3)).toBe(3)
        expect(await adjust(grace, -2)).toBe(1)
      })
  })
})

describe('the system itself', () => {
  test('The system has no gold: neither services nor administrators can give it any', async () => {
    const REFUSED = { code: 'VALIDATION_ERROR', details: { reason: 'SYSTEM_IDENTITY' } }
    expect(await refusal({ id: ECOSYSTEM_ID }, 5)).toEqual(REFUSED)
    const grant = 'mutation ($input: GrantGoldInput!) { grantGold(input: $input) { goldBalance } }'
    const input = { key: newKey(), identityId: ECOSYSTEM_ID, amount: 5, reason: 'a mistake' }
    expect(await market.refusal(grant, { service: 'path', variables: { input } })).toEqual(REFUSED)
  })

  test('The system has no account, whoever writes', async () => {
    const account = { id: newKey(), kind: 'identity' as const, ownerId: ECOSYSTEM_ID, balance: 0 }
    const writing = db()
      .insertInto('accounts')
      .values({ ...account, createdAt: new Date() })
    await expect(writing.execute()).rejects.toMatchObject({ constraint: 'accounts_of_people' })
  })

  test('Concurrent sales by the system are paid into the treasury', async () => {
    const buyers = await atOnce(12, () => someone())
    const before = await treasury()
    await Promise.all(buyers.map((buyer) => giveGold(market, buyer, 50)))
    const purchase = `mutation ($id: ID!) {
      purchaseListing(listingId: $id) { goldBalance asset { ownerId } }
    }`
    const bought = await Promise.all(
      buyers.map(async (as) => {
        const variables = { id: await addListing(market, { id: ECOSYSTEM_ID }, 30) }
        return (await market.ask(purchase, { as, variables })).purchaseListing as object
      }),
    )
    const expected = buyers.map(({ id }) => ({ goldBalance: 20, asset: { ownerId: id } }))
    expect(bought).toEqual(expected)
    expect((await treasury()) - before).toBe(12 * (30 - 50))
  })
})

/** The balance of the treasury, from its postings. */
async function treasury(): Promise<number> {
  const { rows } = await sql<{ balance: number }>`
    select coalesce(sum(amount), 0)::bigint as balance from postings
    where account_id = 'issuance'`.execute(db())
  return rows[0]!.balance
}

test('Concurrent purchases, grants and corrections of one person all count, and never below zero', async () => {
  const ada = await someone()
  await giveGold(market, ada, 200)
  const sold = await Promise.all([
    ...Array.from({ length: 8 }, () => addListing(market, { id: ECOSYSTEM_ID }, 30)),
    ...Array.from({ length: 8 }, async () => addListing(market, await someone(), 30)),
  ])
  const purchase = 'mutation ($id: ID!) { purchaseListing(listingId: $id) { goldBalance } }'
  const responses = await Promise.all([
    ...sold.map((id) => market.run(purchase, { as: ada, variables: { id } })),
    ...Array.from({ length: 12 }, () => market.run(ADJUST, adjusting(ada.id, -20))),
    ...Array.from({ length: 6 }, () => market.run(ADJUST, adjusting(ada.id, 15))),
  ])
  const refusals = refusalsOf(responses)
  expect(refusals.length).toBeGreaterThan(0)
  for (const refused of refusals) {
    expect(refused).toMatchObject({ details: { reason: 'INSUFFICIENT_GOLD' } })
  }
  const done = (from: number, to: number) =>
    responses.slice(from, to).filter(({ errors }) => !errors).length
  const left = 200 - 30 * done(0, 16) - 20 * done(16, 28) + 15 * done(28, 34)
  expect(done(28, 34)).toBe(6)
  expect(await goldOf(ada)).toBe(left)
  expect(left).toBeGreaterThanOrEqual(0)
  await expectBalanced(ada)
})

/** Checks that the balance is the sum of the postings, and that each posting continues from the previous one. */
async function expectBalanced({ id }: Person): Promise<void> {
  const { rows } = await sql<{ astray: number; below: number; total: number }>`
    select
      (select count(*) from accounts where balance <>
        (select coalesce(sum(amount), 0) from postings where account_id = accounts.id)) as astray,
      (select count(*) from postings where balance_after < 0) as below,
      (select coalesce(sum(amount), 0)::bigint from postings) as total`.execute(db())
  expect(rows).toEqual([{ astray: 0, below: 0, total: 0 }])
  const postings = await db()
    .selectFrom('postings')
    .innerJoin('accounts', 'accounts.id', 'accountId')
    .select(['amount', 'balanceAfter'])
    .where('ownerId', '=', id)
    .execute()
  const after = postings.map(({ balanceAfter }) => balanceAfter!)
  const before = postings.map(({ amount, balanceAfter }) => balanceAfter! - amount)
  // Whatever the order, each posting but the first starts at the balance after another.
  const inOrder = (numbers: number[]) => numbers.toSorted((a, b) => a - b)
  expect(inOrder([...before, await goldOf({ id })])).toEqual(inOrder([...after, 0]))
}
