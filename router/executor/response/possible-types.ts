// Decides what is known about the type of an object, and whether that is enough to know its fields.
import {
  isAbstractType,
  isObjectType,
  isUnionType,
  type GraphQLCompositeType,
  type GraphQLSchema,
  type SelectionSetNode,
} from 'graphql'
import { fieldsByName, type Fragments } from '#foundation/graphql/executor/selected-fields.ts'

/** True when the fields of an object depend on its type, and only an interface of it is known. */
export function isUndecided(
  type: GraphQLCompositeType,
  sets: readonly SelectionSetNode[],
  options: Fragments,
): boolean {
  if (isObjectType(type)) return false
  const namesFor = (of: GraphQLCompositeType) => [...fieldsByName(of, sets, options).keys()].join()
  const known = namesFor(type)
  return options.schema.getPossibleTypes(type).some((possible) => namesFor(possible) !== known)
}

/** True when an object of one type may also be of the other. A subgraph may return any type name. */
export function canBe(
  found: GraphQLCompositeType,
  type: GraphQLCompositeType,
  schema: GraphQLSchema,
): boolean {
  if (found === type) return true
  return isAbstractType(type) && !isUnionType(found) && schema.isSubType(type, found)
}
