// Counts the leaves of answers as they are serialized, by whatever executes: it asks their types.
import { GraphQLScalarType, isIntrospectionType, type GraphQLSchema } from 'graphql'
import { currentAnswer } from '#foundation/limits/response-budget.ts'

/**
 * Leaves up to this length, in UTF-16 units, are counted with the keys around them, when the answer is
 * written: the node limit bounds how many there are, and looking up whose they are would cost as
 * much as serializing them.
 */
const SHORT = 100

const counted = new WeakSet<GraphQLScalarType>()

/**
 * Makes the scalars of a schema count what they serialize into the answer that is being built. Once
 * that is refused, they give nothing: what goes on with it grows no further.
 */
export function countLeaves(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!(type instanceof GraphQLScalarType) || isIntrospectionType(type)) continue
    // String and ID are the same for every schema.
    if (UNCOUNTED.has(type.name) || counted.has(type)) continue
    counted.add(type)
    const { serialize } = type
    type.serialize = (value) => {
      const leaf = serialize(value)
      const isShort = typeof leaf === 'string' ? leaf.length <= SHORT : typeof leaf !== 'object'
      if (isShort || leaf === null) return leaf
      return (currentAnswer()?.count(unitsOf(leaf)) ?? true) ? leaf : ''
    }
  }
}

/** Never long. */
const UNCOUNTED = new Set(['Int', 'Float', 'Boolean'])

/** The length of all text in a value, keys aside: its JSON has at least so many bytes. */
export function unitsOf(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 0
  let units = 0
  for (const key in value) units += unitsOf((value as Record<string, unknown>)[key])
  return units
}
