// A router takes new supergraphs under load: no request fails, and nothing of the earlier ones is left.
import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { queryObjects } from 'node:v8'
import { GraphQLSchema } from 'graphql'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#foundation/process/config.ts'
import type { Log } from '#foundation/telemetry/log.ts'
import { testLog } from '#test/caller.ts'
import { openStream } from '#test/live-stream.ts'
import { freePorts } from '#test/ports.ts'
import { composed, startTinySubgraph, type TinySubgraph } from './tiny-subgraph.ts'
import { subgraphs as services } from '../../subgraphs/index.ts'
import { startRouterAlone, type RouterAlone } from '../alone.ts'
import { readSupergraph } from '../supergraph/committed-source.ts'

const LINK = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.7",
  import: ["@key", "@interfaceObject"])`
const LOOPS = 4
/** Slow responses keep requests in flight when a graph is replaced, with little load. */
const LATENCY_MS = 20
const ISSUER = {
  ROUTER_JWKS_URL: 'http://127.0.0.1:9/jwks.json',
  ROUTER_JWT_ISSUER: 'http://127.0.0.1:9',
  ROUTER_JWT_AUDIENCE: 'graph',
}

/** Two supergraphs with the same schema, whose values name the supergraph. */
type Side = 'red' | 'blue'
let sides: Record<Side, Record<string, TinySubgraph>>
let graphs: Record<Side, string>
/** Supergraphs with an `@interfaceObject`, which Apollo's planner plans. */
let graphsOfApollo: Record<Side, string>
/** The field `slow` waits for it in both supergraphs. */
let gate: PromiseWithResolvers<void>

beforeAll(async () => {
  sides = { red: await startSubgraphs('red'), blue: await startSubgraphs('blue') }
  const graphOf = (side: Side, names: readonly string[]) =>
    composed(Object.fromEntries(names.map((name) => [name, sides[side][name]!])))
  const both = (names: readonly string[]) => ({
    red: graphOf('red', names),
    blue: graphOf('blue', names),
  })
  graphs = both(['books', 'authors'])
  graphsOfApollo = both(['books', 'authors', 'prices'])
})

afterAll(async () => {
  const all = Object.values(sides).flatMap((subgraphs) => Object.values(subgraphs))
  await Promise.all(all.map((subgraph) => subgraph.behave('down')))
})

/** A source with one event, which does not end by itself. */
async function* once() {
  yield 1
  await new Promise(() => undefined)
}

async function startSubgraphs(side: Side): Promise<Record<string, TinySubgraph>> {
  const books = await startTinySubgraph(
    `${LINK} type Query { books: [Book] only_${side}: String slow: String }
     type Subscription { side: String }
     interface Item @key(fields: "id") { id: ID! }
     type Book implements Item @key(fields: "id") { id: ID! title: String author: Author }
     type Author @key(fields: "id") { id: ID! }`,
    {
      Query: {
        books: () => [1, 2].map((id) => ({ id, author: { id } })),
        [`only_${side}`]: () => side,
        slow: () => gate.promise.then(() => side),
      },
      Book: { title: () => side },
      Subscription: { side: { subscribe: once, resolve: () => side } },
    },
  )
  const authors = await startTinySubgraph(
    `${LINK} type Author @key(fields: "id") { id: ID! name: String }`,
    {
      Author: {
        __resolveReference: (author: object) => delay(LATENCY_MS, author),
        name: () => side,
      },
    },
  )
  const prices = await startTinySubgraph(
    `${LINK} type Item @key(fields: "id") @interfaceObject { id: ID! price: String }`,
    { Item: { __resolveReference: (item: object) => item, price: () => side } },
  )
  return { books, authors, prices }
}

const book = (id: number, side: Side, more: object = {}) => ({
  id: String(id),
  title: side,
  author: { name: side },
  ...more,
})
const whole = (side: Side, more?: object) => ({
  data: { books: [book(1, side, more), book(2, side, more)] },
})
const BOOKS = '{ books { id title author { name } } }'
const PRICED = '{ books { id title author { name } price } }'

describe('a router whose supergraph changes under load', () => {
  test.each([
    { name: "Hive's planner", swaps: 20, query: BOOKS, more: () => ({}), of: () => graphs },
    {
      name: "Apollo's planner",
      swaps: 6,
      query: PRICED,
      more: (side: Side) => ({ price: side }),
      of: () => graphsOfApollo,
    },
  ])('every response is that of one graph, with $name', async ({ swaps, query, more, of }) => {
    const { router, url, serve } = await startOver(of().red)
    const known = (side: Side) => JSON.stringify(whole(side, more(side)))
    const seen = { red: 0, blue: 0 }
    const wrong: unknown[] = []
    const load = startLoops(async (turn) => {
      // Alternates between a new operation and one that the plan cache may hold.
      const text = await post(url, turn % 2 ? query : query.replace('{', `query New${turn} {`))
      const side = text === known('red') ? 'red' : text === known('blue') ? 'blue' : undefined
      if (side) seen[side] += 1
      else wrong.push(text)
    })
    const idle = await countHandles()
    for (let swap = 1; swap <= swaps; swap += 1) {
      serve(swap % 2 ? of().blue : of().red)
      await router.reload()
      // A request after the replacement gets the values of the new graph.
      expect(await post(url, query)).toBe(known(swap % 2 ? 'blue' : 'red'))
    }
    await load.end()
    expect(wrong).toEqual([])
    expect(seen.red).toBeGreaterThan(swaps)
    expect(seen.blue).toBeGreaterThan(swaps)
    await expect.poll(countHandles).toEqual(idle)
  })
})

test('the fields of a replaced graph are refused, even those that have a plan', async () => {
  const { router, url, serve } = await startOver(graphs.red)
  for (let turn = 0; turn < 2; turn += 1) {
    expect(await post(url, '{ only_red }')).toBe('{"data":{"only_red":"red"}}')
  }
  serve(graphs.blue)
  await router.reload()
  expect(await post(url, '{ only_red }')).toMatch(/Cannot query field \\"only_red\\"/)
  expect(await post(url, '{ only_blue }')).toBe('{"data":{"only_blue":"blue"}}')
  expect(await post(url, '{ __type(name: "Query") { fields { name } } }')).toBe(
    '{"data":{"__type":{"fields":[{"name":"books"},{"name":"only_blue"},{"name":"slow"}]}}}',
  )
})

test('subscriptions of a replaced graph end with a hint to reconnect, to the next one', async () => {
  const { router, url, serve } = await startOver(graphs.red)
  const open = () => openStream(new URL(url).origin, { query: 'subscription { side }' })
  await using stream = await open()
  expect((await stream.next()).data).toEqual({ data: { side: 'red' } })
  const begun = stream.retryMs
  serve(graphs.blue)
  await router.reload()
  expect(await stream.rest()).toEqual([])
  expect(stream.text.match(/^retry: /gm)).toHaveLength(2)
  expect(begun).toBeGreaterThan(0)
  await using next = await open()
  expect((await next.next()).data).toEqual({ data: { side: 'blue' } })
})

test('a persisted query outlives the graph', async () => {
  const { router, url, serve } = await startOver(graphs.red)
  const sha256Hash = createHash('sha256').update(BOOKS).digest('hex')
  const extensions = { persistedQuery: { version: 1, sha256Hash } }
  expect(await post(url, BOOKS, { extensions })).toContain('red')
  serve(graphs.blue)
  await router.reload()
  expect(await post(url, undefined, { extensions })).toContain('blue')
})

test('requests in flight end on their graph, and a fifth one waits for them', async () => {
  gate = Promise.withResolvers()
  // No request meets its deadline while five graphs are built, however slow the machine is.
  const settings = { SUBGRAPH_TIMEOUT_SECONDS: '300' }
  const { router, url, serve, reads } = await startOver(graphs.red, { settings })
  const pending: Promise<string>[] = []
  const swapWhilePending = async (next: Side, current: Side) => {
    const { received } = sides[current].books!
    const before = received.length
    pending.push(post(url, '{ slow }'))
    await expect.poll(() => received.length).toBe(before + 1)
    serve(graphs[next])
    return router.reload()
  }
  for (let pair = 0; pair < 2; pair += 1) {
    await swapWhilePending('blue', 'red')
    await swapWhilePending('red', 'blue')
  }
  const countProcesses = async () => (await countHandles()).processes
  await expect.poll(countProcesses).toBe(5)
  const before = reads()
  const fifth = swapWhilePending('blue', 'red')
  await expect.poll(reads).toBe(before + 1)
  // The time is longer than a graph takes to build.
  for (let start = 0; start < 3; start += 1) await startOver(graphs.red)
  expect(await post(url, '{ only_red }')).toContain('red')
  expect(await Promise.race([fifth, Promise.resolve('waits')])).toBe('waits')
  gate.resolve()
  await fifth
  const values = (await Promise.all(pending)).map((text) => /"slow":"(\w+)"/.exec(text)![1])
  expect(values).toEqual(['red', 'blue', 'red', 'blue', 'red'])
  await expect.poll(countProcesses).toBe(4)
})

describe('reloads at once', () => {
  test('The last of several reloads wins, and the earlier build is given up', async () => {
    const { router, url, serve } = await startOver(graphs.red)
    const idle = await countHandles()
    for (const last of ['blue', 'red', 'blue'] as const) {
      // Apollo's planner takes several times as long to start as Hive's.
      serve(graphsOfApollo[last === 'red' ? 'blue' : 'red'])
      const slow = router.reload()
      await expect.poll(countHandles).not.toEqual(idle)
      serve(graphs[last])
      await Promise.all([slow, router.reload(), router.reload()])
      expect(await post(url, BOOKS)).toBe(JSON.stringify(whole(last)))
      await expect.poll(countHandles).toEqual(idle)
    }
  })

  test('a build is given up when its supergraph is withdrawn', async () => {
    const { router, url, serve } = await startOver(graphs.red)
    const idle = await countHandles()
    serve(graphsOfApollo.blue)
    const slow = router.reload()
    await expect.poll(countHandles).not.toEqual(idle)
    serve(graphs.red)
    await Promise.all([slow, router.reload()])
    expect(await post(url, BOOKS)).toBe(JSON.stringify(whole('red')))
    await expect.poll(countHandles).toEqual(idle)
    expect(await reloads(url, 'served')).toBe(0)
    expect(await reloads(url, 'refused')).toBe(0)
  })

  test.each([
    ['read', () => graphs.blue, 0],
    ["built with Hive's planner", () => graphs.blue, 1],
    ["built with Apollo's planner", () => graphsOfApollo.blue, 1],
  ])('nothing is left of a router that stops while a supergraph is %s', async (_name, of, more) => {
    const before = await countHandles()
    const { router, serve } = await startOver(graphs.red)
    const started = await sum()
    serve(of())
    const build = { isDone: false }
    const reload = router.reload().then(() => (build.isDone = true))
    // On a quick machine a planner starts between two looks of `expect.poll`.
    while (!build.isDone && (await sum()) < started + more) await new Promise(setImmediate)
    await Promise.all([router.disposeAsync(), reload])
    await expect.poll(countHandles).toEqual(before)
  })
})

test('a refused supergraph is tried again on request alone, and reported once a try', async () => {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
  const { router, url, serve } = await startOver(graphs.red, { log })
  // A valid supergraph with a field that no subgraph has.
  const broken = graphs.blue.replace('title: String', 'title: Gone')
  serve(broken)
  await router.reload()
  await router.reload()
  const refusal = {
    level: 40,
    msg: 'refuses a new supergraph: the earlier one stays',
    reason: expect.stringContaining('Gone') as string,
  }
  const logged = lines.map((line) => JSON.parse(line) as object)
  expect(logged).toMatchObject([refusal, refusal])
  expect(await reloads(url, 'refused')).toBe(2)
  expect(await post(url, BOOKS)).toBe(JSON.stringify(whole('red')))
  const hashes = (text: string) => text.match(/supergraph_served_timestamp_seconds\{.*/g)
  const [earlier] = hashes(await metricsOf(url))!
  serve(graphs.blue)
  await router.reload()
  const later = hashes(await metricsOf(url))!
  expect(later).toHaveLength(1)
  expect(later[0]).not.toBe(earlier)
})

test('a router that polls serves a new supergraph, and refuses a half-written one once', async () => {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
  const { url, serve, reads } = await startOver(graphs.red, { log, supergraphPollMs: 50 })
  serve(graphs.blue.slice(0, graphs.blue.length / 2))
  await expect.poll(() => reloads(url, 'refused')).toBe(1)
  const refusedAt = reads()
  await expect.poll(reads).toBeGreaterThan(refusedAt + 1)
  expect(lines).toEqual([expect.stringContaining('refuses a new supergraph')])
  expect(await post(url, BOOKS)).toBe(JSON.stringify(whole('red')))
  serve(graphs.blue)
  await expect.poll(() => post(url, BOOKS)).toBe(JSON.stringify(whole('blue')))
  expect(await reloads(url, 'served')).toBe(1)
})

describe('authorization', () => {
  let open: string
  let guarded: string
  beforeAll(async () => {
    const graphOf = async (directive: string) => {
      const secrets = await startTinySubgraph(
        `extend schema @link(url: "https://specs.apollo.dev/federation/v2.7",
           import: ["@authenticated"]) type Query { secret: String ${directive} }`,
        { Query: { secret: () => 'hush' } },
      )
      sides.red[`secrets${directive}`] = secrets
      return composed({ secrets })
    }
    open = await graphOf('')
    guarded = await graphOf('@authenticated')
  })

  test('The authorization rules of the served graph apply', async () => {
    const { router, url, serve } = await startOver(open, { settings: ISSUER })
    for (const [graph, response] of [
      [open, /"hush"/],
      [guarded, /"INVALID_TOKEN"/],
      [open, /"hush"/],
    ] as const) {
      serve(graph)
      await router.reload()
      expect(await post(url, '{ secret }')).toMatch(response)
    }
  })

  test('A supergraph with rules that the router cannot enforce is refused', async () => {
    const { router, url, serve } = await startOver(open)
    serve(guarded)
    await router.reload()
    expect(await reloads(url, 'refused')).toBe(1)
    expect(await post(url, '{ secret }')).toMatch(/"hush"/)
  })
})

test('no schema of an earlier graph is kept', async () => {
  const own = readSupergraph()
  const { router, url, serve } = await startOver(own, { settings: ISSUER })
  let count = 0
  const swap = async (times: number) => {
    for (let turn = 0; turn < times; turn += 1) {
      serve(`${own}# ${(count += 1)}`)
      await router.reload()
      await post(url, '{ __typename }')
    }
    return queryObjects(GraphQLSchema, { format: 'count' })
  }
  const before = await swap(2)
  expect(await swap(8)).toBe(before)
})

