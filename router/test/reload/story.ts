// A router whose supergraph can be replaced by another one of the same schema, for these tests.
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { readConfig } from '#foundation/process/config.ts'
import type { Log } from '#foundation/telemetry/log.ts'
import { testLog } from '#test/caller.ts'
import { freePorts } from '#test/ports.ts'
import { subgraphs as services } from '../../../subgraphs/index.ts'
import { startRouterAlone, type RouterAlone } from '../../alone.ts'
import { composed, startTinySubgraph, type TinySubgraph } from '../tiny-subgraph.ts'

const LINK = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.7",
  import: ["@key", "@interfaceObject"])`
/** Slow responses keep requests in flight when a graph is replaced, with little load. */
const LATENCY_MS = 20
export const ISSUER = {
  ROUTER_JWKS_URL: 'http://127.0.0.1:9/jwks.json',
  ROUTER_JWT_ISSUER: 'http://127.0.0.1:9',
  ROUTER_JWT_AUDIENCE: 'graph',
}

/** Two supergraphs with the same schema, whose values name the supergraph. */
export type Side = 'red' | 'blue'
/** The field `slow` waits for it in both supergraphs. */
export const blocked = { gate: Promise.withResolvers<void>() }

/** Starts the subgraphs for the tests of a file. */
export function twoSupergraphs() {
  const sides = {} as Record<Side, Record<string, TinySubgraph>>
  const graphs = {} as Record<Side, string>
  /** Supergraphs with an `@interfaceObject`, which Apollo's planner plans. */
  const graphsOfApollo = {} as Record<Side, string>
  beforeAll(async () => {
    for (const side of ['red', 'blue'] as const) {
      const { books, authors, prices } = await startSubgraphs(side)
      sides[side] = { books, authors, prices }
      graphs[side] = composed({ books, authors })
      graphsOfApollo[side] = composed({ books, authors, prices })
    }
  })

  afterAll(async () => {
    const all = Object.values(sides).flatMap((subgraphs) => Object.values(subgraphs))
    await Promise.all(all.map((subgraph) => subgraph.behave('down')))
  })
  return { sides, graphs, graphsOfApollo }
}

/** A source with one event, which does not end by itself. */
async function* once() {
  yield 1
  await new Promise(() => undefined)
}

async function startSubgraphs(side: Side) {
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
        slow: () => blocked.gate.promise.then(() => side),
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
export const whole = (side: Side, more?: object) => ({
  data: { books: [book(1, side, more), book(2, side, more)] },
})
export const BOOKS = '{ books { id title author { name } } }'

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

export async function startOver(
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

export async function post(url: string, query?: string, more: object = {}): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, ...more }),
  })
  return (await response.text()).trim()
}

export async function reloads(url: string, result: string): Promise<number> {
  const line = new RegExp(`^supergraph_reloads_total{.*"${result}".*} (\\d+)`, 'm')
  return Number(line.exec(await metricsOf(url))![1])
}

export function metricsOf(url: string): Promise<string> {
  return fetch(new URL('/metrics', url)).then((response) => response.text())
}

/** The child processes and threads of this process. */
export function countHandles(): Promise<{ processes: number; threads: number }> {
  const active = process.getActiveResourcesInfo()
  const count = (name: string) => active.filter((resource) => resource === name).length
  return Promise.resolve({ processes: count('ProcessWrap'), threads: count('MessagePort') })
}
