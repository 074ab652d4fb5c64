// The ledger: the constraints of the database, and grants that count once.
import { sql, type Kysely } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { giveGold } from '#test/market-story.ts'
import { atOnce } from '#test/simultaneous.ts'
import { testSubgraph, type Person } from '#test/subgraph.ts'
import type { MarketTables } from '../tables.ts'

const market = testSubgraph('market')
let db: Kysely<MarketTables>
beforeAll(async () => {
  db = market.tables('market')
})

const someone = () => market.join(`p${crypto.randomUUID().slice(0, 8)}`)
const newKey = (): string => crypto.randomUUID()

const GRANT = `mutation ($input: GrantGoldInput!) { grantGold(input: $input) { goldBalance } }`
const granting = ({ id }: { id: string }, amount: number, key = newKey()) => ({
  service: 'path',
  variables: { input: { key, identityId: id, amount, reason: 'completed quest_1' } },
})
const grant = async (to: { id: string }, amount: number, key?: string) =>
  (await market.ask(GRANT, granting(to, amount, key))).grantGold.goldBalance as number
const goldOf = async (as: Person) => {
  const of = [{ __typename: 'Identity', id: as.id }]
  const query =
    'query ($of: [_Any!]!) { _entities(representations: $of) { ... on Identity { gold } } }'
  return (await market.ask(query, { as, variables: { of } }))._entities[0].gold as number
}

/** Writes to the tables of the ledger directly, in one transaction. */
function post(postings: { accountId: string; amount: number }[]): Promise<void> {
  const transaction = { id: newKey(), key: newKey(), kind: 'grant' as const, reason: 'by hand' }
  return db.transaction().execute(async (trx) => {
    const createdAt = new Date()
    await trx
      .insertInto('transactions')
      .values({ ...transaction, createdAt })
      .execute()
    const rows = postings.map((posting) => ({ ...posting, transactionId: transaction.id }))
    await trx.insertInto('postings').values(rows).execute()
  })
}

/** A new person with gold, and their account. */
async function wealthy(gold: number) {
  const as = await someone()
  await giveGold(market, as, gold)
  const { id: accountId } = await db
    .selectFrom('accounts')
    .select('id')
    .where('ownerId', '=', as.id)
    .executeTakeFirstOrThrow()
  return { as, accountId }
}

const broken = (constraint: string) => expect.objectContaining({ constraint }) as Error

describe('what the database refuses', () => {
  test('The database refuses a transaction that is not balanced', async () => {
    const { as, accountId } = await wealthy(10)
    const issuance = { accountId: 'issuance', amount: -7 }
    await expect(post([issuance, { accountId, amount: 8 }])).rejects.toEqual(
      broken('postings_sum_to_zero'),
    )
    await expect(post([{ accountId, amount: 8 }])).rejects.toEqual(broken('postings_sum_to_zero'))
    expect(await goldOf(as)).toBe(10)
  })

  test('The database refuses a later posting to a balanced transaction', async () => {
    const { as, accountId } = await wealthy(10)
    const granted = db.selectFrom('postings').selectAll().where('accountId', '=', accountId)
    const { transactionId } = await granted.executeTakeFirstOrThrow()
    const other = await wealthy(5)
    const late = { transactionId, accountId: other.accountId, amount: 5 }
    await expect(db.insertInto('postings').values(late).execute()).rejects.toEqual(
      broken('postings_sum_to_zero'),
    )
    expect(await goldOf(as)).toBe(10)
  })

  test('The database refuses a balance below zero', async () => {
    const { as, accountId } = await wealthy(10)
    const taking = [
      { accountId, amount: -11 },
      { accountId: 'issuance', amount: 11 },
    ]
    await expect(post(taking)).rejects.toEqual(broken('balance_not_negative'))
    const setting = sql`update accounts set balance = -1 where id = ${accountId}`.execute(db)
    await expect(setting).rejects.toEqual(broken('balance_not_negative'))
    expect(await goldOf(as)).toBe(10)
  })

  test('The database refuses to change a posting', async () => {
    const { accountId } = await wealthy(10)
    const changes = [
      db.updateTable('postings').set({ amount: 11 }).where('accountId', '=', accountId).execute(),
      db.deleteFrom('postings').where('accountId', '=', accountId).execute(),
    ]
    const refused = { status: 'rejected', reason: broken('postings_stay') }
    expect(await Promise.allSettled(changes)).toEqual([refused, refused])
  })

  test('The database refuses a second treasury, and a second account of one person', async () => {
    const { as } = await wealthy(10)
    const createdAt = new Date()
    const another = { id: newKey(), kind: 'issuance' as const, createdAt }
    await expect(db.insertInto('accounts').values(another).execute()).rejects.toEqual(
      broken('one_issuance_account'),
    )
    const second = {
      id: newKey(),
      kind: 'identity' as const,
      ownerId: as.id,
      balance: 0,
      createdAt,
    }
    await expect(db.insertInto('accounts').values(second).execute()).rejects.toEqual(
      broken('one_account_an_identity'),
    )
  })
})

