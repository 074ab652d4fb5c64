// What executions of subscriptions cost, and what clients learn when a server stops.
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { openStream, type LiveStream } from '#test/live-stream.ts'
import { addProposal, addScroll } from '#test/story.ts'
import { startTestSystem, type Person, type TestSystem, type TokenOptions } from '#test/system.ts'
import type { ScrollTables } from '../../subgraphs/scroll/tables.ts'

let system: TestSystem
let ada: Person
let isStopped = false
beforeAll(async () => {
  const settings = { RATE_LIMIT_PARTNER: '1000:6' }
  system = await startTestSystem({ pollEveryMs: 100, settings })
  ada = await system.join('ada')
})
afterAll(() => (isStopped ? undefined : system.stop()))

const ABOUT = 'subscription About($id: ID!) { proposal(id: $id) { id yesVotes } }'

interface Watched {
  proposal?: string
  claims?: TokenOptions
}

async function watch({ proposal, claims }: Watched = {}): Promise<LiveStream> {
  const id = proposal ?? (await addProposal(system))
  const token = await ada.token(claims)
  const url = system.address('governance')
  const stream = await openStream(url, { query: ABOUT, variables: { id }, token })
  await stream.next()
  return stream
}

/** Opens a WebSocket, and returns a promise of the code with which it is closed. */
async function watchInSocket(claims: TokenOptions): Promise<{ closed: Promise<number> }> {
  const url = `${system.address('governance').replace('http', 'ws')}/graphql`
  const socket = new WebSocket(url, 'graphql-transport-ws')
  await once(socket, 'open')
  const payload = { authorization: `Bearer ${await ada.token(claims)}` }
  socket.send(JSON.stringify({ type: 'connection_init', payload }))
  await once(socket, 'message')
  return { closed: once(socket, 'close').then(([code]) => code as number) }
}

async function vote(proposal: string, voter: Person): Promise<void> {
  const query = `mutation { castVote(proposalId: "${proposal}", input: { vote: yes }) { proposalId } }`
  const { body } = await system.graphql(query, { token: await voter.token(), at: 'governance' })
  expect(body.errors).toBeUndefined()
}

test('each result is charged, and the subscription ends above the limit', async () => {
  const claims = { tier: 'partner' as const, clientId: 'partner-client' }
  const proposal = await addProposal(system)
  await using stream = await watch({ proposal, claims })
  const voters = await Promise.all(
    ['cleo', 'dora', 'emil', 'finn', 'gwen', 'hugo'].map((n) => system.join(n)),
  )
  const events = stream.rest()
  for (const [n, voter] of voters.entries()) {
    await vote(proposal, voter)
    // Changes within 100 ms would be one.
    await expect.poll(() => stream.text).toMatch(new RegExp(`"yesVotes":${n + 1}|RATE_LIMIT`))
    if (stream.text.includes('RATE_LIMIT')) break
  }
  const [refusal, complete] = (await events).slice(-2)
  expect(refusal!.data.errors[0].extensions).toMatchObject({
    code: 'RATE_LIMIT_EXCEEDED',
    details: {
      tier: 'partner',
      limit: 6,
      windowSeconds: 60,
      retryAfterSeconds: expect.any(Number),
    },
  })
  expect(complete!.event).toBe('complete')
})

test('a change of something hidden costs its subscribers nothing', async () => {
  system.clock.now = new Date()
  const author = await system.join('iris')
  const id = await addScroll(system, { authorId: author.id })
  const open = async (person: Person) =>
    openStream(system.address('scroll'), {
      query: 'subscription ($id: ID!) { scroll(id: $id) { title moderation { reason } } }',
      variables: { id },
      token: await person.token({ tier: 'partner', clientId: `client-of-${person.username}` }),
    })
  const remaining = ({ response: { headers } }: LiveStream) =>
    Number(/;r=(\d+)/.exec(headers.get('ratelimit')!)![1])
  const change = (values: object) =>
    system
      .tables<ScrollTables>('scroll')
      .updateTable('scrolls')
      .set(values)
      .where('id', '=', id)
      .execute()
  await using own = await open(author)
  await using others = await open(ada)
  await Promise.all([own.next(), others.next()])
  await change({ hiddenAt: new Date(), hiddenReason: 'It advertises something.' })
  await own.nextWhere(({ data }) => data.scroll.moderation !== null)
  for (const title of ['Two', 'Three', 'Four']) {
    await change({ title })
    await own.nextWhere(({ data }) => data.scroll.title === title)
  }
  await change({ hiddenAt: null, hiddenReason: null })
  await others.nextWhere(({ data }) => data.scroll.title === 'Four')
  await using later = await open(ada)
  const cost = Number(later.response.headers.get('x-cost-estimated'))
  const results = others.text.split('event: next').length - 1
  expect(remaining(others) - remaining(later)).toBe(results * cost)
  system.clock.now = undefined
})

test('a server measures its streams, and tells clients to reconnect when it stops', async () => {
  await using stream = await watch()
  const { closed } = await watchInSocket({})
  const { body } = await system.fetch(`${system.address('governance')}/metrics`)
  expect(body).toMatch(/live_subscriptions\{transport="sse",service="governance"\} 1/)
  expect(body).toMatch(/live_websockets\{service="governance"\} 1/)
  const first = stream.retryMs
  isStopped = true
  const stopped = system.stop()
  const rest = await stream.rest()
  // The event of the proposal itself may cause a result before.
  expect(rest.filter(({ event, data }) => event !== 'next' || data.errors)).toEqual([])
  expect(stream.retryMs).not.toBe(first)
  expect(await closed).toBe(1001)
  await stopped
})
