// A router takes new supergraphs under load: no request fails, and nothing of the earlier ones is left.
import { createHash } from 'node:crypto'
import { queryObjects } from 'node:v8'
import { GraphQLSchema } from 'graphql'
import { expect, test } from 'vitest'
import { openStream } from '#test/live-client.ts'
import { readSupergraph } from '../../supergraph/committed-source.ts'
import {
  blocked,
  BOOKS,
  countHandles,
  ISSUER,
  post,
  type Side,
  startOver,
  twoSupergraphs,
  whole,
} from './story.ts'

const { graphs, graphsOfApollo, sides } = twoSupergraphs()

const LOOPS = 4
const PRICED = '{ books { id title author { name } price } }'

test.each([
  { name: "Hive's planner", swaps: 20, query: BOOKS, more: () => ({}), of: graphs },
  {
    name: "Apollo's planner",
    swaps: 6,
    query: PRICED,
    more: (side: Side) => ({ price: side }),
    of: graphsOfApollo,
  },
])('Every response is that of one graph, with $name', async ({ swaps, query, more, of }) => {
  const { router, url, serve } = await startOver(of.red)
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
    serve(swap % 2 ? of.blue : of.red)
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

test('Requests in flight end on their graph, and a fifth one waits for them', async () => {
  blocked.gate = Promise.withResolvers()
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
  blocked.gate.resolve()
  await fifth
  const values = (await Promise.all(pending)).map((text) => /"slow":"(\w+)"/.exec(text)![1])
  expect(values).toEqual(['red', 'blue', 'red', 'blue', 'red'])
  await expect.poll(countProcesses).toBe(4)
})

test('Subscriptions of a replaced graph end with a hint to reconnect, to the next one', async () => {
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

test('A persisted query outlives the graph', async () => {
  const { router, url, serve } = await startOver(graphs.red)
  const sha256Hash = createHash('sha256').update(BOOKS).digest('hex')
  const extensions = { persistedQuery: { version: 1, sha256Hash } }
  expect(await post(url, BOOKS, { extensions })).toContain('red')
  serve(graphs.blue)
  await router.reload()
  expect(await post(url, undefined, { extensions })).toContain('blue')
})

test('No schema of an earlier graph is kept', async () => {
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
