// Subscriptions over server-sent events, of a service with real tokens, and what their results cost.
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { NEEDS_STREAM } from '#foundation/graphql/live/requested-stream.ts'
import { openStream, type LiveRequest, type LiveStream } from '#test/live-client.ts'
import { addProposal, addScroll } from '#test/story.ts'
import { testSystem, type Person } from '#test/system.ts'
import type { GovernanceTables } from '../../subgraphs/governance/tables.ts'
import type { ScrollTables } from '../../subgraphs/scroll/tables.ts'

const system = testSystem({ pollEveryMs: 100, settings: { RATE_LIMIT_PARTNER: '1000:6' } })
let ada: Person
let url: string
let proposal: string
beforeAll(async () => {
  ada = await system.join('ada')
  url = system.address('governance')
  proposal = await propose('One')
})

const ABOUT = 'subscription About($id: ID!) { proposal(id: $id) { id title description } }'

const VOTES = 'subscription Votes($id: ID!) { proposal(id: $id) { id yesVotes } }'

const propose = (title: string) => addProposal(system, { title, proposerId: ada.id })

const open = async (request: Partial<LiveRequest> = {}) =>
  openStream(url, {
    query: ABOUT,
    variables: { id: proposal },
    token: await ada.token(),
    ...request,
  })

test('a subscription returns the current state as an event', async () => {
  await using stream = await open()
  expect(stream.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  const { event, id, data } = await stream.next()
  expect({ event, data }).toMatchObject({
    event: 'next',
    data: { data: { proposal: { title: 'One' } } },
  })
  expect(id).toBe(data.extensions.cursor)
  expect(stream.retryMs).toBeGreaterThan(0)
})

test('a subscription by GET has the same response', async () => {
  await using stream = await open({ method: 'GET' })
  expect((await stream.next()).data.data.proposal.id).toBe(proposal)
})

test('a HEAD of a subscription is refused, and holds no connection', async () => {
  const search = new URLSearchParams({ query: ABOUT, variables: JSON.stringify({ id: proposal }) })
  const { status } = await fetch(`${url}/graphql?${search}`, {
    method: 'HEAD',
    headers: { accept: 'text/event-stream', authorization: `Bearer ${await ada.token()}` },
  })
  expect(status).toBe(400)
})

test.for([
  ['as the value of an argument that is not sent', ABOUT],
  [
    'as the value of a variable that is not sent',
    'subscription About($id: ID!, $s: String) { proposal(id: $id, since: $s) { id } }',
  ],
  [
    'with its root field in a fragment, and twice',
    `subscription About($id: ID!) { ...Title proposal(id: $id) { id } }
     fragment Title on Subscription { proposal(id: $id) { title } }`,
  ],
])('Last-Event-ID resumes a subscription, %s', async ([, query]) => {
  await using first = await open({ query: query! })
  const { id } = await first.next()
  const headers = { 'last-event-id': id! }
  await using resumed = await open({ query: query!, headers })
  expect((await resumed.next()).data.extensions).not.toHaveProperty('gap')
  // A cursor of another era.
  const lost = Buffer.from('another-era.7').toString('base64url')
  await using late = await open({ query: query!, headers: { 'last-event-id': lost } })
  expect((await late.next()).data.extensions.gap).toBe(true)
})

test('a query that accepts a stream gets JSON', async () => {
  const { response, json } = await open({ query: '{ __typename }', variables: {} })
  expect(response.headers.get('content-type')).toContain('application/json')
  expect(await json()).toEqual({ data: { __typename: 'Query' } })
})

const REFUSED: [title: string, request: Partial<LiveRequest>, status: number, error: object][] = [
  [
    'a subscription that accepts only JSON',
    { headers: { accept: 'application/json' } },
    400,
    { code: 'VALIDATION_ERROR', details: { field: 'query', reason: NEEDS_STREAM } },
  ],
  [
    'a mutation by GET',
    { method: 'GET', query: 'mutation { withdrawProposal(id: "x") { id } }', variables: {} },
    400,
    { code: 'VALIDATION_ERROR', details: { field: 'query' } },
  ],
  ['a subscription without a token', { token: '' }, 401, { code: 'INVALID_TOKEN' }],
  [
    'a field that does not exist',
    { query: 'subscription { nothing }', variables: {} },
    400,
    { code: 'VALIDATION_ERROR' },
  ],
  [
    'two root fields',
    {
      query:
        'subscription About($id: ID!) { a: proposal(id: $id) { id } b: proposal(id: $id) { id } }',
    },
    400,
    { code: 'VALIDATION_ERROR' },
  ],
  ['a variable of another type', { variables: { id: [] } }, 400, { code: 'VALIDATION_ERROR' }],
  [
    '@defer',
    { query: 'subscription About($id: ID!) { proposal(id: $id) { id ... @defer { title } } }' },
    400,
    { code: 'VALIDATION_ERROR' },
  ],
]
test.for(REFUSED)('%s is refused with JSON', async ([, request, status, error]) => {
  const { response, json } = await open(request)
  expect(response.status).toBe(status)
  const { errors } = (await json()) as { errors: { extensions: object }[] }
  expect(errors[0]!.extensions).toMatchObject(error)
})

async function vote(proposal: string, voter: Person): Promise<void> {
  const query = `mutation { castVote(proposalId: "${proposal}", input: { vote: yes }) { proposalId } }`
  const { body } = await system.graphql(query, { token: await voter.token(), at: 'governance' })
  expect(body.errors).toBeUndefined()
}

test('each result is charged, and the subscription ends above the limit', async () => {
  const claims = { tier: 'partner' as const, clientId: 'partner-client' }
  const proposal = await addProposal(system)
  const token = await ada.token(claims)
  await using stream = await open({ query: VOTES, variables: { id: proposal }, token })
  await stream.next()
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

test('a change after the token has expired is not sent', async () => {
  const id = await propose('Before')
  await using stream = await open({ variables: { id } })
  await stream.next()
  onTestFinished(() => {
    system.clock.now = undefined
  })
  system.clock.now = new Date(Date.now() + 2 * 3_600_000)
  const events = stream.rest()
  await system
    .tables<GovernanceTables>('governance')
    .updateTable('proposals')
    .set({ title: 'After' })
    .where('id', '=', id)
    .execute()
  expect(JSON.stringify(await events)).not.toContain('After')
  expect(stream.text).toContain('INVALID_TOKEN')
})

test('a change of something hidden costs its subscribers nothing', async () => {
  system.clock.now = new Date()
  const author = await system.join('iris')
  const id = await addScroll(system, { authorId: author.id })
  const openScroll = async (person: Person) =>
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
  await using own = await openScroll(author)
  await using others = await openScroll(ada)
  await Promise.all([own.next(), others.next()])
  await change({ hiddenAt: new Date(), hiddenReason: 'It advertises something.' })
  await own.nextWhere(({ data }) => data.scroll.moderation !== null)
  for (const title of ['Two', 'Three', 'Four']) {
    await change({ title })
    await own.nextWhere(({ data }) => data.scroll.title === title)
  }
  await change({ hiddenAt: null, hiddenReason: null })
  await others.nextWhere(({ data }) => data.scroll.title === 'Four')
  await using later = await openScroll(ada)
  const cost = Number(later.response.headers.get('x-cost-estimated'))
  const results = others.text.split('event: next').length - 1
  expect(remaining(others) - remaining(later)).toBe(results * cost)
  system.clock.now = undefined
})
