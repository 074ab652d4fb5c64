// The window of a usage file: two valid days, the first before the second.
import type { Window } from './field-usage.ts'

const DAY_MS = 86_400_000

/** A moment that a file names, as a day in UTC; undefined for anything else. */
export function dayOf(moment: unknown): string | undefined {
  if (typeof moment !== 'string' && typeof moment !== 'number') return undefined
  const date = new Date(moment)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString().slice(0, 10)
}

/** The number of days between two days. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)
}

/**
 * The window between two moments; empty where one of them is invalid.
 * @param uncounted how many days in between were not counted
 */
export function windowOf(from: unknown, to: unknown, uncounted = 0): { window?: Window } {
  const [first, last] = [dayOf(from), dayOf(to)]
  if (first === undefined || last === undefined || first > last) return {}
  const days = Math.max(0, daysBetween(first, last) - uncounted)
  return { window: { from: first, to: last, days } }
}
