// Subscriptions to a subgraph over HTTP: what ends them, what a client then gets, and the events of a stream.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { array, assert, asyncProperty, nat } from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import {
  createSubgraphClient,
  type SubgraphClientOptions,
} from '#foundation/peers/subgraph-client.ts'
import { createCircuitBreaker } from '#foundation/peers/circuit-breaker.ts'
import { EventTooLarge, readEvents } from '#foundation/peers/subscription/event-stream.ts'
import { SubgraphSubscriptions } from '#foundation/peers/subscription/subgraph-subscriptions.ts'
import { callerOf } from '#test/caller.ts'

const QUERY = 'subscription { tick }'
const next = (tick: number) => `event: next\ndata: ${JSON.stringify({ data: { tick } })}\n\n`
const COMPLETE = 'event: complete\ndata:\n\n'

type Respond = (res: ServerResponse, req: IncomingMessage) => unknown

/** A subgraph whose responses are streams, and a client for it. */
async function subgraph(respond: Respond, options: Partial<SubgraphClientOptions> = {}) {
  const server = createServer((req, res) => {
    res.setHeader('Content-Type', 'text/event-stream')
    respond(res, req)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`
  const client = createSubgraphClient({ name: 'ticks', url, serviceTokens: undefined, ...options })
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
    await client.close()
  })
  const subscribe = (signal = new AbortController().signal) =>
    client.subscribe({ query: QUERY }, callerOf(), signal)[Symbol.asyncIterator]()
  return { client, server, url, subscribe }
}

const away = { extensions: { code: 'INTERNAL_ERROR', details: { retry: true, service: 'ticks' } } }

test('results arrive one by one, with their extensions, until the subscription is complete', async () => {
  let accept: string | undefined
  const { subscribe } = await subgraph((res, req) => {
    ;({ accept } = req.headers)
    res.write(`:\n\n${next(1)}`)
    res.write('event: next\ndata: {"data":{"tick":2},"extensions":{"cursor":"c"}}\n\n')
    res.end(COMPLETE)
  })
  const results = await Array.fromAsync({ [Symbol.asyncIterator]: () => subscribe() })
  expect(results).toEqual([
    { data: { tick: 1 } },
    { data: { tick: 2 }, extensions: { cursor: 'c' } },
  ])
  expect(accept).toBe('text/event-stream')
})

test.each<[what: string, end: Respond]>([
  ['ends its stream early', (res) => res.end()],
  ['is killed', (res) => res.socket!.resetAndDestroy()],
])('a subgraph that %s ends the results with an error that may be retried', async (_what, end) => {
  const { subscribe } = await subgraph((res) => res.write(next(1), () => void end(res, res.req)))
  const results = subscribe()
  expect(await results.next()).toMatchObject({ value: { data: { tick: 1 } } })
  await expect(results.next()).rejects.toMatchObject(away)
})

test('a subgraph that is away is an error that may be retried', async () => {
  const { server, subscribe } = await subgraph(() => undefined)
  await new Promise((resolve) => server.close(resolve))
  await expect(subscribe().next()).rejects.toMatchObject(away)
})

test('a subgraph that does not begin its response is given up after the deadline', async () => {
  const { subscribe } = await subgraph(() => undefined, { deadlineMs: 200 })
  await expect(subscribe().next()).rejects.toMatchObject(away)
})

test('a stream that is silent is given up', async () => {
  const { url } = await subgraph((res) => res.write(next(1)))
  const target = { name: 'ticks', url: new URL(url), isForeign: false }
  const breaker = createCircuitBreaker(1_000, undefined)
  const options = { subgraph: target, breaker, maxBytes: 1_000, silenceMs: 200 }
  const subscriptions = new SubgraphSubscriptions(options)
  const sent = { headers: ['content-type', 'application/json'], body: '{}' }
  const results = subscriptions.start(sent, new AbortController().signal)
  expect((await results.next()).value).toMatchObject({ result: { data: { tick: 1 } } })
  await expect(results.next()).rejects.toThrow('Body Timeout Error')
  breaker.close()
})

test('the error of a subgraph that refuses the subscription without a stream is passed on', async () => {
  const errors = [{ message: 'No such proposal.', extensions: { code: 'NOT_FOUND' } }]
  const { subscribe } = await subgraph((res) => {
    res.statusCode = 404
    res.setHeader('Content-Type', 'application/json')
    res.end(JSON.stringify({ errors }))
  })
  const results = subscribe()
  expect(await results.next()).toEqual({ done: false, value: { errors } })
  expect(await results.next()).toEqual({ done: true, value: undefined })
})

test('a page instead of a stream is an error, and a result that is not GraphQL, too', async () => {
  const page = await subgraph((res) => {
    res.setHeader('Content-Type', 'text/html')
    res.end('<h1>Welcome</h1>')
  })
  await expect(page.subscribe().next()).rejects.toMatchObject({
    extensions: { code: 'INTERNAL_ERROR' },
  })
  const other = await subgraph((res) => res.write('event: next\ndata: 7\n\n'))
  await expect(other.subscribe().next()).rejects.toMatchObject({
    extensions: { code: 'INTERNAL_ERROR' },
  })
})

test('a result over the limit of a response is refused', async () => {
  const { subscribe } = await subgraph(
    (res) => res.write(`event: next\ndata: ${'x'.repeat(10_000)}`),
    { responseBytes: 1_000 },
  )
  await expect(subscribe().next()).rejects.toMatchObject({
    extensions: { code: 'VALIDATION_ERROR', details: { reason: 'ANSWER_TOO_LARGE' } },
  })
})

test('an abort ends the results without an error, and closes the connection', async () => {
  const closed = Promise.withResolvers<void>()
  const { subscribe } = await subgraph((res) => {
    res.once('close', closed.resolve)
    res.write(next(1))
  })
  const ends = new AbortController()
  const results = subscribe(ends.signal)
  await results.next()
  const waiting = results.next()
  ends.abort()
  expect(await waiting).toEqual({ done: true, value: undefined })
  await closed.promise
})

test('closing the client ends its subscriptions, and a reader that leaves closes its connection', async () => {
  const { client, server, subscribe } = await subgraph((res) => res.write(next(1)))
  const connections = () =>
    new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)))
  const leaving = subscribe()
  await leaving.next()
  expect(await connections()).toBe(1)
  await leaving.return!()
  await expect.poll(connections).toBe(0)
  const results = subscribe()
  await results.next()
  const waiting = results.next()
  await Promise.all([expect(waiting).rejects.toMatchObject(away), client.close()])
})

test('a stream is not read further while nobody takes its results', async () => {
  let isBlocked = false
  const large = `event: next\ndata: {"data":{"tick":"${'x'.repeat(100_000)}"}}\n\n`
  const { subscribe } = await subgraph((res) => {
    const write = () => {
      while (res.write(large));
      isBlocked = true
      res.once('drain', () => {
        isBlocked = false
        write()
      })
    }
    write()
  })
  const results = subscribe()
  await results.next()
  await expect.poll(() => isBlocked).toBe(true)
  for (let turn = 0; turn < 100; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  expect(isBlocked).toBe(true)
  await results.return!()
})

async function* partsOf(text: string, cuts: readonly number[] = []) {
  const bytes = Buffer.from(text)
  const places = [0, ...cuts.map((cut) => cut % bytes.length), bytes.length]
  const sorted = places.toSorted((one, other) => one - other)
  for (const [index, from] of sorted.slice(0, -1).entries()) {
    yield bytes.subarray(from, sorted[index + 1])
  }
}

async function eventsOf(text: string, { cuts = [] as number[], maxBytes = 1_000 } = {}) {
  return Array.fromAsync(readEvents(partsOf(text, cuts), maxBytes))
}

const nextEvent = (data: string) => ({ name: 'next', data })
const COMPLETE_EVENT = { name: 'complete', data: '' }

test.each<[what: string, text: string, events: object[]]>([
  ['a result', 'event: next\ndata: {"a":1}\n\n', [nextEvent('{"a":1}')]],
  [
    'other line ends',
    'event: next\r\ndata: 1\r\n\r\nevent: next\rdata: 2\r\r',
    [nextEvent('1'), nextEvent('2')],
  ],
  [
    'heartbeats and unknown fields',
    ':\n\n: beat\n\nid: 7\nretry: 5\n\nevent: next\ndata: 1\n\n',
    [nextEvent('1')],
  ],
  ['several lines of data', 'event: next\ndata: {\ndata: }\n\n', [nextEvent('{\n}')]],
  ['no space after the colon', 'event:next\ndata:1\n\n', [nextEvent('1')]],
  ['a byte order mark', '\uFEFFevent: next\ndata: 1\n\n', [nextEvent('1')]],
  ['the end without data', 'event: complete\ndata\n\n', [COMPLETE_EVENT]],
  [
    'the end without a field for data',
    'event: next\ndata: 1\n\nevent: complete\n\n',
    [nextEvent('1'), COMPLETE_EVENT],
  ],
  ['nothing but such an end', 'event:complete\r\n\r\n', [COMPLETE_EVENT]],
  ['an event without a name', 'data: 1\n\n', [{ name: 'message', data: '1' }]],
  ['an event that is not ended', 'event: next\ndata: 1\n', []],
])('the reader understands %s', async (_what, text, events) => {
  expect(await eventsOf(text)).toEqual(events)
})

test('an end event without data ends a stream that the server leaves open', async () => {
  async function* leftOpen() {
    yield Buffer.from('event: complete\r\n')
    yield Buffer.from('\r\n')
    await new Promise(() => undefined)
  }
  expect(await Array.fromAsync(readEvents(leftOpen(), 1_000))).toEqual([COMPLETE_EVENT])
})

test('however a stream is cut into parts, its events are the same', async () => {
  const text =
    ':\r\n\r\nevent: next\r\ndata: "häß ✓"\r\n\r\nevent: next\rdata: 2\rdata: 3\r\rdata: 4\n\nevent: complete\n\n'
  const whole = await eventsOf(text)
  expect(whole).toHaveLength(4)
  const isSame = async (cuts: number[]) => {
    expect(await eventsOf(text, { cuts })).toEqual(whole)
  }
  await assert(asyncProperty(array(nat(200)), isSame))
})

test('an event over the bound is refused, and any number of small ones is not', async () => {
  const small = 'event: next\ndata: 1\n\n'.repeat(100)
  const cuts = Array.from({ length: 200 }, (_, index) => index * 10)
  expect(await eventsOf(small, { cuts, maxBytes: 100 })).toHaveLength(100)
  const large = `event: next\ndata: ${'x'.repeat(200)}\n\n`
  await expect(eventsOf(large, { cuts, maxBytes: 100 })).rejects.toThrow(EventTooLarge)
  const comment = `:${'x'.repeat(200)}`
  await expect(eventsOf(comment, { cuts, maxBytes: 100 })).rejects.toThrow(EventTooLarge)
})
