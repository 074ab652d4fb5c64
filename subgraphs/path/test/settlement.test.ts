// If Identity fails, the pending steps of a completion are kept, settled later, and take effect once.
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { LEASE_MS } from '#foundation/database/outboxes/outbox.ts'
import { newId } from '#foundation/domain/ids.ts'
import { addQuest } from '#test/story.ts'
import { testSubgraph, type Person } from '#test/subgraph.ts'
import type { PathTables, SettlementStep } from '../tables.ts'

const path = testSubgraph('path')
let ada: Person
beforeEach(async () => {
  ada = await path.join(`p${crypto.randomUUID().slice(0, 8)}`)
})
afterEach(() => path.startService('identity'))

const COMPLETE = `mutation ($id: ID!) {
  completeQuest(questId: $id) { xpEarned credentialIssued { type } newLevel newXP }
}`
const complete = async (as: Person, id: string) =>
  (await path.ask(COMPLETE, { as, variables: { id } })).completeQuest
const refusal = (as: Person, id: string) => path.refusal(COMPLETE, { as, variables: { id } })
const xpOf = async (as: Person) => (await path.ask('{ me { xp } }', { as, at: 'identity' })).me.xp
const pass = (ms: number) => void (path.clock.now = new Date(path.clock.now.getTime() + ms))

const completions = () =>
  path
    .tables<PathTables>('path')
    .selectFrom('questCompletions')
    .selectAll()
    .where('identityId', '=', ada.id)
    .execute()

/** Completes a quest while Identity is away, and returns the quest's id. */
async function completeUnsettled(as: Person, id?: string): Promise<string> {
  const questId = id ?? (await addQuest(path, { xpReward: 150, credentialType: 'path_initiate' }))
  expect(await refusal(as, questId)).toEqual(AWAY)
  return questId
}

const AWAY = {
  code: 'INTERNAL_ERROR',
  details: { service: 'identity', retry: true, requestId: 'test-request' },
}
const IN_FULL = {
  xpEarned: 150,
  credentialIssued: { type: 'path_initiate' },
  newLevel: 2,
  newXP: 150,
}
const ALREADY = { details: { reason: 'ALREADY_COMPLETED' } }

describe('while Identity is away', () => {
  beforeEach(() => path.stopService('identity'))

  test('While Identity is away, a completion is kept, and a repeated request returns it once', async () => {
    const id = await completeUnsettled(ada)
    expect(await refusal(ada, id)).toEqual(AWAY)
    expect(await completions()).toMatchObject([{ pendingSteps: ['xp', 'credential'] }])
    await path.startService('identity')
    expect(await complete(ada, id)).toEqual(IN_FULL)
    expect(await refusal(ada, id)).toMatchObject(ALREADY)
    expect(await xpOf(ada)).toBe(150)
  })

  test('A completion of yesterday is settled beside that of today', async () => {
    const id = await completeUnsettled(ada)
    pass(86_400_000)
    await path.startService('identity')
    expect(await complete(ada, id)).toMatchObject({ newXP: 150, credentialIssued: null })
    await path.work()
    expect(await xpOf(ada)).toBe(300)
    const query = '{ me { credentials { type } } }'
    const { me } = await path.ask(query, { as: ada, at: 'identity' })
    expect(me.credentials).toEqual([{ type: 'path_initiate' }])
  })

  test('The sweep leaves a completion to its request first, then settles it', async () => {
    const id = await completeUnsettled(ada)
    await path.startService('identity')
    pass(LEASE_MS - 1)
    await path.work()
    expect(await xpOf(ada)).toBe(0)
    pass(1)
    await path.work()
    expect(await xpOf(ada)).toBe(150)
    expect(await completions()).toMatchObject([{ pendingSteps: [], attempts: 1, answeredAt: null }])
    expect(await complete(ada, id)).toEqual(IN_FULL)
    expect(await refusal(ada, id)).toMatchObject(ALREADY)
    expect(await xpOf(ada)).toBe(150)
  })

  test('A person whom Identity does not know does not block the settlement of others', async () => {
    const ghost = { id: 'identity_unknown', username: 'ghost' }
    const id = await completeUnsettled(ghost)
    await completeUnsettled(ada, id)
    await path.startService('identity')
    pass(LEASE_MS)
    await path.work()
    expect(await xpOf(ada)).toBe(150)
  })
})

describe('what a process left unsettled when it died', () => {
  const MANY = 20

  beforeEach(async () => {
    const questId = await addQuest(path)
    const rows = Array.from({ length: MANY }, (_none, index) => ({
      id: newId('completion'),
      identityId: ada.id,
      questId,
      period: `period ${index}`,
      xpReward: 10,
      goldReward: 0,
      credentialType: null,
      completedAt: path.clock.now,
      pendingSteps: ['xp'] satisfies SettlementStep[],
      nextAttemptAt: path.clock.now,
    }))
    await path.tables<PathTables>('path').insertInto('questCompletions').values(rows).execute()
  })

  test.each([1, 6])(
    '%i concurrent sweeps settle every completion of a process that died, each once',
    async (sweeps) => {
      const release = await lockWriters(sweeps)
      const swept = Promise.all(Array.from({ length: sweeps }, () => path.work()))
      await release()
      await swept
      expect(await xpOf(ada)).toBe(10 * MANY)
      for (const row of await completions()) {
        expect(row).toMatchObject({ pendingSteps: [], attempts: 1 })
      }
    },
  )

  /** Blocks writes of completions until that many wait, then lets all continue at once. */
  async function lockWriters(writers: number): Promise<() => Promise<void>> {
    const db = path.tables<PathTables>('path')
    const held = await db.startTransaction().execute()
    await sql`lock table quest_completions in share row exclusive mode`.execute(held)
    const waiting = async () => {
      const { rows } = await sql`select from pg_locks where not granted
        and relation = 'quest_completions'::regclass`.execute(db)
      return rows.length
    }
    return async () => {
      await expect.poll(waiting).toBe(writers)
      await held.commit().execute()
    }
  }
})

describe('where Identity fails between two steps', () => {
  const breakCredentials = () =>
    sql`alter table credentials rename to lost`.execute(path.tables('identity'))
  const mendCredentials = () =>
    sql`alter table lost rename to credentials`.execute(path.tables('identity'))

  test('If Identity fails between two steps, a repeated request does the rest', async () => {
    await breakCredentials()
    const id = await completeUnsettled(ada)
    expect(await xpOf(ada)).toBe(150)
    expect(await completions()).toMatchObject([{ pendingSteps: ['credential'], newXp: 150 }])
    expect(await complete(ada, await addQuest(path, { xpReward: 50 }))).toMatchObject({
      newXP: 200,
    })
    await mendCredentials()
    expect(await complete(ada, id)).toEqual(IN_FULL)
    expect(await xpOf(ada)).toBe(200)
  })

  test('If Identity fails between two steps, a sweep and concurrent requests do the rest once', async () => {
    await breakCredentials()
    const id = await completeUnsettled(ada)
    await mendCredentials()
    pass(LEASE_MS)
    const ask = () => path.run(COMPLETE, { as: ada, variables: { id } })
    const [, ...responses] = await Promise.all([path.work(), ask(), ask(), ask(), path.work()])
    const reported = responses.flatMap((response) =>
      response?.errors ? [] : (response?.data ?? []),
    )
    expect(reported).toEqual([{ completeQuest: IN_FULL }])
    expect(await xpOf(ada)).toBe(150)
  })
})
