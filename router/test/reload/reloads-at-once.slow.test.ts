// A router reloads while it builds an earlier supergraph, polls, or stops.
import { pino } from 'pino'
import { expect, test } from 'vitest'
import {
  BOOKS,
  countHandles,
  metricsOf,
  post,
  reloads,
  startOver,
  twoSupergraphs,
  whole,
} from './story.ts'

const { graphs, graphsOfApollo } = twoSupergraphs()

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

test('A build is given up when its supergraph is withdrawn', async () => {
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
])('Nothing is left of a router that stops while a supergraph is %s', async (_name, of, more) => {
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

test('A refused supergraph is tried again on request alone, and reported once a try', async () => {
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

test('A router that polls serves a new supergraph, and refuses a half-written one once', async () => {
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

async function sum(): Promise<number> {
  const { processes, threads } = await countHandles()
  return processes + threads
}
