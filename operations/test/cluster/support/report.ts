// What clients saw of each fault, as a table. Nothing of it is a requirement.
import type { Effects } from './audit.ts'
import type { Operation } from './operation.ts'

/** A fault, from its beginning until the cluster was whole again, in milliseconds. */
export interface Incident {
  name: string
  begunAt: number
  endedAt: number
}

/** Prints what the clients saw: by fault, and the codes and outcomes of all. */
export function printReport(
  incidents: readonly Incident[],
  operations: readonly Operation[],
  effects: Effects,
): void {
  console.table(incidents.map((incident) => rowOf(incident, operations)))
  const failed = operations.filter(({ failures }) => failures.length > 0)
  console.table(countBy(failed.flatMap(({ failures }) => failures)))
  console.table(countBy(failed.map((operation) => resolutionOf(operation, effects))))
  console.table(
    countBy(operations.map(({ kind, refusal }) => `${kind}: ${refusal ?? 'acknowledged'}`)),
  )
}

/** A client's outage lasts from the beginning of an operation that failed at first until its outcome. */
function rowOf({ name, begunAt, endedAt }: Incident, operations: readonly Operation[]) {
  const during = operations.filter((one) => one.endedAt >= begunAt && one.begunAt <= endedAt)
  const failed = during.filter(({ failures }) => failures.length > 0)
  const outages = failed.map((one) => one.endedAt - one.begunAt).toSorted((a, b) => a - b)
  const at = (share: number) => seconds(outages[Math.floor(share * (outages.length - 1))] ?? 0)
  return {
    fault: name,
    'whole after (s)': seconds(endedAt - begunAt),
    'longest silence (s)': seconds(longestSilence(during)),
    operations: during.length,
    failed: failed.length,
    'median outage (s)': at(0.5),
    '95 % (s)': at(0.95),
    'longest (s)': at(1),
  }
}

const seconds = (ms: number) => Number((ms / 1_000).toFixed(1))

function longestSilence(operations: readonly Operation[]): number {
  const times = operations.map(({ endedAt }) => endedAt).toSorted((a, b) => a - b)
  return times.reduce(
    (longest, time, index) => Math.max(longest, time - (times[index - 1] ?? time)),
    0,
  )
}

/** How an operation ended whose first outcome was unknown to its client. */
function resolutionOf(operation: Operation, effects: Effects): string {
  const { kind, lastSentAt, personId, refusal, subject } = operation
  if (refusal !== undefined) return `${kind}: refused`
  const rows = effects.get(kind)
  if (!rows) return `${kind}: repeated`
  const row = rows.find((one) => one.personId === personId && one.subject === subject)!
  const before = row.at.getTime() < lastSentAt
  return `${kind}: ${before ? 'an earlier attempt had taken effect' : 'the repetition took effect'}`
}

function countBy(names: readonly string[]): Record<string, number> {
  const groups = Object.entries(Object.groupBy(names, (name) => name))
  return Object.fromEntries(groups.map(([name, group]) => [name, group!.length]))
}
