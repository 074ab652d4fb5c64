// The weakest ways that lead from the roots to each type: what a caller must bring, and along which fields.
import { ROOTS, type Access, type Step } from './access.ts'
import { isWithin, SERVICE } from './requirement.ts'

/** One way to a type that no other one undercuts. */
export interface Way {
  /** What must be brought, in alphabetical order. */
  needs: readonly string[]
  /** Coordinates of the fields. */
  path: readonly string[]
}

export interface Ways {
  of: ReadonlyMap<string, readonly Way[]>
  /** Types with more ways than are followed. */
  undecided: ReadonlySet<string>
}

/** How many ways to one type are told apart. */
const MOST = 256

/**
 * Follows every step from the roots until no type gets a weaker way.
 * @param forServices whether ways count that only services may go
 */
export function weakestWays(access: Access, forServices: boolean): Ways {
  const found = new Map<string, Way[]>()
  const undecided = new Set<string>()
  const waiting: { type: string; way: Way }[] = []
  const add = (type: string, way: Way) => {
    if (!forServices && way.needs.includes(SERVICE)) return
    const kept = withWay(found.get(type) ?? [], way)
    if (kept && kept.length > MOST) undecided.add(type)
    else if (kept) {
      found.set(type, kept)
      waiting.push({ type, way })
    }
  }
  for (const root of ROOTS) if (access.has(root)) add(root, { needs: [], path: [] })
  for (let at = 0; at < waiting.length; at += 1) {
    const { type, way } = waiting[at]!
    // A weaker way has taken its place, and goes on by itself.
    if (!found.get(type)!.includes(way)) continue
    for (const step of access.get(type) ?? []) {
      if (!access.get(step.to)?.length) continue
      for (const next of waysBy(way, step)) add(step.to, next)
    }
  }
  return { of: found, undecided }
}

/** The weakest of several ways and one more; undefined when one of them undercuts it. */
function withWay(known: readonly Way[], way: Way): Way[] | undefined {
  if (known.some((other) => isWithin(other.needs, way.needs))) return undefined
  return [...known.filter((other) => !isWithin(way.needs, other.needs)), way]
}

/** A way that goes on by a step: one for each alternative of what it asks. */
export function waysBy({ needs, path }: Way, step: Step): Way[] {
  const isField = step.coordinate.includes('.')
  const longer = isField ? [...path, step.coordinate] : path
  return step.needs.map((more) => ({
    needs: more.length > 0 ? [...new Set([...needs, ...more])].toSorted() : needs,
    path: longer,
  }))
}

/** Every type that can be reached by whoever brings these. */
export function reachedWith(access: Access, brought: readonly string[]): ReadonlySet<string> {
  const reached = new Set(ROOTS)
  for (const type of reached) {
    for (const step of access.get(type) ?? []) {
      // A set that grows while it is walked is walked to its end.
      if (admits(step, brought)) reached.add(step.to)
    }
  }
  return reached
}

/** True when whoever brings these may take the step. */
export function admits({ needs }: Step, brought: readonly string[]): boolean {
  return needs.some((needed) => isWithin(needed, brought))
}
