// How results are streamed, of a schema of this test: parts for Apollo Client, slow readers, another schema.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { buildSchema, locatedError, type ExecutionResult } from 'graphql'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { createOpenGuard } from '#foundation/auth/request-guard.ts'
import { serviceUnavailable } from '#foundation/domain/errors.ts'
import type { CheckedSchema } from '#foundation/graphql/endpoint.ts'
import type { SubscriptionRequest } from '#foundation/graphql/executable-schema.ts'
import { OpenConnections } from '#foundation/graphql/live/open-connections.ts'
import { SSE } from '#foundation/graphql/live/sse.ts'
import { startGraphQLServer, type RunningGraphQLServer } from '#foundation/graphql/server.ts'
import { createApp } from '#foundation/http/app.ts'
import { createLargeResponseSlots } from '#foundation/limits/large-responses.ts'
import { requestLimitSettings } from '#foundation/limits/settings.ts'
import { createMetrics } from '#foundation/telemetry/metrics.ts'
import { testLog } from '#test/caller.ts'
import { openStream, SUBSCRIPTION_WAYS, watch, type LiveStream } from '#test/live-client.ts'
import { freePorts } from '#test/ports.ts'

const schema = buildSchema(`
  type Query { a: Int }
  type Subscription { count(to: Int!): Int, large: String, huge: String, wait: Int, fail: Int, outage: Int, thrown: Int }
`)

const MAX_BYTES = 10_000_000
let largeResults = 0
/** Aborted when the subscription `large` has ended. */
let ending = AbortSignal.abort()
/** Aborted when the subscription `wait` has ended. */
let waiting: AbortSignal
let waits = 0
let check = () => Promise.resolve()

/** The checks of operations wait from now on. */
function pauseChecks() {
  const begun = Promise.withResolvers<void>()
  const paused = Promise.withResolvers<void>()
  check = () => {
    begun.resolve()
    return paused.promise
  }
  return { begun: begun.promise, resume: paused.resolve }
}

const SUBSCRIPTIONS: Record<
  string,
  (request: SubscriptionRequest) => AsyncIterable<ExecutionResult>
> = {
  async *count({ variables }) {
    for (let n = 1; n <= (variables.to as number); n += 1) {
      yield await Promise.resolve({ data: { count: n } })
    }
  },
  async *large({ signal }) {
    ending = signal
    for (; !signal.aborted; largeResults += 1) {
      await turn()
      yield { data: { large: 'x'.repeat(1_000_000) } }
    }
  },
  async *huge() {
    yield await Promise.resolve({ data: { huge: 'x'.repeat(MAX_BYTES) } })
  },
  async *wait({ signal }) {
    waiting = signal
    waits += 1
    yield { data: { wait: 1 }, extensions: { cursor: 'one' } }
    await once(signal, 'abort')
    waits -= 1
  },
  async *fail() {
    yield await Promise.resolve({ data: { fail: 1 } })
    throw new Error('a defect')
  },
  async *outage() {
    yield await Promise.resolve({ data: { outage: 1 } })
    yield { errors: [locatedError(serviceUnavailable('guild'), undefined)] }
  },
  async *thrown() {
    yield await Promise.resolve({ data: { thrown: 1 } })
    throw serviceUnavailable('guild')
  },
}

const executable: CheckedSchema = {
  schema,
  authorize: () => check(),
  execute: () => Promise.resolve({ data: { a: 1 } }),
  subscribe: (request) => SUBSCRIPTIONS[fieldOf(request)]!(request),
}

function fieldOf({ operation }: SubscriptionRequest): string {
  const [field] = operation.selectionSet.selections
  return (field as { name: { value: string } }).name.value
}

let server: RunningGraphQLServer
let port: number
let url: string
beforeAll(async () => {
  ;[port] = (await freePorts(1)) as [number]
  url = `http://127.0.0.1:${port}`
  const metrics = createMetrics('test')
  const app = createApp({
    server: 'tested',
    settings: { corsOrigins: undefined, trustProxy: [] },
    log: testLog,
    metrics,
    ready: () => Promise.resolve(),
  })
  const options = {
    ...executable,
    requestGuard: createOpenGuard(),
    introspection: true,
    limits: requestLimitSettings.read({}),
    responseLimits: { bytes: MAX_BYTES, slots: createLargeResponseSlots() },
    live: {
      limits: { perPerson: 20, perAddress: 20, total: 10 },
      corsOrigins: undefined,
      clientOrigins: undefined,
      metrics,
    },
    requiresToken: false,
    log: testLog,
  }
  const address = { host: '127.0.0.1', port, setting: 'PORT', responseStallMs: 600 }
  server = await startGraphQLServer(app, options, { ...address, routes: [] })
})
afterAll(() => server.drain())

