// A router takes new supergraphs under load: no request fails, and nothing of the earlier ones is left.
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#foundation/process/config.ts'
import { testLog } from '#test/caller.ts'
import { heapMiB } from '#test/heap.ts'
import { freePorts } from '#test/ports.ts'
import { composed, startTinySubgraph, type TinySubgraph } from '#test/tiny-subgraph.ts'
import { subgraphs as services } from '../../subgraphs/index.ts'
import { startRouterAlone, type RouterAlone } from '../alone.ts'

const LINK = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.7",
  import: ["@key", "@interfaceObject"])`
const LOOPS = 8

/** Two supergraphs of one form, whose every value says which of them it is from. */
type Side = 'red' | 'blue'
let sides: Record<Side, Record<string, TinySubgraph>>
let graphs: Record<Side, string>
/** Apollo's planner plans those with an `@interfaceObject`. */
let graphsOfApollo: Record<Side, string>

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

async function startSubgraphs(side: Side): Promise<Record<string, TinySubgraph>> {
  const books = await startTinySubgraph(
    `${LINK} type Query { books: [Book] only_${side}: String }
     interface Item @key(fields: "id") { id: ID! }
     type Book implements Item @key(fields: "id") { id: ID! title: String author: Author }
     type Author @key(fields: "id") { id: ID! }`,
    {
      Query: {
        books: () => [1, 2].map((id) => ({ id, author: { id } })),
        [`only_${side}`]: () => side,
      },
      Book: { title: () => side },
    },
  )
  const authors = await startTinySubgraph(
    `${LINK} type Author @key(fields: "id") { id: ID! name: String }`,
    { Author: { __resolveReference: (author: object) => author, name: () => side } },
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
const BOOKS = '{ books { id title author { name } } }'
const PRICED = '{ books { id title author { name } price } }'

describe('a router whose supergraph changes under load', () => {
  test.each([
    { name: "Hive's planner", swaps: 100, query: BOOKS, more: () => ({}), of: () => graphs },
    {
      name: "Apollo's planner",
      swaps: 6,
      query: PRICED,
      more: (side: Side) => ({ price: side }),
      of: () => graphsOfApollo,
    },
  ])('every response is that of one graph, with $name', async ({ swaps, query, more, of }) => {
    const { router, url, serve } = await startOver(of().red)
    const whole = (side: Side) => ({
      data: { books: [book(1, side, more(side)), book(2, side, more(side))] },
    })
    const known = (side: Side) => JSON.stringify(whole(side))
    const seen = { red: 0, blue: 0 }
    const wrong: unknown[] = []
    const load = startLoops(async (turn) => {
      // A new operation each time, and one that the plan cache may hold.
      const text = await post(url, turn % 2 ? query : query.replace('{', `query New${turn} {`))
      const side = text === known('red') ? 'red' : text === known('blue') ? 'blue' : undefined
      if (side) seen[side] += 1
      else wrong.push(text)
    })
    const idle = await countHandles()
    for (let swap = 1; swap <= swaps; swap += 1) {
      serve(swap % 2 ? of().blue : of().red)
      await router.reload()
      // What is asked for after the swap is the new graph's.
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
    '{"data":{"__type":{"fields":[{"name":"books"},{"name":"only_blue"}]}}}',
  )
})

test('memory does not grow with the number of graphs', async () => {
  const { router, url, serve } = await startOver(graphs.red)
  const swap = async (times: number) => {
    for (let turn = 1; turn <= times; turn += 1) {
      serve(turn % 2 ? graphs.blue : graphs.red)
      await router.reload()
      await post(url, BOOKS)
    }
    return heapMiB()
  }
  // A pair of graphs takes more than a tenth of this: without an end to each, twenty take more than all.
  const before = await swap(4)
  expect(await swap(20)).toBeLessThan(before * 1.1)
})

interface Served {
  router: RouterAlone
  url: string
  /** What the next reload reads. */
  serve(supergraph: string): void
}

async function startOver(first: string): Promise<Served> {
  let supergraph = first
  const [port] = await freePorts(1)
  const router = await startRouterAlone({
    config: readConfig({ ROUTER_PORT: String(port), SUPERGRAPH_POLL_SECONDS: '0' }, services),
    supergraph: { name: 'test', read: () => Promise.resolve(supergraph) },
    log: testLog,
    now: () => new Date(),
  })
  onTestFinished(() => router.disposeAsync())
  return {
    router,
    url: `http://localhost:${port}/graphql`,
    serve: (next) => {
      supergraph = next
    },
  }
}

async function post(url: string, query: string): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  })
  return (await response.text()).trim()
}

/** Runs loops of a request until they are ended. */
function startLoops(request: (turn: number) => Promise<void>): { end(): Promise<unknown> } {
  let isOver = false
  let turns = 0
  const loop = async () => {
    while (!isOver) await request((turns += 1))
  }
  const loops = Array.from({ length: LOOPS }, loop)
  return {
    end() {
      isOver = true
      return Promise.all(loops)
    },
  }
}

/** The child processes and threads of this process. */
function countHandles(): Promise<Record<string, number>> {
  const active = process.getActiveResourcesInfo()
  const count = (name: string) => active.filter((resource) => resource === name).length
  return Promise.resolve({ processes: count('ProcessWrap'), threads: count('MessagePort') })
}
