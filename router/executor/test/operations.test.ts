// Plans: made once for each operation, kept within a limit, and compiled node by node.
import { parse } from 'graphql'
import { describe, expect, test } from 'vitest'
import { fetchesAtPaths } from '../../plan/fetch-at-path.ts'
import type { FetchNode, PlanNode } from '../../plan/query-plan.ts'
import { readExecutable } from '../executable-supergraph.ts'
import { compileOperation } from '../execute.ts'
import { createOperations } from '../operations/operations.ts'
import type { SubgraphFetch } from '../subgraph-result.ts'
import { createInProcessPlanner } from './in-process-planner.ts'
import { library } from './library.ts'

const graph = await library()
const planner = createInProcessPlanner(graph.supergraphSdl)

const COUNT = 20

function operationsOf(planSize?: number) {
  const supergraph = readExecutable(graph.supergraphSdl)
  const size = planSize === undefined ? {} : { planSize }
  const texts: string[] = []
  const plan = (text: string, signal: AbortSignal) => {
    texts.push(text)
    return planner.plan(text, signal)
  }
  const operations = createOperations({ plan, schema: graph.schema, supergraph, ...size })
  return { operations, texts, planned: () => texts.length }
}

test('an operation is planned once, whatever its name and the rest of its document', async () => {
  const { operations, planned } = operationsOf()
  await operations.get(parse('query One { first { title } }'))
  await operations.get(parse('{ first { title } }'))
  const two =
    'query One { first { title ...F } } query Two { first { title } } fragment F on Book { id }'
  await operations.get(parse(two), { operationName: 'Two' })
  expect(planned()).toBe(1)
  await operations.get(parse(two), { operationName: 'One' })
  expect(planned()).toBe(2)
})

test.each([
  [
    'descriptions',
    'query ($id: ID!) { book(id: $id) { ...F } } fragment F on Book { id }',
    '"Of it." query Q("Of $id." $id: ID!) { book(id: $id) { ...F } } "Of F." fragment F on Book { id }',
  ],
  [
    'the names and order of fragments',
    '{ first { ...A ...B } } fragment A on Book { id } fragment B on Book { title }',
    'fragment A on Book { title } { first { ...C ...A } } fragment C on Book { id }',
  ],
  [
    'a variable of conditions',
    '{ first { id } }',
    'query ($a: Boolean!) { first { id title @include(if: $a) } }',
  ],
  [
    'the directives of variables',
    'query ($id: ID!) { book(id: $id) { id } }',
    'query ($id: ID! @deprecated) { book(id: $id) { id } }',
  ],
  [
    'a block string',
    String.raw`{ book(id: "\\b") { id } }`,
    String.raw`{ book(id: "${'""'}\b${'""'}") { id } }`,
  ],
])('operations that differ in %s alone are planned once', async (_what, one, other) => {
  const { operations, planned } = operationsOf()
  await operations.get(parse(one), { variables: { a: false } })
  await operations.get(parse(other), { variables: { a: false } })
  expect(planned()).toBe(1)
})

test('operations that differ in literals alone are planned once, and services get one text', async () => {
  const { operations, planned } = operationsOf()
  const texts = new Set<string>()
  const fetch: SubgraphFetch = (subgraph, request, signal) => {
    texts.add(`${subgraph} ${request.query}`)
    return graph.fetch(subgraph, request, signal)
  }
  for (let index = 0; index < COUNT; index += 1) {
    const source = `{ book(id: "b${index}") { id title copies author { name } } }`
    const run = await operations.get(parse(source))
    expect((await run({ fetch })).data).toMatchObject({ book: { id: `b${index}`, copies: 3 } })
  }
  expect(planned()).toBe(1)
  // The texts for three services.
  expect(texts).toHaveLength(3)
})

test.each(['{ book', 'mutation { book: lend'])(
  'a literal with escapes reaches its subgraph unchanged: %s',
  async (field) => {
    const { operations } = operationsOf()
    const source = String.raw`${field}(id: "\b \\b \f \u0010") { id } }`
    const run = await operations.get(parse(source))
    expect((await run({ fetch: graph.fetch })).data).toEqual({ book: { id: '\b \\b \f \u0010' } })
  },
)

