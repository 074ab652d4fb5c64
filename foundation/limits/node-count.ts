// Counts the values that a response may contain: page sizes, multiplied down the document tree.
import type { OperationDefinitionNode } from 'graphql'
import {
  demandOf,
  ONE,
  totalOf,
  type CountedOperation,
  type Weights,
} from '#foundation/limits/demand.ts'

/** How many nodes an operation requests with these coerced variables. */
export type NodeCount = (variables: Readonly<Record<string, unknown>>) => number

const EVERY_FIELD: Weights = { leaf: ONE, linked: () => ONE }

const counts = new WeakMap<OperationDefinitionNode, NodeCount>()

/**
 * Counts the nodes of the response tree: scalars (most of the cost of a response), objects, and as many items as a
 * page may have. Of introspection only `__typename` counts. Everything that does not depend on variables is
 * computed once for each operation.
 */
export function nodeCount(counted: CountedOperation): NodeCount {
  return counts.getOrInsertComputed(counted.operation, () => {
    const demand = demandOf(counted, EVERY_FIELD)
    return (variables) => totalOf(demand, variables)
  })
}
