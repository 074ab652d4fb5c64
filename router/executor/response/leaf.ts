// Coerces the leaf values of subgraphs to their types (GraphQL, section 3.5).
import { isEnumType, isSpecifiedScalarType, type GraphQLLeafType } from 'graphql'
import { ExactNumber } from '#foundation/http/exact-json.ts'

/** Returns the value for the client; undefined for a value that is not of the type. */
export type Coerce = (value: unknown) => unknown

/**
 * Compiles the coercion of a value that is not null. As in Apollo's router, nothing but an ID is converted: 1 is no
 * Boolean, and 5 no String. Custom scalars have values of any kind.
 */
export function compileLeaf(type: GraphQLLeafType): Coerce {
  if (isEnumType(type)) {
    const names = new Set<unknown>(type.getValues().map(({ name }) => name))
    return (value) => (names.has(value) ? value : undefined)
  }
  return isSpecifiedScalarType(type) ? COERCIONS[type.name]! : (value) => value
}

const COERCIONS: Record<string, Coerce> = {
  String: (value) => (typeof value === 'string' ? value : undefined),
  ID: (value) => (typeof value === 'string' ? value : digitsOf(value)),
  Boolean: (value) => (typeof value === 'boolean' ? value : undefined),
  // An integer of 32 bits (section 3.5.1).
  Int: (value) => (typeof value === 'number' && (value | 0) === value ? value : undefined),
  Float: (value) => (Number.isFinite(doubleOf(value)) ? value : undefined),
}

/** An ID is a string, also where a subgraph sends an integer (section 3.5.5). */
function digitsOf(value: unknown): string | undefined {
  if (value instanceof ExactNumber) return /^-?\d+$/.test(value.source) ? value.source : undefined
  return Number.isInteger(value) ? String(value) : undefined
}

function doubleOf(value: unknown): unknown {
  return value instanceof ExactNumber ? Number(value.source) : value
}
