// A schema whose fields return anything that resolvers may return, right or wrong, and random operations on it.
import { assert, asyncProperty, constantFrom, pre } from 'fast-check'
import {
  buildSchema,
  getNamedType,
  isAbstractType,
  isEnumType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  parse,
  validate,
  type ExecutionResult,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
} from 'graphql'
import { expect } from 'vitest'
import { createOperationCache } from '#foundation/graphql/operation.ts'
import { decisions, randomOperation } from '#test/random-operation.ts'

const SDL = `
  interface Node { id: ID!, near: Node, peers(first: Int = 2): [Node!] }
  type Person implements Node {
    id: ID!, near: Node, peers(first: Int = 2, kind: Kind): [Node!]
    name: String, age: Int!, kind: Kind, best: Person!, friends: [Person!], things: [[Thing]!]
  }
  type Thing implements Node {
    id: ID!, near: Node, peers(first: Int = 2): [Node!]
    title: String!, rate: Float, owner: Person, tags: [String], marks: [Int!]!
  }
  union Found = Person | Thing
  enum Kind { GOOD BAD }
  input Wanted { id: ID!, kind: Kind = GOOD, first: Int }
  type Query {
    me: Person, must: Person!, node: Node, nodes: [Node]!, count(by: Wanted): Int!
    found(first: Int, kind: Kind = GOOD, ids: [ID!]): [Found]
  }
  type Mutation { change(id: ID!): Person, mustChange: Thing!, add: Int! }
`

/** One value in this many is wrong in each of these ways. */
const RARE = 29
const WRONG = [
  () => null,
  () => undefined,
  () => new Error('An error as a value.'),
  () => ({ toString: null }),
  () => 'no list and no object',
]

/**
 * `isLate`: what fails does so in a promise. graphql-js itself leaves promises unhandled when one item
 * of a list fails at once and another later, and that would end the test.
 */
function madeUpSchema(isLate: boolean): GraphQLSchema {
  const schema = buildSchema(SDL)
  const valueOf: ValueOf = (type, seed) => {
    const kind = seed % RARE
    return kind < WRONG.length ? WRONG[kind]!() : rightValue(type, seed)
  }
  const itemOf = (type: GraphQLOutputType, seed: number): unknown => {
    return isLate && isNonNullType(type) ? rightValue(type, seed) : valueOf(type, seed)
  }
  const fieldOf: ValueOf = (type, seed) => {
    const isPlain = isLate && seed % 3 === 0 && isLeafType(getNamedType(type))
    if (isPlain) return rightValue(type, seed)
    return isLate
      ? settled(() => orThrow(valueOf(type, seed), seed))
      : orThrow(valueOf(type, seed), seed)
  }
  const rightValue = (type: GraphQLOutputType, seed: number): unknown => {
    if (isNonNullType(type)) return rightValue(type.ofType, seed)
    if (isListType(type)) {
      const item = (_none: unknown, index: number) => itemOf(type.ofType, hash(`${seed} ${index}`))
      return Array.from({ length: seed % 4 }, item)
    }
    const named = getNamedType(type)
    if (isEnumType(named)) return seed % 2 === 0 ? 'GOOD' : 'BAD'
    if (isLeafType(named)) return seed % 1_000
    return objectOf(named.name, seed)
  }
  const objectOf = (name: string, seed: number): object => {
    const type = schema.getType(name)
    const possible = isAbstractType(type) ? schema.getPossibleTypes(type) : []
    const found = possible[seed % possible.length] ?? (type as GraphQLObjectType)
    return Object.create(rowsOf(found), { seed: { value: seed } }) as object
  }
  const rows = new Map<GraphQLObjectType, object>()
  const rowsOf = (type: GraphQLObjectType): object => {
    const known = rows.get(type) ?? rowOf(type, fieldOf)
    rows.set(type, known)
    return known
  }
  for (const type of Object.values(schema.getTypeMap())) {
    if (isAbstractType(type))
      type.resolveType = (value) => {
        return isLate ? settled(() => typeOf(value as Row)) : typeOf(value as Row)
      }
    if (!isObjectType(type) || type.name.startsWith('__')) continue
    for (const field of Object.values(type.getFields())) addResolver(type, field, fieldOf)
  }
  return schema
}

