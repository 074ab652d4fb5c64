// What operations require, over every path to a type, field, enum or scalar with an authorization directive.
import { assert, constantFrom, pre, property } from 'fast-check'
import {
  buildASTSchema,
  executeSync,
  getNamedType,
  getNullableType,
  getOperationAST,
  isAbstractType,
  isLeafType,
  isListType,
  parse,
  validate,
  type GraphQLFieldResolver,
} from 'graphql'
import { expect, test } from 'vitest'
import { decisions, randomOperation } from '#test/random-operation.ts'
import { requiredBy } from '../operation-requirements.ts'
import { readRequirements } from '../requirements.ts'

const SUPERGRAPH = parse(`
  schema
    @link(url: "https://specs.apollo.dev/link/v1.0")
    @link(url: "https://specs.apollo.dev/authenticated/v0.1", as: "person")
    @link(url: "https://specs.apollo.dev/requiresScopes/v0.1", for: SECURITY)
    @link(url: "https://specs.apollo.dev/policy/v0.1", import: [{name: "@policy", as: "@allow"}]) {
    query: Query
    mutation: Mutation
  }
  type Query {
    open: String
    me: User
    viewer: User @person
    nodes: [Node!]!
    media: Media
    owned: Owned
    hits: [Hit]
    color: Color
    when: Date
    secret: Secret
    paint(color: Color, at: String, with: Paint): String
  }
  type Mutation @person { wipe: String }
  interface Node { id: ID! }
  interface Owned implements Node { id: ID! owner: Node }
  interface Media @join__type(graph: A) @join__type(graph: B, isInterfaceObject: true) @allow(policies: "media") {
    id: ID!
    score: Int @person
  }
  type User implements Node { id: ID! name: String friend: User email: String @requiresScopes(scopes: ["mail"]) }
  type Note implements Node & Owned { id: ID! @requiresScopes(scopes: ["note"]) owner: User text: String }
  type Secret implements Node & Owned @allow(policies: [["spy"]]) { id: ID! owner: Secret text: String }
  type Film implements Media { id: ID! title: String score: Int @join__field }
  type Song implements Media { id: ID! score: Int @join__field(graph: A) }
  union Hit = User | Note | Secret
  enum Color @requiresScopes(scopes: ["color"]) { RED }
  scalar Date @person
  input Paint { nested: [Paint!] color: Color when: Date }
`)
const requirements = readRequirements(SUPERGRAPH)
const schema = buildASTSchema(SUPERGRAPH, { assumeValidSDL: true })

function required(source: string): string[] {
  const document = parse(source)
  expect(validate(schema, document)).toEqual([])
  const operation = getOperationAST(document, 'It') ?? getOperationAST(document)!
  const found = requiredBy(requirements, { schema, document, operation })
  return found.map(({ coordinate }) => coordinate)
}

test.each<[query: string, coordinates: string[]]>([
  ['{ open }', []],
  ['{ __typename __schema { types { name } } __type(name: "Secret") { name } }', []],
  ['{ me { id name friend { name } } }', []],
  ['{ viewer { id } }', ['Query.viewer']],
  ['{ mine: viewer { id } }', ['Query.viewer']],
  ['{ me { friend { friend { contact: email } } } }', ['User.email']],
  ['query ($no: Boolean!) { me { email @include(if: $no) } open @skip(if: $no) }', ['User.email']],
  ['{ me { ... { ... @skip(if: true) { email } } } }', ['User.email']],
  [
    '{ ...Root } fragment Root on Query { me { ...Mail } } fragment Mail on User { email }',
    ['User.email'],
  ],
  ['query It { open } query Other { me { ...Mail } } fragment Mail on User { email }', []],
  ['query It { open } query Other { viewer { id } }', []],
  ['query Other { open } query It { viewer { id } }', ['Query.viewer']],
  ['mutation { wipe }', ['Mutation']],
  ['mutation { __typename }', ['Mutation']],
  ['{ color }', ['Color']],
  ['{ when }', ['Date']],
  ['{ secret { text } }', ['Secret']],
  ['{ secret { __typename } }', ['Secret']],
  ['{ hits { __typename } }', ['Secret']],
  ['{ hits { ... on User { name __typename } } }', []],
  ['{ hits { ... on Secret { __typename } } }', ['Secret']],
  ['{ hits { ... on Node { __typename } } }', ['Secret']],
  ['{ hits { ... on Owned { owner { __typename } } } }', ['Secret']],
  ['{ hits { ... on Note { owner { name } } } }', []],
  ['{ hits { ... on Note { ... on Owned { owner { id } } } } }', []],
  ['{ nodes { id } }', ['Note.id', 'Secret']],
  ['{ nodes { ... on User { id } } }', []],
  ['{ nodes { ... on User { ...Id } } } fragment Id on Node { id }', []],
  ['{ nodes { ... on Note { ...Id } } } fragment Id on Node { id }', ['Note.id']],
  ['{ me { ...Id } nodes { ...Id } } fragment Id on Node { id }', ['Note.id', 'Secret']],
  ['{ me { ... on Node { id } } }', []],
  ['{ owned { owner { id } } }', ['Secret']],
  ['{ nodes { ... on Owned { ... on Node { id } } } }', ['Note.id', 'Secret']],
  ['{ media { ... on Film { title } } }', ['Media']],
  ['{ media { score } }', ['Media', 'Media.score', 'Film.score']],
  ['{ media { ... on Film { score } } }', ['Media', 'Film.score']],
  ['{ media { ... on Song { score } } }', ['Media']],
  ['{ paint }', []],
  ['{ paint(at: "here") }', []],
  ['{ paint(color: RED) }', ['Color']],
  ['query ($color: Color) { paint(color: $color) }', ['Color']],
  ['{ paint(with: {}) }', ['Color', 'Date']],
])('The operation %s requires %j', (query, coordinates) => {
  expect(required(query).toSorted()).toEqual(coordinates.toSorted())
})

