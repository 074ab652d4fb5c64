// A peer in another process that is slow, hangs or cannot be reached: how long a call waits for it.
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { Worker } from 'node:worker_threads'
import { pino } from 'pino'
import { afterEach, expect, test, vi } from 'vitest'
import { createServiceTokens } from '#foundation/auth/service-token.ts'
import { loggedError } from '#foundation/telemetry/log/outage-log.ts'
import { noResponseSlot } from '#foundation/domain/response-errors.ts'
import {
  createSubgraphClient,
  type SubgraphClient,
  type SubgraphClientOptions,
} from '#foundation/peers/subgraph-client.ts'
import { callerOf } from '#test/caller.ts'
import { requestOf } from '#test/current-caller.ts'
import { TIMEOUT } from '#test/process.ts'

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

const secret = 'a secret of this test alone (32+)'
const serviceTokens = createServiceTokens([secret], 'router', () => new Date())
const unavailable = { code: 'INTERNAL_ERROR', details: { service: 'path', retry: true } }
const LIMIT = 1024 * 1024
const tooLarge = {
  code: 'VALIDATION_ERROR',
  details: { reason: 'ANSWER_TOO_LARGE', limit: LIMIT },
}
const response = JSON.stringify({ data: { quests: [] } })

test('the deadline holds though no connection can be made', async () => {
  const deaf = await startDeafServer()
  const clients = [600_000, 300].map((deadlineMs) => clientOf(deaf, { deadlineMs }))
  const ended: number[] = []
  const asked = clients.map(async (client, index) => {
    const { error } = await ask(client)
    ended.push(index)
    expect(error).toMatchObject({ extensions: unavailable })
  })
  await Promise.all(asked)
  expect(ended).toEqual([1, 0])
})

test('a call ends with its request, which is not a failure of the peer', async () => {
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => void lines.push(line) })
  const ends = new AbortController()
  const closed = Promise.withResolvers<void>()
  const { url } = await startServer({
    graphql(res) {
      res.once('close', () => closed.resolve())
      ends.abort(new Error('The client has left.'))
    },
  })
  const call = clientOf(url).execute({ query: '{ a }' }, { ...callerOf(), log }, ends.signal)
  await expect(call).rejects.toThrow('The client has left.')
  await closed.promise
  expect(lines).toEqual([])
})

test('a connection that is not made within a second is given up', async () => {
  // The deadline comes long after the end of the test.
  const client = clientOf(await startDeafServer(), { deadlineMs: 600_000 })
  const { error } = await ask(client)
  expect(error).toMatchObject({ extensions: unavailable })
})

test('256 calls wait for a connection, and the next one fails at once', async () => {
  const { url } = await startServer({ graphql: () => undefined })
  const client = clientOf(url, { connections: 1 })
  let over = 0
  const kept = Array.from({ length: 257 }, () => ask(client).finally(() => (over += 1)))
  await new Promise(setImmediate)
  const { error } = await ask(client)
  expect(error).toMatchObject({ extensions: unavailable })
  expect(over).toBe(0)
  await client.close()
  for (const { error: cut } of await Promise.all(kept)) {
    expect(cut).toMatchObject({ extensions: unavailable })
  }
})

test('a caller whose calls hang leaves connections and queue entries to others', async () => {
  const held: ServerResponse[] = []
  const { url } = await startServer({
    graphql: (res) =>
      res.req.headers['x-request-id'] === 'ada' ? held.push(res) : res.end(response),
  })
  const client = clientOf(url, { connections: 4 })
  const askAs = (name: string) =>
    requestOf(name).run(() =>
      client.execute({ query: '{ quests { id } }' }, { ...callerOf(), requestId: name }),
    )
  const hanging = Promise.allSettled(Array.from({ length: 300 }, () => askAs('ada')))
  await expect.poll(() => held.length).toBeGreaterThanOrEqual(3)
  for (let times = 0; times < 5; times += 1) await askAs('grace')
  expect(held).toHaveLength(3)
  await client.close()
  await hanging
})

test('ended calls free their slots, however they ended', async () => {
  let ends: (res: ServerResponse) => unknown = () => undefined
  const { url } = await startServer({ graphql: (res) => ends(res) })
  const client = clientOf(url, { connections: 1 })
  const leaves = new AbortController()
  const left = Array.from({ length: 257 }, () =>
    client.execute({ query: '{ quests { id } }' }, callerOf(), leaves.signal),
  )
  leaves.abort(new Error('The client has left.'))
  const results = await Promise.allSettled(left)
  expect(results.map(({ status }) => status)).toEqual(left.map(() => 'rejected'))
  ends = (res) => res.destroy()
  for (let times = 0; times < 257; times += 1) {
    expect((await ask(client)).error).toMatchObject({ extensions: unavailable })
  }
  ends = (res) => res.end(response)
  const responses = await Promise.all(Array.from({ length: 257 }, () => ask(client)))
  expect(responses.filter(({ error }) => error !== undefined)).toEqual([])
})

