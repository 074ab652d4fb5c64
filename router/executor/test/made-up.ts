// Makes up the data for any supergraph whose entities have the key `id`: each value follows from its path.
import {
  getNamedType,
  isAbstractType,
  isEnumType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  type GraphQLAbstractType,
  type GraphQLLeafType,
  type GraphQLOutputType,
  type GraphQLSchema,
} from 'graphql'
import type { FieldCall, Ref, World } from './world.ts'

const ENTITIES = 3
/** One in this many fields fails, or is null where it may be. */
const FAILING = 23
const NULLS = 11

/**
 * @param schema the one that clients see
 * @param entities the names of its entities
 * @param subgraphs those that the schema is composed of
 */
export function madeUpWorld(
  schema: GraphQLSchema,
  entities: ReadonlySet<string>,
  subgraphs: readonly GraphQLSchema[],
): World {
  const objectOf = (name: string, seed: number): Ref => {
    return { __typename: name, id: entities.has(name) ? `i${seed % ENTITIES}` : String(seed) }
  }
  const make = (type: GraphQLOutputType, seed: number, call: FieldCall): unknown => {
    if (isNonNullType(type)) return makeSome(type.ofType, seed, call)
    return seed % NULLS === 0 ? null : makeSome(type, seed, call)
  }
  const makeSome = (type: GraphQLOutputType, seed: number, call: FieldCall): unknown => {
    if (isListType(type)) {
      return Array.from({ length: seed % 4 }, (_, index) =>
        make(type.ofType, hash(`${seed} ${index}`), call),
      )
    }
    if (isLeafType(type)) return leafOf(schema.getType(type.name) as GraphQLLeafType, seed)
    const named = schema.getType(getNamedType(type).name)!
    if (!isAbstractType(named)) return objectOf(named.name, seed)
    const possible = knownTypes(schema, named, subgraphsWith(subgraphs, call))
    return objectOf(possible[seed % possible.length]!, hash(`type ${seed}`))
  }
  const valueOf = (call: FieldCall) => {
    const { type, field, parent, args } = call
    if (field.name === 'id') return parent.id
    const sent = Object.entries(args).toSorted(([one], [other]) => (one < other ? -1 : 1))
    const seed = hash(`${type.name} ${String(parent.id)} ${field.name} ${JSON.stringify(sent)}`)
    if (seed % FAILING === 0) throw new Error(`There is no ${field.name}.`)
    return make(field.type, seed, call)
  }
  return {
    reset: () => undefined,
    inSubgraph: valueOf,
    inWhole: valueOf,
    typeOf: ({ __typename }) => __typename,
    find: (representation) => representation,
  }
}

function subgraphsWith(subgraphs: readonly GraphQLSchema[], { type, field }: FieldCall) {
  return subgraphs.filter((subgraph) => {
    const owner = subgraph.getType(type.name)
    return isObjectType(owner) && field.name in owner.getFields()
  })
}

/** The possible types that each of these subgraphs knows, and may therefore return. */
function knownTypes(
  schema: GraphQLSchema,
  type: GraphQLAbstractType,
  subgraphs: readonly GraphQLSchema[],
): string[] {
  const names = schema.getPossibleTypes(type).map(({ name }) => name)
  return names.filter((name) =>
    subgraphs.every((subgraph) => isPossible(subgraph, type.name, name)),
  )
}

function isPossible(subgraph: GraphQLSchema, abstract: string, name: string): boolean {
  const [type, possible] = [subgraph.getType(abstract), subgraph.getType(name)]
  return isAbstractType(type) && isObjectType(possible) && subgraph.isSubType(type, possible)
}

function leafOf(type: GraphQLLeafType, seed: number): unknown {
  if (isEnumType(type)) return type.getValues()[seed % type.getValues().length]!.name
  if (type.name === 'Boolean') return seed % 2 === 0
  return type.name === 'Int' || type.name === 'Float' ? seed % 1_000 : `text ${seed}`
}

/** The FNV-1a hash of a text. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (const character of text)
    value = Math.imul(value ^ character.codePointAt(0)!, 0x01000193) >>> 0
  return value
}
