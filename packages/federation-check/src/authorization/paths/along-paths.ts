// The requirements that a caller meets on the weakest paths from a root to a type.
import { both, either, OPEN, type Requirement } from '../requirement.ts'
import type { Access, Step } from './access.ts'
import { isField, weakestWays, type Ways } from './ways.ts'

/**
 * Combines a requirement on a type with those of each path to the type. Undefined where clients
 * have no path to it, or where there are too many.
 */
export type AlongPaths = (type: string, needs: Requirement) => Requirement | undefined

/** Creates the function. The paths are found when the first type is looked up. */
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
 * Removes the requirements of abstract types, because composition derives them from the possible
 * types, and not every router enforces them.
 */
function withoutDerived(access: Access): Access {
  const open = (step: Step) => (isField(step) ? step : { ...step, needs: OPEN })
  return new Map([...access].map(([type, steps]) => [type, steps.map(open)]))
}
