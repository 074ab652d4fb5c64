// The cost of offsets in a document: skipped rows, multiplied by the pages above them.
import { buildSchema, parse, type OperationDefinitionNode } from 'graphql'
import { describe, expect, test } from 'vitest'
import { pageCost, skipCost } from '#foundation/limits/skipped-rows.ts'

const LIST = '(first: Int, after: String, offset: Int = 0)'
const schema = buildSchema(`
  type Query { me: Person people${LIST}: People nodes(ids: [ID!]!): [Person]! plain(offset: Int): Int }
  type Person { id: ID! scrolls${LIST}: Scrolls }
  type People { nodes: [Person!]! totalCount: Int! }
  type Scrolls { nodes: [Scroll!]! totalCount: Int! }
  type Scroll { id: ID! }
`)

function costOf(source: string, variables: Record<string, unknown> = {}): number {
  const document = parse(source)
  const operation = document.definitions[0] as OperationDefinitionNode
  return skipCost({ schema, document, operation })(variables)
}

const fifteen = (offset: string) =>
  Array.from({ length: 15 }, (_, n) => `s${n}: scrolls(offset: ${offset}) { nodes { id } }`).join(
    ' ',
  )

describe('the cost of skipped rows', () => {
  test.each<[source: string, units: number, variables?: Record<string, unknown>]>([
    ['{ me { scrolls { nodes { id } } } }', 0],
    ['{ people(offset: 9999) { totalCount } }', 0],
    ['{ people(offset: 10000) { totalCount } }', 1],
    ['{ a: people(offset: 5000) { totalCount } b: people(offset: 5000) { totalCount } }', 1],
    [`{ me { ${fifteen('10000')} } }`, 15],
    [`query ($o: Int) { me { ${fifteen('$o')} } }`, 15, { o: 10_000 }],
    [`query ($o: Int) { me { ${fifteen('$o')} } }`, 0, { o: 0 }],
    [`query ($o: Int) { me { ${fifteen('$o')} } }`, 0, { o: null }],
    [`query ($o: Int) { me { ${fifteen('$o')} } }`, 0],
    [
      '{ a: me { ...F } b: me { ...F } } fragment F on Person { scrolls(offset: 10000) { totalCount } }',
      2,
    ],
    ['{ ... { me { ... on Person { scrolls(offset: 10000) { totalCount } } } } }', 1],
    ['{ people(first: 100) { nodes { scrolls(offset: 1000) { totalCount } } } }', 10],
    [
      'query ($n: Int) { people(first: $n) { nodes { scrolls(offset: 1000) { totalCount } } } }',
      5,
      { n: 50 },
    ],
    [
      'query ($i: [ID!]!) { nodes(ids: $i) { scrolls(offset: 10000) { totalCount } } }',
      2,
      { i: ['a', 'b'] },
    ],
    [
      '{ people(offset: 10000, first: 100) { nodes { scrolls(offset: 1000) { totalCount } } } }',
      11,
    ],
    ['{ people(offset: 10000) @skip(if: true) { totalCount } }', 1],
    ['{ plain(offset: 2000000000) }', 0],
  ])('the cost of the rows that %s skips is %i', (source, units, variables) => {
    expect(costOf(source, variables)).toBe(units)
  })
})

describe('an offset over 10,000', () => {
  const REFUSAL = {
    extensions: {
      code: 'VALIDATION_ERROR',
      details: {
        field: 'offset',
        reason: 'must be at most 10000: page with first and after, whose cursors reach any depth',
      },
    },
  }
  test.each<[source: string, variables?: Record<string, unknown>]>([
    ['{ people(offset: 10001) { totalCount } }'],
    [`{ me { ${fifteen('235000')} } }`],
    ['query ($o: Int) { people(offset: $o) { totalCount } }', { o: 10_001 }],
    ['{ ...F } fragment F on Query { me { scrolls(offset: 2147483647) { totalCount } } }'],
  ])('an offset over 10,000 is refused: %s', (source, variables) => {
    expect(() => costOf(source, variables)).toThrow(expect.objectContaining(REFUSAL))
  })
})

test.each([
  [0, 1],
  [9_999, 1],
  [10_000, 2],
  [89_999, 9],
  [90_000, 10],
  [2 ** 31 - 1, 10],
])('a page of REST that skips %i rows costs %i units', (skipped, units) => {
  expect(pageCost(skipped)).toBe(units)
})
