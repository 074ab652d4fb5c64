// Subscriptions with the clients of apps: their caches, what follows a restart, and registered documents.
import { readFileSync } from 'node:fs'
import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client'
import { GraphQLWsLink } from '@apollo/client/link/subscriptions'
import { Client, fetchExchange, subscriptionExchange, type ExecutionResult } from '@urql/core'
import { cacheExchange } from '@urql/exchange-graphcache'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../../foundation/process/config.ts'
import { startRouterAlone } from '../../router/alone.ts'
import { parseClient } from '../../router/clients.ts'
import { subgraphs } from '../../subgraphs/index.ts'
import { testLog } from '../support/caller.ts'
import { openStream } from '../support/live-client.ts'
import { freePorts } from '../support/ports.ts'
import { PROCESS_TEST_MS } from '../support/process.ts'
import { addProposal } from '../support/story.ts'
import { testSystem } from '../support/system.ts'
import {
  authorization,
  createSseClient,
  createWsClient,
  VOTES,
  watchWithEventSource,
  WATCHES,
  type Target,
  type Votes,
} from './live-clients.ts'
import { startLiveRouter, type LiveRouter } from './live-routers.ts'

const PROPOSAL = VOTES.replace('subscription Votes', 'query Proposal')

const system = testSystem()
let target: Target
let proposerId: string
beforeAll(async () => {
  const ada = await system.join('ada')
  proposerId = ada.id
  target = { url: `${system.address('router')}/graphql`, token: await ada.token() }
})

const propose = () => addProposal(system, { proposerId })

async function vote(id: string): Promise<void> {
  const voter = await system.join(`v${crypto.randomUUID().slice(0, 8)}`)
  const text = `mutation { castVote(proposalId: "${id}", input: { vote: yes }) { proposalId } }`
  const { body } = await system.graphql(text, { token: await voter.token() })
  expect(body.errors).toBeUndefined()
}

function sseClient(at = target) {
  const client = createSseClient(at)
  onTestFinished(() => client.dispose())
  return client
}

function wsClient(at = target) {
  const client = createWsClient(at)
  onTestFinished(() => void client.dispose())
  return client
}

describe('urql', () => {
  const exchangeOf = (live: ReturnType<typeof sseClient | typeof wsClient>) =>
    subscriptionExchange({
      forwardSubscription: ({ query, variables }) => ({
        subscribe: (sink) => ({
          unsubscribe: live.subscribe(
            { query: query!, variables: { ...variables } },
            { ...sink, next: (result) => sink.next(result as ExecutionResult) },
          ),
        }),
      }),
    })

  test.each([
    ['fetchSubscriptions', () => []],
    ['graphql-sse', () => [exchangeOf(sseClient())]],
    ['graphql-ws', () => [exchangeOf(wsClient())]],
  ])('a query of urql follows its subscription by %s', async (way, exchanges) => {
    const id = await propose()
    const client = new Client({
      url: target.url,
      exchanges: [cacheExchange({}), fetchExchange, ...exchanges()],
      fetchSubscriptions: way === 'fetchSubscriptions',
      preferGetMethod: false,
      fetchOptions: () => ({ headers: authorization(target) }),
    })
    const shown: (number | undefined)[] = []
    const query = client
      .query<Votes>(PROPOSAL, { id })
      .subscribe(({ data }) => shown.push(data?.proposal?.yesVotes))
    await expect.poll(() => shown.at(-1)).toBe(0)
    const votes = client.subscription<Votes>(VOTES, { id }).subscribe(() => undefined)
    await vote(id)
    await expect.poll(() => shown.at(-1)).toBe(1)
    expect(client.readQuery<Votes>(PROPOSAL, { id })!.data).toMatchObject({
      proposal: { id, yesVotes: 1, proposer: { username: 'ada' } },
    })
    votes.unsubscribe()
    query.unsubscribe()
  })
})

