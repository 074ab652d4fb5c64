// What a fetch asks for: the representations of entities, and the objects that they stand for.
import { objectsAt } from '../places.ts'
import type { Run } from '../run.ts'
import type { Entity } from '../subgraph-answer.ts'
import type { Selection } from './fetch.ts'
import type { Represent } from './representation.ts'
import type { Rewrite } from './rewrites.ts'

/** One `_entities` field of a fetch. */
export interface EntitiesField extends Selection {
  /** Its response name. */
  alias: string
  /** The variable of its representations, which several fields may share. */
  variable: string
  represent: Represent
  rewriteInput: Rewrite
  rewriteOutput: Rewrite
}

/** The representations of one variable, each once. */
interface Representations {
  list: Entity[]
  indexes: Map<string, number>
}

/** The objects for which a field asks. */
export interface AskedField {
  field: EntitiesField
  representations: Representations
  /** By the index of their representation. */
  targets: Map<number, Entity[]>
}

/** The objects at the paths of a field. */
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

/** What each field asks for, and the lists of representations by variable. */
export function askedFields(selections: readonly EntitiesField[], objects: ObjectsOf) {
  const byVariable = new Map<string, Representations>()
  const asked = selections.map((field): AskedField => {
    const representations = byVariable.getOrInsertComputed(field.variable, () => {
      return { list: [], indexes: new Map() }
    })
    return { field, representations, targets: addRepresentations(field, objects, representations) }
  })
  const lists = Object.fromEntries([...byVariable].map(([name, { list }]) => [name, list]))
  return { asked, lists }
}

/** Adds each distinct representation, in the order of its first place. Returns the objects by index. */
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
