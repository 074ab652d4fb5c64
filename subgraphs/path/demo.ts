// A dozen quests and a few completions, which the sweep then settles like any other.
import { stableId } from '#foundation/ids.ts'
import type { PathContext } from './context.ts'
import { periodOf } from './domain/period.ts'
import { owedSteps } from './domain/settlement.ts'
import type { QuestDifficulty, QuestType } from './tables.ts'

type DemoQuest = [
  slug: string,
  title: string,
  description: string,
  type: QuestType,
  difficulty: QuestDifficulty,
  xpReward: number,
  goldReward: number,
]

const QUESTS: DemoQuest[] = [
  [
    'first-steps',
    'First Steps',
    'Walk the founders’ path from the gate to the library and introduce yourself to one person on the way.',
    'story',
    'beginner',
    100,
    25,
  ],
  [
    'morning-log',
    'Morning Log',
    'Write down what you mean to finish today, in three lines, before the day begins.',
    'daily',
    'beginner',
    20,
    5,
  ],
  [
    'lend-a-hand',
    'Lend a Hand',
    'Answer one open question of somebody outside your house.',
    'daily',
    'beginner',
    30,
    8,
  ],
  [
    'read-a-scroll',
    'Read a Scroll',
    'Read a scroll published this week and tell its author what you took from it.',
    'daily',
    'beginner',
    20,
    5,
  ],
  [
    'mend-the-map',
    'Mend the Map',
    'Find a place on the map that is out of date and send its correction.',
    'daily',
    'intermediate',
    45,
    12,
  ],
  [
    'night-watch',
    'Night Watch',
    'Keep an eye on the services for one quiet hour and note what you saw.',
    'daily',
    'intermediate',
    50,
    15,
  ],
  [
    'weekly-council',
    'Weekly Council',
    'Take part in the council and sum up one proposal for those who could not come.',
    'weekly',
    'beginner',
    80,
    20,
  ],
  [
    'teach-a-lesson',
    'Teach a Lesson',
    'Teach something you know to at least two people, and keep your notes.',
    'weekly',
    'intermediate',
    150,
    40,
  ],
  [
    'market-walk',
    'Market Walk',
    'Compare three offers on the market and publish what a fair price looks like.',
    'weekly',
    'intermediate',
    120,
    30,
  ],
  [
    'build-a-bridge',
    'Build a Bridge',
    'Join two organizations in one piece of work and deliver its first result.',
    'story',
    'advanced',
    600,
    150,
  ],
  [
    'chronicle-a-season',
    'Chronicle a Season',
    'Write the chronicle of a season, with at least three voices in it.',
    'story',
    'advanced',
    500,
    120,
  ],
  [
    'guard-the-archive',
    'Guard the Archive',
    'Restore the archive from its backup, alone, and write down how it went.',
    'story',
    'advanced',
    750,
    200,
  ],
]

type DemoCompletion = [username: string, slug: string, daysAgo: number]

/** Who has completed what, and how many days before the first start. */
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

/** Adds the quests and, with the first of them, the completions: all of it or nothing. */
export async function addDemoQuests({ db, now }: PathContext): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const added = await trx
      .insertInto('quests')
      .values(QUESTS.map(toQuest))
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute()
    if (added.length === 0) return
    const completions = COMPLETIONS.map((completion) => toCompletion(completion, now()))
    await trx.insertInto('questCompletions').values(completions).execute()
    await trx
      .insertInto('completedQuests')
      .values(
        completions.map(({ identityId, questId, completedAt }) => ({
          identityId,
          questId,
          firstCompletedAt: completedAt,
        })),
      )
      .execute()
  })
}

function toQuest(
  [slug, title, description, type, difficulty, xpReward, goldReward]: DemoQuest,
  index = 0,
) {
  return {
    id: stableId('quest', slug),
    title,
    description,
    type,
    difficulty,
    xpReward,
    goldReward,
    credentialType: slug === 'first-steps' ? 'path_initiate' : null,
    createdAt: new Date(Date.UTC(2026, 0, 1 + index)),
  }
}

function toCompletion([username, slug, daysAgo]: DemoCompletion, now: Date) {
  const { id, type, xpReward, goldReward, credentialType } = toQuest(
    QUESTS.find(([known]) => known === slug)!,
  )
  const completedAt = new Date(now.getTime() - daysAgo * DAY_MS)
  return {
    id: stableId('completion', `${username}:${slug}`),
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
