// Many changes of what many people watch, and people who do not read: others wait no longer than for queries.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { TIMEOUT } from '#test/process.ts'
import { addRealm } from '#test/realm-story.ts'
import { addPerson, addProposal, addScroll } from '#test/story.ts'
import { measuresOnly, startAttacked, type Attacked } from './support/attacked.ts'
import { compareWithQueries } from './support/beside-queries.ts'
import { ask, median, memoryOf, printFigures, type Received } from './support/figures.ts'
import { watchStream, type WatchedStream } from './support/streams.ts'
import { attackBySocket, connectionInit, subscribeMessage } from './support/web-socket.ts'

/** The timeout for stalled connections that the system is started with. */
const STALL_S = 3
const ATTACKERS = 8
/** As many as the attackers may have. */
const STREAMS = 20 * ATTACKERS
/** As many callers as watchers, who ask as often as these may get a result. */
const POLLERS = { queriers: STREAMS, queryEveryMs: 100 }
/** A process holds six large responses, of 50 MiB each. */
const MAX_MEMORY = 6 * 50
/** How many changes a reader gets in peace, and beside the attack. */
const CHANGES = 8
/** Executions that wait for their readers once held the turns of all others, for as long as ten times. */
const MAX_DELAY_RATIO = 3
let titles = 0

let system: Attacked
let url: string
let tokens: string[]
let other: string
beforeAll(async () => {
  system = await startAttacked({ settings: { ANSWER_STALL_SECONDS: String(STALL_S) } })
  url = system.address('router')
  const names = Array.from({ length: ATTACKERS }, (_, n) => `mallory_${n}`)
  const ids = await Promise.all(names.map((name) => addPerson(system, name)))
  tokens = await Promise.all(ids.map((id) => system.token(id)))
  other = await system.token(await addPerson(system, 'oscar'))
})
afterAll(() => system.stop())

const compare = (
  name: string,
  attack: (attacker: number) => Promise<Received>,
  settle: () => Promise<void>,
) => compareWithQueries({ system, name, tokens, other, attack, settle, ...POLLERS })

/** One attacker makes all changes, because those of 100 ms are one result. The others query. */
const query = (attacker: number) =>
  ask(`${url}/graphql`, { token: tokens[attacker]!, query: '{ me { id } }' })

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

test('a storm of votes reaches every watcher, at no more cost for others than queries', async () => {
  const proposal = await addProposal(system)
  const about = '{ yesVotes proposer { username } }'
  using streams = await watchAll(`subscription { proposal(id: "${proposal}") ${about} }`)
  await voteAgain(proposal, 0)
  let votes = 1
  const settle = async () => {
    await voteAgain(proposal, 0)
    await expectEveryTail(streams, `"yesVotes":${votes},`)
  }
  const attack = async (n: number) => {
    if (n > 0) return query(n)
    votes += 1
    await castVote(proposal)
    return voteAgain(proposal, n)
  }
  await compare(`votes on a proposal with ${STREAMS} watchers`, attack, settle)
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

test('a storm of presence reaches every watcher, at no more cost for others than queries', async () => {
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
  let markers = 100
  const settle = async () => {
    await move(0, (markers += 1))
    await expectEveryTail(streams, `"x":${markers}`)
  }
  const attack = (n: number) => (n > 0 ? query(n) : move(n, (moves += 1) % 50))
  const responses = await compare(`moves in a realm with ${STREAMS} watchers`, attack, settle)
  for (const { status, head } of responses) {
    expect([status, head]).toEqual([200, expect.not.stringContaining('errors')])
  }
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
  'readers of large results that read nothing lose their streams, and hold bounded memory (%s)',
  async (way) => {
    const authorId = await addPerson(system, `author_of_${way}`)
    const author = await system.token(authorId)
    const content = 'é'.repeat(49_900)
    const scroll = await addScroll(system, { authorId })
    for (let n = 0; n < 40; n += 1) await addScroll(system, { authorId, content })
    const contents = 'authorIdentity { scrolls(first: 100) { nodes { content } } }'
    const about = (fields: string) => `subscription { scroll(id: "${scroll}") { title ${fields} } }`
    using reader = await watchStream({ url, token: other, query: about('') })
    const delays = () => delaysOfChanges(scroll, author, reader)
    const peace = await delays()
    const before = memoryOf(system.process('router')).now
    using unread = new DisposableStack()
    for (let n = 0; n < STREAMS; n += 1) {
      unread.use(await OPEN_UNREAD[way](about(contents), tokens[n % ATTACKERS]!))
    }
    const beside = await delays()
    const isOver = async () => (await openStreams(way)) === 0
    await vi.waitUntil(isOver, TIMEOUT).catch(() => undefined)
    const left = await openStreams(way)
    const more = memoryOf(system.process('router')).peak - before
    printFigures(`${STREAMS} streams of large results that nobody reads: ${way}`, {
      left,
      'RSS more': `${more} MiB`,
      'a change arrives after': `${median(peace).toFixed(0)} ms`,
      'beside them': `${median(beside).toFixed(0)} ms`,
    })
    if (measuresOnly) return
    expect(system.isAlive()).toBe(true)
    expect(left).toBe(0)
    expect(more).toBeLessThan(MAX_MEMORY)
    expect(median(beside) / median(peace)).toBeLessThan(MAX_DELAY_RATIO)
    expectNoErrors([reader])
  },
)

/** How long changes take, in milliseconds, until a reader has each of them. */
async function delaysOfChanges(
  scroll: string,
  author: string,
  reader: WatchedStream,
): Promise<number[]> {
  const delays: number[] = []
  while (delays.length < CHANGES) {
    const title = `Winter ${(titles += 1)}`
    const began = performance.now()
    const query = `mutation { editScroll(scrollId: "${scroll}", input: { title: "${title}" }) { id } }`
    await ask(`${url}/graphql`, { token: author, query })
    await expectEveryTail([reader], `"title":"${title}"`)
    delays.push(performance.now() - began)
  }
  return delays
}

/** The number of subscriptions that the router has open, without that of the reader. */
async function openStreams(way: keyof typeof OPEN_UNREAD): Promise<number> {
  const response = await fetch(`${url}/metrics`)
  const lines = await response.text()
  const count = new RegExp(`^live_subscriptions\\{transport="${way}"\\S* (\\d+)$`, 'm').exec(lines)
  return Number(count?.[1] ?? 0) - (way === 'sse' ? 1 : 0)
}
