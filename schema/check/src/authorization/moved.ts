// Guards that move along the paths to a field: the field itself requires less or more, and a caller
// needs from the root on what it needed before.
import { keysOf } from '../federation/keys.ts'
import type { Graph } from '../graph.ts'
import { typesIn } from '../sdl.ts'
import type { Access, Step } from './access.ts'
import {
  both,
  describe,
  either,
  isAsStrict,
  isPrivacy,
  OPEN,
  type Requirement,
} from './requirement.ts'
import { isField, weakestWays, type Ways } from './ways.ts'

/** A field or a type whose requirement changed. */
export interface Part {
  coordinate: string
  was: Requirement
  is: Requirement
}

/** @param tighter whether a caller may need no more than before; otherwise no less */
export type IsMoved = (part: Part, tighter: boolean) => boolean

/**
 * Whether the paths replace what a field lost, or required before what it now requires. The value
 * of a field is compared: whether an object is there, and how many, is known to whoever may use the
 * field that returns it.
 */
export function movesBetween({ base, head }: { base: Access; head: Access }): IsMoved {
  const [before, after] = [alongPaths(base), alongPaths(head)]
  return (part, tighter) => {
    const [type = ''] = part.coordinate.split('.')
    // What an object's owner may read depends on the object, not only on the caller.
    if (changed(part).some(isPrivacy)) return false
    const [was, is] = [before(type, part.was), after(type, part.is)]
    if (!was || !is) return false
    return tighter ? isAsStrict(was, is) : isAsStrict(is, was)
  }
}

/**
 * The requirement of something on a type together with that of each path to it; undefined where
 * clients have no path, or where there are too many.
 */
type AlongPaths = (type: string, needs: Requirement) => Requirement | undefined

/** The paths are followed when the first type is looked up. */
function alongPaths(access: Access): AlongPaths {
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

/** What one of two requirements names, and the other does not. */
function changed({ was, is }: Part): string[] {
  const [old, now] = [new Set(was.flat()), new Set(is.flat())]
  return [...old.symmetricDifference(now)]
}

/** Why the paths may not replace the guard of a part; undefined when they do. */
export function doubtAbout(part: Part, head: Graph): string | undefined {
  const own = changed(part).find((thing) => thing.startsWith('@'))
  if (own !== undefined) return `what ${own} admits may depend on the object`
  const [type = ''] = part.coordinate.split('.')
  if (!isEntity(type, head)) return undefined
  return `${type} is an entity, which its subgraph returns to whoever reaches it past the router`
}

function isEntity(name: string, { subgraphs }: Graph): boolean {
  return subgraphs.some(({ document }) => {
    const type = typesIn(document).get(name)
    return type !== undefined && keysOf(type).some(({ resolvable }) => resolvable)
  })
}

/** What happened to a part of a field that requires along every path what it did. */
export function movedMessage({ coordinate, was, is }: Part, doubt: string | undefined): string {
  const how = `${coordinate} required ${describe(was)} and now requires ${describe(is)}.`
  const paths = 'Every path to it requires the same as before.'
  return doubt === undefined ? `${how} ${paths}` : `${how} ${paths} But ${doubt}.`
}