describe('Apollo Client', () => {
  const overHttp = () => new HttpLink({ uri: target.url, headers: authorization(target) })

  test.each([
    ['its HttpLink', overHttp],
    ['graphql-ws', () => new GraphQLWsLink(wsClient())],
  ])('the cache of Apollo Client follows a subscription by %s', async (_way, link) => {
    const id = await propose()
    const client = new ApolloClient({ link: overHttp(), cache: new InMemoryCache() })
    const variables = { id }
    await client.query({ query: gql(PROPOSAL), variables })
    client.setLink(link())
    const votes = client.subscribe({ query: gql(VOTES), variables }).subscribe(() => undefined)
    await vote(id)
    await expect
      .poll(() => client.cache.extract())
      .toMatchObject({ [`Proposal:${id}`]: { yesVotes: 1 } })
    expect(client.readQuery({ query: gql(PROPOSAL), variables })).toMatchObject({
      proposal: { id, yesVotes: 1, proposer: { username: 'ada' } },
    })
    votes.unsubscribe()
    client.stop()
  })
})

// A client that has not reached the router four times waits for half a minute.
describe('after the router has gone', { timeout: PROCESS_TEST_MS }, () => {
  let routers: LiveRouter[]
  beforeAll(async () => {
    routers = await Promise.all([startLiveRouter(system), startLiveRouter(system)])
  })
  afterAll(() => Promise.all(routers.map((router) => router.stop())))

  test.concurrent.for([
    ['a drain', 'SIGTERM', 0],
    ['kill -9', 'SIGKILL', 1],
  ] as const)('all clients come back after %s', async ([, signal, index], { expect: inTest }) => {
    const router = routers[index]!
    const id = await propose()
    const at = { ...target, url: router.url }
    using watchers = new DisposableStack()
    const events = watchers.use(watchWithEventSource(at, id))
    const others = Object.values(WATCHES).map((watch) => watchers.use(watch(at, id)))
    const all = [events, ...others]
    const expectAll = (votes: number) =>
      inTest
        .poll(() => all.map(({ counts }) => counts.at(-1)), { timeout: PROCESS_TEST_MS / 2 })
        .toEqual(all.map(() => votes))
    await expectAll(0)
    const replaced = router.replace(signal)
    await vote(id)
    await replaced
    await expectAll(1)
    inTest(events.sent[0]!.header).toBeUndefined()
    inTest(events.sent.length).toBeGreaterThan(1)
    for (const { header, received } of events.sent) inTest(header).toBe(received)
    await vote(id)
    await expectAll(2)
    inTest(all.flatMap(({ ends }) => ends)).toEqual([])
  })
})

describe('with trusted documents only', () => {
  const manifest = new URL('../../schema/clients/typed-client.json', import.meta.url)
  const { operations } = parseClient('typed-client.json', readFileSync(manifest, 'utf8'))
  const { id: documentId, body } = operations.find(({ type }) => type === 'subscription')!

  test('a registered subscription runs by its text and by its id, and no other runs', async () => {
    const [routerPort] = await freePorts(1)
    const own = { ROUTER_PORT: String(routerPort), TRUSTED_DOCUMENTS: 'only' }
    const env = { ...system.config.env, ...own }
    await using _router = await startRouterAlone({
      config: readConfig(env, subgraphs),
      supergraph: undefined,
      log: testLog,
      now: () => new Date(),
    })
    const at = { ...target, url: `http://127.0.0.1:${routerPort}/graphql` }
    const id = await propose()
    const ws = createWsClient(at)
    const sse = createSseClient(at)
    for (const client of [sse, ws]) {
      for (const sent of [{ query: body }, { query: '', documentId }]) {
        const results = client.iterate<Votes>({ ...sent, variables: { id } })
        const { value } = await results.next()
        expect(value).toMatchObject({ data: { proposal: { yesVotes: 0 } } })
        await results.return!()
      }
    }
    const refusal = { extensions: { code: 'VALIDATION_ERROR' } }
    const other = { query: VOTES, variables: { id } }
    await expect(ws.iterate(other).next()).rejects.toMatchObject([refusal])
    const address = at.url.replace('/graphql', '')
    await using refused = await openStream(address, { ...other, token: at.token })
    expect(refused.response.status).toBe(400)
    await ws.dispose()
    sse.dispose()
  })
})