const MULTIPART = 'multipart/mixed;boundary=graphql;subscriptionSpec=1.0,application/json'

test('results for Apollo Client are parts with a payload, and end with the last boundary', async () => {
  await using stream = await openStream(url, {
    query: 'subscription S($to: Int!) { count(to: $to) }',
    variables: { to: 2 },
    headers: { accept: MULTIPART },
  })
  expect(stream.response.headers.get('content-type')).toBe(
    'multipart/mixed;boundary="graphql";subscriptionSpec=1.0',
  )
  await stream.rest()
  const part = (json: string) => `\r\nContent-Type: application/json\r\n\r\n${json}\r\n--graphql`
  expect(stream.text).toBe(
    `--graphql${part('{}')}${part('{"payload":{"data":{"count":1}}}')}${part('{"payload":{"data":{"count":2}}}')}--\r\n`,
  )
})

test('an error that ends a subscription for Apollo Client is beside the payload', async () => {
  const headers = { accept: MULTIPART }
  await using stream = await openStream(url, { query: 'subscription { fail }', headers })
  await stream.rest()
  expect(stream.text).toContain(
    '{"payload":null,"errors":[{"message":"An unexpected error occurred."',
  )
  expect(stream.text).toMatch(/--graphql--\r\n$/)
})

test('a cursor with line breaks cannot inject events', () => {
  const written = SSE.result('{}', 'x\nevent: complete\ndata: \n')
  expect(written).toBe('event: next\ndata: {}\n\n')
})

test('a stream is not compressed', async () => {
  const headers = { 'accept-encoding': 'gzip' }
  await using stream = await openStream(url, { query: 'subscription { wait }', headers })
  expect(stream.response.headers.get('content-encoding')).toBeNull()
  expect((await stream.next()).id).toBe('one')
})

test('a client that leaves ends its subscription', async () => {
  const stream = await openStream(url, { query: 'subscription { wait }' })
  await stream.next()
  await stream[Symbol.asyncDispose]()
  await expect.poll(() => waiting.aborted).toBe(true)
})

test('a client that stops reading gets no more results, and only its connection is closed', async () => {
  ending = new AbortController().signal
  const socket = await rawRequest('{"query":"subscription { large }"}')
  await using other = await openStream(url, { query: 'subscription { wait }' })
  await other.next()
  socket.once('data', () => socket.pause())
  await expect.poll(() => ending.aborted).toBe(true)
  // What the operating system takes, and one result.
  expect(largeResults).toBeLessThan(50)
  expect(waiting.aborted).toBe(false)
  socket.destroy()
})

test.each(SUBSCRIPTION_WAYS)(
  'a result above the limit of a response is not sent (%s)',
  async (way) => {
    using watcher = watch(way, { url, token: 'none', query: 'subscription { huge }' })
    await expect.poll(() => watcher.text()).toContain('"reason":"ANSWER_TOO_LARGE"')
    expect(watcher.text().length).toBeLessThan(1_000)
  },
)

