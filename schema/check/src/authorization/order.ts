// Which of two roles, scopes or policies is the stronger one, as the configuration states it.
import { memoized } from '../memo.ts'
import { UsageError } from '../sources/files.ts'

/** Lists of names, each from the weakest to the strongest. Several lists where not all are comparable. */
export type Ranks = readonly (readonly string[])[]

/** Whoever has one name of a list has those before it, too. */
export interface Order {
  /** Values that an argument of a subgraph's own guard has, such as `ADMIN` in `@hasRole(role: ADMIN)`. */
  roles?: Ranks
  /** The only arguments of these guards that are roles, as `@hasRole(roles:)`: is any role of a list enough? */
  arguments?: Readonly<Record<string, 'any' | 'all'>>
  /** Scopes of `@requiresScopes`. */
  scopes?: Ranks
  /** Policies of `@policy`. */
  policies?: Ranks
}

/** What is weaker than a name, over any number of lists. */
export function weakerThan(ranks: Ranks, name: string): ReadonlySet<string> {
  return weakerIn(ranks).get(name) ?? NOTHING
}

const NOTHING: ReadonlySet<string> = new Set()

/** What is weaker than each name. */
const weakerIn = memoized((ranks: Ranks): ReadonlyMap<string, ReadonlySet<string>> => {
  const before = Map.groupBy(
    ranks.flatMap((list) => list.map((name, at) => ({ name, weaker: list.slice(0, at) }))),
    ({ name }) => name,
  )
  const names = [...before.keys()]
  return new Map(names.map((name) => [name, closure(name, before)]))
})

function closure(
  name: string,
  before: ReadonlyMap<string, readonly { weaker: readonly string[] }[]>,
): ReadonlySet<string> {
  const known = new Set<string>()
  const waiting = [name]
  for (const one of waiting) {
    for (const weaker of before.get(one)!.flatMap((list) => list.weaker)) {
      if (known.has(weaker)) continue
      known.add(weaker)
      waiting.push(weaker)
    }
  }
  known.delete(name)
  return known
}

/** The name of which each other one has all that it has; undefined where there is no such name. */
export function weakestOf(ranks: Ranks, names: readonly string[]): string | undefined {
  return names.find((name) =>
    names.every((other) => other === name || weakerThan(ranks, other).has(name)),
  )
}

/** @throws UsageError for an order in which one name is both weaker and stronger than another */
export function checkOrder(file: string, order: Order): void {
  const { arguments: _, ...ranked } = order
  for (const [kind, ranks] of Object.entries(ranked)) {
    for (const list of ranks) {
      const at = list.findIndex((name, index) => weakerThan(ranks, name).has(list[index + 1]!))
      if (at < 0) continue
      throw new UsageError(
        `${file}: order.${kind} says both that ${list[at]} is weaker than ${list[at + 1]} and that it is stronger.`,
      )
    }
  }
}
