// A world for any supergraph whose entities have the key `id`: every value follows from its place.
import {
  getNamedType,
  isAbstractType,
  isEnumType,
  isLeafType,
  isListType,
  isNonNullType,
  type GraphQLLeafType,
  type GraphQLOutputType,
  type GraphQLSchema,
} from 'graphql'
import type { Asked, Ref, World } from './world.ts'

const ENTITIES = 3
/** One in so many fields fails, or is null where it may be. */
const FAILING = 23
const NULLS = 11

/**
 * @param schema the one that clients see
 * @param entities the names of its entities
 */
export function madeUpWorld(schema: GraphQLSchema, entities: ReadonlySet<string>): World {
  const objectOf = (name: string, seed: number): Ref => {
    return { __typename: name, id: entities.has(name) ? `i${seed % ENTITIES}` : String(seed) }
  }
  const make = (type: GraphQLOutputType, seed: number): unknown => {
    if (isNonNullType(type)) return makeSome(type.ofType, seed)
    return seed % NULLS === 0 ? null : makeSome(type, seed)
  }
  const makeSome = (type: GraphQLOutputType, seed: number): unknown => {
    if (isListType(type)) {
      return Array.from({ length: seed % 4 }, (_, index) =>
        make(type.ofType, hash(`${seed} ${index}`)),
      )
    }
    if (isLeafType(type)) return leafOf(schema.getType(type.name) as GraphQLLeafType, seed)
    const named = schema.getType(getNamedType(type).name)!
    if (!isAbstractType(named)) return objectOf(named.name, seed)
    const possible = schema.getPossibleTypes(named)
    return objectOf(possible[seed % possible.length]!.name, hash(`type ${seed}`))
  }
  const valueOf = ({ type, field, parent, args }: Asked) => {
    if (field.name === 'id') return parent.id
    const sent = Object.entries(args).toSorted(([one], [other]) => (one < other ? -1 : 1))
    const seed = hash(`${type.name} ${String(parent.id)} ${field.name} ${JSON.stringify(sent)}`)
    if (seed % FAILING === 0) throw new Error(`There is no ${field.name}.`)
    return make(field.type, seed)
  }
  return {
    inSubgraph: valueOf,
    inWhole: valueOf,
    typeOf: ({ __typename }) => __typename,
    find: (representation) => representation,
  }
}

function leafOf(type: GraphQLLeafType, seed: number): unknown {
  if (isEnumType(type)) return type.getValues()[seed % type.getValues().length]!.name
  if (type.name === 'Boolean') return seed % 2 === 0
  return type.name === 'Int' || type.name === 'Float' ? seed % 1_000 : `text ${seed}`
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (const character of text)
    value = Math.imul(value ^ character.codePointAt(0)!, 0x01000193) >>> 0
  return value
}
