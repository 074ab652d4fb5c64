// Fields that a subgraph resolves below some of its fields only, because @provides says so.
import { Kind, parse, type DocumentNode, type SelectionSetNode } from 'graphql'
import { memoized } from '../memo.ts'
import { directivesNamed, namedType, typesIn, type TypeEntry } from '../sdl/sdl.ts'
import { setOf } from './field-set.ts'

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

function selectionOf(fieldSet: string): SelectionSetNode | undefined {
  try {
    const [definition] = parse(`{ ${fieldSet} }`, { noLocation: true }).definitions
    return definition?.kind === Kind.OPERATION_DEFINITION ? definition.selectionSet : undefined
  } catch {
    // Composition reports the error.
    return undefined
  }
}

type Types = ReadonlyMap<string, TypeEntry>

function selected(set: SelectionSetNode | undefined, type: string, types: Types): string[] {
  return (set?.selections ?? []).flatMap((selection) => {
    if (selection.kind === Kind.FRAGMENT_SPREAD) return []
    if (selection.kind === Kind.INLINE_FRAGMENT) {
      return selected(selection.selectionSet, selection.typeCondition?.name.value ?? type, types)
    }
    const name = selection.name.value
    return possible(type, types).flatMap((one) => {
      const field = one.fields.get(name)
      if (!field) return []
      return [
        `${one.name}.${name}`,
        ...selected(selection.selectionSet, namedType(field.type), types),
      ]
    })
  })
}

/** The type and, for an interface, those that implement it. */
function possible(name: string, types: Types): TypeEntry[] {
  const implementing = [...types.values()].filter(({ parts }) =>
    parts.some(
      (one) => 'interfaces' in one && one.interfaces?.some((own) => own.name.value === name),
    ),
  )
  return [types.get(name), ...implementing].filter((one) => one !== undefined)
}
