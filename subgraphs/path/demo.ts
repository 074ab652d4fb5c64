// A few completions of quests of the demo pack, which the sweep settles like any other.
import { stableId } from '#foundation/domain/ids.ts'
import type { PathContext } from './context.ts'
import { periodOf } from './domain/period.ts'
import { owedSteps } from './domain/settlement.ts'
import type { Quest } from './tables.ts'

type DemoCompletion = [username: string, quest: string]

/**
 * The completions in their order, all at the first start: the sweep dates their rewards in the books of xp and gold,
 * and both dates must agree.
 */
const COMPLETIONS: DemoCompletion[] = [
  ['ada', 'first-steps'],
  ['grace', 'first-steps'],
  ['ada', 'build-a-bridge'],
  ['alan', 'first-steps'],
  ['grace', 'guard-the-archive'],
  ['ada', 'teach-a-lesson'],
  ['edsger', 'first-steps'],
  ['alan', 'night-watch'],
  ['ada', 'morning-log'],
]

export async function addDemoCompletions({ db, now }: PathContext): Promise<void> {
  const quests = await db.selectFrom('quests').selectAll().execute()
  const byId = new Map(quests.map((quest) => [quest.id, quest]))
  const last = now().getTime()
  const completions = COMPLETIONS.map(([username, key], index) => {
    const completedAt = new Date(last - COMPLETIONS.length + index)
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
