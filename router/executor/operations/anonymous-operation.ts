// One operation of a document, without what does not decide its plan.
import {
  getOperationAST,
  Kind,
  separateOperations,
  type DocumentNode,
  type OperationDefinitionNode,
} from 'graphql'
import { withConditions, type Condition } from '../conditions.ts'

/** One operation and the fragments it uses, without its name and conditions. */
export function anonymousOperation(
  document: DocumentNode,
  operationName: string | undefined,
  isTrue: Condition,
): DocumentNode {
  const decided = withConditions(document, isTrue)
  const operation = getOperationAST(decided, operationName)!
  const { definitions } = separateOperations(decided)[operation.name?.value ?? '']!
  return {
    kind: Kind.DOCUMENT,
    definitions: definitions.map((node) => {
      return node.kind === Kind.OPERATION_DEFINITION ? withoutName(node) : node
    }),
  }
}

function withoutName(operation: OperationDefinitionNode): OperationDefinitionNode {
  const { name: _name, ...anonymous } = operation
  return anonymous
}