test('calls to a hanging peer fail at once until it responds again', async () => {
  let hangs = true
  let received = 0
  const { url } = await startServer({
    graphql(res) {
      received += 1
      if (!hangs) res.end(response)
    },
    health: (res) => hangs || res.end(),
  })
  const client = clientOf(url, { serviceTokens, deadlineMs: 2_000 })
  const isSent = async () => {
    const before = received
    expect((await ask(client)).error).toMatchObject({ extensions: unavailable })
    return received > before
  }
  await vi.waitUntil(async () => !(await isSent()), TIMEOUT)
  hangs = false
  await vi.waitUntil(async () => (await ask(client)).error === undefined, TIMEOUT)
})

test('a slow but healthy peer is waited for', async () => {
  const slow: ServerResponse[] = []
  let looks = 0
  const { url } = await startServer({
    graphql: (res) => slow.push(res),
    health(res) {
      res.end()
      looks += 1
      if (looks === 3) for (const late of slow) late.end(response)
    },
  })
  const client = clientOf(url, { serviceTokens })
  const responses = await Promise.all([ask(client), ask(client)])
  expect(responses.map(({ error }) => error)).toEqual([undefined, undefined])
})

test('a starved peer, whose health check is late as well, is waited for', async () => {
  const slow: ServerResponse[] = []
  let probes = 0
  let following: ReturnType<typeof ask> | undefined
  const { url } = await startServer({
    graphql: (res) => slow.push(res),
    health() {
      probes += 1
      if (probes === 3) following = ask(client)
      if (probes === 4) for (const late of slow) late.end(response)
    },
  })
  const client = clientOf(url, { serviceTokens, deadlineMs: 600_000 })
  expect((await ask(client)).error).toBeUndefined()
  expect((await following)!.error).toBeUndefined()
})

test('a peer that shuts down without accepting connections is waited for', async () => {
  const { url, server } = await startServer({
    graphql(res) {
      server.close()
      void refusedConnections(url, 3).then(() => res.end(response))
    },
  })
  const { error } = await ask(clientOf(url, { serviceTokens }))
  expect(error).toBeUndefined()
})

test.each([
  ['of ours', serviceTokens],
  ['of somebody else', undefined],
])('a subgraph %s that sends more than twice the limit is not away', async (_whose, tokens) => {
  let bytes = 2 * LIMIT + 1
  const { url } = await startServer({
    graphql: (res) => res.end(JSON.stringify({ data: { quests: 'x'.repeat(bytes) } })),
  })
  const warnings: unknown[] = []
  const log = pino({ level: 'warn' }, { write: (line) => warnings.push(line) })
  const client = clientOf(url, { serviceTokens: tokens, responseBytes: LIMIT })
  const { error } = await ask(client, { ...callerOf(), log })
  expect(error).toMatchObject({ extensions: tooLarge })
  expect(warnings).toEqual([])
  bytes = LIMIT
  expect((await ask(client)).error).toBeUndefined()
})

test('the refusal of our own service is passed on with the limit of this process', async () => {
  let error: object = {
    message: 'No.',
    extensions: { code: 'VALIDATION_ERROR', details: { reason: 'ANSWER_TOO_LARGE' } },
  }
  const { url } = await startServer({
    graphql: (res) => res.end(JSON.stringify({ errors: [error] })),
  })
  const client = clientOf(url, { serviceTokens, responseBytes: LIMIT })
  expect((await ask(client)).error).toMatchObject({ extensions: tooLarge })
  const { message, extensions } = noResponseSlot('their-request', false)
  error = { message, extensions }
  expect((await ask(client)).error).toMatchObject(error)
  // If their queue is full, the field has an error.
  error = { message: 'Too many searches are waiting.', extensions }
  expect((await ask(client)).error).toBeUndefined()
  // The errors of a foreign subgraph are passed on unchanged.
  error = { message, extensions }
  expect((await ask(clientOf(url))).error).toBeUndefined()
})

