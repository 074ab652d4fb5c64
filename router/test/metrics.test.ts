// What a gateway measures, and the plans that it shows to developers.
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Registry } from 'prom-client'
import { afterAll, expect, test } from 'vitest'
import { createSubgraphClient } from '#foundation/peers/subgraph-client.ts'
import { createMetrics } from '#foundation/telemetry/metrics.ts'
import { callerOf } from '#test/caller.ts'
import { readScrape } from '#test/scrape.ts'
import { library } from '../executor/test/library.ts'
import type { GatewayOptions } from '../gateway.ts'
import { createGatewayMetrics } from '../metrics.ts'
import { httpSubgraph } from '../over-http.ts'
import { measuredPlanner } from '../plan/measured-planner.ts'
import { describePlan, MAX_PLAN_BYTES } from '../plan/plan-description.ts'
import { boundPlanning } from '../plan/planning.ts'
import { measuredSubgraph } from '../measured-subgraph.ts'
import { executorOver, requestOf } from './requests.ts'

const NO_LABELS = { labels: [], percentages: [] }

const graph = await library()
const QUERY = '{ first { title copies } }'

const ends: (() => unknown)[] = []
afterAll(() => Promise.all(ends.map((end) => end())))

function measured() {
  const registry = new Registry()
  const metrics = createGatewayMetrics(registry)
  /** The line of one series, without the name of the series. */
  const read = async (series: string) => {
    const lines = (await registry.metrics()).split('\n')
    return Number(lines.find((line) => line.startsWith(`${series} `))?.slice(series.length + 1))
  }
  return { metrics, read }
}

async function measuredExecutor(options: Partial<GatewayOptions> = {}) {
  const { metrics, read } = measured()
  const execute = await executorOver(graph, { metrics, ...options })
  const run = (source: string, extensions?: object) =>
    execute({ ...requestOf(graph, source), extensions: { ...extensions } })
  return { run, read }
}

test('a known, a new and a joined operation are counted, with their fetches and times', async () => {
  const { run, read } = await measuredExecutor({ documents: ['{ first { title } }'] })
  await run('query Registered { first { title } }')
  await Promise.all([run(QUERY), run(QUERY)])
  await run(QUERY)
  expect(await read('query_plan_lookups_total{result="hit"}')).toBe(2)
  expect(await read('query_plan_lookups_total{result="new"}')).toBe(1)
  expect(await read('query_plan_lookups_total{result="joined"}')).toBe(1)
  expect(await read('query_plan_duration_seconds_count{planner="native",result="planned"}')).toBe(2)
  expect(await read('operation_fetches_bucket{le="1"}')).toBe(1)
  expect(await read('operation_fetches_sum')).toBe(7)
  expect(await read('subgraph_request_duration_seconds_count{subgraph="books"}')).toBe(4)
  expect(await read('subgraph_request_duration_seconds_count{subgraph="lending"}')).toBe(3)
})

test('an operation that the fetch limit refuses is counted', async () => {
  const { run, read } = await measuredExecutor({ maxFetches: 1 })
  await expect(run(QUERY)).rejects.toThrow('the fetch limit is 1')
  expect(await read('query_plans_refused_total{reason="fetch_limit"}')).toBe(1)
  const { value } = readScrape(await createMetrics('router').registry.metrics())
  expect(value('requests_refused_total', { limit: 'fetches' })).toBe(1)
})

test('Operations that wait to be planned are counted, and so are refused ones', async () => {
  const { metrics, read } = measured()
  const planned = Promise.withResolvers<{ node?: never }>()
  const planner = {
    apiSchema: {} as never,
    labels: NO_LABELS,
    plan: () => planned.promise,
    close: async () => {},
  }
  const plan = boundPlanning(planner, 100, metrics)
  const { signal } = new AbortController()
  const plans = Array.from({ length: 10 }, (_, index) => plan(`{ a${index} }`, signal))
  await expect(plans.at(-1)).rejects.toThrow('Too many new operations wait')
  expect(await read('query_plans_waiting')).toBe(8)
  expect(await read('query_plans_refused_total{reason="waiting"}')).toBe(1)
  planned.resolve({})
  await Promise.all(plans.slice(0, -1))
  expect(await read('query_plans_waiting')).toBe(0)
})

test.each(['planned', 'refused', 'ended'] as const)(
  'The planning of an operation is measured as %s',
  async (result) => {
    const { metrics, read } = measured()
    const ends = new AbortController()
    const plan = () => {
      if (result === 'planned') return Promise.resolve({})
      if (result === 'ended') ends.abort()
      return Promise.reject(new Error('No plan.'))
    }
    const planner = { apiSchema: {} as never, labels: NO_LABELS, plan, close: async () => {} }
    await measuredPlanner('apollo', planner, metrics)
      .plan('{ a }', ends.signal)
      .catch(() => {})
    const seconds = 'query_plan_duration_seconds_count'
    expect(await read(`${seconds}{planner="apollo",result="${result}"}`)).toBe(1)
  },
)

