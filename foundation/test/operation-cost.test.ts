// The estimated cost of an operation without cost directives: units of the rate limit, and the static cost.
import { readFileSync } from 'node:fs'
import { assert, constantFrom, pre, property } from 'fast-check'
import {
  buildSchema,
  getNamedType,
  getNullableType,
  getOperationAST,
  isAbstractType,
  isCompositeType,
  isListType,
  isObjectType,
  Kind,
  parse,
  specifiedRules,
  validate,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  type SelectionSetNode,
} from 'graphql'
import { describe, expect, test } from 'vitest'
import {
  NO_COST_DIRECTIVES,
  RATE_LIMIT_WEIGHTS,
  STATIC_WEIGHTS,
} from '#foundation/limits/cost/directives.ts'
import { createCostEstimator } from '#foundation/limits/cost/operation.ts'
import {
  fragmentsByName,
  isIntrospection,
  responseName,
  rootFields,
} from '#foundation/limits/root-fields.ts'
import { decisions, randomOperation } from '#test/random-operation.ts'

/** Evaluated once for each type at each level, it would take 7^10 steps. */
test('Fragments on types that overlap are evaluated once at each level', () => {
  const names = Array.from({ length: 8 }, (_, n) => `T${n}`)
  const fields = '{ id: ID, next(first: Int): [N] }'
  const types = names.map(
    (name, n) => `type ${name} implements N${n === 7 ? '' : ' & M'} ${fields}`,
  )
  const schema = buildSchema(
    `type Query { n: N } interface N ${fields} interface M ${fields} ${types.join(' ')}`,
  )
  const others = names.map((name) => `... on ${name} { id }`).join(' ')
  const level = (n: number): string =>
    n === 0 ? 'id' : `... on M { next(first: $n) { ${level(n - 1)} } } ${others}`
  const document = parse(`query ($n: Int) { n { ${level(10)} } }`, { maxTokens: 1000 })
  const listSize = {
    assumedSize: undefined,
    slicingArguments: [['first']],
    sizedFields: [],
    requireOneSlicingArgument: true,
  }
  const estimate = createCostEstimator({
    directives: { weights: new Map(), listSizes: new Map([['M.next', listSize]]) },
    defaults: STATIC_WEIGHTS,
    requiresSlicing: true,
  })
  const cost = estimate({ schema, document, operation: getOperationAST(document)! })
  expect(cost({ n: 2 })).toBe(2 ** 11 - 1)
})

const units = createCostEstimator({
  directives: NO_COST_DIRECTIVES,
  defaults: RATE_LIMIT_WEIGHTS,
  requiresSlicing: true,
})

function unitsOf(schema: GraphQLSchema, source: string, name?: string): number {
  const document = parse(source)
  const operation = getOperationAST(document, name)!
  return units({ schema, document, operation })({})
}

describe('the units of an operation', () => {
  const schema = buildSchema(`
    type Query { me: Identity, quests: [Quest] }
    type Mutation { castVote(vote: String): Quest }
    type Identity { id: ID, username: String, friends: [Identity] }
    type Quest { id: ID, author: Identity }
  `)

  test.each([
    ['{ me { id friends { id } } }', 1],
    ['{ me { id } quests { id } }', 2],
    ['{ a: me { id } b: me { id } me { id } }', 3],
    ['{ me { id } me { username } }', 1],
    ['{ me @skip(if: true) { id } quests @include(if: false) { id } }', 2],
    [
      '{ ... { me { id } } ... on Query { quests { id } } ...F }  fragment F on Query { a: me { id } }',
      3,
    ],
    [
      '{ ...F ...F me { id } } fragment F on Query { me { id } ...G } fragment G on Query { quests { id } }',
      2,
    ],
    ['mutation { a: castVote { id } b: castVote { id } }', 2],
    ['{ __typename a: __schema { description } b: __type(name: "Quest") { name } }', 1],
    ['{ __typename me { id } }', 1],
    ['{ __schema: me { id } }', 1],
  ])('the units of %s are %i', (source, expected) => {
    expect(unitsOf(schema, source)).toBe(expected)
  })

  test('the units are those of the named operation', () => {
    const source = 'query A { me { id } } query B { me { id } quests { id } }'
    expect([unitsOf(schema, source, 'A'), unitsOf(schema, source, 'B')]).toEqual([1, 2])
  })
})