test('The requirements of a random operation include every field that it resolves', () => {
  let guarded = 0
  const operations = property(
    decisions,
    constantFrom('query', 'mutation'),
    (numbers, operation) => {
      const { source, variables } = randomOperation(schema, numbers, { values: VALUES, operation })
      pre(validate(schema, parse(source)).length === 0)
      const known = new Set(required(source))
      const resolved = resolvedBy(source, variables).filter((found) => requirements.has(found))
      guarded += resolved.length
      expect(
        resolved.filter((coordinate) => !known.has(coordinate)),
        source,
      ).toEqual([])
    },
  )
  assert(operations, { numRuns: 500, seed: 20_261_126 })
  expect(guarded).toBeGreaterThan(500)
})

test('What a field of an interface object requires is required of the types that it extends', () => {
  expect(requirements.get('Film.score')).toEqual({
    coordinate: 'Film.score',
    scopes: [],
    policies: [[['media']]],
  })
})

test('Fragments that multiply are read once for each type', () => {
  const depth = 60
  const fragments = Array.from({ length: depth }, (_, at) => {
    const next = at + 1 < depth ? `...F${at + 1}` : 'id'
    return `fragment F${at} on Node { ... on Owned { ${next} } ... on Node { ${next} } ... on User { friend { ${next} } } }`
  })
  const source = `{ nodes { ...F0 } } ${fragments.join(' ')}`
  const document = parse(source)
  const operation = getOperationAST(document)!
  let lookups = 0
  const counted = new Map(requirements)
  counted.get = (coordinate) => {
    lookups += 1
    return requirements.get(coordinate)
  }
  expect(
    requiredBy(counted, { schema, document, operation }).map((found) => found.coordinate),
  ).toEqual(expect.arrayContaining(['Note.id', 'Secret']))
  expect(lookups).toBeLessThan(10_000)
})

const VALUES = { String: ['a'], Color: ['RED'], Date: ['today'], ID: ['1'] }

/** The coordinates that graphql-js resolves. Each place of the response has objects of another type. */
function resolvedBy(source: string, variableValues: Record<string, unknown>): string[] {
  const found = new Set<string>()
  let turn = 0
  const fieldResolver: GraphQLFieldResolver<unknown, unknown> = (_parent, _args, _ctx, info) => {
    const { fieldName, parentType, returnType } = info
    found.add(parentType.name).add(`${parentType.name}.${fieldName}`)
    const type = getNamedType(returnType)
    found.add(type.name)
    const make = () => {
      const possible = isAbstractType(type) ? schema.getPossibleTypes(type) : [type]
      return isLeafType(type) ? 'RED' : { __typename: possible[turn++ % possible.length]!.name }
    }
    return isListType(getNullableType(returnType)) ? [make(), make(), make()] : make()
  }
  const { data } = executeSync({ schema, document: parse(source), variableValues, fieldResolver })
  // Collects the types that the response names in `__typename`.
  JSON.stringify(data, (_key, value: unknown) => {
    if (typeof value === 'string') found.add(value)
    return value
  })
  return [...found]
}
