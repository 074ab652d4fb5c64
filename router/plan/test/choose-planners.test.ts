// Which planners plan which supergraph.
import { expect, test } from 'vitest'
import { graphOf, type SubgraphSource } from '../../executor/test/graph.ts'
import { library } from '../../executor/test/library.ts'
import { readSupergraph } from '../../supergraph/committed-source.ts'
import { choosePlanners } from '../choose-planners.ts'

const BASE = 'type Query { a: A } type A @key(fields: "id") { id: ID! n(of: Int): Int m: Int }'
const resolvers = {}

async function supergraphOf(one: string, other: string): Promise<string> {
  const subgraphs: Record<string, SubgraphSource> = {
    one: { sdl: one, resolvers },
    other: { sdl: other, resolvers },
  }
  return (await graphOf(subgraphs)).supergraphSdl
}

test.each([
  ['a plain supergraph', BASE, 'type A @key(fields: "id") { id: ID! text: String }'],
  [
    'a requirement without arguments',
    BASE,
    'type A @key(fields: "id") { id: ID! m: Int @external text: String @requires(fields: "m") }',
  ],
  [
    'arguments in other places',
    BASE,
    'type A @key(fields: "id") { id: ID! text(requires: String = "a(b)"): String @deprecated(reason: "f(x)") }',
  ],
])('%s is planned by Hive first, then by Apollo', async (_what, one, other) => {
  expect(choosePlanners(await supergraphOf(one, other))).toEqual(['native', 'apollo'])
})

test('Our own supergraph and the library are planned by Hive first', async () => {
  expect(choosePlanners(readSupergraph())).toEqual(['native', 'apollo'])
  expect(choosePlanners((await library()).supergraphSdl)).toEqual(['native', 'apollo'])
})

test.each([
  [
    'a requirement with arguments',
    BASE,
    `type A @key(fields: "id") {
      id: ID! n(of: Int): Int @external text: String @requires(fields: "n(of: 1)")
    }`,
  ],
  [
    'a required field of an object with arguments',
    'type Query { a: A } type A @key(fields: "id") { id: ID! b: B } type B { n(of: Int): Int }',
    `type A @key(fields: "id") {
      id: ID! b: B @external text: String @requires(fields: "b { n (of: 1) }")
    } type B { n(of: Int): Int @external }`,
  ],
  [
    'a context',
    `type Query { a: A } type A @key(fields: "id") @context(name: "a") { id: ID! m: Int b: B }
    type B @key(fields: "id") { id: ID! text(m: Int @fromContext(field: "$a { m }")): String }`,
    'type A @key(fields: "id") { id: ID! other: Int }',
  ],
])('A supergraph with %s is planned by Apollo alone', async (_what, one, other) => {
  expect(choosePlanners(await supergraphOf(one, other))).toEqual(['apollo'])
})

test('A link under another name to the specification of contexts counts', () => {
  const link = '@core(url: "https://specs.apollo.dev/context/v0.1", for: SECURITY)'
  expect(choosePlanners(`schema ${link} { query: Query } type Query { a: Int }`)).toEqual([
    'apollo',
  ])
})

test('A supergraph with an @interfaceObject is planned by Apollo first, then by Hive', async () => {
  const one = `type Query { n: N } interface N @key(fields: "id") { id: ID! }
    type A implements N @key(fields: "id") { id: ID! }`
  const other = 'type N @key(fields: "id") @interfaceObject { id: ID! text: String }'
  expect(choosePlanners(await supergraphOf(one, other))).toEqual(['apollo', 'native'])
})
