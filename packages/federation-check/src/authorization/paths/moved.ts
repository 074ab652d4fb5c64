// Detects guards that move along the paths to a field: the field itself requires less or more, but
// from the root on a caller needs the same as before.
import { keysOf } from '../../federation/keys.ts'
import type { Graph } from '../../graph/graph.ts'
import { typesIn } from '../../sdl/sdl.ts'
import { describe, isAsStrict, isPrivacy, type Requirement } from '../requirement.ts'
import type { Access } from './access.ts'
import { alongPaths } from './along-paths.ts'

/** A field or a type whose requirement changed. */
export interface Part {
  coordinate: string
  was: Requirement
  is: Requirement
}

/**
 * True when the guard of a part has only moved.
 * @param tighter whether a caller may need no more than before; otherwise no less
 */
export type IsMoved = (part: Part, tighter: boolean) => boolean

/**
 * Detects whether the paths now require what a field no longer does, or required before what the
 * field does now. Only the value of a field is compared: whoever may use the field that returns an
 * object already learns that the object exists, and how many there are.
 */
export function movesBetween({ base, head }: { base: Access; head: Access }): IsMoved {
  const [before, after] = [alongPaths(base), alongPaths(head)]
  return (part, tighter) => {
    const [type = ''] = part.coordinate.split('.')
    // `@private` cannot move, because it depends on the owner of the object, not only on the caller.
    if (changed(part).some(isPrivacy)) return false
    const [was, is] = [before(type, part.was), after(type, part.is)]
    if (!was || !is) return false
    return tighter ? isAsStrict(was, is) : isAsStrict(is, was)
  }
}

/** The entries of one requirement that the other lacks. */
function changed({ was, is }: Part): string[] {
  const [old, now] = [new Set(was.flat()), new Set(is.flat())]
  return [...old.symmetricDifference(now)]
}

/** Why the paths may not replace the guard of a part; undefined when they certainly do. */
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

/** The message about a part that requires the same as before along every path. */
export function movedMessage({ coordinate, was, is }: Part, doubt: string | undefined): string {
  const how = `${coordinate} required ${describe(was)} and now requires ${describe(is)}.`
  const paths = 'Every path to it requires the same as before.'
  return doubt === undefined ? `${how} ${paths}` : `${how} ${paths} But ${doubt}.`
}
