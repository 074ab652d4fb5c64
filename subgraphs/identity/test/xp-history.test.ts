// The history of xp contains every change, is private to the person, and sums to their xp.
import { beforeAll, expect, test } from 'vitest'
import { testSubgraph, type Person } from '#test/subgraph.ts'

const identity = testSubgraph('identity')
let admin: Person
beforeAll(async () => {
  admin = await identity.join('admin_ada', { role: 'admin' })
})

const GRANT = 'mutation ($input: GrantXpInput!) { grantXp(input: $input) { xp } }'
const ADJUST = 'mutation ($input: AdjustXpInput!) { adjustXp(input: $input) { xp } }'
const HISTORY = `query ($id: ID!) { identity(id: $id) { xp xpHistory {
  nodes { id kind amount reason about { __typename id } xpAfter levelAfter changedAt } totalCount
} } }`
/** After everybody in this file has signed up. */
const LATER = new Date('2100-01-01T00:00:00.000Z')

async function grant(identityId: string, amount: number, reason?: string) {
  identity.clock.now = new Date(identity.clock.now.getTime() + 1)
  const input = { key: `completion_${crypto.randomUUID()}:xp`, identityId, amount, reason }
  await identity.ask(GRANT, { service: 'path', variables: { input } })
}

test('The history lists the changes of the xp, latest first, and sums to it', async () => {
  identity.clock.now = LATER
  const as = await identity.join('grace', { xp: 250 })
  const reason = 'completed quest_1'
  const quest = { __typename: 'Quest', id: 'quest_1' }
  await grant(as.id, 60, reason)
  await grant(as.id, 5)
  identity.clock.now = new Date(identity.clock.now.getTime() + 1)
  const input = { key: 'sorry', identityId: as.id, amount: -15, reason }
  await identity.ask(ADJUST, { as: admin, scopes: ['identity', 'admin'], variables: { input } })
  const { xp, xpHistory } = (await identity.ask(HISTORY, { as, variables: { id: as.id } })).identity
  expect(xpHistory.totalCount).toBe(4)
  expect(xpHistory.nodes).toMatchObject([
    { kind: 'adjustment', amount: -15, reason, about: null, xpAfter: 300, levelAfter: 3 },
    { kind: 'grant', amount: 5, reason: null, about: null, xpAfter: 315, levelAfter: 3 },
    { kind: 'grant', amount: 60, reason, about: quest, xpAfter: 310, levelAfter: 3 },
    { kind: 'opening', amount: 250, reason: null, about: null, xpAfter: 250, levelAfter: 2 },
  ])
  const amounts = (xpHistory.nodes as { amount: number }[]).map(({ amount }) => amount)
  expect(amounts.reduce((sum, amount) => sum + amount)).toBe(xp)
  for (const { id } of xpHistory.nodes) expect(id).toMatch(/^xpchange_/)
})

test.each([
  'welcome',
  'completed course_1',
  'completed quest_1 and more',
  'completed  quest_1',
  'Completed quest_1',
  'completed quest_\u202e1',
  'completed quest_',
  'quest_1',
])('a grant with the reason %j refers to no object', async (reason) => {
  const as = await identity.join(`p${crypto.randomUUID().slice(0, 8)}`)
  await grant(as.id, 5, reason)
  const { xpHistory } = (await identity.ask(HISTORY, { as, variables: { id: as.id } })).identity
  expect(xpHistory.nodes).toMatchObject([{ reason, about: null }])
})

test('The history of others is null', async () => {
  const { id } = await identity.join('edsger', { xp: 250 })
  const response = await identity.ask(HISTORY, { as: admin, variables: { id } })
  expect(response.identity).toEqual({ xp: 250, xpHistory: null })
})

test('The history of a person without xp is empty', async () => {
  const as = await identity.join('barbara')
  const { xpHistory } = (await identity.ask(HISTORY, { as, variables: { id: as.id } })).identity
  expect(xpHistory).toEqual({ nodes: [], totalCount: 0 })
})
