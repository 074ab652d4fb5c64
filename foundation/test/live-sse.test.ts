// Subscriptions over server-sent events, of a service with real tokens.
import { beforeAll, expect, test } from 'vitest'
import { NEEDS_STREAM } from '#foundation/graphql/live/requested-stream.ts'
import { openStream, type LiveRequest } from '#test/live-stream.ts'
import { addProposal } from '#test/story.ts'
import { testSystem, type Person } from '#test/system.ts'

const system = testSystem({ pollEveryMs: 100 })
let ada: Person
let url: string
let proposal: string
beforeAll(async () => {
  ada = await system.join('ada')
  url = system.address('governance')
  proposal = await propose('One')
})

const ABOUT = 'subscription About($id: ID!) { proposal(id: $id) { id title description } }'

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
