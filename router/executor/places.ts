// The places of a plan's path in the merged data: `['users', '@', 'house']`, where `@` is every item.
import { isEntity, type Entity } from './subgraph-answer.ts'

/** A place in the answer: response names and indexes. */
export type Path = readonly (string | number)[]

/** The path of a `Flatten` node. */
export type PlanPath = readonly string[]

/**
 * The objects at a path, each once, in the order of their first place.
 * @param isShared whether an object may stand at several places
 */
export function objectsAt(root: Entity, path: PlanPath, isShared: boolean): Entity[] {
  let level: unknown[] = [root]
  for (const key of path) {
    const next: unknown[] = []
    for (const value of level) {
      if (key === '@') addItems(next, value)
      else if (isEntity(value)) add(next, value[key])
    }
    level = isShared ? [...new Set(next)] : next
  }
  return level.filter(isEntity)
}

function addItems(next: unknown[], list: unknown): void {
  if (!Array.isArray(list)) return
  for (const item of list) add(next, item)
}

function add(next: unknown[], value: unknown): void {
  if (typeof value === 'object' && value !== null) next.push(value)
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
  const key = path[depth]
  if (key === '@') {
    for (const [index, item] of Array.isArray(value) ? value.entries() : []) {
      yield* walk(item, path, depth + 1, { ...place, path: [...place.path, index] })
    }
  } else if (isEntity(value)) {
    if (key === undefined) yield { object: value, ...place }
    else {
      const below = { path: [...place.path, key], owners: [...place.owners, value] }
      yield* walk(value[key], path, depth + 1, below)
    }
  }
}
