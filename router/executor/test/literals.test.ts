// Literals of arguments: plans and services have variables in their place, and resolvers get the same values.
import { buildSubgraphSchema } from '@apollo/subgraph'
import { array, assert, asyncProperty, nat } from 'fast-check'
import {
  buildASTSchema,
  execute,
  GraphQLScalarType,
  Kind,
  parse,
  stripIgnoredCharacters,
  valueFromASTUntyped,
  visit,
  type BooleanValueNode,
  type ConstObjectValueNode,
  type ConstValueNode,
  type ExecutionResult,
  type GraphQLInputType,
} from 'graphql'
import { expect, test } from 'vitest'
import { randomLiteral } from '../../plan/test/random-literal.ts'
import { HoistedLiterals } from '../operations/hoisted-literals.ts'
import { graphOf, LINK } from './graph.ts'

const ECHO = `echo(
  id: ID, ids: [ID!], text: String = "x", texts: [[String]], int: Int! = 3, ints: [Int], float: Float, is: Boolean
  color: Color, colors: [Color], range: Range, ranges: [Range!], any: Any
): String`
const INPUTS = `
  scalar Any
  enum Color { RED GREEN }
  input Range { from: Int! = 1, to: Float, colors: [Color!], any: Any, inner: Range }
`
const ROOTS = `
  type Query { ${ECHO} thing: Thing }
  type Mutation { ${ECHO} }
  type Subscription { ${ECHO} }
`

const echo = (_: unknown, sent: object) => JSON.stringify(sent)
/** Reads literals otherwise than values, as custom scalars may. */
const Any = new GraphQLScalarType<unknown>({
  name: 'Any',
  parseValue: (value) => ({ value }),
  parseLiteral: (node, variables) => ({ literal: valueFromASTUntyped(node, variables) }),
})
const thing = () => ({ id: '1' })
const resolvers = { Query: { echo, thing }, Mutation: { echo }, Thing: { echo }, Any } as never

const graph = await graphOf({
  roots: { sdl: `${INPUTS} ${ROOTS} type Thing @key(fields: "id") { id: ID! }`, resolvers },
  things: { sdl: `${INPUTS} type Thing @key(fields: "id") { id: ID! ${ECHO} }`, resolvers },
})
const sdl = `${LINK} ${INPUTS} ${ROOTS} type Thing @key(fields: "id") { id: ID! ${ECHO} }`
const whole = buildSubgraphSchema([{ typeDefs: parse(sdl), resolvers }])

const CLIENTS = {
  id: ['ID!', 'i'],
  text: ['String', undefined],
  int: ['Int!', 7],
  float: ['Float', null],
  color: ['Color!', 'GREEN'],
  literal0: ['Int', 8],
} as const

/** Cases chosen by hand: one item for a list, nulls, variables of the client, and custom scalars. */
const CHOSEN: Record<string, readonly string[]> = {
  id: ['5', '-0', 'null', '$id', '12345678901234567890'],
  ids: ['7', 'null', '["a", $id, 3]'],
  text: ['null', '$text', '"literal0"'],
  texts: ['"a"', '[null, ["b", $text]]'],
  ints: ['1', '[1, $int, null, $literal0]'],
  float: ['2', 'null', '$float'],
  colors: ['RED', '[$color, null, RED]'],
  range: ['{}', '{ from: $int, inner: { to: 2, colors: [RED, $color] } }', 'null'],
  ranges: ['{ to: 3 }', '[{ colors: GREEN }, { to: $float, colors: [$color] }]'],
  any: ['"a"', 'null', '{ a: [1.5, true, null, RED, $text] }', '[]'],
}

/** Random literals have no custom scalars, because planners read some of their numbers differently. */
const drawn = buildASTSchema(parse((INPUTS + ROOTS).replaceAll(/, any: Any|thing: Thing/g, '')))
const { args } = drawn.getQueryType()!.getFields().echo!

type Pick = (count: number) => number

function randomArguments(pick: Pick): string {
  const sent = args.flatMap(({ name, type }) => {
    if (pick(3) === 0) return []
    const chosen = CHOSEN[name]
    const isChosen = chosen !== undefined && pick(2) === 0
    return [`${name}: ${isChosen ? chosen[pick(chosen.length)]! : randomLiteral(type, pick)}`]
  })
  const any = CHOSEN.any![pick(20)]
  const all = any === undefined ? sent : [...sent, `any: ${any}`]
  return all.length > 0 ? `(${all.join(' ')})` : ''
}

