// Finds the objects at a path of a plan in the merged data.
import type { PlanPathSegment } from '../plan/query-plan.ts'
import { isEntity, type Entity } from './subgraph-result.ts'
import type { TypeNames } from './type-names.ts'

/** A path in the merged data or in the response: response names and indexes. */
export type Path = readonly (string | number)[]

/**
 * A path of a plan: fields, and sets of the type names that an object may have at that step. Lists
 * have no step: all their items, also of nested lists, are at the path.
 */
export type PlanPath = readonly (string | ReadonlySet<string>)[]

export function compilePath(path: readonly PlanPathSegment[], types: TypeNames): PlanPath {
  return path.flatMap((segment) => {
    if (segment === '@') return []
    return 'Field' in segment ? segment.Field : types.underAny(segment.TypeCondition)
  })
}

/** The response names of a path. */
export function fieldsOfPath(path: PlanPath): string[] {
  return path.filter((step) => typeof step === 'string')
}

/**
 * The objects at a path, each once, in the order of their first occurrence.
 * @param isShared whether an object may occur at several paths
 */
export function objectsAt(root: Entity, path: PlanPath, isShared: boolean): Entity[] {
  let level: Entity[] = [root]
  for (const step of path) {
    const next: Entity[] = []
    for (const object of level) {
      if (typeof step === 'string') addObjects(next, object[step])
      else if (isOf(object, step)) next.push(object)
    }
    level = isShared ? [...new Set(next)] : next
  }
  return level
}

/** Adds an object, or all objects in a list. */
function addObjects(next: Entity[], value: unknown): void {
  if (Array.isArray(value)) for (const item of value) addObjects(next, item)
  else if (isEntity(value)) next.push(value)
}

/** True for an object of one of the types. An object without `__typename` has the only possible type. */
function isOf({ __typename: name }: Entity, types: ReadonlySet<string>): boolean {
  return typeof name !== 'string' || types.has(name)
}

/** An object at one path of the merged data, with the objects around it, from the root. */
export interface LocatedObject {
  object: Entity
  path: Path
  owners: readonly Entity[]
}

/** Finds every occurrence of an object at a path, in the order of the response. An object may occur several times. */
export function* locateObjects(root: Entity, path: PlanPath): Generator<LocatedObject> {
  yield* walk(root, path, 0, { path: [], owners: [] })
}

function* walk(
  value: unknown,
  path: PlanPath,
  depth: number,
  around: Omit<LocatedObject, 'object'>,
): Generator<LocatedObject> {
  const step = path[depth]
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      yield* walk(item, path, depth, { ...around, path: [...around.path, index] })
    }
  } else if (!isEntity(value)) return
  else if (step === undefined) yield { object: value, ...around }
  else if (typeof step === 'string') {
    const below = { path: [...around.path, step], owners: [...around.owners, value] }
    yield* walk(value[step], path, depth + 1, below)
  } else if (isOf(value, step)) yield* walk(value, path, depth + 1, around)
}
