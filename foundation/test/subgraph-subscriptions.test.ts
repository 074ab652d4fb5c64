// Subscriptions to a subgraph over HTTP: what ends them, and what a client then gets.
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import {
  createSubgraphClient,
  type SubgraphClientOptions,
} from '#foundation/peers/subgraph-client.ts'
import { createCircuitBreaker } from '#foundation/peers/circuit-breaker.ts'
import { callerOf } from '#test/caller.ts'
import { SubgraphSubscriptions } from '#foundation/peers/subscription/subgraph-subscriptions.ts'

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
