// Subscriptions over a plan: each result of the source, then the fields of other subgraphs.
import { assert, asyncProperty, pre } from 'fast-check'
import {
  GraphQLSchema,
  parse,
  validate,
  type ExecutionResult,
  type GraphQLObjectType,
} from 'graphql'
import { describe, expect, test } from 'vitest'
import { createLargeResponseSlots } from '#foundation/limits/large-responses.ts'
import { currentBudget, ResponseBudget, runInBudget } from '#foundation/limits/response-budget.ts'
import { callerOf } from '#test/caller.ts'
import { decisions, randomOperation } from '#test/random-operation.ts'
import { gatewayOver, requestOf, subscriptionOf } from '../../test/requests.ts'
import { unservedMetrics } from '../../metrics.ts'
import type { SubgraphFetch } from '../subgraph-result.ts'
import type { SubgraphEvent, SubscribeToSubgraph } from '../subgraph-connection.ts'
import { library } from './library.ts'

const graph = await library()
const TITLE = 'subscription { book(id: 1) { title } }'
const EVERYTHING = 'subscription { book(id: 1) { title copies author { name } } }'

/** The current value of the root field, from the query of the same name. */
const stateOf: SubscribeToSubgraph = async function* ({ query, variables }) {
  const source = query.replace(/^subscription/, 'query')
  yield await graph.fetch('books', { query: source, variables }, undefined)
}

/** A source with these results, which records how it ended. */
function sourceOf(...events: SubgraphEvent[]) {
  const source = { taken: 0, hasEnded: false }
  const subscribe: SubscribeToSubgraph = async function* (_request, _context, signal) {
    try {
      for (const event of events) {
        source.taken += 1
        yield structuredClone(event)
      }
      if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve))
    } finally {
      source.hasEnded = true
    }
  }
  return { source, subscribe }
}

const bookEvent = (title: string, extensions?: SubgraphEvent['extensions']): SubgraphEvent => ({
  data: {
    book: { __typename: 'Book', id: '1', title, author: { __typename: 'Author', id: 'a1' } },
  },
  extensions,
})

/** A subscription with random fields below its root. */
function randomSelection(chosen: readonly number[]) {
  const query = graph.schema.getType('Book') as GraphQLObjectType
  const books = new GraphQLSchema({ query })
  const { source, variables } = randomOperation(books, chosen, { values: {} })
  const [operation, ...fragments] = source.split('\n')
  const head = operation!.slice('query Random'.length, operation!.indexOf('{'))
  const fields = operation!.slice(operation!.indexOf('{'))
  const text = [`subscription${head}{ book(id: "1") ${fields} }`, ...fragments].join('\n')
  return { source: text, variables }
}

/** As JSON, the first results of a subscription. */
async function take(results: AsyncIterable<ExecutionResult>, count: number) {
  const taken: ExecutionResult[] = []
  for await (const result of results) {
    taken.push(JSON.parse(JSON.stringify(result)) as ExecutionResult)
    if (taken.length === count) break
  }
  return taken
}

describe.each(['native', 'worker'] as const)('with the planner of the engine %s', (engine) => {
  test('each result of the source is followed by the fields of other subgraphs, in its order', async () => {
    const events = [
      bookEvent('One', { cursor: 'c1' }),
      bookEvent('Two', { cursor: 'c2', gap: true }),
    ]
    const { source, subscribe } = sourceOf(...events)
    const gateway = await gatewayOver({ ...graph, subscribe }, { engine })
    const results = gateway.subscribe!(
      subscriptionOf(
        graph,
        'subscription ($id: ID!) { read: book(id: $id) { name: title copies author { name } } }',
        {
          variables: { id: '1' },
        },
      ),
    )
    const rest = { copies: 3, author: { name: 'Author a1' } }
    expect(await take(results, 2)).toEqual([
      { data: { read: { name: 'One', ...rest } }, extensions: { cursor: 'c1' } },
      { data: { read: { name: 'Two', ...rest } }, extensions: { cursor: 'c2', gap: true } },
    ])
    expect(source.hasEnded).toBe(true)
  })

  test('the result of a subscription is that of the query with its selection', async () => {
    const gateway = await gatewayOver({ ...graph, subscribe: stateOf }, { engine })
    const matchesQuery = async (chosen: readonly number[]) => {
      const { source, variables } = randomSelection(chosen)
      pre(validate(graph.schema, parse(source)).length === 0)
      const query = requestOf(graph, source.replace('subscription', 'query'), variables)
      const expected = JSON.parse(JSON.stringify(await gateway.execute(query))) as ExecutionResult
      const request = subscriptionOf(graph, source, { variables })
      const [result] = await take(gateway.subscribe!(request), 1)
      expect(result, source).toEqual(expected)
    }
    await assert(asyncProperty(decisions, matchesQuery), { numRuns: 30 })
  })
})