const RESPONSES: readonly [kind: string, respond: (res: ServerResponse) => unknown][] = [
  ['graphql', (res) => res.end('{"data":null,"errors":[{"message":"No."}]}')],
  [
    'http',
    (res) => res.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>'),
  ],
  ['network', (res) => res.destroy()],
  ['timeout', () => undefined],
  ['too_large', (res) => res.end(`{"data":{"a":"${'a'.repeat(4_000)}"}}`)],
]

test.each(RESPONSES)('a request that fails is counted by its kind: %s', async (kind, respond) => {
  const server = createServer((_req, res) => respond(res))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  ends.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const { metrics, read } = measured()
  const client = createSubgraphClient({
    name: 'books',
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`,
    serviceTokens: undefined,
    deadlineMs: kind === 'timeout' ? 100 : 10_000,
    responseBytes: 1_000,
    onBytes: (bytes) => metrics.responseBytes.inc({ subgraph: 'books' }, bytes),
  })
  ends.push(() => client.close())
  const connection = measuredSubgraph('books', httpSubgraph(client), metrics)
  const request = { query: '{ a }', variables: {} }
  await connection(request, { caller: callerOf() } as never).catch(() => undefined)
  const errors = 'subgraph_request_errors_total'
  expect(await read(`${errors}{subgraph="books",kind="${kind}"}`)).toBe(1)
  expect(await read('subgraph_request_duration_seconds_count{subgraph="books"}')).toBe(1)
  const bytes = await read('subgraph_response_bytes_total{subgraph="books"}')
  if (kind === 'graphql') expect(bytes).toBe(42)
  if (kind === 'http') expect(bytes).toBe(20)
})

test('a request that asks for its plan gets it, and whether it was known', async () => {
  const { run } = await measuredExecutor({ showsPlans: true })
  const planRequest = { plan: true }
  const query = '{ mine: first { name: title lentTo { name books { id } } } }'
  const { data, extensions } = await run(query, planRequest)
  expect(data).toMatchObject({ mine: { name: 'Book 1' } })
  expect(extensions).toEqual({
    plan: {
      cached: false,
      planMs: expect.any(Number) as number,
      fetches: 3,
      node: {
        kind: 'Sequence',
        nodes: [
          {
            kind: 'Fetch',
            service: 'books',
            operation: expect.stringContaining('first') as string,
          },
          {
            kind: 'Fetch',
            service: 'lending',
            entities: ['Book'],
            paths: ['mine'],
            operation: expect.stringContaining('lentTo') as string,
          },
          {
            kind: 'Fetch',
            service: 'authors',
            entities: ['Author'],
            paths: ['mine.lentTo.@'],
            operation: expect.stringContaining('name') as string,
          },
        ],
      },
    },
  })
  expect((await run(query, planRequest)).extensions).toMatchObject({ plan: { cached: true } })
})

test('a request that does not ask, or may not, gets no plan', async () => {
  const { run } = await measuredExecutor({ showsPlans: true })
  for (const extensions of [undefined, {}, { plan: false }, { plan: 'yes' }]) {
    expect(await run(QUERY, extensions)).not.toHaveProperty('extensions')
  }
  const hidden = await measuredExecutor()
  expect(await hidden.run(QUERY, { plan: true })).toEqual(await run(QUERY))
})

test("Apollo's engine measures subgraphs, and shows no plan", async () => {
  const { run, read } = await measuredExecutor({ engine: 'apollo', showsPlans: true })
  const { data, ...rest } = await run(QUERY, { plan: true })
  expect(data).toEqual({ first: { title: 'Book 1', copies: 3 } })
  expect(rest).toEqual({})
  expect(await read('subgraph_request_duration_seconds_count{subgraph="lending"}')).toBe(1)
  expect(await read('query_plan_lookups_total{result="new"}')).toBe(0)
})

test('a plan that is too large is left out with a note', () => {
  const operation = `{ a(text: "${'a'.repeat(MAX_PLAN_BYTES)}") }`
  const plan = { node: { kind: 'Fetch' as const, serviceName: 'books', operation } }
  const described = describePlan({ plan, nameOf: (key) => key, planMs: 1 }, true)
  expect(described).toEqual({
    cached: true,
    planMs: 1,
    fetches: 1,
    omitted: expect.stringContaining('the limit is 262144') as string,
  })
})
