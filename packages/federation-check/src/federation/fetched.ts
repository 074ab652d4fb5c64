// Finds the keys by which routers fetch an entity from a subgraph: those whose fields other subgraphs have.
import { Kind, type DocumentNode, type SelectionSetNode } from 'graphql'
import { memoized } from '../memo.ts'
import { possibleIn } from '../sdl/possible-types.ts'
import { directivesNamed, isObject, namedType, typesIn, type SubgraphDocument } from '../sdl/sdl.ts'
import { setOf } from './field-set.ts'
import type { Fetched } from './keys.ts'
import { providedIn, selected, selectionOf, type Types } from './provided.ts'
import { isExternal } from './traits.ts'

/**
 * Decides whether routers fetch by a key. With a single subgraph all of its keys count, because the
 * others may be unknown.
 */
export function fetchedIn(subgraphs: readonly SubgraphDocument[]): Fetched {
  return (subgraph, type, fieldSet) => {
    const own = subgraphs.find(({ name }) => name === subgraph)
    const others = subgraphs.filter((one) => one !== own)
    const set = selectionOf(fieldSet)
    if (!own || !set || others.length === 0) return true
    const supplied = others.map(({ document }) => suppliedIn(document))
    return isSupplied(set, type, typesIn(own.document), supplied)
  }
}

/** True when other subgraphs together have the fields: a router may collect them from several. */
function isSupplied(
  { selections }: SelectionSetNode,
  type: string,
  types: Types,
  supplied: readonly ReadonlySet<string>[],
): boolean {
  return selections.every((selection) => {
    if (selection.kind === Kind.FRAGMENT_SPREAD) return true
    if (selection.kind === Kind.INLINE_FRAGMENT) {
      const condition = selection.typeCondition?.name.value ?? type
      return isSupplied(selection.selectionSet, condition, types, supplied)
    }
    const name = selection.name.value
    const field = types.get(type)?.fields.get(name)
    if (!field) return true
    const found = relatedTo(type, types).some((one) =>
      supplied.some((all) => all.has(`${one}.${name}`)),
    )
    const below = selection.selectionSet
    return found && (!below || isSupplied(below, namedType(field.type), types, supplied))
  })
}

/** The types by which another subgraph may know an object: its interfaces or, for an interface, its objects. */
function relatedTo(type: string, types: Types): string[] {
  const interfaces = (types.get(type)?.parts ?? []).flatMap((part) =>
    'interfaces' in part ? (part.interfaces ?? []) : [],
  )
  const possible = possibleIn(types).get(type) ?? []
  return [
    type,
    ...interfaces.map((one) => `${one.name.value} as an object`),
    ...possible.map(({ name }) => name),
  ]
}

/** The fields that a subgraph sends: its own, and external ones that @provides or a key selects. */
const suppliedIn = memoized((document: DocumentNode): ReadonlySet<string> => {
  const types = typesIn(document)
  const all = [...types.values()]
  const ofKeys = all.flatMap((type) =>
    directivesNamed(type, 'key').flatMap((key) =>
      selected(selectionOf(setOf(key)), type.name, types),
    ),
  )
  const external = providedIn(document).union(new Set(ofKeys))
  const coordinates = all.flatMap((type) => {
    const sent = [...type.fields].filter(
      ([name, field]) => !isExternal(field, type) || external.has(`${type.name}.${name}`),
    )
    const names = isObject(type) ? [type.name, `${type.name} as an object`] : [type.name]
    return sent.flatMap(([field]) => names.map((name) => `${name}.${field}`))
  })
  return new Set(coordinates)
})
