// The weakest paths from the roots to each type: what a caller needs, and along which fields.
import { isWithin, SERVICE } from '../requirement.ts'
import { ROOTS, type Access, type Step } from './access.ts'

/** A path to a type for which no path with weaker requirements exists. */
export interface Way {
  /** The requirements along the path, in alphabetical order. */
  needs: readonly string[]
  /** Coordinates of the steps. */
  path: readonly string[]
}

export interface Ways {
  of: ReadonlyMap<string, readonly Way[]>
  /** Types with more paths than the limit. */
  undecided: ReadonlySet<string>
}

/** The maximum number of paths to one type. */
const MAX_PATHS = 256

/**
 * Follows every step from the roots until no type gets a weaker path.
 * @param forServices whether paths for services only count
 */
export function weakestWays(access: Access, forServices: boolean): Ways {
  const found = new Map<string, Way[]>()
  const undecided = new Set<string>()
  const waiting: { type: string; way: Way }[] = []
  const add = (type: string, way: Way) => {
    if (!forServices && way.needs.includes(SERVICE)) return
    const kept = withWay(found.get(type) ?? [], way)
    if (kept && kept.length > MAX_PATHS) undecided.add(type)
    else if (kept) {
      found.set(type, kept)
      waiting.push({ type, way })
    }
  }
  for (const root of ROOTS) if (access.has(root)) add(root, { needs: [], path: [] })
  for (let at = 0; at < waiting.length; at += 1) {
    const { type, way } = waiting[at]!
    // A weaker path has replaced this one, and is followed instead.
    if (!found.get(type)!.includes(way)) continue
    for (const step of access.get(type) ?? []) {
      if (!access.get(step.to)?.length) continue
      for (const next of waysBy(way, step)) add(step.to, next)
    }
  }
  return { of: found, undecided }
}

/** Adds a path; undefined when a known path has the same or weaker requirements. */
function withWay(known: readonly Way[], way: Way): Way[] | undefined {
  if (known.some((other) => isWithin(other.needs, way.needs))) return undefined
  return [...known.filter((other) => !isWithin(way.needs, other.needs)), way]
}

/** False for a step from an abstract type to a possible type. */
export const isField = ({ coordinate }: Pick<Step, 'coordinate'>) => coordinate.includes('.')

/** A path extended by a step: one for each alternative of the step's requirement. */
export function waysBy({ needs, path }: Way, step: Step): Way[] {
  const longer = [...path, step.coordinate]
  return step.needs.map((more) => ({
    needs: more.length > 0 ? [...new Set([...needs, ...more])].toSorted() : needs,
    path: longer,
  }))
}

/** Every type that a caller with these requirements can reach. */
export function reachedWith(access: Access, brought: readonly string[]): ReadonlySet<string> {
  const reached = new Set(ROOTS)
  for (const type of reached) {
    for (const step of access.get(type) ?? []) {
      // The loop includes members that are added to the set meanwhile.
      if (admits(step, brought)) reached.add(step.to)
    }
  }
  return reached
}

/** True when a caller with these requirements may take the step. */
export function admits({ needs }: Step, brought: readonly string[]): boolean {
  return needs.some((needed) => isWithin(needed, brought))
}
