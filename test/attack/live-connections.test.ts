// Floods of connects, messages and waiting requests: others wait no longer for them than for queries.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStream } from '#test/live-stream.ts'
import { addPerson, addProposal } from '#test/story.ts'
import { measuresOnly, startAttacked, type Attacked } from './support/attacked.ts'
import { compareWithQueries } from './support/beside-queries.ts'
import { ask, type Received } from './support/figures.ts'
import {
  attackBySocket,
  connectionInit,
  messageOf,
  subscribeMessage,
  type SocketReceived,
} from './support/web-socket.ts'

const ATTACKERS = 8
/** The limits, by default. */
const CONNECTIONS_OF_PERSON = 20
const CONNECTIONS_OF_ADDRESS = 200
const WAITING_OF_PERSON = 20

let system: Attacked
let url: string
let tokens: string[]
let other: string
let proposal: string
beforeAll(async () => {
  system = await startAttacked({ settings: { TRUST_PROXY: 'loopback' } })
  url = system.address('router')
  const names = Array.from({ length: ATTACKERS }, (_, n) => `mallory_${n}`)
  const ids = await Promise.all(names.map((name) => addPerson(system, name)))
  tokens = await Promise.all(ids.map((id) => system.token(id)))
  other = await system.token(await addPerson(system, 'oscar'))
  proposal = await addProposal(system, { proposerId: ids[0]! })
})
afterAll(() => system.stop())

const votes = () => `subscription { proposal(id: "${proposal}") { yesVotes } }`

/** @param exchanges how many requests with a response each attack has */
const compare = (
  name: string,
  attack: (attacker: number) => Promise<Received>,
  exchanges = 1,
): Promise<Received[]> => {
  const attackers = tokens.length
  return compareWithQueries({
    system,
    name,
    tokens,
    other,
    attack,
    queriers: exchanges * attackers,
  })
}

const statuses = (responses: readonly Received[]) => new Set(responses.map(({ status }) => status))

/** Somebody else can subscribe. */
async function expectStream(): Promise<void> {
  await using stream = await openStream(url, { query: votes(), token: other })
  expect((await stream.next()).data).toMatchObject({ data: { proposal: { yesVotes: 0 } } })
}

test('connects of an account at its limit cost no more than queries', async () => {
  const token = tokens[0]!
  await using open = new AsyncDisposableStack()
  for (let n = 0; n < CONNECTIONS_OF_PERSON; n += 1) {
    open.use(await openStream(url, { query: votes(), token }))
  }
  const headers = { accept: 'text/event-stream' }
  const responses = await compare('connects of an account at its limit', () =>
    ask(`${url}/graphql`, { token, query: votes(), headers }),
  )
  if (measuresOnly) return
  expect(statuses(responses)).toEqual(new Set([429]))
  await expectStream()
})

test('an address at its limit with WebSockets that send nothing has places again after five seconds', async () => {
  const from = '203.0.113.1'
  const opened: SocketReceived[] = []
  const responses = await compare('WebSockets of an address without a token', async () => {
    const response = await attackBySocket({ url, from, isLeftOpen: true })
    if (response.status === 101) opened.push(response)
    return response
  })
  if (measuresOnly) return
  expect(statuses(responses)).toEqual(new Set([101, 429]))
  await expectStream()
  const codes = await Promise.all(opened.map(({ closed }) => closed))
  expect(codes.length).toBeGreaterThanOrEqual(CONNECTIONS_OF_ADDRESS)
  expect(new Set(codes)).toEqual(new Set([4408]))
  const again = await attackBySocket({ url, from, isLeftOpen: true })
  expect(again.status).toBe(101)
})

const messages = (count: number, message: (n: number) => Buffer) =>
  Buffer.concat(Array.from({ length: count }, (_, n) => message(n)))

test.for([
  ['1,000 pings', 4429, () => messages(1_000, () => messageOf({ type: 'ping' }))],
  ['500 subscriptions', 4429, () => messages(500, (n) => subscribeMessage(votes(), n))],
  ['a message of 200 KB', 1009, () => messageOf('x'.repeat(200_000))],
  ['a second connection_init', 4429, () => connectionInit(other)],
] as const)(
  'a WebSocket with %s is closed, at no more cost than three queries',
  async ([name, code, flood]) => {
    const bytes = tokens.map((token) => Buffer.concat([connectionInit(token), flood()]))
    const attack = (n: number) => attackBySocket({ url, from: '203.0.113.2', bytes: bytes[n]! })
    // The handshake, the token, and the flood that closes the connection.
    const responses = await compare(`WebSockets with ${name}`, attack, 3)
    if (measuresOnly) return
    // A closed connection keeps its place for a moment, so that the address reaches its limit.
    expect(statuses(responses)).toContain(code)
    expect([code, 429]).toEqual(expect.arrayContaining([...statuses(responses)]))
    await expectStream()
  },
)

test('waiting requests above the limit cost no more than queries', async () => {
  const token = tokens[0]!
  const poll = () => ask(`${system.address('governance')}/api/events?wait=30`, { token })
  const waiting = Array.from({ length: WAITING_OF_PERSON + 1 }, poll)
  // All others wait once one is refused.
  await Promise.race(waiting)
  const responses = await compare('waiting requests of an account at its limit', poll)
  if (measuresOnly) return
  expect(statuses(responses)).toEqual(new Set([500]))
  await addProposal(system)
  const ended = await Promise.all(waiting)
  expect(ended.filter(({ status }) => status === 200)).toHaveLength(WAITING_OF_PERSON)
})
