// The type of a value of an interface or union, with the errors of graphql-js.
import {
  defaultTypeResolver,
  GraphQLError,
  isObjectType,
  type FieldNode,
  type GraphQLAbstractType,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
} from 'graphql'
import { inspect } from 'graphql/jsutils/inspect.js'

/** The name of the type, or a promise of it. */
export function resolveTypeName(
  type: GraphQLAbstractType,
  value: unknown,
  context: unknown,
  info: GraphQLResolveInfo,
): unknown {
  return (type.resolveType ?? defaultTypeResolver)(value, context, info, type)
}

/** @throws GraphQLError for a name that is not a possible type of this value */
export function runtimeType(
  type: GraphQLAbstractType,
  name: unknown,
  value: unknown,
  info: GraphQLResolveInfo,
): GraphQLObjectType {
  const { schema, fieldNodes } = info
  if (typeof name !== 'string') throw unnamed(type, name, value, info)
  const found = schema.getType(name)
  if (!found) {
    const reason = `was resolved to a type "${name}" that does not exist inside the schema.`
    throw refusal(`Abstract type "${type.name}" ${reason}`, fieldNodes)
  }
  if (!isObjectType(found)) {
    const reason = `was resolved to a non-object type "${name}".`
    throw refusal(`Abstract type "${type.name}" ${reason}`, fieldNodes)
  }
  if (schema.isSubType(type, found)) return found
  const message = `Runtime Object type "${name}" is not a possible type for "${type.name}".`
  throw refusal(message, fieldNodes)
}

function unnamed(
  { name: type }: GraphQLAbstractType,
  name: unknown,
  value: unknown,
  { parentType, fieldName, fieldNodes }: GraphQLResolveInfo,
): GraphQLError {
  const field = `${parentType.name}.${fieldName}`
  const rule = `Abstract type "${type}" must resolve to an Object type at runtime for field "${field}"`
  if (name === null || name === undefined) {
    const advice = `Either the "${type}" type should provide a "resolveType" function or each possible type should provide an "isTypeOf" function.`
    return refusal(`${rule}. ${advice}`, fieldNodes)
  }
  if (isObjectType(name)) {
    return new GraphQLError(
      'Support for returning GraphQLObjectType from resolveType was removed in graphql-js@16.0.0 please return type name instead.',
    )
  }
  const got = `value ${inspect(value)}, received "${inspect(name)}".`
  return new GraphQLError(`${rule} with ${got}`)
}

function refusal(message: string, nodes: readonly FieldNode[]): GraphQLError {
  return new GraphQLError(message, { nodes })
}
