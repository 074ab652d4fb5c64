// The root field of a subscription, and the source of its occurrences ("Source Stream" of the GraphQL specification).
import {
  createSourceEventStream,
  GraphQLError,
  Kind,
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  type FieldNode,
  type OperationDefinitionNode,
  type SelectionNode,
} from 'graphql'
import { fragmentsByName, isIntrospection, responseName } from '#foundation/limits/root-fields.ts'

/** Refuses a subscription without exactly one root field, whatever its variables. @throws GraphQLError */
export function requireOneRootField(node: OperationDefinitionNode, document: DocumentNode): void {
  const selected = rootSelections(node, document)
  const conditional = selected.find(({ directives = [] }) =>
    directives.some(({ name }) => name.value === 'skip' || name.value === 'include'),
  )
  if (conditional) {
    const message = 'The root field of a subscription must not have @skip or @include.'
    throw new GraphQLError(message, { nodes: conditional })
  }
  const fields = selected.filter(isField)
  const names = new Set(fields.map(responseName))
  if (names.size === 1 && !fields.some(isIntrospection)) return
  throw new GraphQLError('A subscription must select one root field.', { nodes: node })
}

/** The selections of root fields, also in fragments. Those of a subscription have the same field and arguments. */
export function rootFields(node: OperationDefinitionNode, document: DocumentNode): FieldNode[] {
  return rootSelections(node, document).filter(isField)
}

function isField(selection: SelectionNode): selection is FieldNode {
  return selection.kind === Kind.FIELD
}

/** The selections on the root type, each fragment once. */
function rootSelections(node: OperationDefinitionNode, document: DocumentNode): SelectionNode[] {
  const fragments = fragmentsByName(document)
  const selected: SelectionNode[] = []
  const collect = (selections: readonly SelectionNode[] = []) => {
    for (const selection of selections) {
      selected.push(selection)
      if (selection.kind === Kind.INLINE_FRAGMENT) collect(selection.selectionSet.selections)
      if (selection.kind !== Kind.FRAGMENT_SPREAD) continue
      const fragment = fragments.get(selection.name.value)
      fragments.delete(selection.name.value)
      collect(fragment?.selectionSet.selections)
    }
  }
  collect(node.selectionSet.selections)
  return selected
}

/** Calls `subscribe` of the root field. Its failure is a result without data. */
export async function openSource(
  execution: ExecutionArgs,
): Promise<AsyncIterable<unknown> | ExecutionResult> {
  return createSourceEventStream(execution)
}

export function isSource(
  opened: AsyncIterable<unknown> | ExecutionResult,
): opened is AsyncIterable<unknown> {
  return Symbol.asyncIterator in opened
}