function randomDocument(pick: Pick): { source: string; variables: Record<string, unknown> } {
  const [one, other, third] = [0, 1, 2].map(() => randomArguments(pick))
  const fields = `a: echo${one} thing { a: echo${one} b: echo${other} ...F } b: echo${third}`
  const fragment = `fragment F on Thing { b: echo${other} c: echo${third} }`
  const names = new Set<string>()
  visit(parse(`{ ${fields} } ${fragment}`), { Variable: ({ name }) => void names.add(name.value) })
  const used = Object.entries(CLIENTS).filter(([name]) => names.has(name))
  const definitions = used.map(([name, [type]]) => `$${name}: ${type}`)
  const head = definitions.length > 0 ? `(${definitions.join(' ')})` : ''
  const sent = used.flatMap(([name, [, value]]) => (value === undefined ? [] : [[name, value]]))
  return {
    source: `query ${head} { ${fields} } ${fragment}`,
    variables: Object.fromEntries(sent) as Record<string, unknown>,
  }
}

const comparable = ({ data, errors = [] }: ExecutionResult) => ({
  data: JSON.parse(JSON.stringify(data)) as unknown,
  errors: errors.map(({ message, path }) => `${path?.join('.')}: ${message}`).toSorted(),
})

test('Resolvers get the arguments of random literals as from graphql-js', async () => {
  const numbers = array(nat(1_000), { minLength: 5, maxLength: 200, size: 'max' })
  const property = asyncProperty(numbers, async (decisions) => {
    let used = 0
    const { source, variables } = randomDocument((count) => (decisions[used++] ?? 0) % count)
    const document = parse(source)
    const expected = await execute({ schema: whole, document, variableValues: variables })
    expect(comparable(await graph.run(source, variables)), source).toEqual(comparable(expected))
  })
  await assert(property, { numRuns: 100, seed: 20_261_129 })
})

test.each([
  ['a scalar', 'echo(int: 1)', 'query($literal0:Int!){echo(int:$literal0)}', [1]],
  ['null', 'echo(float: null)', 'query($literal0:Float){echo(float:$literal0)}', [null]],
  [
    'an input object',
    'echo(range: { colors: RED })',
    'query($literal0:Range){echo(range:$literal0)}',
    [{ colors: ['RED'] }],
  ],
  [
    'equal literals of one type',
    'a: echo(int: 1) b: echo(int: 1) c: echo(ints: 1)',
    'query($literal0:Int!$literal1:[Int]){echo(int:$literal0)echo___1:echo(int:$literal0)echo___2:echo(ints:$literal1)}',
    [1, [1]],
  ],
  [
    'the parts beside a custom scalar',
    'echo(range: { to: 2, any: 1 })',
    'query($literal0:Float){echo(range:{any:1 to:$literal0})}',
    [2],
  ],
])('The document of a service has a variable for %s', async (_what, selection, query, values) => {
  const { sent } = await graph.run(`{ ${selection} }`)
  const documents = sent.map((request) => stripIgnoredCharacters(request.query))
  expect(documents).toEqual([query])
  expect(Object.values(sent[0]!.variables)).toEqual(values)
})

test('A custom scalar and the arguments of a mutation keep their literals', async () => {
  const textsOf = async (source: string) =>
    (await graph.run(source)).sent.map(({ query }) => stripIgnoredCharacters(query))
  expect(await textsOf('{ echo(any: "a") }')).toEqual(['{echo(any:"a")}'])
  const mutation = 'mutation{echo(text:"a" int:1)}'
  expect(await textsOf(mutation)).toEqual([mutation])
})

/** How often the kind of a literal is read that lies so deep in an input object. */
function readsAt(depth: number): number {
  let reads = 0
  const innermost: BooleanValueNode = {
    get kind() {
      reads += 1
      return Kind.BOOLEAN as const
    },
    value: true,
  }
  let node = objectOf('any', innermost)
  for (let level = 1; level < depth; level += 1) node = objectOf('inner', node)
  new HoistedLiterals([]).replace(node, whole.getType('Range') as GraphQLInputType, (kept) => kept)
  return reads
}

function objectOf(field: string, value: ConstValueNode): ConstObjectValueNode {
  const name = { kind: Kind.NAME, value: field } as const
  return { kind: Kind.OBJECT, fields: [{ kind: Kind.OBJECT_FIELD, name, value }] }
}

test('A literal is read as often however deep it lies', () => {
  expect(readsAt(100)).toBe(readsAt(1))
})
