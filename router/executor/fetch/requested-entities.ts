// The entities that a fetch requests: their representations, and the objects that each represents.
import { objectsAt } from '../paths.ts'
import type { Run } from '../run.ts'
import type { Entity } from '../subgraph-result.ts'
import type { Selection } from './fetch.ts'
import type { Represent } from './representation.ts'
import type { Rewrite } from './rewrites.ts'

export interface EntitiesField extends Selection {
  /** The response name of the field. */
  alias: string
  /** The variable of its representations, which several fields may share. */
  variable: string
  represent: Represent
  rewriteInput: Rewrite
  rewriteOutput: Rewrite
}

/** The distinct representations that one variable holds. */
interface Representations {
  list: Entity[]
  indexes: Map<string, number>
}

/** One `_entities` field, with the objects whose fields it fetches. */
export interface RequestedField {
  field: EntitiesField
  representations: Representations
  /** The objects by the index of their representation. */
  targets: Map<number, Entity[]>
}

/** Finds the objects at the paths of a field. */
export type ObjectsOf = (field: EntitiesField) => readonly Entity[]

/** All objects at the paths of a field, each once. */
export function objectsAtPaths(run: Run): ObjectsOf {
  return ({ paths }) => {
    const [only, ...others] = paths
    const first = objectsAt(run.data, only!, run.isShared)
    if (others.length === 0) return first
    const rest = others.flatMap((path) => objectsAt(run.data, path, run.isShared))
    return [...new Set([...first, ...rest])]
  }
}

/** What each field requests, and the lists of representations by variable. */
export function requestedFields(selections: readonly EntitiesField[], objects: ObjectsOf) {
  const byVariable = new Map<string, Representations>()
  const requested = selections.map((field): RequestedField => {
    const representations = byVariable.getOrInsertComputed(field.variable, () => {
      return { list: [], indexes: new Map() }
    })
    return { field, representations, targets: addRepresentations(field, objects, representations) }
  })
  const lists = Object.fromEntries([...byVariable].map(([name, { list }]) => [name, list]))
  return { requested, lists }
}

/** Adds each distinct representation, in the order of its first object. Returns the objects by index. */
function addRepresentations(
  field: EntitiesField,
  objects: ObjectsOf,
  { list, indexes }: Representations,
): Map<number, Entity[]> {
  const targets = new Map<number, Entity[]>()
  for (const object of objects(field)) {
    const representation = field.represent(object)
    if (representation?.__typename === undefined) continue
    field.rewriteInput(representation)
    const index = indexes.getOrInsertComputed(JSON.stringify(representation), () => {
      return list.push(representation) - 1
    })
    const known = targets.get(index)
    if (known) known.push(object)
    else targets.set(index, [object])
  }
  return targets
}
