// What a caller needs from a root of the graph on, over the weakest paths to a type.
import { both, either, OPEN, type Requirement } from '../requirement.ts'
import type { Access, Step } from './access.ts'
import { isField, weakestWays, type Ways } from './ways.ts'

/**
 * The requirement of something on a type together with that of each path to it; undefined where
 * clients have no path, or where there are too many.
 */
export type AlongPaths = (type: string, needs: Requirement) => Requirement | undefined

/** The paths are followed when the first type is looked up. */
export function alongPaths(access: Access): AlongPaths {
  let ways: Ways | undefined
  return (type, needs) => {
    ways ??= weakestWays(withoutDerived(access), false)
    const known = ways.of.get(type)
    if (!known || ways.undecided.size > 0) return undefined
    return either(known.flatMap((way) => both([way.needs], needs)))
  }
}

/**
 * Composition derives the requirements of an abstract type from its possible types, and not every
 * router enforces them.
 */
function withoutDerived(access: Access): Access {
  const open = (step: Step) => (isField(step) ? step : { ...step, needs: OPEN })
  return new Map([...access].map(([type, steps]) => [type, steps.map(open)]))
}
