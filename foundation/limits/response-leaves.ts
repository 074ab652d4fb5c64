// Adds the leaves of a response to its budget while any executor serializes them.
import { GraphQLScalarType, isIntrospectionType, type GraphQLSchema } from 'graphql'
import { currentBudget } from '#foundation/limits/response-budget.ts'

/**
 * Leaves up to this length, in UTF-16 units, are counted with their keys when the response is written:
 * the node limit bounds their number, and looking up the budget for each would cost as much as
 * serializing it.
 */
const SHORT = 100

const counted = new WeakSet<GraphQLScalarType>()

/**
 * Makes the scalars of a schema add serialized values to the current budget. After a refusal, they
 * serialize to the empty string, so that the response stops growing.
 */
export function countLeaves(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!(type instanceof GraphQLScalarType) || isIntrospectionType(type)) continue
    // String and ID are the same objects in every schema.
    if (UNCOUNTED.has(type.name) || counted.has(type)) continue
    counted.add(type)
    const { serialize } = type
    type.serialize = (value) => {
      const leaf = serialize(value)
      const isShort = typeof leaf === 'string' ? leaf.length <= SHORT : typeof leaf !== 'object'
      if (isShort || leaf === null) return leaf
      return (currentBudget()?.addLeaf(textLength(leaf)) ?? true) ? leaf : ''
    }
  }
}

/** Scalars whose values are always short. */
const UNCOUNTED = new Set(['Int', 'Float', 'Boolean'])

/** The length of all text in a value without keys: a lower bound of its JSON in bytes. */
export function textLength(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null || value instanceof Date) return 0
  let units = 0
  if (Array.isArray(value)) {
    for (const item of value) units += textLength(item)
    return units
  }
  for (const key in value) units += textLength((value as Record<string, unknown>)[key])
  return units
}
