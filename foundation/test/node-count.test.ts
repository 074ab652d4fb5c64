// How many values a document requests: pages multiplied down the tree, by literals, variables and defaults.
import { buildSchema, getOperationAST, parse, specifiedRules, validate } from 'graphql'
import { describe, expect, test } from 'vitest'
import { coerceVariables } from '#foundation/graphql/variables.ts'
import { nodeCount } from '#foundation/limits/node-count.ts'

const schema = buildSchema(`
  type Query {
    me: Identity
    scrolls(first: Int, last: Int): ScrollConnection
    eldest(first: Int = 3): ScrollConnection
    newest(limit: Int): [Scroll]
    _entities(representations: [Any!]!): [Entity]!
    nodes(ids: [ID!]!): [Identity]
  }
  scalar Any
  union Entity = Identity | Scroll
  type ScrollConnection { nodes: [Scroll!]!, edges: [Edge!]!, pageInfo: PageInfo!, totalCount: Int! }
  type Edge { node: Scroll! }
  type PageInfo { hasNextPage: Boolean! }
  type Scroll { id: ID, tags: [String!], author: Identity }
  type Identity { id: ID, credentials: [Claim!], scrolls(first: Int, last: Int): ScrollConnection }
  type Claim { type: String }
`)

function countOf(source: string, sent: Record<string, unknown> = {}): number {
  const document = parse(source)
  expect(validate(schema, document, specifiedRules)).toEqual([])
  const operation = getOperationAST(document)!
  return nodeCount({ schema, document, operation })(coerceVariables(schema, operation, sent))
}

/** A list in a list: connections, items and their authors. */
const nested = (levels: number, first: number): string =>
  levels === 0
    ? 'id'
    : `scrolls(first: ${first}) { nodes { author { ${nested(levels - 1, first)} } } }`

describe('the nodes that an operation requests', () => {
  test.each([
    ['{ me { id } }', 2],
    ['{ __typename __schema { types { name } } me { __typename } }', 3],
    ['{ scrolls { totalCount } }', 2],
    ['{ scrolls { nodes { id } } }', 1 + 20 + 20],
    ['{ scrolls(first: 5) { nodes { id tags } } }', 1 + 5 * 3],
    ['{ scrolls(first: null) { nodes { id } } }', 1 + 40],
    ['{ scrolls(last: 5) { nodes { id } } }', 1 + 10],
    ['{ scrolls(first: null, last: 5) { nodes { id } } }', 1 + 10],
    ['{ scrolls(first: 5, last: null) { nodes { id } } }', 1 + 10],
    ['{ scrolls(first: 2, last: 7) { nodes { id } } }', 1 + 14],
    ['{ eldest { nodes { id } } }', 1 + 6],
    ['{ scrolls(first: 0) { nodes { id } } }', 1],
    ['{ scrolls(first: -5) { nodes { id } } me { id } }', 1 + 2],
    ['{ scrolls(first: 5) { edges { node { id } } pageInfo { hasNextPage } } }', 1 + 15 + 2],
    ['{ scrolls(first: 5) { nodes { author { id } } } }', 1 + 15],
    ['{ newest(limit: 7) { author { id } } }', 21],
    ['{ newest { id } }', 2],
    ['{ me { credentials { type } } }', 3],
    ['{ scrolls(first: 5) { nodes { author { credentials { type } } } } }', 1 + 20],
    [`{ ${nested(1, 100)} }`, 301],
    [`{ ${nested(2, 100)} }`, 1 + 200 + 100 + 30_000],
    ['{ a: me { id } b: me { id } me { id } }', 6],
    ['{ me @skip(if: true) { id } }', 2],
    ['{ ... { me { id } ... on Query { me { id } } } }', 4],
    ['{ scrolls(first: 5) { ...F ...F } } fragment F on ScrollConnection { nodes { id } }', 21],
    [
      `{ scrolls(first: 5) { ...F } me { scrolls(first: 7) { ...F } } }
       fragment F on ScrollConnection { nodes { id } ...G }
       fragment G on ScrollConnection { edges { node { id } } }`,
      1 + 5 * 5 + 2 + 7 * 5,
    ],
  ])('the nodes that %s requests are %i', (source, count) => {
    expect(countOf(source)).toBe(count)
  })

  test.each([
    ['query ($n: Int) { scrolls(first: $n) { nodes { id } } }', { n: 3 }, 1 + 6],
    ['query ($n: Int) { scrolls(first: $n) { nodes { id } } }', {}, 1 + 40],
    ['query ($n: Int) { scrolls(first: $n) { nodes { id } } }', { n: null }, 1 + 40],
    ['query ($n: Int) { scrolls(last: $n) { nodes { id } } }', { n: 3 }, 1 + 6],
    ['query ($n: Int) { scrolls(last: $n) { nodes { id } } }', {}, 1 + 40],
    ['query ($n: Int, $m: Int) { scrolls(first: $n, last: $m) { nodes { id } } }', { m: 3 }, 1 + 6],
    ['query ($n: Int = 9) { scrolls(first: $n) { nodes { id } } }', {}, 1 + 18],
    ['query ($n: Int = 9) { scrolls(first: $n) { nodes { id } } }', { n: null }, 1 + 40],
    ['query ($n: Int = 9) { scrolls(first: $n) { nodes { id } } }', { n: -9 }, 1],
    [
      `query ($n: Int!, $m: Int!) { scrolls(first: $n) { nodes { author {
         scrolls(first: $m) { nodes { author { scrolls(first: 3) { nodes { id } } } } } } } } }`,
      { n: 10, m: 20 },
      1 + 30 + 600 + 1200,
    ],
    [
      'query ($r: [Any!]!) { _entities(representations: $r) { ... on Scroll { author { id } } } }',
      { r: [1, 2, 3] },
      9,
    ],
    ['query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids: ['a', 'b', 'c'] }, 6],
    ['{ _entities(representations: ["a", "b"]) { ... on Scroll { id } } }', {}, 4],
    ['{ _entities(representations: "a") { ... on Scroll { id } } }', {}, 2],
  ])('the nodes that %s with %j requests are %i', (source, variables, count) => {
    expect(countOf(source, variables)).toBe(count)
  })

  test('lists in lists in lists request more nodes than any response may have', () => {
    expect(countOf(`{ ${nested(4, 100)} }`)).toBeGreaterThan(100 ** 4)
  })
})

describe('the nodes of an expensive document', () => {
  const doubling = (last: string, next: (n: number) => string) =>
    Array.from({ length: 60 }, (_, n) => `fragment F${n} on Query { ${next(n)} }`).join(' ') +
    ` fragment F60 on Query { ${last} }`
  const documents = {
    'doubles at every spread': doubling('me { id }', (n) => `...F${n + 1} ...F${n + 1}`),
    'doubles what no limit of fields counts': doubling(
      '__typename',
      (n) => `...F${n + 1} ...F${n + 1}`,
    ),
  }

  // One by one, 2^60 nodes would never be counted.
  test.each(Object.entries(documents))('a document that %s is counted quickly', (_, fragments) => {
    const document = parse(`{ ...F0 } ${fragments}`)
    const count = nodeCount({ schema, document, operation: getOperationAST(document)! })({})
    expect([2 ** 60, 2 ** 61]).toContain(count)
  })

  test('a document is analysed once, and each request only multiplies', () => {
    const document = parse(`query ($n: Int) { scrolls(first: $n) { nodes { id } } }`)
    const operation = getOperationAST(document)!
    expect(nodeCount({ schema, document, operation })).toBe(
      nodeCount({ schema, document, operation }),
    )
  })
})
