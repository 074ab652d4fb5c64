// Counts the values that a response may contain: page sizes, multiplied down the document tree.
import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from 'graphql'
import { demandOf, ONE, totalOf, type Weights } from '#foundation/limits/demand.ts'

/** How many nodes an operation requests with these coerced variables. */
export type NodeCount = (variables: Readonly<Record<string, unknown>>) => number

const EVERY_FIELD: Weights = { leaf: ONE, linked: () => ONE }

const counts = new WeakMap<OperationDefinitionNode, NodeCount>()

/**
 * Counts the nodes of the response tree: scalars (most of the cost of a response), objects, and as many items as a
 * page may have. Of introspection only `__typename` counts. Everything that does not depend on variables is
 * computed once for each operation.
 */
export function nodeCount(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): NodeCount {
  const known = counts.get(operation)
  if (known) return known
  const demand = demandOf(schema, document, operation, EVERY_FIELD)
  const count: NodeCount = (variables) => totalOf(demand, variables)
  counts.set(operation, count)
  return count
}
