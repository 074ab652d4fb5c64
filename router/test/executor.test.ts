// The executor in the gateway: requests that end early, and documents that are planned at the start.
import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { LARGE, SMALL, countTurns } from '#test/event-loop-turns.ts'
import { readExecutable } from '../executor/executable-supergraph.ts'
import { createExecutor } from '../executor/executor.ts'
import type { SubgraphFetch } from '../executor/subgraph-result.ts'
import { createInProcessPlanner } from '../executor/test/in-process-planner.ts'
import { library } from '../executor/test/library.ts'
import { createCallerOverrides } from '../override-labels.ts'
import { executorOver, requestOf, subscriptionOf } from './requests.ts'

const graph = await library()
const QUERY = '{ first { title copies } }'
const MUTATION = 'mutation { lend(id: 1) { copies } thank(id: 2) { name } }'

/** Records the called subgraphs, and calls `then` at the first response. */
function noting(then: () => void) {
  const sent: string[] = []
  const fetch: SubgraphFetch = async (subgraph, request, signal) => {
    sent.push(subgraph)
    const response = await graph.fetch(subgraph, request, signal)
    if (sent.length === 1) then()
    return response
  }
  return { sent, fetch }
}

test('a query ends when its client leaves, and nothing more is fetched for it', async () => {
  const res = new EventEmitter()
  const { sent, fetch } = noting(() => res.emit('close'))
  const execute = await executorOver({ ...graph, fetch })
  const { errors } = await execute(requestOf(graph, QUERY, {}, res))
  expect(sent).toEqual(['books'])
  expect(errors).toMatchObject([{ message: 'The client has closed its connection.' }])
  expect(res.listenerCount('close')).toBe(0)
})

test('a query whose client has left before it begins fetches nothing', async () => {
  const res = Object.assign(new EventEmitter(), { closed: true })
  const { sent, fetch } = noting(() => undefined)
  const execute = await executorOver({ ...graph, fetch })
  await expect(execute(requestOf(graph, QUERY, {}, res))).rejects.toThrow(
    'The client has closed its connection.',
  )
  expect(sent).toEqual([])
})

test('a mutation goes on when its client leaves', async () => {
  const res = new EventEmitter()
  const { sent, fetch } = noting(() => res.emit('close'))
  const execute = await executorOver({ ...graph, fetch })
  const { data, errors } = await execute(requestOf(graph, MUTATION, {}, res))
  expect({ data, errors }).toEqual({ data: { lend: { copies: 3 }, thank: { name: 'Author 2' } } })
  expect(sent).toEqual(['books', 'lending', 'authors'])
})

test('A field that is late for the deadline is missing, and its error offers a retry', async () => {
  const fetch: SubgraphFetch = (subgraph, request, signal) => {
    const never = Promise.withResolvers<never>().promise
    return subgraph === 'lending' ? never : graph.fetch(subgraph, request, signal)
  }
  const query = '{ first { title lentTo { born } } }'
  // The deadline leaves time for the other fetches. The query is planned at the start.
  const options = { deadlineMs: 1_500, documents: [query] }
  const execute = await executorOver({ ...graph, fetch }, options)
  const { data, errors } = await execute(requestOf(graph, query))
  expect(data).toEqual({ first: { title: 'Book 1', lentTo: null } })
  expect(errors!.map((error) => error.toJSON())).toMatchObject([
    {
      message: 'The response was not complete within 1.5 seconds.',
      path: ['first', 'lentTo'],
      extensions: { code: 'INTERNAL_ERROR', details: { retry: true } },
    },
  ])
})

test('registered documents are planned at the start; one that the schema does not allow is not', async () => {
  const { supergraphSdl, schema } = graph
  const planner = createInProcessPlanner(supergraphSdl)
  const planned: string[] = []
  const supergraph = readExecutable(supergraphSdl)
  const { execute, subscribe } = await createExecutor({
    plan(text, signal) {
      planned.push(text)
      return planner.plan(text, signal)
    },
    overrides: createCallerOverrides(planner.labels, [], undefined),
    schema,
    supergraph,
    connections: new Map(
      supergraph.subgraphs.map(({ name }) => [
        name,
        (request, _context, signal) => graph.fetch(name, request, signal),
      ]),
    ),
    deadlineMs: 60_000,
    documents: [
      'query A { first { title } } query B { books { copies } }',
      'subscription C { book(id: 1) { copies } }',
      '{ nothing }',
    ],
  })
  expect(planned).toHaveLength(3)
  const { data } = await execute(requestOf(graph, 'query Other { books { copies } }'))
  expect(data).toEqual({ books: [{ copies: 3 }, { copies: 3 }, { copies: 3 }] })
  const request = subscriptionOf(graph, 'subscription Other { book(id: 1) { copies } }')
  const results = subscribe(request)[Symbol.asyncIterator]()
  await expect(results.next()).rejects.toThrow('The subgraph books serves no subscriptions.')
  expect(planned).toHaveLength(3)
})

test('Other requests run between the fetches of a large response, and before it is written', async () => {
  const execute = await executorOver(graph)
  const build = async () => {
    const { data } = await execute(requestOf(graph, '{ first { title copies } }'))
    expect(data).toEqual({ first: { title: 'Book 1', copies: 3 } })
  }
  await build()
  const turns = await countTurns(SMALL, build)
  expect(await countTurns(LARGE, build)).toBeGreaterThanOrEqual(turns + 3)
})
