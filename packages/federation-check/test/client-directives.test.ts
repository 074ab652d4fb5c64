// Directives that clients read themselves, and what is sent of the documents that have them.
import { buildSchema, parse, print } from 'graphql'
import { describe, expect, test } from 'vitest'
import { checkOperations } from '../src/operations/operations.ts'
import { asSent } from '../src/sources/documents/client/as-sent.ts'
import { knownOperations } from '../src/sources/documents/known-operations.ts'
import type { IncrementalDirective } from '../src/sources/layout/layout.ts'

const SCHEMA = buildSchema(`
  type Query { viewer: Person node(id: ID!): Node search(text: String!, first: Int): [Node!] }
  type Mutation { addBook(title: String!): AddBook rename(id: ID!, name: String!): Person }
  interface Node { id: ID! }
  type Person implements Node { id: ID! name(short: Boolean): String books(first: Int, after: String, last: Int): Books! }
  type Books { edges: [Edge!]! pageInfo: PageInfo! }
  type Edge { node: Book cursor: String! }
  type PageInfo { hasNextPage: Boolean! endCursor: String hasPreviousPage: Boolean! startCursor: String }
  type Book implements Node { id: ID! title: String cover(size: Int!): String }
  type AddBook { edge: Edge node: Book deletedId: ID }
`)

interface Given {
  directives?: readonly string[]
  incrementalDelivery?: readonly IncrementalDirective[]
}

function targetOf({ incrementalDelivery }: Given) {
  const graph = { subgraphs: [], errors: [], schema: SCHEMA }
  return { graph, variants: new Map(), incrementalDelivery }
}

function operationsOf(texts: readonly string[], { directives }: Given) {
  const operations = texts.map((text, index) => {
    const file = `${index}.graphql`
    return { file, name: file, text, ...(directives && { directives }) }
  })
  const tree = { label: '', subgraphs: [], manifests: [], openapi: [], asyncapi: [], operations }
  return knownOperations(tree, {})
}

/** What is wrong with documents of one client. */
const problems = (texts: readonly string[], given: Given = {}) =>
  checkOperations(operationsOf(texts, given), targetOf(given)).map(({ message }) => message)

const oneLine = (text: string) => print(parse(text)).replaceAll(/\s+/g, ' ')
const sent = (text: string, ...directives: string[]) =>
  oneLine(print(asSent(parse(text), directives)))

const RELAY = [
  `query Shelf($count: Int) @raw_response_type @throwOnFieldError @preloadable @relay_test_operation {
    viewer @required(action: LOG) { name @catch(to: RESULT) ...Books_person @arguments(count: $count, size: 3) @alias(as: "books") }
    again: viewer { __id ...Books_person ...Name_person @relay(mask: false) @dangerously_unaliased_fixme }
  }`,
  `fragment Books_person on Person
    @argumentDefinitions(
      count: { type: "Int", defaultValue: 10 }
      size: { type: "Int!", defaultValue: 1 }
      after: { type: "String" }
      isShort: { type: "Boolean!", provider: "../isShort.relayprovider" }
    ) @refetchable(queryName: "BooksPaginationQuery") @catch {
    short: name(short: $isShort)
    books(first: $count, after: $after) @connection(key: "Books_person_books") {
      edges { node { ...Book_book @arguments(size: $size) @module(name: "Book") } }
    }
  }`,
  'fragment Book_book on Book @inline @argumentDefinitions(size: { type: "Int!" }) { id cover(size: $size) }',
  'fragment Name_person on Person @relay(plural: true) @assignable { name }',
  `mutation Add($title: String!, $connections: [ID!]!) {
    addBook(title: $title) { edge @appendEdge(connections: $connections) { node { title } } deletedId @deleteRecord }
  }`,
  'query Update @updatable { viewer { draft } }',
]

const APOLLO = [
  `query Shelf($first: Int, $draft: ID) {
    viewer { name @nonreactive books(first: $first) @connection(key: "books") { pageInfo { endCursor } }
      drafts(of: $draft) @client { ...Draft } ...Name @unmask }
    isOpen @client(always: true)
    person @rest(type: "Person", path: "/me") { id @export(as: "id") }
  }`,
  'fragment Draft on LocalDraft { text }',
  'fragment Name on Person { name @nonnull }',
  'query Local { isOpen @client }',
  'query Cached @apollo_client_ios_localCacheMutation { viewer { name } }',
]

const URQL = [
  `mutation Add { addBook(title: "A") @populate }`,
  `{ viewer { name @_optional books(first: 3) @_relayPagination(mergeMode: "inwards") { pageInfo { endCursor @_required } } } }`,
]

