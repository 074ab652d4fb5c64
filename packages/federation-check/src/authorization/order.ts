// The configured order of roles, scopes and policies: which of two is the stronger one.
import { memoized } from '../memo.ts'
import { UsageError } from '../sources/files.ts'

/** Lists of names, each from the weakest to the strongest. Several lists where not all are comparable. */
export type Ranks = readonly (readonly string[])[]

/** The configured orders. Whoever has a name of a list also has all names before it. */
export interface Order {
  /** Role values in arguments of a subgraph's own guards, such as `ADMIN` in `@hasRole(role: ADMIN)`. */
  roles?: Ranks
  /** The arguments that hold roles, such as `@hasRole(roles:)`, if not all do: is any role of a list enough? */
  arguments?: Readonly<Record<string, 'any' | 'all'>>
  /** Scopes of `@requiresScopes`. */
  scopes?: Ranks
  /** Policies of `@policy`. */
  policies?: Ranks
}

/** The names that are weaker than a name, by all lists together. */
export function weakerThan(ranks: Ranks, name: string): ReadonlySet<string> {
  return weakerIn(ranks).get(name) ?? NOTHING
}

const NOTHING: ReadonlySet<string> = new Set()

/** The weaker names of each name. */
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

/** The weakest of several names: each other one includes it. Undefined where there is no such name. */
export function weakestOf(ranks: Ranks, names: readonly string[]): string | undefined {
  return names.find((name) =>
    names.every((other) => other === name || weakerThan(ranks, other).has(name)),
  )
}

/** Checks an order. @throws UsageError when one name is both weaker and stronger than another */
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
