// Compares field sets of @key, @requires, @provides and @fromContext by their meaning.
import { Kind, parse, type DirectiveNode, type FieldNode, type SelectionSetNode } from 'graphql'
import { argumentOf, asList } from '../sdl/sdl.ts'
import { canonicalArguments } from './canonical.ts'

/**
 * The leaves of a field set in alphabetical order, each by its path: `id realm { id }` is `id` and
 * `realm.id`, `size(unit: CM)` keeps its arguments, and `owner { ... on User { id } }` is
 * `owner.... on User.id`. An invalid set stays as it is.
 * @param type the type that the set selects from, where that is known
 */
export function leavesOf(fieldSet: string, type?: string): string[] {
  try {
    const [definition] = parse(`{ ${fieldSet} }`, { noLocation: true }).definitions
    if (definition?.kind !== Kind.OPERATION_DEFINITION) return []
    return [...new Set(leaves(definition.selectionSet, '', type))].toSorted()
  } catch {
    // Composition reports the error.
    return [fieldSet]
  }
}

/** The field set of a directive: a string, and in old SDL a list of strings. */
export function setOf(directive: DirectiveNode): string {
  return asList(argumentOf(directive, 'fields')).join(' ')
}

/** The meaning of @fromContext: the name of the context, and the leaves of its selection. */
export function contextValueOf(field: string): string {
  const { context, selection } = contextPartsOf(field)
  return context === '' ? field : `${context} ${leavesOf(selection).join(' ')}`
}

/** The name of a context, and the selection without its outer braces. */
export function contextPartsOf(field: string): { context: string; selection: string } {
  const [, context = '', selected = ''] = /^\s*(\$\w*)([^]*)$/.exec(field) ?? []
  const [, selection = selected] = /^\s*\{([^]*)\}\s*$/.exec(selected) ?? []
  return { context, selection }
}

function leaves({ selections }: SelectionSetNode, prefix: string, type?: string): string[] {
  return selections.flatMap((selection) => {
    if (selection.kind === Kind.FRAGMENT_SPREAD) return []
    if (selection.kind === Kind.FIELD) return leavesBelow(selection, prefix)
    const condition = selection.typeCondition?.name.value
    const isEveryone = condition === undefined || condition === type
    return leaves(selection.selectionSet, isEveryone ? prefix : `${prefix}... on ${condition}.`)
  })
}

function leavesBelow(field: FieldNode, prefix: string): string[] {
  const given = canonicalArguments(field.arguments)
  const path = `${prefix}${field.name.value}${given && `(${given})`}`
  return field.selectionSet ? leaves(field.selectionSet, `${path}.`) : [path]
}