test('an operation is planned for each combination of its conditions', async () => {
  const { operations, planned } = operationsOf()
  const document = parse('query ($a: Boolean = true) { first { id title @include(if: $a) } }')
  await operations.get(document)
  await operations.get(document, { variables: { a: true } })
  expect(planned()).toBe(1)
  await operations.get(document, { variables: { a: false } })
  await operations.get(parse('query ($a: Boolean = true) { first { id } }'))
  expect(planned()).toBe(2)
})

/** Operations of the same size that need plans of their own. */
const differing = Array.from({ length: COUNT }, (_, index) => {
  return `mutation { a${index}: lend(id: 1) { copies } }`
})

test('The size of all cached plans is limited', async () => {
  const { operations, planned } = operationsOf(2_000)
  for (const text of differing) await operations.get(parse(text))
  await operations.get(parse(differing.at(-1)!))
  expect(planned()).toBe(COUNT)
  await operations.get(parse(differing[0]!))
  expect(planned()).toBe(COUNT + 1)
})

test('A document that another cache holds does not keep a dropped plan alive', async () => {
  const { operations, planned } = operationsOf(2_000)
  const documents = differing.map((text) => parse(text))
  for (const document of documents) await operations.get(document)
  await operations.get(documents[0]!)
  expect(planned()).toBe(COUNT + 1)
})

test('A recently used plan stays cached, however its document is recognized', async () => {
  const { operations, planned } = operationsOf(2_000)
  const used = parse('{ used: first { copies } }')
  await operations.get(used)
  for (const text of differing) {
    await operations.get(parse(text))
    await operations.get(used)
  }
  expect(planned()).toBe(COUNT + 1)
})

const names = { keyOf: () => '', nameOf: (key: string) => key }
const { types } = readExecutable(graph.supergraphSdl)
const compile = (node: PlanNode) => {
  const document = parse('query ($on: Boolean = true) { first { title } }')
  const named = { ...names, keyOf: (field: { name: { value: string } }) => field.name.value }
  const planned = { plan: { node }, fetches: fetchesAtPaths(node) }
  return compileOperation({ ...planned, document, names: named, schema: graph.schema, types })
}
const fetchNode: FetchNode = {
  kind: 'Fetch',
  serviceName: 'books',
  operation: '{ first { title } }',
  operationKind: 'query',
}

test('a condition node runs one of its branches, and a field of the other one is an error', async () => {
  const run = compile({ kind: 'Condition', condition: 'on', ifClause: fetchNode })
  const { fetch } = graph
  expect(await run({ fetch })).toEqual({ data: { first: { title: 'Book 1' } } })
  expect(JSON.parse(JSON.stringify(await run({ fetch, variables: { on: false } })))).toEqual({
    data: { first: null },
    errors: [{ message: 'No subgraph has returned this field.', path: ['first'] }],
  })
})

test('plans with nodes that are not served are refused when they are compiled', () => {
  expect(() => compile({ kind: 'Defer' })).toThrow('@defer is not supported.')
})

test('operations that differ in aliases alone are planned once', async () => {
  const { operations, texts } = operationsOf()
  const sources = [
    '{ books { title id } first { copies } }',
    '{ all: books { id: title key: id } __proto__: first { n: copies } }',
  ]
  const compiled = await Promise.all(sources.map(async (source) => operations.get(parse(source))))
  expect(texts).toHaveLength(1)
  const { fetch } = graph
  const results = await Promise.all(compiled.map((run) => run({ fetch })))
  expect(results.map((result) => JSON.stringify(result.data!))).toMatchObject([
    expect.stringContaining('"first":{"copies":3}'),
    expect.stringContaining('"__proto__":{"n":3}'),
  ])
  await operations.get(parse('{ last: first { copies } books { t: title i: id } }'))
  expect(texts).toHaveLength(2)
  await operations.get(parse('{ x: books { t: title i: id } y: first { copies } }'))
  expect(texts).toHaveLength(2)
})

