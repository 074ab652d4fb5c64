// `@cost` and `@listSize` of a supergraph: how they are read, and what operations cost.
import { composeServices } from '@apollo/composition'
import { getOperationAST, parse, specifiedRules, validate, type GraphQLSchema } from 'graphql'
import { beforeAll, describe, expect, test } from 'vitest'
import { coerceVariables } from '#foundation/graphql/variables.ts'
import { STATIC_WEIGHTS } from '#foundation/limits/cost/directives.ts'
import { createCostEstimator, type CostModel } from '#foundation/limits/cost/operation.ts'
import { testLog } from '#test/caller.ts'
import { createGateway } from '../../gateway.ts'
import { readCostDirectives } from '../cost-directives.ts'

const FEDERATION = 'https://specs.apollo.dev/federation/v2.9'
const IMPORTS = '"@key", "@shareable", "@cost", "@listSize"'

// The first half is the example of Apollo Router and Hive Router, whose operation below costs 127 in both.
const ITEMS = `
  enum AorB @cost(weight: 15) { A B }
  scalar ExpensiveInt @cost(weight: 30)
  type ExpensiveObject @cost(weight: 40) { id: ID }
  input InputTypeWithCost { somethingWithCost: Int @cost(weight: 20), more: [InputTypeWithCost!] }
  type A { id: ID @shareable }
  type SizedField { items: [A], others: [A] }
  type Query {
    fieldWithCost: Int @cost(weight: 5)
    argWithCost(arg: Int @cost(weight: 10)): Int
    enumWithCost: AorB
    inputWithCost(someInput: InputTypeWithCost): Int
    scalarWithCost: ExpensiveInt
    objectWithCost: ExpensiveObject
    fieldWithListSize: [String!] @listSize(assumedSize: 2000, requireOneSlicingArgument: false)
    fieldWithDynamicListSize(first: Int = 10): SizedField
      @listSize(slicingArguments: ["first"], sizedFields: ["items"], requireOneSlicingArgument: true)
    plain: [A]
    costly: [ExpensiveInt] @cost(weight: 2) @listSize(assumedSize: 3)
    paged(first: Int, last: Int): [A] @listSize(slicingArguments: ["first", "last"])
    loose(first: Int, last: Int, ids: [ID!]): [A]
      @listSize(slicingArguments: ["first", "last"], assumedSize: 7, requireOneSlicingArgument: false)
    search(input: Search = { page: { first: 4 } }): [A] @listSize(assumedSize: 99)
    node: Node
    some: Some
  }
  input Search { page: Page }
  input Page { first: Int }
  interface Node { id: ID }
  type Cheap implements Node { id: ID, next: Node }
  type Dear implements Node @cost(weight: 50) { id: ID @cost(weight: 3), next: Node }
  union Some = Cheap | A
  type Mutation { change: A, count: Int }
`

function compose(sdl: string, imports: string): string {
  const typeDefs = parse(`extend schema @link(url: "${FEDERATION}", import: [${imports}]) ${sdl}`)
  const { supergraphSdl, errors } = composeServices([{ name: 'a', url: 'http://a', typeDefs }])
  if (errors) throw new AggregateError(errors, errors.map(({ message }) => message).join('\n'))
  return supergraphSdl
}

const supergraph = compose(ITEMS, IMPORTS)
// Hive's composition admits lists and paths as slicing arguments, Apollo's does not.
const directives = readCostDirectives(
  supergraph
    .replace('"last"], assumedSize: 7', '"last", "ids"], assumedSize: 7')
    .replace('assumedSize: 99', 'slicingArguments: ["input.page.first"]'),
)
let schema: GraphQLSchema
beforeAll(async () => {
  const connect = () => () => Promise.resolve({})
  const gateway = await createGateway({ supergraph, connect, log: testLog })
  schema = gateway.schema
  expect(gateway.costDirectives).toEqual(readCostDirectives(supergraph))
})

