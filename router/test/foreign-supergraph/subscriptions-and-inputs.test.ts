// A router over a foreign supergraph streams subscriptions, and refuses inputs against @oneOf.
import { expect, onTestFinished, test } from 'vitest'
import { NEEDS_STREAM } from '#foundation/graphql/live/requested-stream.ts'
import type { TestResponse } from '#test/http.ts'
import { openStream } from '#test/live-client.ts'
import { composed, startTinySubgraph, type TinySubgraph } from '../tiny-subgraph.ts'
import { codeOf, foreignRouter, LINK, ticks } from './story.ts'

const { ask, people, post, router, startOver, tokenWith } = foreignRouter()

test('A subscription is served as a stream, and refused by name of the rule without one', async () => {
  const sent = 'subscription { tick }'
  const { status, body } = await ask(sent, await tokenWith({}))
  expect([status, body.errors]).toMatchObject([
    400,
    [
      {
        extensions: {
          code: 'VALIDATION_ERROR',
          details: { field: 'query', reason: NEEDS_STREAM },
        },
      },
    ],
  ])
  await using stream = await openStream(router.url, { query: sent })
  const results = (await stream.rest()).map(({ event, data }) => ({ event, data }))
  expect(results).toEqual([
    { event: 'next', data: { data: { tick: 'tick 1' } } },
    { event: 'next', data: { data: { tick: 'tick 2' } } },
    { event: 'complete', data: undefined },
  ])
  const schema = await ask('{ __schema { subscriptionType { name } } }')
  expect(schema.body.data.__schema.subscriptionType).toEqual({ name: 'Subscription' })
})

test('The results of a subscription have fields of other subgraphs, for those who may read them', async () => {
  const query = 'subscription { joined { id name phone } }'
  const refused = await openStream(router.url, { query })
  expect([refused.response.status, codeOf({ body: await refused.json() } as TestResponse)]).toEqual(
    [401, 'INVALID_TOKEN'],
  )
  await using stream = await openStream(router.url, { query, token: await tokenWith({}) })
  const { data } = await stream.next()
  expect(data.data).toEqual({ joined: { id: '1', name: 'Ada', phone: '555' } })
})

test('The engine apollo serves no subscriptions, and says so', async () => {
  await using stack = new AsyncDisposableStack()
  const url = await startOver(composed({ ticks: await startTicks() }), stack, {
    ROUTER_ENGINE: 'apollo',
  })
  const refused = await openStream(url, { query: 'subscription { tick }' })
  const reason = 'must be a query or a mutation; subscriptions are not supported'
  expect(await refused.json()).toMatchObject({
    errors: [{ extensions: { code: 'VALIDATION_ERROR', details: { field: 'query', reason } } }],
  })
})

test('The error of a foreign subgraph for a subscription reaches the client', async () => {
  await using stream = await openStream(router.url, { query: 'subscription { broken }' })
  const [first, end] = await stream.rest()
  expect(first!.data.errors).toMatchObject([{ message: 'broken' }])
  expect(end!.event).toBe('complete')
})

test.each(['@defer', '@stream'])(
  'A document with %s is refused by name of the rule',
  async (directive) => {
    const { status, body } = await ask(`{ anyone { ... ${directive} { name } } }`)
    expect(status).toBe(400)
    expect(body.errors).toContainEqual(
      expect.objectContaining({
        message: `${directive} is not supported: a response comes in one piece.`,
        extensions: {
          code: 'VALIDATION_ERROR',
          details: { field: 'query', reason: `must not use ${directive}` },
        },
      }),
    )
  },
)

test.each<[operation: string, variables: object]>([
  ['{ find(by: { id: 1, name: "x" }) }', {}],
  ['{ find(by: {}) }', {}],
  ['{ find(by: { id: null }) }', {}],
  ['{ find(all: [{ id: 1 }, { id: 1, name: "x" }]) }', {}],
  ['query ($id: ID) { find(by: { id: $id }) }', { id: '1' }],
  ['query ($by: By) { find(by: $by) }', { by: { id: '1', name: 'x' } }],
  ['query ($by: By) { find(by: $by) }', { by: {} }],
  ['query ($by: By) { find(by: $by) }', { by: { id: null } }],
  ['query ($all: [By!]) { find(all: $all) }', { all: [{ id: '1', name: 'x' }] }],
  ['query ($by: By = { id: 1, name: "x" }) { find(by: $by) }', {}],
])('%s with %j is refused before a subgraph is sent anything', async (query, variables) => {
  const { status, body } = await post({ query, variables })
  expect([status, body.errors[0].extensions.code]).toEqual([400, 'VALIDATION_ERROR'])
  expect(people.received).toEqual([])
})

test('One key is sent on, and introspection reports the input', async () => {
  const query = 'query ($by: By) { find(by: $by) }'
  for (const by of [{ id: '1' }, { name: 'x' }, null]) {
    expect((await post({ query, variables: { by } })).body).toEqual({ data: { find: 'found' } })
  }
  const { body } = await ask('{ __type(name: "By") { isOneOf } }')
  expect(body.data).toEqual({ __type: { isOneOf: true } })
})

async function startTicks(): Promise<TinySubgraph> {
  const subgraph = await startTinySubgraph(
    `${LINK} type Query { now: Int } type Subscription { tick: Int }`,
    { Subscription: { tick: { subscribe: ticks, resolve: (tick: number) => tick } } },
  )
  onTestFinished(() => subgraph.behave('down'))
  return subgraph
}
