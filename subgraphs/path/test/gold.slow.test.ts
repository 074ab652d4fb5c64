// The gold of a completion is granted once by Market, and later if Market is away.
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { LEASE_MS } from '#foundation/database/outboxes/outbox.ts'
import { addQuest } from '#test/story.ts'
import { testSubgraph, type Person } from '#test/subgraph.ts'
import type { PathTables } from '../tables.ts'

const path = testSubgraph('path')
let ada: Person
beforeEach(async () => {
  ada = await path.join(`p${crypto.randomUUID().slice(0, 8)}`)
})
afterEach(async () => {
  await path.startService('identity')
  await path.startService('market')
})

const COMPLETE = `mutation ($id: ID!) {
  completeQuest(questId: $id) { xpEarned goldEarned credentialIssued { type } newXP }
}`
const complete = async (id: string) =>
  (await path.ask(COMPLETE, { as: ada, variables: { id } })).completeQuest
const refusal = (id: string) => path.refusal(COMPLETE, { as: ada, variables: { id } })
const pass = (ms: number) => void (path.clock.now = new Date(path.clock.now.getTime() + ms))

const goldOf = async (as: Person): Promise<number> => {
  const query = `query ($of: [_Any!]!) {
    _entities(representations: $of) { ... on Identity { gold } }
  }`
  const variables = { of: [{ __typename: 'Identity', id: as.id }] }
  return (await path.ask(query, { as, at: 'market', variables }))._entities[0].gold
}
const xpOf = async (as: Person) => (await path.ask('{ me { xp } }', { as, at: 'identity' })).me.xp
const pending = async () => {
  const rows = path.tables<PathTables>('path').selectFrom('questCompletions').selectAll()
  const own = await rows.where('identityId', '=', ada.id).execute()
  return own.map(({ pendingSteps }) => pendingSteps)
}

const REWARDS = { xpReward: 150, goldReward: 40, credentialType: 'path_initiate' }
const IN_FULL = {
  xpEarned: 150,
  goldEarned: 40,
  credentialIssued: { type: 'path_initiate' },
  newXP: 150,
}

test('The gold is granted when the completion is returned', async () => {
  expect(await complete(await addQuest(path, REWARDS))).toEqual(IN_FULL)
  expect(await goldOf(ada)).toBe(40)
  expect(await pending()).toEqual([[]])
})

test('A quest without gold grants none and does not call Market', async () => {
  await path.stopService('market')
  expect(await complete(await addQuest(path, { goldReward: 0 }))).toMatchObject({ goldEarned: 0 })
  expect(await pending()).toEqual([[]])
})

describe('while Market is away', () => {
  beforeEach(() => path.stopService('market'))

  test('While Market is away, a completion is returned in full, and the gold follows', async () => {
    const id = await addQuest(path, REWARDS)
    expect(await complete(id)).toEqual(IN_FULL)
    expect(await pending()).toEqual([['gold']])
    expect(await refusal(id)).toMatchObject({ details: { reason: 'ALREADY_COMPLETED' } })

    pass(LEASE_MS)
    await path.work()
    expect(await pending()).toEqual([['gold']])
    await path.startService('market')
    expect(await goldOf(ada)).toBe(0)
    pass(LEASE_MS)
    await path.work()
    expect(await goldOf(ada)).toBe(40)
    expect(await pending()).toEqual([[]])
    await path.work()
    expect(await goldOf(ada)).toBe(40)
  })
})

describe('a step that fails keeps no other from being done', () => {
  test('A request grants the gold even while Identity is away', async () => {
    await path.stopService('identity')
    const id = await addQuest(path, REWARDS)
    expect(await refusal(id)).toMatchObject({ details: { service: 'identity', retry: true } })
    expect(await goldOf(ada)).toBe(40)
    expect(await pending()).toEqual([['xp', 'credential']])
    await path.startService('identity')
    expect(await complete(id)).toEqual(IN_FULL)
    expect(await goldOf(ada)).toBe(40)
  })

  test('The sweep settles what is owed at one service while the other is away', async () => {
    await path.stopService('identity')
    await path.stopService('market')
    await refusal(await addQuest(path, REWARDS))
    expect(await pending()).toEqual([['xp', 'credential', 'gold']])
    await path.startService('market')
    pass(LEASE_MS)
    await path.work()
    expect(await pending()).toEqual([['xp', 'credential']])
    expect(await goldOf(ada)).toBe(40)
    await path.startService('identity')
    pass(LEASE_MS)
    await path.work()
    expect(await pending()).toEqual([[]])
    expect(await xpOf(ada)).toBe(150)
    expect(await goldOf(ada)).toBe(40)
  })
})

test('A response does not wait for a hanging Market, and the gold follows later', async () => {
  const id = await addQuest(path, REWARDS)
  await path
    .tables('market')
    .transaction()
    .execute(async (trx) => {
      await sql`lock table accounts in access exclusive mode`.execute(trx)
      expect(await complete(id)).toEqual(IN_FULL)
      expect(await pending()).toEqual([['gold']])
    })
  await expect.poll(pending).toEqual([[]])
  expect(await goldOf(ada)).toBe(40)
})
