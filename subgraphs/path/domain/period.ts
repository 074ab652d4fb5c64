// The periods of quests, in UTC: a quest can be completed once in each.
import { sql } from 'kysely'
import { placeholder } from '#foundation/database/built-once.ts'
import type { QuestType } from '../tables.ts'

const DAY_MS = 86_400_000
const LENGTH_DAYS = { daily: 1, weekly: 7 } as const

/** The period of a time: the date of its first day, or `once`. */
export function periodOf(type: QuestType, at: Date): string {
  return type === 'story' ? 'once' : startOf(type, at).toISOString().slice(0, 10)
}

/** When a quest completed at that time can be completed again; undefined for never. */
export function availableAgain(type: QuestType, completedAt: Date): Date | undefined {
  if (type === 'story') return undefined
  return new Date(startOf(type, completedAt).getTime() + LENGTH_DAYS[type] * DAY_MS)
}

/** The values of the placeholders in `isDone` at a given time. */
export function periodsAt(at: Date) {
  return { day: periodOf('daily', at), week: periodOf('weekly', at) }
}

/**
 * Whether the person has completed a quest in its current period, as SQL over `quests`. An expression,
 * because a join would make PostgreSQL sort the list instead of using its index.
 */
export const isDone = sql<boolean>`(
  (id, case type
    when 'daily' then ${placeholder('day')}
    when 'weekly' then ${placeholder('week')}
    else 'once'
  end) in (
    select quest_id, period from quest_completions where identity_id = ${placeholder('identityId')}
  )
) is true`

function startOf(type: 'daily' | 'weekly', at: Date): Date {
  // An ISO week begins on Monday; getUTCDay() counts from Sunday.
  const daysIn = type === 'weekly' ? (at.getUTCDay() + 6) % 7 : 0
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate() - daysIn))
}