interface Row {
  seed: number
  typename: string
}

type ValueOf = (type: GraphQLOutputType, seed: number) => unknown

/** Some fields are properties, functions or computed; those that throw do so when they are read. */
function rowOf(type: GraphQLObjectType, valueOf: ValueOf): object {
  const row = { typename: type.name }
  for (const { name, type: returned } of Object.values(type.getFields())) {
    Object.defineProperty(row, name, {
      get(this: Row) {
        const seed = hash(`${this.seed} ${name}`)
        const value = () => valueOf(returned, seed)
        return seed % 7 === 0 ? value : value()
      },
    })
  }
  return row
}

function addResolver(
  type: GraphQLObjectType,
  field: GraphQLField<unknown, unknown>,
  valueOf: ValueOf,
): void {
  const isRoot = type.name === 'Query' || type.name === 'Mutation'
  if (!isRoot && field.args.length === 0) return
  field.resolve = (source, args) => {
    const seed = hash(
      `${(source as Row | undefined)?.seed ?? 1} ${field.name} ${JSON.stringify(args)}`,
    )
    return valueOf(field.type, seed)
  }
}

function typeOf({ typename, seed }: Row): string {
  const kind = seed % RARE
  if (kind === 7) return 'Ghost'
  if (kind === 8) return 'Kind'
  if (kind === 9) return 'Query'
  if (kind === 10) throw new Error('A value of no type.')
  if (kind === 11) return undefined as never
  return typename
}

function orThrow(value: unknown, seed: number): unknown {
  if (seed % RARE === RARE - 1) throw new Error('A resolver failed.')
  return value
}

function settled<Value>(value: () => Value): Promise<Value> {
  return Promise.resolve().then(value)
}

/** FNV-1a. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (const character of text)
    value = Math.imul(value ^ character.codePointAt(0)!, 0x01000193) >>> 0
  return value
}

const VALUES = { ID: ['a', 'b'], Int: [0, 1, 2], String: ['x'] }

/** Runs random operations both ways. @throws with the smallest whose responses differ */
export async function compareRandomRuns(isLate: boolean, numRuns: number): Promise<void> {
  const schema = madeUpSchema(isLate)
  const compiled = createOperationCache(schema, { execution: 'compiled' })
  const interpreted = createOperationCache(schema, { execution: 'interpreted' })
  const kind = constantFrom('query' as const, 'query' as const, 'mutation' as const)
  const comparable = isLate ? placesOf : exact
  const property = asyncProperty(decisions, kind, async (numbers, operation) => {
    const { source, variables } = randomOperation(schema, numbers, { values: VALUES, operation })
    pre(!/@(skip|include)/.test(source) && validate(schema, parse(source)).length === 0)
    const response = comparable(await compiled.prepare(source).execute({}, variables))
    const expected = comparable(await interpreted.prepare(source).execute({}, variables))
    expect(response, source).toEqual(expected)
  })
  await assert(property, { numRuns, seed: 20_261_123 })
}

function exact({ data, errors = [] }: ExecutionResult) {
  return { data: JSON.stringify(data), errors: errors.map((error) => error.toJSON()) }
}

/** The order of failures is not specified, but what they make null is. */
function placesOf({ data, errors = [] }: ExecutionResult) {
  const places = errors.map(({ path = [] }) => nullPlace(data, path).join('.'))
  return { data: JSON.stringify(data), errors: places.toSorted() }
}

function nullPlace(data: unknown, path: readonly (string | number)[]) {
  let value = data
  const depth = path.findIndex((key) => {
    const isNull = value === null || value === undefined
    if (!isNull) value = (value as Record<string | number, unknown>)[key]
    return isNull
  })
  return depth === -1 ? path : path.slice(0, depth)
}