function costOf(
  source: string,
  sent: Record<string, unknown> = {},
  model: Partial<CostModel> = {},
) {
  const document = parse(source)
  expect(validate(schema, document, specifiedRules)).toEqual([])
  const operation = getOperationAST(document)!
  const defaults = STATIC_WEIGHTS
  const estimate = createCostEstimator({ directives, defaults, requiresSlicing: true, ...model })
  return estimate({ schema, document, operation })(coerceVariables(schema, operation, sent))
}

describe('the static cost', () => {
  const EXAMPLE = `
    fragment Items on SizedField { items { id } }
    { fieldWithCost argWithCost(arg: 3) enumWithCost inputWithCost(someInput: { somethingWithCost: 10 })
      scalarWithCost objectWithCost { id } fieldWithListSize fieldWithDynamicListSize(first: 5) { ...Items } }`

  test.each<[source: string, cost: number, variables?: Record<string, unknown>]>([
    [EXAMPLE, 127],
    ['{ __typename }', 0],
    ['mutation { count }', 10],
    ['mutation { change { id } }', 11],
    ['{ plain { id } }', 10],
    ['{ plain { id } a: plain { id } plain { __typename } }', 20],
    ['{ costly }', 2 + 3 * 30],
    ['{ argWithCost }', 0],
    ['query ($n: Int) { fieldWithDynamicListSize(first: $n) { items { id } } }', 1 + 7, { n: 7 }],
    ['query ($n: Int) { fieldWithDynamicListSize(first: $n) { items { id } } }', 1 + 10],
    ['{ fieldWithDynamicListSize { items { id } others { id } } }', 1 + 10 + 10],
    ['{ fieldWithDynamicListSize(first: 2) { items { id } others { id } } }', 1 + 2 + 10],
    ['{ loose { id } }', 7],
    ['{ loose(first: 2, last: 30) { id } }', 30],
    ['{ loose(first: null, ids: ["a", "b"]) { id } }', 2],
    ['query ($n: Int, $i: [ID!]) { loose(first: $n, ids: $i) { id } }', 3, { n: 1, i: [1, 2, 3] }],
    ['{ loose(first: -5) { id } }', 0],
    ['{ search { id } }', 4],
    ['{ search(input: { page: { first: 9 } }) { id } }', 2 + 9],
    ['query ($n: Int) { search(input: { page: { first: $n } }) { id } }', 2 + 6, { n: 6 }],
    ['query ($s: Search) { search(input: $s) { id } }', 2 + 8, { s: { page: { first: 8 } } }],
    ['query ($i: InputTypeWithCost) { inputWithCost(someInput: $i) }', 0],
    [
      'query ($i: InputTypeWithCost) { inputWithCost(someInput: $i) }',
      1 + 1 + 1 + 20,
      { i: { more: [{}, { somethingWithCost: 1 }] } },
    ],
    [
      'query ($n: Int) { inputWithCost(someInput: { more: [{ somethingWithCost: $n }] }) }',
      22,
      { n: 1 },
    ],
    ['{ node { id } }', 50 + 3],
    ['{ node { ... on Cheap { next { id } } } }', 50 + 53],
    ['{ node { ... on Cheap { next { id } } ... on Dear { id } } }', 50 + 53],
    ['{ node { ... on Cheap { id } ... on Dear { next { id } a: next { id } } } }', 50 + 2 * 53],
    ['{ node { ...N ...N } } fragment N on Node { ... on Dear { id } }', 50 + 3],
    ['{ some { __typename ... on A { id } ... on Node { id } } }', 1 + 3],
    ['{ objectWithCost @include(if: false) { id } }', 40],
  ])('The static cost of %s is %i', (source, cost, variables) => {
    expect(costOf(source, variables)).toBe(cost)
  })

  test.each([
    ['{ paged { id } }', 0],
    ['{ paged(first: 1, last: 1) { id } }', 2],
    ['query ($n: Int) { paged(first: $n) { id } }', 0],
  ])('The operation %s is refused, because one slicing argument is required', (source, count) => {
    expect(() => costOf(source)).toThrow(
      `Query.paged: must have exactly one of the arguments first, last (@listSize, requireOneSlicingArgument), not ${count}`,
    )
    expect(costOf(source, {}, { requiresSlicing: false })).toBe(count === 2 ? 1 : 10)
  })

  test('The static cost of huge pages is a whole number', () => {
    const source = 'query ($n: Int) { loose(first: $n) { id } }'
    const weights = new Map([['A', 1e300]])
    const model = { directives: { ...directives, weights } }
    expect(costOf(source, { n: 2_147_483_647 }, model)).toBe(Number.MAX_SAFE_INTEGER)
    expect(
      costOf(source, { n: 3 }, { directives: { ...directives, weights: new Map([['A', 0.5]]) } }),
    ).toBe(2)
  })
})

