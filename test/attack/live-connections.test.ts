// Storms of changes, readers who do not read, floods of connects and messages: others are served meanwhile.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openStream } from '#test/live-client.ts'
import { TIMEOUT } from '#test/process.ts'
import { addRealm } from '#test/realm-story.ts'
import { addPerson, addProposal, addScroll } from '#test/story.ts'
import { startAttacked, type Attacked } from './support/attacked.ts'
import { ask, beside, statusesOf, type Received } from './support/requests.ts'
import { watchStream, type WatchedStream } from './support/streams.ts'
import {
  attackBySocket,
  connectionInit,
  messageOf,
  subscribeMessage,
  type SocketReceived,
} from './support/web-socket.ts'

/** The timeout for stalled connections that the system is started with: long enough for a change to arrive before it. */
const STALL_S = 10
const ATTACKERS = 8
/** The limits, by default. */
const CONNECTIONS_OF_PERSON = 20
const CONNECTIONS_OF_ADDRESS = 200
/** As many as the attackers may have. */
const STREAMS = CONNECTIONS_OF_PERSON * ATTACKERS
/** How often somebody else asks during an attack. */
const REQUESTS = 50
/** How many changes a reader gets while others do not read. */
const CHANGES = 8
/** The handshake, the connection's acknowledgement and its end have fewer bytes, and so has a refusal (429). */
const CLOSED_BYTES = 450
let titles = 0

let system: Attacked
let url: string
let tokens: string[]
let other: string
/** A proposal without votes. */
let unvoted: string
beforeAll(async () => {
  system = await startAttacked({
    settings: { ANSWER_STALL_SECONDS: String(STALL_S), TRUST_PROXY: 'loopback' },
  })
  url = system.address('router')
  const names = Array.from({ length: ATTACKERS }, (_, n) => `mallory_${n}`)
  const ids = await Promise.all(names.map((name) => addPerson(system, name)))
  tokens = await Promise.all(ids.map((id) => system.token(id)))
  other = await system.token(await addPerson(system, 'oscar'))
  unvoted = await addProposal(system, { proposerId: ids[0]! })
})
afterAll(() => system.stop())

/** All attackers attack again and again, and somebody else has every response. @returns what the attackers receive */
async function attackBeside<Response extends Received>(
  attack: (attacker: number) => Promise<Response>,
): Promise<Response[]> {
  const attackers = tokens.map((_, attacker) => () => attack(attacker))
  const { attacks, others } = await beside(attackers, () => queryAs(other), REQUESTS)
  expectGood(others)
  return attacks
}

function expectGood(responses: readonly Received[]): void {
  for (const { status, head } of responses) {
    expect([status, head]).toEqual([200, expect.not.stringContaining('errors')])
  }
}

const queryAs = (token: string) => ask(`${url}/graphql`, { token, query: '{ me { id } }' })

async function watchAll(query: string): Promise<WatchedStream[] & Disposable> {
  const streams: WatchedStream[] = []
  for (let n = 0; n < STREAMS; n += 1) {
    streams.push(await watchStream({ url, token: tokens[n % ATTACKERS]!, query }))
  }
  const leave = () => streams.forEach((stream) => stream[Symbol.dispose]())
  return Object.assign(streams, { [Symbol.dispose]: leave })
}

async function expectEveryTail(streams: readonly WatchedStream[], text: string): Promise<void> {
  const isThere = () => streams.every(({ tail }) => tail.includes(text))
  await vi.waitUntil(isThere, TIMEOUT).catch(() => undefined)
  const behind = streams.filter(({ tail }) => !tail.includes(text))
  expect(behind.map(({ tail }) => tail).slice(0, 1)).toEqual([])
}

const expectNoErrors = (streams: readonly WatchedStream[]) =>
  expect(streams.filter(({ tail }) => tail.includes('"errors"'))).toEqual([])

test('a storm of votes reaches every watcher, and others are served meanwhile', async () => {
  const proposal = await addProposal(system)
  const about = '{ yesVotes proposer { username } }'
  using streams = await watchAll(`subscription { proposal(id: "${proposal}") ${about} }`)
  await voteAgain(proposal, 0)
  let votes = 1
  // One attacker makes all changes, because those of 100 ms are one result. The others query.
  await attackBeside(async (n) => {
    if (n > 0) return queryAs(tokens[n]!)
    votes += 1
    await castVote(proposal)
    return voteAgain(proposal, n)
  })
  await voteAgain(proposal, 0)
  await expectEveryTail(streams, `"yesVotes":${votes},`)
  expectNoErrors(streams)
})

