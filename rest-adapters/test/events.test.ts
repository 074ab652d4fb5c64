// GET /api/events: the log of a service as a list, and requests that wait for its next event.
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { beforeAll, describe, expect, test } from 'vitest'
import { hasWaited } from '#foundation/limits/waiting-responses.ts'
import { addProposal, addScroll } from '#test/story.ts'
import { startTestSystem, testSystem, type Person } from '#test/system.ts'
import { subgraphs } from '../../subgraphs/index.ts'
import type { ScrollTables } from '../../subgraphs/scroll/tables.ts'

/** A cursor of an unknown log, after which a page begins with the oldest event. */
const OLDEST = Buffer.from('another-log.7').toString('base64url')

const system = testSystem({
  topology: 'one process',
  // The stall limit is shorter than any wait here, because a waiting request must not count as a stalled reader.
  settings: { ANSWER_STALL_SECONDS: '1', RATE_LIMIT_AUTHENTICATED: '100000:100000' },
  pollEveryMs: 100,
})
let ada: Person
let ben: Person
let token: string
beforeAll(async () => {
  ada = await system.join('ada')
  ben = await system.join('ben')
  token = await ada.token()
})

type Parameters = Record<string, string | number>

interface ListOptions {
  at?: string
  token?: string
  signal?: AbortSignal
  method?: string
}

/** Requests the events of a service. */
function list(parameters: Parameters = {}, { at = 'governance', ...sent }: ListOptions = {}) {
  const search = new URLSearchParams(
    Object.entries(parameters).map(([name, value]) => [name, String(value)]),
  )
  return system.fetch(`${system.address(at)}/api/events?${search.toString()}`, { token, ...sent })
}

/** The cursor at the current end of the log of a service. */
async function endOf(at = 'governance'): Promise<string> {
  return (await list({}, { at })).body.next as string
}

/** The ids of all events that a token can read, page by page. */
async function subjectsFor(token: string, at: string): Promise<string[]> {
  const ids: string[] = []
  for (let after = OLDEST; ;) {
    const { body } = await list({ after, limit: 100 }, { at, token })
    ids.push(...body.events.map(({ subject }: { subject: { id: string } }) => subject.id))
    if (body.hasMore !== true) return ids
    after = body.next as string
  }
}

/** Waits until a request with this text in its URL is waiting in a server of this process. */
async function waitingRequest(text: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<ServerResponse>()
  const onStart = (message: unknown) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
    if (request.url!.includes(text)) resolve(response)
  }
  subscribe('http.server.request.start', onStart)
  const response = await promise
  unsubscribe('http.server.request.start', onStart)
  await expect.poll(() => hasWaited(response)).toBe(true)
}

describe('the list', () => {
  test('Every service responds with a page of its own log', async () => {
    for (const { name } of subgraphs) {
      const { status, body } = await list({}, { at: name })
      const page = { events: [], next: expect.any(String) as string, hasMore: false, gap: false }
      expect({ name, status, body }).toEqual({ name, status: 200, body: page })
    }
  })

  test('At the URL of the router, the error names the URLs of the services', async () => {
    const { status, body } = await list({}, { at: 'router' })
    expect(status).toBe(404)
    expect(body.error).toMatchObject({
      code: 'NOT_FOUND',
      details: { addresses: { path: `${system.address('path')}/api/events` } },
    })
  })

  test.each([
    ['limit', '0', 'must be one whole number from 1 to 100'],
    ['limit', '101', 'must be one whole number from 1 to 100'],
    ['wait', '31', 'must be one whole number from 0 to 30'],
    ['wait', '1.5', 'must be one whole number from 0 to 30'],
    ['wait', '-1', 'must be one whole number from 0 to 30'],
    ['after', '', 'must be a cursor of an event log'],
    ['types', '', 'must be kinds of this service, not ""'],
    ['types', 'vote.cast,a.b', 'must be kinds of this service, not "a.b"'],
  ])('%s=%s is refused', async (field, value, reason) => {
    const { status, body } = await list({ [field]: value })
    expect(status).toBe(400)
    expect(body.error).toMatchObject({
      code: 'VALIDATION_ERROR',
      message: `${field}: ${reason}`,
      details: { field, reason },
    })
  })

  test('a page has the events of several kinds', async () => {
    const after = await endOf()
    const id = await addProposal(system)
    const types = 'vote.cast,proposal.created'
    await expect
      .poll(async () => (await list({ after, types })).body.events)
      .toMatchObject([{ type: 'proposal.created', subject: { id } }])
  })

  test('HEAD has no body, and other methods are refused', async () => {
    expect(await list({}, { method: 'HEAD' })).toMatchObject({ status: 200, body: '' })
    const refused = await list({}, { method: 'DELETE' })
    expect(refused.status).toBe(404)
    expect(refused.headers.get('allow')).toBe('GET, HEAD')
  })
})