test.each([
  ['relay', RELAY],
  ['apollo', APOLLO],
  ['urql', URQL],
])('documents of %s are valid, and without the setting each message names it', (library, texts) => {
  expect(problems(texts, { directives: [library] })).toEqual([])
  const unknown = problems(texts).filter((message) => message.includes('Unknown directive'))
  expect(unknown.length).toBeGreaterThan(0)
  const advised = unknown.filter((message) => message.includes(`set "directives": ["`))
  // @export is only removed with its field.
  expect(unknown.filter((one) => !advised.includes(one) && !one.includes('@export'))).toEqual([])
})

test("a client's own directive has its name", () => {
  const text = '{ viewer @track(as: "x") { name @trace } }'
  expect(problems([text], { directives: ['@track'] })).toEqual([
    'frontend: 0.graphql: Unknown directive "@trace".',
  ])
  expect(sent(text, '@track', '@trace')).toBe(oneLine('{ viewer { name } }'))
})

test.each([
  ['a field', 'query A { viewer { a @client name } }', 'query A { viewer { name } }'],
  ['the only field', 'query A { viewer { a @client } }', 'query A { viewer { __typename } }'],
  [
    'the only use of a variable',
    'query A($a: ID, $b: Boolean) { viewer { a(b: $a) @client name(short: $b) } }',
    'query A($b: Boolean) { viewer { name(short: $b) } }',
  ],
  [
    'the only spread of a fragment',
    'query A { viewer { a @client { ...B } name } } fragment B on L { ...C } fragment C on L { d }',
    'query A { viewer { name } }',
  ],
  [
    'a spread',
    'query A { viewer { ...B @client name } } fragment B on L { d }',
    'query A { viewer { name } }',
  ],
  [
    'all of one operation',
    'query A { a @client } query B { viewer { name } }',
    'query B { viewer { name } }',
  ],
])('Apollo does not send %s that is @client', (_, text, expected) => {
  expect(sent(text, 'apollo')).toBe(oneLine(expected))
})