/** Only the first time is it a vote; the log is read for the events of others as well. */
function voteAgain(proposal: string, attacker: number): Promise<Received> {
  const query = `mutation { castVote(proposalId: "${proposal}", input: { vote: yes }) { proposalId } }`
  return ask(`${url}/graphql`, { token: tokens[attacker]!, query })
}

/** A vote of somebody new, by another program. */
async function castVote(proposal: string): Promise<void> {
  await sql`
    with voted as (
      insert into votes (proposal_id, identity_id, vote, voted_at)
      values (${proposal}, ${crypto.randomUUID()}, 'yes', now()) returning proposal_id
    )
    update proposals set yes_votes = yes_votes + 1 from voted where id = proposal_id`.execute(
    system.tables('governance'),
  )
}

test('a storm of presence reaches every watcher, and others are served meanwhile', async () => {
  const realm = await addRealm(system)
  const part = 'near: "0,0,0", radius: 1000'
  using streams = await watchAll(
    `subscription { realm(id: "${realm}", ${part}) { presence { nodes { position { x } } } } }`,
  )
  let moves = 0
  const move = (n: number, x: number) => {
    const input = `{ position: { x: ${x}, y: 0, z: 0 } }`
    const query = `mutation { updatePresence(realmId: "${realm}", input: ${input}) { updatedAt } }`
    return ask(`${url}/graphql`, { token: tokens[n]!, query })
  }
  const attack = (n: number) => (n > 0 ? queryAs(tokens[n]!) : move(n, (moves += 1) % 50))
  expectGood(await attackBeside(attack))
  await move(0, 100)
  await expectEveryTail(streams, '"x":100')
  expectNoErrors(streams)
})

const OPEN_UNREAD = {
  sse: (query: string, token: string) => watchStream({ url, token, query, isRead: false }),
  websocket: (query: string, token: string) => {
    const bytes = Buffer.concat([connectionInit(token), subscribeMessage(query)])
    return attackBySocket({ url, bytes, isLeftOpen: true, isRead: false })
  },
}

test.each(['sse', 'websocket'] as const)(
  'readers of large results that read nothing lose their streams, and others get each change (%s)',
  async (way) => {
    const authorId = await addPerson(system, `author_of_${way}`)
    const author = await system.token(authorId)
    const content = 'é'.repeat(49_900)
    const scroll = await addScroll(system, { authorId })
    for (let n = 0; n < 40; n += 1) await addScroll(system, { authorId, content })
    const contents = 'authorIdentity { scrolls(first: 100) { nodes { content } } }'
    const about = (fields: string) => `subscription { scroll(id: "${scroll}") { title ${fields} } }`
    using reader = await watchStream({ url, token: other, query: about('') })
    using unread = new DisposableStack()
    for (let n = 0; n < STREAMS; n += 1) {
      unread.use(await OPEN_UNREAD[way](about(contents), tokens[n % ATTACKERS]!))
    }
    for (let change = 0; change < CHANGES; change += 1) {
      const title = `Winter ${(titles += 1)}`
      const query = `mutation { editScroll(scrollId: "${scroll}", input: { title: "${title}" }) { id } }`
      await ask(`${url}/graphql`, { token: author, query })
      await expectEveryTail([reader], `"title":"${title}"`)
      if (change === 0) expect(await openStreams(way)).toBeGreaterThan(0)
    }
    await expect.poll(() => openStreams(way), TIMEOUT).toBe(0)
    expect(system.isAlive()).toBe(true)
    expectNoErrors([reader])
  },
)

/** The number of subscriptions that the router has open, without that of the reader. */
async function openStreams(way: keyof typeof OPEN_UNREAD): Promise<number> {
  const response = await fetch(`${url}/metrics`)
  const lines = await response.text()
  const count = new RegExp(`^live_subscriptions\\{transport="${way}"\\S* (\\d+)$`, 'm').exec(lines)
  return Number(count?.[1] ?? 0) - (way === 'sse' ? 1 : 0)
}

const votes = () => `subscription { proposal(id: "${unvoted}") { yesVotes } }`

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
