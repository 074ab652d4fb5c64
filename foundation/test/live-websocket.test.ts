// Subscriptions in WebSockets, of a service with real tokens.
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket, type ClientOptions as SocketOptions } from 'ws'
import { shortenedReason } from '#foundation/graphql/live/websocket/close-code.ts'
import { openStream } from '#test/live-client.ts'
import { scrape } from '#test/scrape.ts'
import { addProposal } from '#test/story.ts'
import { startTestSystem, type Person, type TestSystem } from '#test/system.ts'

let system: TestSystem
let ada: Person
let url: string
let proposal: string
let isStopped = false
beforeAll(async () => {
  system = await startTestSystem({ pollEveryMs: 100, settings: { LIVE_MAX_PER_PERSON: '3' } })
  ada = await system.join('ada')
  url = system.address('governance').replace('http', 'ws')
  proposal = await addProposal(system, { title: 'One' })
})
afterAll(() => (isStopped ? undefined : system.stop()))

const ABOUT = 'subscription About($id: ID!) { proposal(id: $id) { id yesVotes } }'

const bearer = async () => `Bearer ${await ada.token()}`

/** How many requests the metrics say a limit has refused. */
const refusedBy = async (limit: string) =>
  (await scrape(system.address('governance'))).value('requests_refused_total', { limit })

const closesWith = async (code: string) =>
  (await scrape(system.address('governance'))).value('live_websockets_closed_total', { code })

/** The code and reason with which the server closes a connection. */
async function closeOf(socket: WebSocket): Promise<{ code: number; reason: string }> {
  const [code, reason] = (await once(socket, 'close')) as [number, Buffer]
  return { code, reason: reason.toString() }
}

function connect(
  options: SocketOptions = {},
  path = '/graphql',
  protocols = ['graphql-transport-ws'],
) {
  return new WebSocket(`${url}${path}`, protocols, options)
}

async function initialized(authorization: string): Promise<WebSocket> {
  const socket = connect()
  await once(socket, 'open')
  socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization } }))
  return socket
}

async function acknowledged(authorization: string): Promise<WebSocket> {
  const socket = await initialized(authorization)
  await once(socket, 'message')
  return socket
}

function subscribeMessage(id: string, query = ABOUT): string {
  const payload = { query, variables: { id: proposal } }
  return JSON.stringify({ id, type: 'subscribe', payload })
}

// Tests read messages of every shape.
// oxlint-disable-next-line typescript/no-explicit-any
async function nextMessage(socket: WebSocket): Promise<any> {
  const [data] = (await once(socket, 'message')) as [Buffer]
  return JSON.parse(data.toString()) as unknown
}

test.for([
  ['a query', 'query { __typename }', 'VALIDATION_ERROR'],
  ['a mutation', 'mutation { withdrawProposal(id: "x") { id } }', 'VALIDATION_ERROR'],
  ['an invalid document', 'subscription { nothing }', 'VALIDATION_ERROR'],
  ['an unknown proposal', 'subscription { proposal(id: "x") { id } }', 'NOT_FOUND'],
])('%s in a WebSocket gets an error', async ([, query, code]) => {
  const socket = await acknowledged(await bearer())
  socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query } }))
  const { payload } = await nextMessage(socket)
  expect((payload.errors ?? payload)[0].extensions.code).toBe(code)
  socket.close()
})

test.for([
  ['without a token', (): string => '', 4401],
  ['with a malformed token', (): string => 'Bearer nothing', 4401],
  ['with an expired token', expired, 4403],
] as const)('a connection %s is closed with a code', async ([, authorization, code]) => {
  const socket = await initialized(await authorization())
  expect((await closeOf(socket)).code).toBe(code)
})

async function expired(): Promise<string> {
  return `Bearer ${await ada.token({ issuedAt: new Date(Date.now() - 7_200_000) })}`
}

test.for([
  ['a query in the URL', '/graphql?access_token=x', {}, ['graphql-transport-ws'], 400],
  [
    'a foreign origin',
    '/graphql',
    { origin: 'https://evil.example' },
    ['graphql-transport-ws'],
    403,
  ],
  ['another subprotocol', '/graphql', {}, ['graphql-ws'], 400],
  ['another path', '/api/proposals', {}, ['graphql-transport-ws'], 400],
] as const)('a handshake with %s is refused', async ([, path, options, protocols, status]) => {
  const socket = connect(options, path, [...protocols])
  const [, response] = (await once(socket, 'unexpected-response')) as [
    unknown,
    { statusCode: number },
  ]
  expect(response.statusCode).toBe(status)
  socket.on('error', () => undefined)
  socket.terminate()
})

test('a page of this machine may open a WebSocket', async () => {
  const socket = connect({ origin: 'http://localhost:5173' })
  await once(socket, 'open')
  socket.close()
})

