// A few completions of quests of the demo pack, which the sweep settles like any other.
import { stableId } from '#foundation/domain/ids.ts'
import type { PathContext } from './context.ts'
import { periodOf } from './domain/period.ts'
import { owedSteps } from './domain/settlement.ts'
import type { Quest } from './tables.ts'

type DemoCompletion = [username: string, quest: string, daysAgo: number]

/** Completions, dated in days before the first start. */
const COMPLETIONS: DemoCompletion[] = [
  ['ada', 'first-steps', 40],
  ['ada', 'build-a-bridge', 21],
  ['ada', 'teach-a-lesson', 9],
  ['ada', 'morning-log', 1],
  ['grace', 'first-steps', 33],
  ['grace', 'guard-the-archive', 12],
  ['alan', 'first-steps', 18],
  ['alan', 'night-watch', 2],
  ['edsger', 'first-steps', 6],
]

const DAY_MS = 86_400_000

export async function addDemoCompletions({ db, now }: PathContext): Promise<void> {
  const quests = await db.selectFrom('quests').selectAll().execute()
  const byId = new Map(quests.map((quest) => [quest.id, quest]))
  const completions = COMPLETIONS.map(([username, key, daysAgo]) => {
    const completedAt = new Date(now().getTime() - daysAgo * DAY_MS)
    return toCompletion(username, key, byId.get(stableId('quest', key))!, completedAt)
  })
  await db.insertInto('questCompletions').values(completions).execute()
  await db
    .insertInto('completedQuests')
    .values(
      completions.map(({ identityId, questId, completedAt }) => ({
        identityId,
        questId,
        firstCompletedAt: completedAt,
      })),
    )
    .execute()
}

function toCompletion(
  username: string,
  key: string,
  { id, type, xpReward, goldReward, credentialType }: Quest,
  completedAt: Date,
) {
  return {
    id: stableId('completion', `${username}:${key}`),
    identityId: stableId('identity', username),
    questId: id,
    period: periodOf(type, completedAt),
    xpReward,
    goldReward,
    credentialType,
    completedAt,
    pendingSteps: owedSteps({ goldReward, credentialType }),
    nextAttemptAt: completedAt,
    answeredAt: completedAt,
  }
}