test('an error of another subgraph is in the result, and the subscription goes on', async () => {
  let isAway = true
  const fetch: SubgraphFetch = (subgraph, request, signal) => {
    if (subgraph === 'lending' && isAway) return Promise.reject(new Error('lending is away'))
    return graph.fetch(subgraph, request, signal)
  }
  const { subscribe } = sourceOf(bookEvent('One'), bookEvent('Two'))
  const gateway = await gatewayOver({ ...graph, fetch, subscribe })
  const results = gateway.subscribe!(subscriptionOf(graph, EVERYTHING))
  const iterator = results[Symbol.asyncIterator]()
  const first = await iterator.next()
  expect(first.value.data).toEqual({ book: null })
  expect(first.value.errors).toMatchObject([{ path: ['book', 'copies'] }])
  isAway = false
  const second = await iterator.next()
  expect(second.value.data).toMatchObject({ book: { title: 'Two', copies: 3 } })
  await iterator.return!()
})

test('an error of the source is in the result, and its subgraph decides what follows', async () => {
  const errors = [{ message: 'Forbidden', path: ['book'], extensions: { code: 'FORBIDDEN' } }]
  const subscribe: SubscribeToSubgraph = async function* () {
    yield { data: { book: null }, errors }
  }
  const gateway = await gatewayOver({ ...graph, subscribe })
  expect(await take(gateway.subscribe!(subscriptionOf(graph, EVERYTHING)), 9)).toMatchObject([
    { data: { book: null }, errors: [{ message: 'Forbidden', path: ['book'] }] },
  ])
})

test('The error of a refused subscription has no path', async () => {
  const errors = [{ message: 'The token has expired.', extensions: { code: 'INVALID_TOKEN' } }]
  const subscribe: SubscribeToSubgraph = async function* () {
    yield bookEvent('One')
    yield { errors }
  }
  const gateway = await gatewayOver({ ...graph, subscribe })
  const [, refusal] = await take(gateway.subscribe!(subscriptionOf(graph, EVERYTHING)), 9)
  expect(refusal).toMatchObject({ errors: [{ message: 'The token has expired.' }] })
  expect(refusal).not.toHaveProperty('data')
})

test('The next result of the source is read after the previous one has been taken', async () => {
  const { source, subscribe } = sourceOf(bookEvent('One'), bookEvent('Two'), bookEvent('Three'))
  const gateway = await gatewayOver({ ...graph, subscribe })
  const results = gateway.subscribe!(subscriptionOf(graph, EVERYTHING))[Symbol.asyncIterator]()
  await results.next()
  expect(source.taken).toBe(1)
  await results.next()
  expect(source.taken).toBe(2)
  await results.return!()
})

test('each execution is charged before it begins, and a refusal ends the results', async () => {
  const { source, subscribe } = sourceOf(bookEvent('One'), bookEvent('Two'), bookEvent('Three'))
  let charges = 0
  let fetches = 0
  const fetch: SubgraphFetch = (...sent) => {
    fetches += 1
    return graph.fetch(...sent)
  }
  const gateway = await gatewayOver({ ...graph, fetch, subscribe })
  const beforeExecution = () => {
    charges += 1
    expect(fetches).toBe(charges - 1)
    return charges === 3 ? Promise.reject(new Error('RATE_LIMITED')) : Promise.resolve()
  }
  const source1 = 'subscription { book(id: 1) { title copies } }'
  const request = subscriptionOf(graph, source1, { beforeExecution })
  await expect(take(gateway.subscribe!(request), 9)).rejects.toThrow('RATE_LIMITED')
  expect({ charges, fetches, ended: source.hasEnded }).toEqual({
    charges: 3,
    fetches: 2,
    ended: true,
  })
})

test('an abort ends the results while they wait, and frees the source', async () => {
  const { source, subscribe } = sourceOf(bookEvent('One'))
  const ends = new AbortController()
  const gateway = await gatewayOver({ ...graph, subscribe })
  const request = subscriptionOf(graph, TITLE, { signal: ends.signal })
  const results = gateway.subscribe!(request)[Symbol.asyncIterator]()
  await results.next()
  const waiting = results.next()
  ends.abort()
  expect(await waiting).toEqual({ done: true, value: undefined })
  expect(source.hasEnded).toBe(true)
})

