// People learn that the daily and weekly quests they have completed are open again.
import { Client } from 'pg'
import { beforeEach, expect, test } from 'vitest'
import { newId } from '#foundation/domain/ids.ts'
import type { Context } from '#foundation/service/context.ts'
import { addQuest } from '#test/story.ts'
import { startTestSubgraph, testSubgraph } from '#test/subgraph.ts'
import type { PathContext } from '../context.ts'
import { periodOf } from '../domain/period.ts'
import { notifyOfReopenings } from '../domain/reopening.ts'
import type { PathTables, QuestType } from '../tables.ts'

const path = testSubgraph('path')

const stopping = new AbortController().signal
const tables = () => path.tables<PathTables>('path')
const notify = (world = path) =>
  world.readPlans((ctx: Context) => notifyOfReopenings(ctx as PathContext, stopping))

const MONDAY = new Date('2026-03-02T23:00:00.000Z')
beforeEach(async () => {
  path.clock.now = MONDAY
  await tables().deleteFrom('reopeningNotices').execute()
  await notify()
})

async function complete(questId: string, type: QuestType, count = 1): Promise<string[]> {
  const people = Array.from({ length: count }, () => newId('identity'))
  const completedAt = path.clock.now
  const about = { questId, period: periodOf(type, completedAt), completedAt, xpReward: 1 }
  const settled = {
    goldReward: 0,
    credentialType: null,
    pendingSteps: [],
    nextAttemptAt: completedAt,
  }
  const completions = people.map((identityId) => ({
    id: newId('completion'),
    identityId,
    ...about,
    ...settled,
  }))
  await tables().insertInto('questCompletions').values(completions).execute()
  return people
}

async function notified(questId: string): Promise<string[]> {
  const events = tables().selectFrom('events').select('audienceId')
  const ofQuest = events.where('kind', '=', 'quest.reopened').where('subjectId', '=', questId)
  return (await ofQuest.execute()).map(({ audienceId }) => audienceId!).toSorted()
}

test('everybody is notified once when their period has ended, and not before', async () => {
  const ids = {
    daily: await addQuest(path, { type: 'daily' }),
    weekly: await addQuest(path, { type: 'weekly' }),
    story: await addQuest(path, { type: 'story' }),
  }
  const daily = await complete(ids.daily, 'daily', 1_100)
  const weekly = await complete(ids.weekly, 'weekly')
  await complete(ids.story, 'story')
  await notify()
  expect(await notified(ids.daily)).toEqual([])
  path.clock.now = new Date('2026-03-03T00:00:30.000Z')
  await using beside = await startBeside()
  await Promise.all([notify(), notify(beside.world), notify()])
  await notify()
  expect(await notified(ids.daily)).toEqual(daily.toSorted())
  expect(await notified(ids.weekly)).toEqual([])
  // A service that was down notifies of every period that has ended meanwhile.
  const later = await complete(ids.daily, 'daily')
  path.clock.now = new Date('2026-03-09T00:00:30.000Z')
  await notify()
  expect(await notified(ids.daily)).toEqual([...daily, ...later].toSorted())
  expect(await notified(ids.weekly)).toEqual(weekly)
  expect(await notified(ids.story)).toEqual([])
})

async function startBeside() {
  const world = await startTestSubgraph('path', {}, path)
  return { world, [Symbol.asyncDispose]: () => world.stop() }
}

test('somebody whose completion is committed after the end of its period is notified', async () => {
  const id = await addQuest(path, { type: 'daily' })
  path.clock.now = new Date()
  await tables().deleteFrom('reopeningNotices').execute()
  await notify()
  const [early] = await complete(id, 'daily')
  const writer = new Client({ connectionString: path.databaseUrl })
  await writer.connect()
  await writer.query('begin')
  // With the first id of all.
  await writer.query(
    `insert into path.quest_completions (id, identity_id, quest_id, period, completed_at, xp_reward, gold_reward,
       pending_steps, next_attempt_at)
     select 'completion_0', 'identity_late', quest_id, period, completed_at, xp_reward, gold_reward,
       pending_steps, next_attempt_at from path.quest_completions where quest_id = $1`,
    [id],
  )
  path.clock.now = new Date(path.clock.now.getTime() + 86_400_000)
  await notify()
  await writer.query('commit')
  await writer.end()
  await notify()
  expect(await notified(id)).toEqual([early!, 'identity_late'].toSorted())
})

test('nobody is notified of a quest that is retired', async () => {
  const id = await addQuest(path, { type: 'daily' })
  await complete(id, 'daily')
  await tables().updateTable('quests').set({ retiredAt: MONDAY }).where('id', '=', id).execute()
  path.clock.now = new Date('2026-03-04T00:00:00.000Z')
  await notify()
  expect(await notified(id)).toEqual([])
})
