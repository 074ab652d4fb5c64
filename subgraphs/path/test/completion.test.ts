// Completing a quest: what it grants, to whom, and only once.
import { beforeEach, describe, expect, test } from 'vitest'
import { LEASE_MS } from '#foundation/database/outboxes/outbox.ts'
import { atOnce, refusalsOf } from '#test/simultaneous.ts'
import { addQuest } from '#test/story.ts'
import { testSubgraph, type Person } from '#test/subgraph.ts'
import type { MarketTables } from '../../market/tables.ts'
import type { PathTables } from '../tables.ts'

const path = testSubgraph('path')
beforeEach(() => void (path.clock.now = new Date('2026-03-04T12:00:00.000Z')))

const someone = (about?: object) => path.join(`p${crypto.randomUUID().slice(0, 8)}`, about)
const nextDay = () => (path.clock.now = new Date(path.clock.now.getTime() + 86_400_000))

const COMPLETE = `mutation ($id: ID!) {
  completeQuest(questId: $id) {
    success xpEarned goldEarned credentialIssued { id type } newLevel newXP
  }
}`
const complete = async (as: Person, id: string) =>
  (await path.ask(COMPLETE, { as, variables: { id } })).completeQuest
const claimsOf = async (as: Person) =>
  (await path.ask('{ me { xp level credentials { type } } }', { as, at: 'identity' })).me
const refusal = (as: Person, id: string) => path.refusal(COMPLETE, { as, variables: { id } })

const ALREADY = {
  code: 'VALIDATION_ERROR',
  details: { reason: 'ALREADY_COMPLETED', availableAt: '2026-03-05T00:00:00.000Z' },
}

test('A completion returns what it grants, and Identity has it', async () => {
  const ada = await someone({ xp: 50 })
  const id = await addQuest(path, { xpReward: 250, goldReward: 40 })
  expect(await complete(ada, id)).toEqual({
    success: true,
    xpEarned: 250,
    goldEarned: 40,
    credentialIssued: null,
    newLevel: 3,
    newXP: 300,
  })
  expect(await claimsOf(ada)).toEqual({ xp: 300, level: 3, credentials: [] })
})

test('a quest that grants no xp can be completed like any other', async () => {
  const ada = await someone()
  const id = await addQuest(path, { xpReward: 0, goldReward: 0 })
  expect(await complete(ada, id)).toMatchObject({ xpEarned: 0, newLevel: 1, newXP: 0 })
  expect(await refusal(ada, id)).toEqual(ALREADY)
})

describe('the credential of a quest', () => {
  test('Only the first completion issues the credential', async () => {
    const ada = await someone()
    const id = await addQuest(path, { credentialType: 'path_initiate' })
    const first = await complete(ada, id)
    expect(first.credentialIssued).toEqual({
      id: expect.stringMatching(/^credential_/) as string,
      type: 'path_initiate',
    })
    nextDay()
    expect(await complete(ada, id)).toMatchObject({ credentialIssued: null, newXP: 240 })
    expect((await claimsOf(ada)).credentials).toEqual([{ type: 'path_initiate' }])
  })

  test('No later completion issues the credential, even if the quest had none before', async () => {
    const ada = await someone()
    const id = await addQuest(path)
    await complete(ada, id)
    await path
      .tables<PathTables>('path')
      .updateTable('quests')
      .set({ credentialType: 'path_initiate' })
      .where('id', '=', id)
      .execute()
    nextDay()
    expect((await complete(ada, id)).credentialIssued).toBeNull()
    expect((await claimsOf(ada)).credentials).toEqual([])
  })

  test('The credential of a quest names the quest', async () => {
    const ada = await someone()
    const id = await addQuest(path, { credentialType: 'path_initiate' })
    const { credentialIssued } = await complete(ada, id)
    const query = '{ credentials { nodes { id claims } } }'
    const { credentials } = await path.ask(query, { as: ada, at: 'identity' })
    expect(credentials.nodes).toEqual([{ id: credentialIssued.id, claims: { questId: id } }])
  })

  test('A completion does not return a credential that another quest has issued', async () => {
    const ada = await someone()
    const quests = [
      await addQuest(path, { credentialType: 'path_initiate' }),
      await addQuest(path, { credentialType: 'path_initiate' }),
    ]
    expect((await complete(ada, quests[0]!)).credentialIssued).not.toBeNull()
    expect((await complete(ada, quests[1]!)).credentialIssued).toBeNull()
  })
})

describe('twenty requests at once', () => {
  test('Twenty concurrent requests complete a quest once, and one of them gets the result', async () => {
    const ada = await someone()
    const id = await addQuest(path, { xpReward: 70, credentialType: 'path_initiate' })
    const responses = await atOnce(20, () => path.run(COMPLETE, { as: ada, variables: { id } }))
    const reported = responses.filter(({ errors }) => !errors)
    expect(reported).toMatchObject([
      {
        data: {
          completeQuest: { xpEarned: 70, newXP: 70, credentialIssued: { type: 'path_initiate' } },
        },
      },
    ])
    expect(refusalsOf(responses)).toEqual(Array.from({ length: 19 }, () => ALREADY))
    path.clock.now = new Date(path.clock.now.getTime() + LEASE_MS)
    await path.work()
    expect(await claimsOf(ada)).toMatchObject({ xp: 70, credentials: [{ type: 'path_initiate' }] })
    const accounts = path.tables<MarketTables>('market').selectFrom('accounts').select('balance')
    expect(await accounts.where('ownerId', '=', ada.id).execute()).toEqual([{ balance: 30 }])
  })

  test('Twenty concurrent requests complete twenty quests, each for its xp', async () => {
    const ada = await someone()
    const quests = await atOnce(20, () => addQuest(path, { xpReward: 10 }))
    const results = await Promise.all(quests.map((id) => complete(ada, id)))
    const xps = results.map(({ newXP }) => newXP as number).toSorted((a, b) => a - b)
    expect(xps).toEqual(quests.map((_id, index) => 10 * (index + 1)))
  })
})