describe('rights', () => {
  let secret: string
  let hidden: string
  let open: string
  beforeAll(async () => {
    secret = await addScroll(system, { authorId: ben.id, visibility: 'private' })
    hidden = await addScroll(system, { authorId: ben.id })
    await system
      .tables<ScrollTables>('scroll')
      .updateTable('scrolls')
      .set({ hiddenAt: new Date(), hiddenReason: 'Spam.' })
      .where('id', '=', hidden)
      .execute()
    open = await addScroll(system, { authorId: ben.id })
  })

  test('a reader sees events of what they may read now, and of nothing else', async () => {
    await expect.poll(() => subjectsFor(token, 'scroll')).toContain(open)
    const seen = await subjectsFor(token, 'scroll')
    expect(seen).not.toContain(secret)
    expect(seen).not.toContain(hidden)
  })

  test("a person sees events of their own things, also with a partner's token", async () => {
    for (const tier of ['authenticated', 'partner'] as const) {
      const seen = await subjectsFor(await ben.token({ tier }), 'scroll')
      expect(seen).toEqual(expect.arrayContaining([open, secret, hidden]))
    }
  })
})

/** A kind of event that no test here causes. */
const types = 'proposal.cancelled'

// These tests run concurrently, because each takes some seconds.
describe.concurrent('a request that waits', () => {
  test('The next event ends the wait of two readers', async ({ expect }) => {
    const after = await endOf()
    const begun = ['wait=28', 'wait=29'].map(waitingRequest)
    const waiting = [
      list({ after, wait: 28 }),
      list({ after, wait: 29 }, { token: await ben.token() }),
    ]
    await Promise.all(begun)
    const id = await addProposal(system)
    for (const { body } of await Promise.all(waiting)) {
      expect(body.events).toMatchObject([{ type: 'proposal.created', subject: { id } }])
    }
  })

  test('An event that the reader cannot see, or has filtered out, ends no wait', async ({
    expect,
  }) => {
    const waiting = list({ types: 'scroll.published', wait: 2 }, { at: 'scroll' })
    const secret = await addScroll(system, { authorId: ben.id, visibility: 'private' })
    const { body } = await waiting
    expect(body).toMatchObject({ events: [], hasMore: false, gap: false })
    const bens = await ben.token()
    await expect.poll(() => subjectsFor(bens, 'scroll')).toContain(secret)
  })

  test('A wait longer than the stall limit ends with an empty page, and costs one unit', async ({
    expect,
  }) => {
    const left = (headers: Headers) => Number(/r=(\d+)/.exec(headers.get('ratelimit')!)![1])
    const dora = await (await system.join('dora')).token()
    const before = await list({}, { token: dora })
    const waited = await list({ types, wait: 3 }, { token: dora })
    const page = { events: [], hasMore: false, gap: false, next: expect.any(String) as string }
    expect(waited).toMatchObject({ status: 200, body: page })
    expect(left(waited.headers)).toBe(left(before.headers) - 1)
  })

  test('A request with a cursor of another log does not wait', async ({ expect }) => {
    const { body } = await list({ after: OLDEST, wait: 30, limit: 1 })
    expect(body.gap).toBe(true)
  })

  test('a wait ends when the token expires', async ({ expect }) => {
    const issuedAt = new Date(Date.now() - 3_598_000)
    const expiring = await ada.token({ issuedAt })
    const { status, body } = await list({ types, wait: 30 }, { token: expiring })
    expect(status).toBe(401)
    expect(body.error.details).toEqual({ reason: 'expired' })
  })

  test('A person has twenty waiting requests, and one more after a client leaves', async ({
    expect,
  }) => {
    const leaving = new AbortController()
    const { signal } = leaving
    const carl = await (await system.join('carl')).token()
    const refused: unknown[] = []
    const waiting = Array.from({ length: 25 }, async () => {
      const { body } = await list({ types, wait: 30 }, { token: carl, signal })
      refused.push(body.error)
    })
    const ended = Promise.allSettled(waiting)
    await expect.poll(() => refused.length).toBe(5)
    for (const error of refused) {
      expect(error).toMatchObject({ code: 'INTERNAL_ERROR', details: { retry: true } })
    }
    expect((await list({}, { token: carl })).status).toBe(200)
    leaving.abort()
    await ended
    await expect
      .poll(async () => (await list({ types, wait: 1 }, { token: carl })).status)
      .toBe(200)
  })
})

test('a drain ends every wait, and its connection', async () => {
  const alone = await startTestSystem({ topology: 'Identity alone' })
  const someone = await (await alone.join('ada')).token()
  const url = `${alone.address('identity')}/api/events`
  const joined = () => alone.fetch(`${url}?after=${OLDEST}`, { token: someone })
  await expect.poll(async () => (await joined()).body.events).not.toEqual([])
  const begun = waitingRequest('wait=30')
  const waiting = alone.fetch(`${url}?wait=30`, { token: someone })
  await begun
  await alone.stop()
  const { status, body, headers } = await waiting
  expect({ status, events: body.events }).toEqual({ status: 200, events: [] })
  expect(headers.get('connection')).toBe('close')
})
