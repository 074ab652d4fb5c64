// Data sets and the resolvers that read them. The same data serves the subgraphs and one schema over all of them.
import {
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isUnionType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql'

export type Row = Record<string, unknown>
export type Args = Record<string, unknown>

/** An entity is passed around as its type and id. */
export interface Ref extends Row {
  __typename: string
  id: string
}

/** One call of a resolver. */
export interface FieldCall {
  type: GraphQLObjectType
  field: GraphQLField<unknown, unknown>
  parent: Row
  args: Args
}

export interface World {
  /** Undoes what mutations have changed. */
  reset(): void
  /** The value of a field in a subgraph, which knows required fields from the representation. */
  inSubgraph(call: FieldCall): unknown
  /** The value of a field in the schema over everything. */
  inWhole(call: FieldCall): unknown
  /** The type of a value of an abstract type. */
  typeOf(value: Ref): string
  /** The object for a representation; null if there is none. */
  find(representation: Row): Row | null
}

/** Gives every field of a schema its resolver, and every abstract type its `resolveType`. */
export function addResolvers(
  schema: GraphQLSchema,
  world: World,
  valueOf: (call: FieldCall) => unknown,
): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (isIntrospectionType(type) || type.name.startsWith('_')) continue
    if (isInterfaceType(type) || isUnionType(type)) {
      type.resolveType = (value) => world.typeOf(value as Ref)
    } else if (isObjectType(type)) addFieldResolvers(type, valueOf)
  }
  return schema
}

function addFieldResolvers(type: GraphQLObjectType, valueOf: (call: FieldCall) => unknown): void {
  const isRoot = type.name === 'Query' || type.name === 'Mutation'
  for (const field of Object.values(type.getFields())) {
    if (field.name.startsWith('_')) continue
    field.resolve = (source, args) => {
      const parent = isRoot ? { __typename: type.name } : (source as Row)
      return valueOf({ type, field, parent, args: args as Args })
    }
  }
}