describe('the units of searches', () => {
  const schema = buildSchema(`
    type Query { quests(search: String): Quest, courses(search: String): Quest, people(search: String!): Quest }
    type Quest { id: ID, notes(search: String): [Quest] }
  `)
  const EVERYWHERE =
    'quests(search: $t) { id } courses(search: $t) { id } people(search: $u) { id }'

  test.each<[source: string, variables: Record<string, unknown>, expected: number]>([
    ['{ quests(search: "a") { id } courses(search: "a") { id } }', {}, 1],
    ['{ quests(search: "a") { id } courses(search: "b") { id } }', {}, 2],
    ['{ quests(search: "a") { id } courses(search: " a") { id } }', {}, 2],
    [
      '{ quests(search: "a") { id } courses(search: "a") { id } people(search: "b") { id } }',
      {},
      2,
    ],
    ['{ a: quests(search: "a") { id } b: quests(search: "a") { id } }', {}, 2],
    [
      '{ a: quests(search: "a") { id } b: quests(search: "a") { id } courses(search: "a") { id } }',
      {},
      2,
    ],
    ['{ quests(search: "a") { id } courses { id } }', {}, 2],
    ['{ quests(search: "a") { notes(search: "a") { id } } courses(search: "a") { id } }', {}, 1],
    [
      '{ ...F courses(search: "a") { id } } fragment F on Query { quests(search: "a") { id } }',
      {},
      1,
    ],
    [`query ($t: String, $u: String!) { ${EVERYWHERE} }`, { t: 'a', u: 'a' }, 1],
    [`query ($t: String, $u: String!) { ${EVERYWHERE} }`, { t: 'a', u: 'b' }, 2],
    [`query ($t: String, $u: String!) { ${EVERYWHERE} }`, { t: null, u: 'a' }, 3],
    [`query ($t: String, $u: String!) { ${EVERYWHERE} }`, { u: 'a' }, 3],
    ['{ quests(search: null) { id } courses(search: null) { id } }', {}, 2],
  ])('the units of searches in %s with %o are %i', (source, variables, expected) => {
    const document = parse(source)
    const operation = getOperationAST(document)!
    expect(units({ schema, document, operation })(variables)).toBe(expected)
  })

  test('searches for one text cost as much as the most expensive of the lists', () => {
    const weights = new Map([
      ['Query.people', 5],
      ['Query.courses', 3],
    ])
    const estimate = createCostEstimator({
      directives: { weights, listSizes: new Map() },
      defaults: RATE_LIMIT_WEIGHTS,
      requiresSlicing: true,
    })
    const document = parse(`query ($t: String!, $u: String!) { ${EVERYWHERE} }`)
    const cost = estimate({ schema, document, operation: getOperationAST(document)! })
    expect([cost({ t: 'a', u: 'a' }), cost({ t: 'a', u: 'b' })]).toEqual([5, 8])
  })

  test('the units of searches in a foreign schema are added up', () => {
    const estimate = createCostEstimator({
      directives: NO_COST_DIRECTIVES,
      defaults: STATIC_WEIGHTS,
      requiresSlicing: true,
    })
    const document = parse('{ quests(search: "a") { id } courses(search: "a") { id } }')
    expect(estimate({ schema, document, operation: getOperationAST(document)! })({})).toBe(2)
  })
})