describe('the directives of a supergraph', () => {
  test.each([
    ['imported', IMPORTS, (sdl: string) => sdl],
    [
      'renamed',
      `"@key", "@shareable", { name: "@cost", as: "@price" }, { name: "@listSize", as: "@size" }`,
      (sdl: string) => sdl.replaceAll('@cost', '@price').replaceAll('@listSize', '@size'),
    ],
    [
      'not imported',
      '"@key", "@shareable"',
      (sdl: string) =>
        sdl
          .replaceAll('@cost', '@federation__cost')
          .replaceAll('@listSize', '@federation__listSize'),
    ],
  ])('The directives are the same when they are %s', (_, imports, rename) => {
    const expected = readCostDirectives(supergraph)
    expect(readCostDirectives(compose(rename(ITEMS), imports))).toEqual(expected)
  })

  const linked = (sdl: string, link = '') =>
    readCostDirectives(
      `schema @link(url: "https://specs.apollo.dev/cost/v0.1"${link}) { query: Query } ${sdl}`,
    )

  test('Directives without an import have the prefix of the specification or its alias', () => {
    const sdl = 'type Query { a: Int @cost(weight: 1), b: [Int] @cost__listSize(assumedSize: 2) }'
    const read = linked(sdl)
    expect(linked(sdl.replaceAll('@cost', '@c'), ', as: "c"')).toEqual(read)
    expect([read.weights.get('Query.a'), read.listSizes.get('Query.b')?.assumedSize]).toEqual([
      1, 2,
    ])
  })

  test('Directives are read under another name of @link, and in an extension of the schema', () => {
    const sdl = `extend schema @core(url: "https://specs.apollo.dev/cost/v0.1", as: "c")
      type Query { a: Int @c(weight: 1) }`
    expect(readCostDirectives(sdl).weights).toEqual(new Map([['Query.a', 1]]))
  })

  test('Weights may be integers, strings or negative', () => {
    const { weights } = linked(`
      directive @approximate(tolerance: Float @cost(weight: "-1.0")) on FIELD
      type Query { a(b: Int @cost(weight: "2.5")): Int @cost(weight: 3) }`)
    expect(Object.fromEntries(weights)).toEqual({
      '@approximate(tolerance:)': -1,
      'Query.a(b:)': 2.5,
      'Query.a': 3,
    })
  })

  test('The error for a weight that is not a number names the field', () => {
    const sdl = 'type Query { a: Int @cost(weight: "much") }'
    expect(() => linked(sdl)).toThrow('Query.a has @cost(weight: "much"), which is not a number.')
  })

  test('A sized field may be at any depth', () => {
    const { listSizes } = linked(
      'type Query { a: Int @cost__listSize(assumedSize: 1, sizedFields: ["nodes", "edges { node { b } }"]) }',
    )
    expect(listSizes.get('Query.a')!.sizedFields).toEqual([['nodes'], ['edges', 'node', 'b']])
  })

  test('Our own supergraph has no cost directives', async () => {
    const { readSupergraph } = await import('../committed-source.ts')
    expect(readCostDirectives(readSupergraph())).toEqual({
      weights: new Map(),
      listSizes: new Map(),
    })
  })
})
