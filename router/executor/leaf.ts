// Whether a leaf of a subgraph's answer is a value of its type.
import { isEnumType, isSpecifiedScalarType, type GraphQLLeafType } from 'graphql'

/** Checks a value; custom scalars have values of any kind. */
export function compileLeaf(type: GraphQLLeafType): (value: unknown) => boolean {
  if (isEnumType(type)) {
    const names = new Set<unknown>(type.getValues().map(({ name }) => name))
    return (value) => names.has(value)
  }
  return isSpecifiedScalarType(type) ? CHECKS[type.name]! : () => true
}

const CHECKS: Record<string, (value: unknown) => boolean> = {
  String: (value) => typeof value === 'string',
  ID: (value) => typeof value === 'string' || Number.isInteger(value),
  Boolean: (value) => typeof value === 'boolean',
  Int: (value) => Number.isInteger(value),
  Float: (value) => typeof value === 'number' && Number.isFinite(value),
}