describe('Relay sends', () => {
  const FRAGMENT =
    'fragment B on Book @argumentDefinitions(size: { type: "Int", defaultValue: 1 }, at: { type: "Int" }) { cover(size: $size, at: $at, of: $of) }'

  test.each([
    ['what is passed', '@arguments(size: 2, at: $at)', 'size: 2, at: $at'],
    ['the default', '', 'size: 1, at: null'],
    ['the default for null', '@arguments(size: null)', 'size: 1, at: null'],
  ])('%s for the argument of a fragment', (_, passed, values) => {
    expect(
      sent(`query A($at: Int, $of: Int) { book { ...B ${passed} } } ${FRAGMENT}`, 'relay'),
    ).toBe(
      oneLine(
        `query A(${values.includes('$at') ? '$at: Int, ' : ''}$of: Int) { book { ...B } } fragment B on Book { cover(${values}, of: $of) }`,
      ),
    )
  })

  test('the values of the fragment around for those inside, and not of fragments beside it', () => {
    const outer =
      'fragment C on Book @argumentDefinitions(at: { type: "Int", defaultValue: 5 }) { ...B @arguments(size: $at) next { ...D } }'
    const plain = 'fragment D on Book { cover(size: $at) }'
    expect(
      sent(`query A($at: Int, $of: Int) { book { ...C } } ${outer} ${FRAGMENT} ${plain}`, 'relay'),
    ).toBe(
      oneLine(
        `query A($at: Int, $of: Int) { book { ...C } } ${plain} fragment C on Book { ...B next { ...D } } fragment B on Book { cover(size: 5, at: null, of: $of) }`,
      ),
    )
  })

  test('one fragment for each set of values', () => {
    const spreads =
      '...B ...B @arguments(size: 1) ...B @arguments(size: 2) ...B @arguments(size: 2)'
    const one = (name: string, size: number) =>
      `fragment ${name} on Book { cover(size: ${size}, at: null, of: $of) }`
    expect(sent(`query A($of: Int) { ${spreads} } ${FRAGMENT}`, 'relay')).toBe(
      oneLine(`query A($of: Int) { ...B ...B ...B__2 ...B__2 } ${one('B', 1)} ${one('B__2', 2)}`),
    )
  })

  test('a fragment that spreads itself as it is, so that validation finds it', () => {
    const loop =
      'fragment B on Book @argumentDefinitions(a: { type: "Int" }) { id ...B @arguments(a: $a) }'
    expect(problems([`{ node(id: 1) { ...B } } ${loop}`], { directives: ['relay'] })).toHaveLength(
      1,
    )
  })

  test('no value that doubles in each of many fragments', () => {
    const doubling = Array.from(
      { length: 40 },
      (_, index) =>
        `fragment F${index} on Book @argumentDefinitions(a: { type: "X" }) { id ...F${index + 1} @arguments(a: [$a, $a]) }`,
    )
    const text = `{ node(id: 1) { ...F0 @arguments(a: 1) } } ${doubling.join(' ')} fragment F40 on Book { id }`
    expect(sent(text, 'relay').length).toBeLessThan(1_000_000)
  })

  test.each([
    ['sets of values', '[0, $a]', '[1, $a]'],
    ['sets of values and their lengths', '[$a, $a, 0]', '[$a, $a, 1]'],
  ])('nothing where %s double in each of many fragments', (_, ...values) => {
    const doubling = Array.from({ length: 14 }, (_, index) => {
      const spreads = values.map((value) => `...F${index + 1} @arguments(a: ${value})`)
      return `fragment F${index} on Book @argumentDefinitions(a: { type: "X" }) { ${spreads.join(' ')} }`
    })
    const last = 'fragment F14 on Book @argumentDefinitions(a: { type: "X" }) { id }'
    const text = `{ node(id: 1) { ...F0 @arguments(a: 1) } } ${doubling.join(' ')} ${last}`
    expect(() => problems([text], { directives: ['relay'] })).toThrow(
      '0.graphql: the arguments of fragments have too many sets of values.',
    )
  })

  test('a variable of an unreadable type not, so that validation finds it', () => {
    const text =
      '{ viewer { ...B } } fragment B on Person @argumentDefinitions(a: { type: "[Int", provider: "x" }) { name(short: $a) }'
    expect(problems([text], { directives: ['relay'] })).toEqual([
      'frontend: 0.graphql: Variable "$B__a" is not defined.',
    ])
  })

  test('what a connection needs, whichever way it is read', () => {
    const text = (way: string) =>
      `{ viewer { books(${way}: 3) @connection(key: "b") { edges { node { id } } } } }`
    const whole = 'edges { node { id } } edges { cursor node { __typename } }'
    expect(sent(text('first'), 'relay')).toBe(
      oneLine(`{ viewer { books(first: 3) { ${whole} pageInfo { endCursor hasNextPage } } } }`),
    )
    expect(sent(text('last'), 'relay')).toBe(
      oneLine(
        `{ viewer { books(last: 3) { ${whole} pageInfo { hasPreviousPage startCursor } } } }`,
      ),
    )
  })

  test('nothing of what a document only updates in the store', () => {
    const text =
      'query A { viewer { name ...B } } query C @updatable { viewer { draft } } fragment B on Person @updatable { draft }'
    expect(sent(text, 'relay')).toBe(oneLine('query A { viewer { name } }'))
  })
})

test('a field of a fragment with arguments that is gone is found in its own file', () => {
  const [spread, fragment] = [
    '{ node(id: 1) { ...B @arguments(a: 2) } }',
    '\nfragment B on Book @argumentDefinitions(a: { type: "Int!" }) {\n cover(size: $a) gone }',
  ]
  const given = { directives: ['relay'] }
  expect(checkOperations(operationsOf([spread, fragment], given), targetOf(given))).toMatchObject([
    { id: 'operation-broken:frontend/0.graphql:Book.gone', file: '1.graphql', line: 3 },
  ])
})

const PARTS = [
  'query A { viewer { ...B @defer(label: "b") } search(text: "a") @stream(initialCount: 1) { id } } fragment B on Person { name }',
]

test('@defer and @stream are valid where the router serves them', () => {
  expect(problems(PARTS, { incrementalDelivery: ['@defer', '@stream'] })).toEqual([])
  expect(problems(PARTS, { incrementalDelivery: ['@defer'] })).toEqual([
    'frontend: 0.graphql: Unknown directive "@stream". If the router serves it, set "incrementalDelivery": ["@stream"].',
  ])
})

test('a router that no longer serves @defer breaks the documents that have it', () => {
  const operations = operationsOf(PARTS, {})
  const [served, gone] = [
    targetOf({ incrementalDelivery: ['@defer', '@stream'] }),
    targetOf({ incrementalDelivery: ['@stream'] }),
  ]
  const found = checkOperations(operations, gone, { ...served, operations })
  expect(found.map(({ severity, id }) => `${severity} ${id}`)).toEqual([
    'breaking operation-broken:frontend/0.graphql:Query.viewer',
  ])
})