interface Served {
  router: RouterAlone
  url: string
  /** Sets the supergraph that the next reload reads. */
  serve(supergraph: string): void
  /** How many times it was read. */
  reads(): number
}

interface StartOptions {
  log?: Log
  settings?: Record<string, string>
  supergraphPollMs?: number
}

async function startOver(
  first: string,
  // By default, the supergraph is read only at the start and on request.
  { log = testLog, settings, supergraphPollMs = 3_600_000 }: StartOptions = {},
): Promise<Served> {
  let supergraph = first
  let reads = 0
  const [port] = await freePorts(1)
  const router = await startRouterAlone({
    config: readConfig({ ...settings, ROUTER_PORT: String(port) }, services),
    supergraphPollMs,
    supergraph: {
      name: 'test',
      read() {
        reads += 1
        return Promise.resolve(supergraph)
      },
    },
    log,
    now: () => new Date(),
  })
  onTestFinished(() => router.disposeAsync())
  return {
    router,
    url: `http://localhost:${port}/graphql`,
    serve: (next) => {
      supergraph = next
    },
    reads: () => reads,
  }
}

async function post(url: string, query?: string, more: object = {}): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, ...more }),
  })
  return (await response.text()).trim()
}

/** Runs loops of a request until they are ended. */
function startLoops(request: (turn: number) => Promise<void>): { end(): Promise<unknown> } {
  const over = new AbortController()
  let turns = 0
  const loop = async () => {
    do await request((turns += 1))
    while (!over.signal.aborted)
  }
  const loops = Array.from({ length: LOOPS }, loop)
  return {
    end() {
      over.abort()
      return Promise.all(loops)
    },
  }
}

async function sum(): Promise<number> {
  const { processes, threads } = await countHandles()
  return processes + threads
}

function metricsOf(url: string): Promise<string> {
  return fetch(new URL('/metrics', url)).then((response) => response.text())
}

async function reloads(url: string, result: string): Promise<number> {
  const line = new RegExp(`^supergraph_reloads_total{.*"${result}".*} (\\d+)`, 'm')
  return Number(line.exec(await metricsOf(url))![1])
}

/** The child processes and threads of this process. */
function countHandles(): Promise<{ processes: number; threads: number }> {
  const active = process.getActiveResourcesInfo()
  const count = (name: string) => active.filter((resource) => resource === name).length
  return Promise.resolve({ processes: count('ProcessWrap'), threads: count('MessagePort') })
}