const API = buildSchema(readFileSync('schema/api.graphql', 'utf8'), { assumeValidSDL: true })
const VALUES = {
  ID: ['i0', 'i1'],
  String: ['a', 'b'],
  Int: [1, 2],
  Boolean: [true, false],
  Float: [1],
  DateTimeISO: ['a'],
  SafeInt: [3],
  JSONObject: [{}],
}

/** The rule of the contract: a unit for each response name of a root field, but one for a text in several lists. */
function contractUnits(source: string): number {
  const paid = rootFields(parse(source), undefined).filter((field) => !isIntrospection(field))
  const named = new Map(paid.toReversed().map((field) => [responseName(field), field]))
  const searches = [...named.values()].flatMap((field) => {
    const text = field.arguments?.find(({ name }) => name.value === 'search')?.value
    return text?.kind === Kind.STRING ? [[text.value, field.name.value] as const] : []
  })
  const lists = new Set(searches.map((search) => search.join(' '))).size
  const texts = new Set(searches.map(([text]) => text)).size
  return Math.max(1, named.size - (lists - texts))
}

test('The default weights cost a unit for each root field of a random operation on our schema', () => {
  const kinds = constantFrom('query' as const, 'mutation' as const)
  const checked = property(decisions, kinds, (numbers, operation) => {
    const { source } = randomOperation(API, numbers, { values: VALUES, operation })
    pre(validate(API, parse(source), specifiedRules).length === 0)
    expect(unitsOf(API, source), source).toBe(contractUnits(source))
  })
  assert(checked, { numRuns: 300, seed: 20_261_126 })
})

/** The static cost of fields on one type of object, computed for each combination of types. */
function exactCost(sets: readonly SelectionSetNode[], type: GraphQLObjectType, scope: Scope) {
  const fields = new Map<string, FieldNode[]>()
  const collect = ({ selections }: SelectionSetNode) => {
    for (const node of selections) {
      if (node.kind === Kind.FIELD) {
        fields.getOrInsertComputed(responseName(node), () => []).push(node)
        continue
      }
      const fragment = node.kind === Kind.FRAGMENT_SPREAD ? scope.get(node.name.value)! : node
      const condition = fragment.typeCondition && API.getType(fragment.typeCondition.name.value)
      if (!condition || possible(condition).includes(type)) collect(fragment.selectionSet)
    }
  }
  sets.forEach(collect)
  let total = 0
  for (const nodes of fields.values()) {
    const field = type.getFields()[nodes[0]!.name.value]
    if (!field || !isCompositeType(getNamedType(field.type))) continue
    const below = nodes.flatMap(({ selectionSet }) => selectionSet ?? [])
    const objects = possible(getNamedType(field.type)).map((object) =>
      exactCost(below, object, scope),
    )
    total += (isListType(getNullableType(field.type)) ? 10 : 1) * (1 + Math.max(...objects))
  }
  return total
}

type Scope = ReadonlyMap<string, FragmentDefinitionNode>

function possible(type: GraphQLNamedType): readonly GraphQLObjectType[] {
  if (isAbstractType(type)) return API.getPossibleTypes(type)
  return isObjectType(type) ? [type] : []
}

test('The static cost of a random operation is an upper bound, and exact without fragments', () => {
  const estimate = createCostEstimator({
    directives: NO_COST_DIRECTIVES,
    defaults: { ...STATIC_WEIGHTS, inputObject: 0 },
    requiresSlicing: true,
  })
  const checked = property(decisions, (numbers) => {
    const { source } = randomOperation(API, numbers, { values: VALUES })
    const document = parse(source)
    pre(validate(API, document, specifiedRules).length === 0)
    const operation = getOperationAST(document)!
    const cost = estimate({ schema: API, document, operation })({})
    const exact = exactCost(
      [operation.selectionSet],
      API.getQueryType()!,
      fragmentsByName(document),
    )
    if (source.includes('...')) expect(cost, source).toBeGreaterThanOrEqual(exact)
    else expect(cost, source).toBe(exact)
  })
  assert(checked, { numRuns: 300, seed: 20_261_126 })
})
