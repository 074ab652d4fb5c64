// When a subgraph does not respond, only its fields are missing, each with an error.
import { Kind, type FieldNode, type OperationDefinitionNode, type SelectionSetNode } from 'graphql'
import type { DomainError } from '#foundation/domain/errors.ts'
import { responseName } from '#foundation/limits/root-fields.ts'
import type { SubgraphAnswer } from './representations.ts'

/**
 * The response that replaces the missing one. A fetch of entities reports missing fields only at
 * the first entity, so that a list of a hundred does not give a hundred errors.
 */
export function unavailableAnswer(
  { message, extensions }: DomainError,
  operation: OperationDefinitionNode,
): SubgraphAnswer {
  const paths = rootFields(operation.selectionSet).flatMap((field): (string | number)[][] => {
    if (field.name.value !== '_entities') return [[responseName(field)]]
    const missing = rootFields(field.selectionSet).filter(({ name }) => name.value !== '__typename')
    const names = new Set(missing.map(responseName))
    return [...names].map((name) => [responseName(field), 0, name])
  })
  return {
    data: null,
    errors: paths.map((path) => ({ message, path, extensions: { ...extensions } })),
  }
}

/** The fields of a selection set; the planner writes fragments inline. */
function rootFields(selectionSet: SelectionSetNode | undefined): FieldNode[] {
  return (selectionSet?.selections ?? []).flatMap((node) => {
    if (node.kind === Kind.FIELD) return [node]
    return node.kind === Kind.INLINE_FRAGMENT ? rootFields(node.selectionSet) : []
  })
}
