// Reads the response of the GraphOS Platform API to a query of `statsWindow`: `fieldUsage`,
// `coordinateUsage`, or both.
import type { FieldUsage, Kind } from './field-usage.ts'
import { windowOf } from './window.ts'

/** The names are those of the types in @apollo/server (schemaReporting/generated/operations). */
interface StatsWindow {
  roundedDownFrom?: unknown
  roundedUpTo?: unknown
  fieldUsage?: readonly UsageRecord[]
  coordinateUsage?: readonly UsageRecord[]
}

interface UsageRecord {
  groupBy?: {
    parentType?: string | null
    fieldName?: string | null
    namedType?: string | null
    namedAttribute?: string | null
  }
  metrics?: Readonly<Record<string, unknown>>
}

/** A list of this length may be incomplete, because the API cuts its lists. */
const MAX_RECORDS = 10_000

export function isApollo(given: unknown): given is object {
  return findWindow(given) !== undefined
}

/** Reads usage. It does not cover arguments, unions and scalars, so these never count as unused. */
export function readApollo(given: object): FieldUsage {
  const { roundedDownFrom, roundedUpTo, fieldUsage, coordinateUsage } = findWindow(given)!
  const records = [...(fieldUsage ?? []), ...(coordinateUsage ?? [])].filter(isRequested)
  const kinds: Kind[] = coordinateUsage ? ['field', 'inputField', 'enumValue'] : ['field']
  const names = records.map(nameOf)
  // Records that are not grouped by coordinate, or may be cut, cannot show that an element is unused.
  const isWhole =
    names.every((name) => name !== undefined) &&
    [fieldUsage, coordinateUsage].every((list = []) => list.length < MAX_RECORDS)
  return {
    ...(isWhole && windowOf(roundedDownFrom, roundedUpTo)),
    used: new Set(names.filter((name) => name !== undefined)),
    counts: new Set(kinds),
  }
}

/** The window stands below `data`, the graph, and whatever aliases the query has. */
function findWindow(given: unknown): StatsWindow | undefined {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return undefined
  const { fieldUsage, coordinateUsage } = given as StatsWindow
  if (Array.isArray(fieldUsage) || Array.isArray(coordinateUsage)) return given
  for (const value of Object.values(given)) {
    const found = findWindow(value)
    if (found) return found
  }
  return undefined
}

function nameOf({ groupBy = {} }: UsageRecord): string | undefined {
  const { parentType, fieldName, namedType, namedAttribute } = groupBy
  const [type, member] = [parentType ?? namedType, fieldName ?? namedAttribute]
  return type == null || member == null ? undefined : `${type}.${member}`
}

/** True for a record of at least one request. A record without a metric only exists because of one. */
function isRequested({ metrics = {} }: UsageRecord): boolean {
  const counts = Object.values(metrics).map(Number)
  return counts.length === 0 || counts.some((count) => count !== 0)
}