const refused = { code: 'INTERNAL_ERROR', details: { reason: 'service_token', retry: true } }
const expired = { code: 'INVALID_TOKEN', details: { reason: 'expired' } }
const limited = { code: 'RATE_LIMIT_EXCEEDED', details: { tier: 'free' } }
test.each<[what: string, extensions: object]>([
  ['says so', refused],
  ['counts this process as a stranger', limited],
])(
  'a service of ours that refuses the service token, and %s, is logged once as an outage',
  async (_what, extensions) => {
    const errors = [{ message: 'No.', extensions }]
    const { url } = await startServer({ graphql: (res) => res.end(JSON.stringify({ errors })) })
    const lines: string[] = []
    const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
    const client = clientOf(url, { serviceTokens })
    for (const _time of [1, 2, 3]) {
      const { error } = await ask(client, { ...callerOf(), log })
      expect(error).toMatchObject({ extensions: unavailable })
    }
    expect(lines).toHaveLength(1)
    expect(JSON.parse(lines[0]!)).toMatchObject({
      peer: 'path',
      reason: 'No.',
      msg: expect.stringMatching(/SERVICE_SECRET.*clocks/) as string,
    })
    // A foreign subgraph gets no token of ours, and its errors are passed on unchanged.
    expect((await ask(clientOf(url))).error).toBeUndefined()
  },
)

test.each<[what: string, response: object]>([
  [
    'the access token before anything else',
    { errors: [{ message: 'No.', extensions: { ...expired, about: 'access_token' } }] },
  ],
  [
    'the access token at a field',
    { data: { a: null }, errors: [{ message: 'No.', path: ['a'], extensions: expired }] },
  ],
  [
    'a caller who comes too often at a field',
    { data: null, errors: [{ message: 'No.', path: ['a'], extensions: limited }] },
  ],
])('the error of a service of ours that refuses %s is passed on', async (_what, body) => {
  const { url } = await startServer({ graphql: (res) => res.end(JSON.stringify(body)) })
  expect((await ask(clientOf(url, { serviceTokens }))).error).toBeUndefined()
})

test('the error page of a proxy before a peer is one sentence, logged once', async () => {
  const lines: Record<string, unknown>[] = []
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const { url, server } = await startServer({
    graphql(res) {
      res.writeHead(503, { 'Content-Type': 'text/html; charset=utf-8' })
      res.end('<h1>Service Unavailable</h1>')
    },
  })
  const client = clientOf(url, { serviceTokens })
  const caller = { ...callerOf(), log }
  for (let round = 0; round < 3; round += 1) {
    const { error } = await ask(client, caller)
    expect(error).toMatchObject({ extensions: unavailable })
    expect(loggedError(error)).toEqual({ reason: `path at ${url}: 503 text/html` })
  }
  const msg = 'a subgraph did not respond'
  expect(lines).toMatchObject([{ reason: `path at ${url}: 503 text/html`, subgraph: 'path', msg }])
  expect(lines[0]).not.toHaveProperty('err')
  await new Promise((resolve) => server.close(resolve))
  await ask(clientOf(url), caller)
  expect(lines.slice(1)).toMatchObject([{ reason: `path at ${url}: connection refused`, msg }])
})

function clientOf(url: string, options: Partial<SubgraphClientOptions> = {}): SubgraphClient {
  const client = createSubgraphClient({ name: 'path', url, serviceTokens: undefined, ...options })
  ends.push(() => client.close())
  return client
}

async function ask(client: SubgraphClient, caller = callerOf()): Promise<{ error: unknown }> {
  const error = await client.execute({ query: '{ quests { id } }' }, caller).then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  return { error }
}

/** Resolves when so many connections to the server were refused, as those of probes are. */
async function refusedConnections(url: string, count: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let refused = 0
  const onRefused = (message: unknown) => {
    const { connectParams } = message as { connectParams: { port: string } }
    if (connectParams.port === new URL(url).port && (refused += 1) === count) resolve()
  }
  subscribe('undici:client:connectError', onRefused)
  await promise
  unsubscribe('undici:client:connectError', onRefused)
}

interface PeerResponses {
  graphql: (res: ServerResponse) => unknown
  health?: (res: ServerResponse) => unknown
}

async function startServer({
  graphql,
  health,
}: PeerResponses): Promise<{ url: string; server: Server }> {
  const server = createServer((req, res) => {
    if (req.url === '/healthz') health?.(res)
    else graphql(res)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  ends.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`, server }
}

/** Listens without accepting; its backlog is full, so the system drops further connections. */
async function startDeafServer(): Promise<string> {
  const worker = new Worker(
    `const server = require('node:net').createServer()
     server.listen({ port: 0, host: '127.0.0.1', backlog: 1 }, () => {
       require('node:worker_threads').parentPort.postMessage(server.address().port)
       Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
     })`,
    { eval: true },
  )
  ends.push(() => worker.terminate())
  const [port] = (await once(worker, 'message')) as [number]
  const queued = [1, 2].map(() => connect(port, '127.0.0.1').on('error', () => undefined))
  ends.push(() => queued.forEach((socket) => socket.destroy()))
  await Promise.all(queued.map((socket) => once(socket, 'connect')))
  return `http://127.0.0.1:${port}/graphql`
}
