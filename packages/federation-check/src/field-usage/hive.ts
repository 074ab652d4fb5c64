// Usage reports of Hive (https://the-guild.dev/graphql/hive/docs/specs/usage-reports): one, or a list.
import { ALL_KINDS, type FieldUsage } from './field-usage.ts'
import { dayOf, daysBetween, windowOf } from './window.ts'

interface HiveReport {
  map: Readonly<Record<string, { fields: readonly string[] }>>
  operations?: readonly { timestamp: number }[]
  subscriptionOperations?: readonly { timestamp: number }[]
}

export function isHive(given: unknown): given is HiveReport | HiveReport[] {
  const reports: unknown[] = Array.isArray(given) ? given : [given]
  return reports.every(isReport)
}

function isReport(given: unknown): given is HiveReport {
  const { map } = (given ?? {}) as Partial<HiveReport>
  if (typeof map !== 'object' || map === null) return false
  return Object.values(map).every(({ fields }) => Array.isArray(fields))
}

/**
 * Reads reports. They name no window, so it is the time between the first and the last operation,
 * without days that have none: two operations a month apart are not a month of reports.
 */
export function readHive(given: HiveReport | HiveReport[]): FieldUsage {
  const reports = [given].flat()
  const fields = reports.flatMap(({ map }) => Object.values(map).flatMap((one) => one.fields))
  const times = reports
    .flatMap(({ operations = [], subscriptionOperations = [] }) => [
      ...operations,
      ...subscriptionOperations,
    ])
    .map(({ timestamp }) => timestamp)
    .toSorted((one, other) => one - other)
  const [first, last] = [dayOf(times[0]), dayOf(times.at(-1))]
  const between = first && last ? daysBetween(first, last) : 0
  const days = new Set(times.map(dayOf))
  return {
    ...windowOf(first, last, between + 1 - days.size),
    // A coordinate that ends with `!` was given a value that is not null.
    used: new Set(fields.map((field) => field.replace(/!$/, ''))),
    counts: ALL_KINDS,
  }
}
