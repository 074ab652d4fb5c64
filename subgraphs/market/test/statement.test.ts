// A person's sales, and statements of gold that add up.
import { beforeEach, describe, expect, test } from 'vitest'
import { addAsset, addListing, giveGold } from '#test/market-story.ts'
import { testSubgraph, type Person } from '#test/subgraph.ts'

const NOON = new Date('2026-03-04T12:00:00.000Z')
const HOUR_MS = 3_600_000

const market = testSubgraph('market')

let ada: Person
let grace: Person
beforeEach(async () => {
  market.clock.now = NOON
  ada = await market.join(`a${crypto.randomUUID().slice(0, 8)}`)
  grace = await market.join(`g${crypto.randomUUID().slice(0, 8)}`)
})

const PURCHASE = 'mutation ($id: ID!) { purchaseListing(listingId: $id) { purchaseId } }'
const buy = async (as: Person, id: string) =>
  (await market.ask(PURCHASE, { as, variables: { id } })).purchaseListing.purchaseId as string
const GRANT = 'mutation ($input: GrantGoldInput!) { grantGold(input: $input) { goldBalance } }'
const grant = (to: Person, amount: number) => {
  const input = { key: crypto.randomUUID(), identityId: to.id, amount, reason: 'completed quest_1' }
  return market.ask(GRANT, { service: 'path', variables: { input } })
}
const inHours = (hours: number) => new Date(NOON.getTime() + hours * HOUR_MS)

const LOOK = (fields: string) => `query ($of: [_Any!]!) {
  _entities(representations: $of) { ... on Identity { ${fields} } }
}`
const looking = (as: Person, of: Person) => ({
  as,
  variables: { of: [{ __typename: 'Identity', id: of.id }] },
})
/** What one person sees of another, or of themselves. The fields are of Identity. */
const seenBy = async (as: Person, of: Person, fields: string) =>
  (await market.ask(LOOK(fields), looking(as, of)))._entities[0]

describe('sales', () => {
  const SALES = `sales { nodes {
    id listingId price asset { name } buyerId buyer { id } soldAt
  } totalCount }`

  test('The seller sees their sales, latest first, with the buyer', async () => {
    await giveGold(market, grace, 100)
    const ids: string[] = []
    for (const [hour, name] of ['Lantern', 'Folio'].entries()) {
      market.clock.now = inHours(hour)
      const assetId = await addAsset(market, ada, { name })
      ids.push(await buy(grace, await addListing(market, ada, 30 + hour, assetId)))
    }
    const { sales } = await seenBy(ada, ada, SALES)
    expect(sales.totalCount).toBe(2)
    expect(sales.nodes).toMatchObject([
      { price: 31, asset: { name: 'Folio' }, soldAt: inHours(1).toISOString() },
      { price: 30, asset: { name: 'Lantern' }, soldAt: NOON.toISOString() },
    ])
    for (const { id, buyerId, buyer } of sales.nodes) {
      expect([buyerId, buyer]).toEqual([grace.id, { id: grace.id }])
      expect(id).toMatch(/^sale_/)
      expect(ids).not.toContain(id)
    }
  })

  test('Nobody else sees a person’s sales, not even the buyer', async () => {
    await giveGold(market, grace, 30)
    await buy(grace, await addListing(market, ada, 30))
    expect(await seenBy(grace, ada, SALES)).toEqual({ sales: null })
    expect((await seenBy(grace, grace, SALES)).sales.totalCount).toBe(0)
  })
})

describe('a statement', () => {
  const ledgerOf = (since?: Date, until?: Date) => `
    ledger(since: ${JSON.stringify(since ?? null)}, until: ${JSON.stringify(until ?? null)}) {
      openingBalance received spent closingBalance
      postings { nodes { amount } totalCount }
    }`

  /** Grace gets 100 at noon, pays 30 at one, gets 5 at two. */
  async function spend() {
    await grant(grace, 100)
    market.clock.now = inHours(1)
    await buy(grace, await addListing(market, ada, 30))
    market.clock.now = inHours(2)
    await grant(grace, 5)
  }

  test.each([
    [undefined, undefined, [0, 105, 30, 75], [5, -30, 100]],
    [1, undefined, [100, 5, 30, 75], [5, -30]],
    [undefined, 1, [0, 100, 0, 100], [100]],
    [1, 2, [100, 0, 30, 70], [-30]],
    [1, 1, [100, 0, 0, 100], []],
    [3, 4, [75, 0, 0, 75], []],
  ])('A statement from %s to %s hours adds up', async (from, to, figures, amounts) => {
    await spend()
    const [since, until] = [from, to].map((hours) =>
      hours === undefined ? undefined : inHours(hours),
    )
    const { ledger } = await seenBy(grace, grace, ledgerOf(since, until))
    const [openingBalance, received, spent, closingBalance] = figures
    expect(ledger).toEqual({
      openingBalance,
      received,
      spent,
      closingBalance,
      postings: { nodes: amounts.map((amount) => ({ amount })), totalCount: amounts.length },
    })
  })

  test('The statement of a person whose gold never moved is all zeros', async () => {
    const figures = { openingBalance: 0, received: 0, spent: 0, closingBalance: 0 }
    const postings = { nodes: [], totalCount: 0 }
    const { ledger } = await seenBy(ada, ada, ledgerOf())
    expect(ledger).toEqual({ ...figures, postings })
  })

  test('The statement of another person is null, whatever the period', async () => {
    const fields = ledgerOf(inHours(2), inHours(1))
    expect(await seenBy(ada, grace, fields)).toEqual({ ledger: null })
  })

  test('A statement whose period ends before it begins is refused', async () => {
    const query = LOOK(ledgerOf(inHours(2), inHours(1)))
    expect(await market.refusal(query, looking(ada, ada))).toEqual({
      code: 'VALIDATION_ERROR',
      details: { field: 'until', reason: 'must not be before since' },
    })
  })
})