test('a consumer that returns while it waits ends the source', async () => {
  const { source, subscribe } = sourceOf(bookEvent('One'))
  const gateway = await gatewayOver({ ...graph, subscribe })
  const results = gateway.subscribe!(subscriptionOf(graph, TITLE))[Symbol.asyncIterator]()
  await results.next()
  const waiting = results.next()
  await results.return!()
  expect(await waiting).toEqual({ done: true, value: undefined })
  expect(source.hasEnded).toBe(true)
})

test('an execution that takes too long has an error, and the next one has time of its own', async () => {
  let isSlow = true
  const fetch: SubgraphFetch = (subgraph, request, signal) => {
    if (isSlow) return Promise.withResolvers<never>().promise
    return graph.fetch(subgraph, request, signal)
  }
  const { subscribe } = sourceOf(bookEvent('One'), bookEvent('Two'))
  // Planning has a deadline as well.
  const options = { deadlineMs: 1_500, documents: [EVERYTHING] }
  const gateway = await gatewayOver({ ...graph, fetch, subscribe }, options)
  const results = gateway.subscribe!(subscriptionOf(graph, EVERYTHING))[Symbol.asyncIterator]()
  const { value: first } = await results.next()
  expect(first.errors).toMatchObject(
    [{}, {}].map(() => ({ extensions: { details: { retry: true } } })),
  )
  isSlow = false
  expect((await results.next()).value.data).toMatchObject({ book: { title: 'Two', copies: 3 } })
  await results.return!()
})

test('the bytes of each result count in the budget in which it is read', async () => {
  const fetch: SubgraphFetch = (...sent) => {
    currentBudget()!.addSource(1_500)
    return graph.fetch(...sent)
  }
  const { subscribe } = sourceOf(...['One', 'Two', 'Three'].map((title) => bookEvent(title)))
  const gateway = await gatewayOver({ ...graph, fetch, subscribe })
  const request = subscriptionOf(graph, 'subscription { book(id: 1) { title copies } }')
  const results = gateway.subscribe!(request)[Symbol.asyncIterator]()
  const limits = { bytes: 1_000, slots: createLargeResponseSlots() }
  for (const title of ['One', 'Two', 'Three']) {
    const options = { limits, caller: callerOf(), res: undefined as never }
    const budget = ResponseBudget.forRequest(options)
    const { value } = await runInBudget(budget, () => results.next())
    expect(value.data).toEqual({ book: { title, copies: 3 } })
    expect(budget.refusal).toBeUndefined()
    budget.addSource(600)
    expect(budget.refusal).toBeDefined()
  }
  await results.return!()
})

test('open subscriptions and their results are counted by the subgraph of their source', async () => {
  const metrics = unservedMetrics()
  const { subscribe } = sourceOf(bookEvent('One'), bookEvent('Two'))
  const gateway = await gatewayOver({ ...graph, subscribe }, { metrics })
  const read = async (metric: 'subscriptionsOpen' | 'subscriptionResults') => {
    const { values } = await metrics[metric].get()
    return values.map(({ labels, value }) => [labels.subgraph, value])
  }
  const results = gateway.subscribe!(subscriptionOf(graph, EVERYTHING))[Symbol.asyncIterator]()
  await results.next()
  await results.next()
  expect(await read('subscriptionsOpen')).toEqual([['books', 1]])
  expect(await read('subscriptionResults')).toEqual([['books', 2]])
  expect((await metrics.operationFetches.get()).values.at(-1)!.value).toBe(2)
  await results.return!()
  expect(await read('subscriptionsOpen')).toEqual([['books', 0]])
})

test('a subgraph that serves no subscriptions is named', async () => {
  const gateway = await gatewayOver(graph)
  await expect(take(gateway.subscribe!(subscriptionOf(graph, TITLE)), 1)).rejects.toThrow(
    'The subgraph books serves no subscriptions.',
  )
})

test('the plan of a subscription is in its first result', async () => {
  const { subscribe } = sourceOf(bookEvent('One'), bookEvent('Two'))
  const gateway = await gatewayOver({ ...graph, subscribe }, { showsPlans: true })
  const request = subscriptionOf(graph, 'subscription { book(id: 1) { title copies } }', {
    extensions: { plan: true },
  })
  const [first, second] = await take(gateway.subscribe!(request), 2)
  expect(first!.extensions!.plan).toMatchObject({
    fetches: 2,
    node: {
      kind: 'Sequence',
      nodes: [
        { kind: 'Subscription', service: 'books' },
        { kind: 'Fetch', service: 'lending', entities: ['Book'], paths: ['book'] },
      ],
    },
  })
  expect(second!.extensions).toBeUndefined()
})