describe('a grant', () => {
  test('A grant adds to the gold of a person', async () => {
    const ada = await someone()
    expect(await goldOf(ada)).toBe(0)
    expect(await grant(ada, 40)).toBe(40)
    expect(await grant(ada, 2)).toBe(42)
    expect(await goldOf(ada)).toBe(42)
  })

  test('A grant with a used key grants nothing more and returns the first result', async () => {
    const ada = await someone()
    const key = newKey()
    expect(await grant(ada, 60, key)).toBe(60)
    expect(await grant(ada, 60)).toBe(120)
    expect(await grant(ada, 60, key)).toBe(60)
    expect(await goldOf(ada)).toBe(120)
  })

  test('Twenty concurrent grants with one key count once and return the same result', async () => {
    const ada = await someone()
    const key = newKey()
    const responses = await atOnce(20, () => grant(ada, 70, key))
    expect(responses).toEqual(Array.from({ length: 20 }, () => 70))
    expect(await goldOf(ada)).toBe(70)
  })

  test('Twenty concurrent grants with twenty keys all count', async () => {
    const ada = await someone()
    const responses = await atOnce(20, () => grant(ada, 10))
    const inOrder = responses.toSorted((a, b) => a - b)
    expect(inOrder).toEqual(Array.from({ length: 20 }, (_none, index) => 10 * (index + 1)))
    expect(await goldOf(ada)).toBe(200)
  })

  test('A grant does not wait for a concurrent grant to somebody else', async () => {
    const [ada, grace] = [await wealthy(1), await someone()]
    await db.transaction().execute(async (trx) => {
      const transactionId = newKey()
      const about = { key: newKey(), kind: 'grant' as const, reason: 'slow', createdAt: new Date() }
      await trx
        .insertInto('transactions')
        .values({ id: transactionId, ...about })
        .execute()
      const postings = [
        { transactionId, accountId: 'issuance', amount: -5 },
        { transactionId, accountId: ada.accountId, amount: 5 },
      ]
      await trx.insertInto('postings').values(postings).execute()
      expect(await grant(grace, 3)).toBe(3)
    })
    expect(await goldOf(ada.as)).toBe(6)
  })

  test.each([
    ['another person', async () => [await someone(), 60] as const],
    ['another amount', async (ada: Person) => [ada, 61] as const],
  ])('A grant with the key of a grant of %s is refused', async (_what, other) => {
    const ada = await someone()
    const key = newKey()
    await grant(ada, 60, key)
    const [to, amount] = await other(ada)
    expect(await market.refusal(GRANT, granting(to, amount, key))).toEqual({
      code: 'VALIDATION_ERROR',
      details: { field: 'key', reason: 'has been used for another movement' },
    })
    expect(await goldOf(ada)).toBe(60)
  })

  test('A grant beyond the largest integer is refused and leaves its key free', async () => {
    const ada = await someone()
    const key = newKey()
    expect(await grant(ada, 2_147_483_647 - 10)).toBe(2_147_483_637)
    expect(await market.refusal(GRANT, granting(ada, 11, key))).toEqual({
      code: 'VALIDATION_ERROR',
      details: {
        field: 'amount',
        reason: "would raise the recipient's balance above 2147483647",
      },
    })
    expect(await grant(ada, 10, key)).toBe(2_147_483_647)
  })

  test.each([
    ['key', '', 'must have 1 to 200 characters'],
    ['key', 'k'.repeat(201), 'must have 1 to 200 characters'],
    ['identityId', '', 'must have 1 to 200 characters'],
    ['amount', 0, 'must be from 1 to 2147483647'],
    ['amount', -5, 'must be from 1 to 2147483647'],
    ['reason', '', 'must have 1 to 200 characters'],
  ])('A grant with the %s %j is refused', async (field, value, reason) => {
    const { service, variables } = granting(await someone(), 5)
    const asking = { service, variables: { input: { ...variables.input, [field]: value } } }
    expect(await market.refusal(GRANT, asking)).toEqual({
      code: 'VALIDATION_ERROR',
      details: { field, reason },
    })
  })

  test('Only services can grant gold, whatever a token says', async () => {
    const as = await someone()
    const { variables } = granting(as, 1_000_000)
    const scopes = ['identity', 'credentials', 'wallet', 'admin']
    expect(await market.refusal(GRANT, { as, scopes, variables })).toEqual({
      code: 'INSUFFICIENT_PERMISSIONS',
      details: { reason: 'service_token' },
    })
    expect(await goldOf(as)).toBe(0)
  })
})

test('People’s gold is what was issued and what was posted to them', async () => {
  const { rows } = await sql<{ gold: number; issued: number; astray: number }>`
    select
      (select sum(balance)::bigint from accounts) as gold,
      (select -sum(amount) from postings where account_id = 'issuance') as issued,
      (select count(*) from accounts where balance <>
        (select coalesce(sum(amount), 0) from postings where account_id = accounts.id)) as astray
  `.execute(db)
  expect(rows[0]!.gold).toBeGreaterThan(2_147_483_647)
  expect(rows[0]).toEqual({ gold: rows[0]!.issued, issued: rows[0]!.issued, astray: 0 })
})
