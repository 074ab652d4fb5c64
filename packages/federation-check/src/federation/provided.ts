// Finds the fields that field sets select: those of @provides, which a subgraph resolves only below
// some of its fields, and all others, which routers select for it.
import { Kind, parse, type DocumentNode, type SelectionNode, type SelectionSetNode } from 'graphql'
import { isMet, memoized } from '../memo.ts'
import { directivesNamed, namedType, textOf, typesIn, type TypeEntry } from '../sdl/sdl.ts'
import { possibleIn } from '../sdl/possible-types.ts'
import { contextPartsOf, setOf } from './field-set.ts'

/** Coordinates of everything that the field sets of @provides select. */
export const providedIn = memoized((document: DocumentNode): ReadonlySet<string> => {
  const types = typesIn(document)
  const found = [...types.values()].flatMap(({ fields }) =>
    [...fields.values()].flatMap((field) =>
      directivesNamed(field, 'provides').flatMap((provides) =>
        selected(selectionOf(setOf(provides)), namedType(field.type), types),
      ),
    ),
  )
  return new Set(found)
})

/** Coordinates of everything that @key, @requires and @fromContext select, and of the arguments that they pass. */
export const selectedIn = memoized((document: DocumentNode): ReadonlySet<string> => {
  const types = typesIn(document)
  const found = [...types.values()].flatMap((type) => {
    const fields = [...type.fields.values()]
    const sets = [type, ...fields].flatMap((node) =>
      ['key', 'requires'].flatMap((name) => directivesNamed(node, name).map(setOf)),
    )
    const filled = fields
      .flatMap((field) => ('arguments' in field ? (field.arguments ?? []) : []))
      .flatMap((one) => directivesNamed(one, 'fromContext'))
    return [
      ...sets.flatMap((set) => selected(selectionOf(set), type.name, types)),
      ...filled.flatMap((directive) => filledIn(textOf(directive, 'field'), types)),
    ]
  })
  return new Set(found)
})

/** The coordinates that a context selects, in every type that sets it. */
function filledIn(value: string, types: Types): string[] {
  const { context, selection } = contextPartsOf(value)
  const setting = [...types.values()].filter((type) =>
    directivesNamed(type, 'context').some((one) => `$${textOf(one, 'name')}` === context),
  )
  return setting.flatMap(({ name }) => selected(selectionOf(selection), name, types))
}

/** Undefined for an invalid field set. */
export function selectionOf(fieldSet: string): SelectionSetNode | undefined {
  try {
    const [definition] = parse(`{ ${fieldSet} }`, { noLocation: true }).definitions
    return definition?.kind === Kind.OPERATION_DEFINITION ? definition.selectionSet : undefined
  } catch {
    // Composition reports the error.
    return undefined
  }
}

export type Types = ReadonlyMap<string, TypeEntry>

/**
 * The coordinates in a selection. Each selection is visited once for each type, because many paths
 * below an interface lead to one type.
 */
export function selected(
  set: SelectionSetNode | undefined,
  type: string,
  types: Types,
  met = new Map<SelectionNode, Set<TypeEntry>>(),
): string[] {
  return (set?.selections ?? []).flatMap((selection) => {
    if (selection.kind === Kind.FRAGMENT_SPREAD) return []
    if (selection.kind === Kind.INLINE_FRAGMENT) {
      return selected(
        selection.selectionSet,
        selection.typeCondition?.name.value ?? type,
        types,
        met,
      )
    }
    const name = selection.name.value
    const possible = [types.get(type) ?? [], possibleIn(types).get(type) ?? []].flat()
    return possible.flatMap((one) => {
      const field = one.fields.get(name)
      if (!field || isMet(met, selection, one)) return []
      return [
        `${one.name}.${name}`,
        ...(selection.arguments ?? []).map((given) => `${one.name}.${name}.${given.name.value}`),
        ...selected(selection.selectionSet, namedType(field.type), types, met),
      ]
    })
  })
}
