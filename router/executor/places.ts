// The places of a plan's path in the merged data.
import type { PlanPathSegment } from '../plan/query-plan.ts'
import { isEntity, type Entity } from './subgraph-answer.ts'
import type { TypeNames } from './type-names.ts'

/** A place in the answer: response names and indexes. */
export type Path = readonly (string | number)[]

/**
 * A path of a plan: fields, and the names of the types that an object may have to be at the path. Lists have no step:
 * all their items are at the path, and those of the lists in them.
 */
export type PlanPath = readonly (string | ReadonlySet<string>)[]

/** Compiles a path of a plan. */
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
 * The objects at a path, each once, in the order of their first place.
 * @param isShared whether an object may stand at several places
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

/** An object without a name is of the only type that it can be. */
function isOf({ __typename: name }: Entity, types: ReadonlySet<string>): boolean {
  return typeof name !== 'string' || types.has(name)
}

/** One place of an object, with the objects it is in, from the root. */
export interface Place {
  object: Entity
  path: Path
  owners: readonly Entity[]
}

/** Every place at a path, in the order of the answer; an object may stand at several. */
export function* placesAt(root: Entity, path: PlanPath): Generator<Place> {
  yield* walk(root, path, 0, { path: [], owners: [] })
}

function* walk(
  value: unknown,
  path: PlanPath,
  depth: number,
  place: Omit<Place, 'object'>,
): Generator<Place> {
  const step = path[depth]
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      yield* walk(item, path, depth, { ...place, path: [...place.path, index] })
    }
  } else if (!isEntity(value)) return
  else if (step === undefined) yield { object: value, ...place }
  else if (typeof step === 'string') {
    const below = { path: [...place.path, step], owners: [...place.owners, value] }
    yield* walk(value[step], path, depth + 1, below)
  } else if (isOf(value, step)) yield* walk(value, path, depth + 1, place)
}
