// How often a quest can be completed: once in each period of its type, all in UTC.
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

function startOf(type: 'daily' | 'weekly', at: Date): Date {
  // An ISO week begins on Monday; getUTCDay() counts from Sunday.
  const daysIn = type === 'weekly' ? (at.getUTCDay() + 6) % 7 : 0
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate() - daysIn))
}
