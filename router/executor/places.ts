// The places of a plan's path in the merged data: `['users', '@', 'house']`, where `@` is every item.
import { isEntity, type Entity } from './subgraph-answer.ts'

/** A place in the answer: response names and indexes. */
export type Path = readonly (string | number)[]

/** The path of a `Flatten` node. */
export type PlanPath = readonly string[]

/** The objects at a path, each once, in the order of their first place. */
export function objectsAt(root: Entity, path: PlanPath): Entity[] {
  let level = new Set<unknown>([root])
  for (const key of path) {
    const next = new Set<unknown>()
    for (const value of level) {
      if (key === '@') addItems(next, value)
      else if (isEntity(value)) add(next, value[key])
    }
    level = next
  }
  return [...level].filter(isEntity)
}

function addItems(next: Set<unknown>, list: unknown): void {
  if (!Array.isArray(list)) return
  for (const item of list) add(next, item)
}

function add(next: Set<unknown>, value: unknown): void {
  if (typeof value === 'object' && value !== null) next.add(value)
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
