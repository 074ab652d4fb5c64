// Floods of connects and messages: they are refused, and others are served meanwhile.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStream } from '#test/live-stream.ts'
import { addPerson, addProposal } from '#test/story.ts'
import { startAttacked, type Attacked } from './support/attacked.ts'
import { ask, beside, statusesOf, type Received } from './support/requests.ts'
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
/** How often somebody else asks during an attack. */
const REQUESTS = 50
/** The handshake, the connection's acknowledgement and its end have fewer bytes, and so has a refusal (429). */
const CLOSED_BYTES = 450

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

/** All attackers attack again and again, and somebody else has every response. @returns what the attackers receive */
async function attackBeside<Response extends Received>(
  attack: (attacker: number) => Promise<Response>,
): Promise<Response[]> {
  const attackers = tokens.map((_, attacker) => () => attack(attacker))
  const query = () => ask(`${url}/graphql`, { token: other, query: '{ me { id } }' })
  const { attacks, others } = await beside(attackers, query, REQUESTS)
  for (const { status, head } of others) {
    expect([status, head]).toEqual([200, expect.not.stringContaining('errors')])
  }
  return attacks
}

/** Somebody else can subscribe. */
async function expectStream(): Promise<void> {
  await using stream = await openStream(url, { query: votes(), token: other })
  expect((await stream.next()).data).toMatchObject({ data: { proposal: { yesVotes: 0 } } })
}

test('connections of an account at its limit are refused', async () => {
  const token = tokens[0]!
  await using open = new AsyncDisposableStack()
  for (let n = 0; n < CONNECTIONS_OF_PERSON; n += 1) {
    open.use(await openStream(url, { query: votes(), token }))
  }
  const headers = { accept: 'text/event-stream' }
  const responses = await attackBeside(() =>
    ask(`${url}/graphql`, { token, query: votes(), headers }),
  )
  expect(statusesOf(responses)).toEqual(new Set([429]))
  await expectStream()
})

test('a network address at its limit of silent WebSockets can connect again after five seconds', async () => {
  const from = '203.0.113.1'
  const opened: SocketReceived[] = []
  const openUntilRefused = async () => {
    for (;;) {
      const response = await attackBySocket({ url, from, isLeftOpen: true })
      if (response.status !== 101) return response
      opened.push(response)
    }
  }
  expect(statusesOf(await attackBeside(openUntilRefused))).toEqual(new Set([429]))
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
  'a WebSocket with %s is closed, with no response to what is left of it',
  async ([_name, code, flood]) => {
    const bytes = tokens.map((token) => Buffer.concat([connectionInit(token), flood()]))
    const attack = (n: number) => attackBySocket({ url, from: '203.0.113.2', bytes: bytes[n]! })
    const responses = await attackBeside(attack)
    // A closed connection keeps its place for a moment, so that the address reaches its limit.
    expect(statusesOf(responses)).toContain(code)
    expect([code, 429]).toEqual(expect.arrayContaining([...statusesOf(responses)]))
    expect(Math.max(...responses.map(({ bytes }) => bytes))).toBeLessThan(CLOSED_BYTES)
    await expectStream()
  },
)