test('a connection has at most 50 subscriptions', async () => {
  const socket = await acknowledged(await bearer())
  const messages: { id: string; type: string; payload: { extensions: object }[] }[] = []
  socket.on('message', (data: Buffer) => messages.push(JSON.parse(data.toString())))
  for (let n = 1; n <= 51; n += 1) socket.send(subscribeMessage(String(n)))
  await expect.poll(() => messages.length).toBeGreaterThanOrEqual(51)
  const refused = messages.filter(({ type }) => type === 'error')
  expect(refused).toHaveLength(1)
  expect(refused[0]!.payload[0]!.extensions).toMatchObject({
    details: { reason: 'SUBSCRIPTION_LIMIT', limit: 50 },
  })
  expect(await refusedBy('subscriptions')).toBe(1)
  socket.close()
})

test('a person has a limited number of connections, over any transport', async () => {
  const bea = await system.join('bea')
  const authorization = `Bearer ${await bea.token()}`
  const sockets = [await acknowledged(authorization), await acknowledged(authorization)]
  const request = { query: ABOUT, variables: { id: proposal }, token: await bea.token() }
  await using stream = await openStream(system.address('governance'), request)
  await stream.next()
  const refusedBefore = (await refusedBy('connections'))!
  const { code, reason } = await closeOf(await initialized(authorization))
  expect({ code, reason }).toEqual({
    code: 4429,
    reason: 'One person may have 3 live connections open at once: close one first.',
  })
  await using refused = await openStream(system.address('governance'), request)
  expect(refused.response.status).toBe(429)
  expect(await refusedBy('connections')).toBe(refusedBefore + 2)
  sockets[0]!.close()
  await expect.poll(() => statusOfStream(request)).toBe(200)
  sockets[1]!.close()
})

async function statusOfStream(request: Parameters<typeof openStream>[1]): Promise<number> {
  await using stream = await openStream(system.address('governance'), request)
  return stream.response.status
}

test('a client that sends too many messages is disconnected', async () => {
  const socket = await acknowledged(await bearer())
  for (let n = 0; n <= 200; n += 1) socket.send(JSON.stringify({ type: 'ping' }))
  expect((await closeOf(socket)).code).toBe(4429)
})

test('a connection is cut if the client does not close its side', async () => {
  const request = get(`${system.address('governance')}/graphql`, {
    headers: {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
      'sec-websocket-protocol': 'graphql-transport-ws',
    },
  })
  const [, socket] = (await once(request, 'upgrade')) as [IncomingMessage, Socket]
  // A text that is no message of the protocol.
  socket.write(Buffer.from([0x81, 0x81, 0, 0, 0, 0, 0x78]))
  socket.resume()
  await once(socket, 'end')
})

test('the reason of a close has at most 123 bytes, of whole characters', () => {
  const reason = shortenedReason('é€'.repeat(100))
  expect(reason).toBe('é€'.repeat(24) + 'é')
})

test('the close codes of clients share one label in the metrics', async () => {
  const before = (await closesWith('other')) ?? 0
  for (const code of [3_000, 4_999]) {
    const socket = connect()
    await once(socket, 'open')
    socket.close(code)
    await once(socket, 'close')
  }
  await expect.poll(() => closesWith('other')).toBe(before + 2)
  expect(await closesWith('3000')).toBeUndefined()
})

test('a message that only servers send violates the protocol', async () => {
  const socket = await acknowledged(await bearer())
  socket.send(JSON.stringify({ id: '1', type: 'next', payload: {} }))
  expect(await closeOf(socket)).toMatchObject({ code: 4400 })
})

test('a message larger than a request body is refused', async () => {
  const socket = await acknowledged(await bearer())
  socket.send(subscribeMessage('1', ABOUT + ' '.repeat(102_400)))
  expect((await closeOf(socket)).code).toBe(1009)
})

test('a server measures its streams, and tells clients to reconnect when it stops', async () => {
  const address = system.address('governance')
  const token = await (await system.join('cleo')).token()
  const variables = { id: proposal }
  await using stream = await openStream(address, { query: ABOUT, variables, token })
  await stream.next()
  const closed = closeOf(await acknowledged(`Bearer ${token}`))
  const count = async (name: string, labels = {}) => (await scrape(address)).value(name, labels)
  expect(await count('live_subscriptions', { transport: 'sse' })).toBe(1)
  // Those of earlier tests may still be closing.
  await expect.poll(() => count('live_websockets')).toBe(1)
  const first = stream.retryMs
  isStopped = true
  const stopped = system.stop()
  const rest = await stream.rest()
  // The event of the proposal itself may cause a result before.
  expect(rest.filter(({ event, data }) => event !== 'next' || data.errors)).toEqual([])
  expect(stream.retryMs).not.toBe(first)
  expect((await closed).code).toBe(1001)
  await stopped
})
