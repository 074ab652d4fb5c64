// Mutations in several services: what is committed and delivered when, and what continues after a crash.
import { sql, type RawBuilder } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sessionsWaiting } from '#test/database.ts'
import { addProposal, addQuest } from '#test/story.ts'
import { startTestSubgraph, testSubgraph, type Person, type TestSubgraph } from '#test/subgraph.ts'

const DAY_MS = 86_400_000
const LEASE_MS = 5_000
const COMPLETE = `mutation ($id: ID!) {
  completeQuest(questId: $id) { xpEarned goldEarned credentialIssued { type } newLevel newXP }
}`
const IN_FULL = {
  completeQuest: {
    xpEarned: 150,
    goldEarned: 30,
    credentialIssued: { type: 'path_initiate' },
    newLevel: 2,
    newXP: 150,
  },
}
const AWAY = { code: 'INTERNAL_ERROR', details: { service: 'identity', retry: true } }

const path = testSubgraph('path')
let ada: Person
let key: string
let quest: string
afterEach(() => path.startService('identity'))
beforeEach(async () => {
  ada = await path.join(`p${crypto.randomUUID().slice(0, 8)}`)
  key = crypto.randomUUID()
  quest = await addQuest(path, { xpReward: 150, credentialType: 'path_initiate' })
})

const complete = (change: object = {}) =>
  path.run(COMPLETE, { as: ada, variables: { id: quest }, key, ...change })
const pass = (ms: number) => void (path.clock.now = new Date(path.clock.now.getTime() + ms))
const xpOf = async () => (await path.ask('{ me { xp } }', { as: ada, at: 'identity' })).me.xp

/** Leaves the key as a process does that is killed in this phase. */
async function dieAfter(phase: 'recording' | 'claiming'): Promise<void> {
  const db = path.tables<never>('path')
  const outcomes =
    phase === 'recording' ? sql`jsonb_path_query_array(outcomes, '$[0]')` : sql`outcomes`
  await sql`
    update idempotency_keys set answer = null, answered_at = null, outcomes = ${outcomes},
      leased_until = ${new Date(path.clock.now.getTime() + LEASE_MS)}
    where identity_id = ${ada.id}`.execute(db)
  if (phase === 'claiming') return
  await sql`update quest_completions set answered_at = null where identity_id = ${ada.id}`.execute(
    db,
  )
}

/** Locks rows until the returned function is called. */
async function lock(service: string, rows: RawBuilder<unknown>): Promise<() => Promise<void>> {
  const trx = await path.tables<never>(service).startTransaction().execute()
  await sql`select from ${rows} for no key update`.execute(trx)
  return () => trx.commit().execute()
}
const isWaiting = (count: number) =>
  expect.poll(() => sessionsWaiting(path.tables('path'))).toBe(count)