test('concurrent requests for one operation wait for one plan, which ends when all have left', async () => {
  const signals: AbortSignal[] = []
  const { schema, supergraphSdl } = graph
  const operations = createOperations({
    plan(_text, signal) {
      signals.push(signal)
      const { promise, reject } = Promise.withResolvers<never>()
      signal.addEventListener('abort', () => reject(signal.reason as Error))
      return promise
    },
    schema,
    supergraph: readExecutable(supergraphSdl),
  })
  const clients = [new AbortController(), new AbortController(), new AbortController()]
  const aliases = ['first { id }', 'first { id }', 'other: first { id }']
  const waiting = clients.map(async ({ signal }, index) =>
    operations.get(parse(`{ ${aliases[index]} }`), { signal }),
  )
  const settled = Promise.allSettled(waiting)
  await new Promise(setImmediate)
  expect(signals).toHaveLength(1)
  for (const client of clients) {
    expect(signals[0]!.aborted).toBe(false)
    client.abort(new Error('left'))
    await new Promise(setImmediate)
  }
  expect(signals[0]!.aborted).toBe(true)
  expect(await settled).toMatchObject(clients.map(() => ({ reason: { message: 'left' } })))
})

describe('a registered document', () => {
  const source = `query A ($a: Boolean!, $b: Boolean!) {
    first { id title @include(if: $a) copies @skip(if: $b) }
  } query B { books { id } }`

  /** A plan that has to be awaited is a promise. */
  function expectKnown(operations: ReturnType<typeof operationsOf>['operations']): void {
    for (const a of [true, false]) {
      for (const b of [true, false]) {
        const choice = { operationName: 'A', variables: { a, b } }
        expect(operations.get(parse(source), choice)).toBeTypeOf('function')
      }
    }
  }

  test('A registered document is planned at the start, for every combination of its conditions', async () => {
    const { operations, texts } = operationsOf()
    await operations.register(parse(source))
    const planned = new Set(texts)
    expect(planned.size).toBe(5)
    expectKnown(operations)
    expect(operations.get(parse(source), { operationName: 'B' })).toBeTypeOf('function')
    expect(texts).toHaveLength(5)
  })

  test('A registered document stays cached, whatever else is planned', async () => {
    const { operations, texts } = operationsOf(2_000)
    await operations.register(parse(source))
    for (const text of differing) await operations.get(parse(text))
    const planned = texts.length
    expectKnown(operations)
    expect(texts).toHaveLength(planned)
  })

  test('A registered document with many conditions is planned for some combinations', async () => {
    const { operations, texts } = operationsOf()
    const names = Array.from({ length: 12 }, (_, index) => `c${index}`)
    const fields = names.map((name) => `${name}: title @include(if: $${name})`).join(' ')
    const variables = names.map((name) => `$${name}: Boolean!`).join(' ')
    await operations.register(parse(`query (${variables}) { first { id ${fields} } }`))
    expect(texts.length).toBeLessThanOrEqual(16)
  })

  test('A registered document that cannot be planned is an error', async () => {
    const { operations } = operationsOf()
    await expect(operations.register(parse('{ nothing }'))).rejects.toThrow(/\w+/)
  })
})

test.each([
  ['query', '{ __typename other: __typename }', { __typename: 'Query', other: 'Query' }],
  ['mutation', 'mutation { __typename }', { __typename: 'Mutation' }],
  [
    'query',
    '{ ...F ... { a: __typename } } fragment F on Query { __typename }',
    { __typename: 'Query', a: 'Query' },
  ],
])('a %s of type names alone needs no plan and no subgraph', async (_kind, source, data) => {
  const { operations, texts } = operationsOf()
  const run = await operations.get(parse(source))
  const fetch = () => Promise.reject(new Error('away'))
  expect(await run({ fetch })).toEqual({ data })
  expect(texts).toEqual([])
})