async function rawRequest(body: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(
    `POST /graphql HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAccept: text/event-stream\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  )
  return socket
}

test('a WebSocket runs one subscription for each id, and none outlives it', async () => {
  await expect.poll(() => waits).toBe(0)
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws')
  await once(socket, 'open')
  const send = (message: object) => socket.send(JSON.stringify(message))
  send({ type: 'connection_init' })
  await once(socket, 'message')
  const received: unknown[] = []
  socket.on('message', (data: Buffer) => received.push(JSON.parse(data.toString()).type))
  const { resume } = pauseChecks()
  const payload = { query: 'subscription { wait }' }
  for (let n = 1; n <= 60; n += 1) {
    send({ id: 'x', type: 'subscribe', payload })
    if (n < 60) send({ id: 'x', type: 'complete' })
  }
  send({ type: 'ping' })
  await expect.poll(() => received).toEqual(['pong'])
  resume()
  await expect.poll(() => received).toEqual(['pong', 'next'])
  expect(waits).toBe(1)
  socket.terminate()
  await expect.poll(() => waits).toBe(0)
})

test('a subscription whose checks end after its schema was replaced is told to reconnect', async () => {
  const { begun, resume } = pauseChecks()
  const opening = openStream(url, { query: 'subscription { wait }' })
  await begun
  await server.replaceSchema(executable)
  resume()
  await using stream = await opening
  expect(await stream.rest()).toEqual([])
  expect(stream.retryMs).toBeGreaterThanOrEqual(1_000)
})

test('a schema that is replaced ends its streams with a hint to reconnect', async () => {
  await using stream = await openStream(url, { query: 'subscription { wait }' })
  await stream.next()
  const { ended } = await server.replaceSchema(executable)
  expect(await stream.rest()).toEqual([])
  expect(stream.retryMs).toBeGreaterThanOrEqual(1_000)
  await ended
  await using next = await openStream(url, { query: 'subscription { wait }' })
  expect((await next.next()).event).toBe('next')
})

/** A connection that notes why it is to end. */
function connection() {
  const reasons: Error[] = []
  return {
    reasons,
    recheck() {},
    heartbeat() {},
    end: (reason: Error) => void reasons.push(reason),
  }
}

test('ending all connections waits for those that were open, and for no later one', async () => {
  const connections = new OpenConnections()
  const [earlier, later] = [connection(), connection()]
  const open = connections.add(earlier)
  const first = connections.endAll()
  using _later = connections.add(later)
  expect([earlier.reasons.length, later.reasons.length]).toEqual([1, 0])
  // Another reload of the schema, before the first one has ended its streams.
  const opened = connections.add(connection())
  void connections.endAll()
  open[Symbol.dispose]()
  await first
  opened[Symbol.dispose]()
})

// A revocation arrives within another five (docs/contract/events.md, "How subscriptions are sent").
test('the rights of each open connection are checked within five seconds', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const connections = new OpenConnections()
  const rechecks = Array.from({ length: 6 }, () => vi.fn<() => void>())
  for (const recheck of rechecks) connections.add({ ...connection(), recheck })
  vi.advanceTimersByTime(5_000)
  for (const recheck of rechecks) expect(recheck).toHaveBeenCalled()
})

test('heartbeats reach each connection every 12 s, and not all at once', async () => {
  vi.useFakeTimers()
  try {
    const connections = new OpenConnections()
    const beats = Array.from({ length: 12 }, () => vi.fn<() => void>())
    for (const heartbeat of beats) {
      connections.add({ heartbeat, recheck: () => undefined, end: () => undefined })
    }
    await vi.advanceTimersByTimeAsync(2_000)
    expect(beats.filter(({ mock }) => mock.calls.length > 0)).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(22_000)
    expect(beats.map(({ mock }) => mock.calls.length)).toEqual(beats.map(() => 2))
  } finally {
    vi.useRealTimers()
  }
})

test.each(['outage', 'thrown'])(
  'an outage, as a last result or as an error (%s), ends a stream of events without `complete`',
  async (field) => {
    await using stream = await openStream(url, { query: `subscription { ${field} }` })
    await stream.next()
    const ends = await stream.rest()
    expect(ends).toMatchObject([
      {
        event: 'next',
        data: { errors: [{ extensions: { code: 'INTERNAL_ERROR', details: { retry: true } } }] },
      },
    ])
    expect(stream.text).toMatch(/retry: \d+\n\n$/)
  },
)

test('a process has a largest number of live connections, and room again when one ends', async () => {
  await using streams = new AsyncDisposableStack()
  const open = async () => streams.use(await openStream(url, { query: 'subscription { wait }' }))
  const all = await Promise.all(Array.from({ length: 12 }, open))
  const isOpen = ({ response }: LiveStream) =>
    response.headers.get('content-type')!.startsWith('text/event-stream')
  const refused = all.filter((stream) => !isOpen(stream))
  expect(refused.length).toBeGreaterThanOrEqual(2)
  const message = 'This process has no room for another live connection.'
  expect(await refused[0]!.json()).toMatchObject({
    errors: [{ message, extensions: { code: 'INTERNAL_ERROR' } }],
  })
  await all.find(isOpen)![Symbol.asyncDispose]()
  await expect.poll(async () => isOpen(await open())).toBe(true)
})