describe('completing a quest', () => {
  test('a repetition returns the first completion, also on the next day', async () => {
    expect((await complete()).data).toEqual(IN_FULL)
    pass(DAY_MS - 1)
    expect((await complete()).data).toEqual(IN_FULL)
    expect(await xpOf()).toBe(150)
    expect((await complete({ key: 'another' })).data).toMatchObject({
      completeQuest: { newXP: 300 },
    })
  })

  test("a repetition continues a completion that Identity's outage has interrupted, also on the next day", async () => {
    await path.stopService('identity')
    const { errors } = await complete()
    expect(errors?.[0]?.extensions).toMatchObject(AWAY)
    pass(DAY_MS - 1)
    await path.startService('identity')
    expect((await complete()).data).toEqual(IN_FULL)
    expect((await complete()).data).toEqual(IN_FULL)
    expect(await xpOf()).toBe(150)
  })

  test('a key from an outage of Identity is refused for another body', async () => {
    await path.stopService('identity')
    await complete()
    const { errors } = await complete({ variables: { id: await addQuest(path) } })
    expect(errors?.[0]?.extensions).toMatchObject({ details: { field: 'Idempotency-Key' } })
  })

  test.each(['recording', 'claiming'] as const)(
    'a completion that died after %s continues there, once its lease has expired',
    async (phase) => {
      const first = await complete()
      await dieAfter(phase)
      let isComplete = false
      const waiting = complete().finally(() => (isComplete = true))
      for (let other = 0; other < 10; other += 1) await xpOf()
      expect(isComplete).toBe(false)
      pass(LEASE_MS)
      expect(await waiting).toEqual(first)
      expect(await complete()).toEqual(first)
      expect(await xpOf()).toBe(150)
    },
  )

  test('identical requests to two processes complete the quest once', async () => {
    const twin = await startTestSubgraph('path', {}, path)
    const request = { as: ada, variables: { id: quest }, key }
    const responses = await Promise.all(
      [1, 2, 3].flatMap(() => [complete(), twin.run(COMPLETE, request)]),
    )
    for (const response of responses) expect(response.data).toEqual(IN_FULL)
    expect(await xpOf()).toBe(150)
    await twin.stop()
  })

  test.each([
    { moment: 'before', isCommitting: false },
    { moment: 'while', isCommitting: true },
  ])(
    'a repetition that takes over $moment the slow first request commits returns the completion, as does the first',
    async ({ isCommitting }) => {
      const twin = await startTestSubgraph('path', {}, path)
      const grant = await lock('identity', sql`identities where id = ${ada.id}`)
      const first = complete()
      await isWaiting(1)
      pass(LEASE_MS)
      const commit = isCommitting && (await lock('path', sql`idempotency_keys where key = ${key}`))
      if (commit) await grant()
      await isWaiting(1)
      const repeated = twin.run(COMPLETE, { as: ada, variables: { id: quest }, key })
      await isWaiting(2)
      await (commit || grant)()
      expect([await first, await repeated]).toEqual([{ data: IN_FULL }, { data: IN_FULL }])
      expect(await complete()).toEqual({ data: IN_FULL })
      expect(await xpOf()).toBe(150)
      await twin.stop()
    },
  )

  test('two completions in one document take effect once each, also at the peers', async () => {
    const other = await addQuest(path, { xpReward: 10, goldReward: 1 })
    const query = `mutation ($a: ID!, $b: ID!) {
      completeQuest(questId: $a) { newXP } other: completeQuest(questId: $b) { newXP }
    }`
    const request = { as: ada, variables: { a: quest, b: other }, key }
    const both = { completeQuest: { newXP: 150 }, other: { newXP: 160 } }
    expect(await path.run(query, request)).toEqual({ data: both })
    expect(await path.run(query, request)).toEqual({ data: both })
  })

  test('a repetition of a refused completion returns the refusal', async () => {
    await complete({ key: 'first' })
    const refused = await complete()
    expect(refused.errors).toMatchObject([
      { extensions: { details: { reason: 'ALREADY_COMPLETED' } } },
    ])
    pass(DAY_MS - 1)
    expect(await complete()).toEqual(refused)
  })
})

describe('what is delivered after the commit', () => {
  let governance: TestSubgraph
  let voter: Person
  beforeAll(async () => {
    governance = await startTestSubgraph('governance')
  })
  afterAll(() => governance.stop())
  beforeEach(async () => {
    voter = await governance.join(`v${crypto.randomUUID().slice(0, 8)}`, { xp: 122_500 })
  })
  const VOTE = `mutation ($id: ID!) { castVote(proposalId: $id, input: { vote: yes }) { yesVotes } }`
  const credentials = async () => {
    const query = '{ me { credentials { type } } }'
    return (await governance.ask(query, { as: voter, at: 'identity' })).me.credentials as object[]
  }

  test('a repeated vote counts once, and delivers its credential', async () => {
    const request = { as: voter, variables: { id: await addProposal(governance) }, key }
    expect(await governance.ask(VOTE, request)).toEqual({ castVote: { yesVotes: 1 } })
    expect(await credentials()).toHaveLength(1)
    expect(await governance.ask(VOTE, request)).toEqual({ castVote: { yesVotes: 1 } })
  })
})
