// A mutation that a subgraph may have run, although the router has no complete response: whether a retry is offered.
import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { serviceUnavailable } from '#foundation/domain/errors.ts'
import { createServiceTokens } from '#foundation/auth/service-token.ts'
import { createSubgraphClient } from '#foundation/peers/subgraph-client.ts'
import { callerOf } from '#test/caller.ts'
import type { GraphQLContext } from '#foundation/graphql/context.ts'
import type { SubgraphFetch } from '../executor/subgraph-result.ts'
import { library } from '../executor/test/library.ts'
import { httpSubgraph } from '../over-http.ts'
import { executorOver, requestOf } from './requests.ts'

const serviceTokens = createServiceTokens(
  ['a secret of this test, 32 bytes+'],
  'router',
  () => new Date(),
)
const UNKNOWN = { service: 'books', outcome: 'unknown' }
const AWAY = { service: 'books', retry: true }
/** No test waits this long. Only the test of the deadline itself sets a short one. */
const LONG_MS = 600_000

describe('a subgraph that has made a change and does not respond', () => {
  let server: Server
  let changes: number
  let respond: (res: ServerResponse) => unknown
  let deadlineMs: number
  const stops: (() => unknown)[] = []

  beforeEach(async () => {
    changes = 0
    deadlineMs = LONG_MS
    server = createServer((req, res) => {
      if (req.method !== 'POST') return res.end()
      return req.resume().on('end', () => {
        changes += 1
        respond(res)
      })
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterEach(async () => {
    for (const stop of stops.splice(0)) await stop()
    server.closeAllConnections()
    server.close()
  })

  /** The details of the error for an operation. */
  async function detailsOf(
    query: string,
    { key, foreign = false }: { key?: string; foreign?: boolean } = {},
  ) {
    const { port } = server.address() as AddressInfo
    return detailsAt(port, query, { key, foreign })
  }
  async function detailsAt(
    port: number,
    query: string,
    { key, foreign }: { key: string | undefined; foreign: boolean },
  ) {
    const client = createSubgraphClient({
      name: 'books',
      url: `http://127.0.0.1:${port}/graphql`,
      serviceTokens: foreign ? undefined : serviceTokens,
      deadlineMs,
    })
    stops.push(() => client.close())
    const caller = callerOf(key === undefined ? {} : { key })
    const call = httpSubgraph(client, { foreign })({ query, variables: {} }, {
      caller,
    } as GraphQLContext)
    const error = await call.catch((thrown: unknown) => thrown)
    return (error as ReturnType<typeof serviceUnavailable>).extensions.details
  }

  const failsAtProxy = (res: ServerResponse) =>
    res.writeHead(502, { 'content-type': 'text/html' }).end('<p>')
  test.each<[how: string, respond: (res: ServerResponse) => unknown, deadlineMs: number]>([
    ['misses the deadline', () => undefined, 1_000],
    ['closes the connection', (res) => res.destroy(), LONG_MS],
    ['is behind a proxy that responds', failsAtProxy, LONG_MS],
  ])(
    'When a subgraph %s, a mutation has an unknown outcome, and a query offers a retry',
    async (_how, does, within) => {
      respond = does
      deadlineMs = within
      expect(await detailsOf('mutation { lend }')).toEqual(UNKNOWN)
      expect(await detailsOf('mutation { lend }', { key: 'a' })).toEqual({
        ...UNKNOWN,
        retry: true,
      })
      await expect.poll(() => changes).toBe(2)
      expect(await detailsOf('{ books }')).toEqual(AWAY)
    },
  )

  test('A failed mutation of a foreign subgraph offers no retry, even with an idempotency key', async () => {
    respond = (res) => res.destroy()
    expect(await detailsOf('mutation { lend }', { key: 'a', foreign: true })).toEqual(UNKNOWN)
  })

  test('a mutation that could not be sent offers a retry', async () => {
    const { port } = server.address() as AddressInfo
    server.close()
    await once(server, 'close')
    const options = { key: undefined, foreign: false }
    expect(await detailsAt(port, 'mutation { lend }', options)).toEqual(AWAY)
    expect(changes).toBe(0)
  })
})

describe('a mutation that has taken effect, while a subgraph of its response is away', async () => {
  const graph = await library()
  const MUTATION = 'mutation { lend(id: 1) { copies author { name } } }'
  const away =
    (subgraph: string): SubgraphFetch =>
    (name, request, signal) =>
      name === subgraph
        ? Promise.reject(serviceUnavailable(name))
        : graph.fetch(name, request, signal)
  const detailsOf = async (query: string, subgraph: string, key?: string) => {
    const execute = await executorOver({ ...graph, fetch: away(subgraph) })
    const caller = key === undefined ? {} : { key }
    const { errors } = await execute(requestOf(graph, query, {}, undefined, caller))
    return errors?.map(({ extensions }) => extensions.details)
  }

  test('A mutation that has taken effect offers no retry', async () => {
    expect(await detailsOf(MUTATION, 'authors')).toEqual([
      { service: 'authors', outcome: 'unknown' },
    ])
  })

  test('A mutation that has taken effect offers a retry with an idempotency key', async () => {
    expect(await detailsOf(MUTATION, 'authors', 'a')).toEqual([{ service: 'authors', retry: true }])
  })

  test('The next root field after a mutation that has taken effect offers no retry', async () => {
    const query = 'mutation { lend(id: 1) { copies } thank(id: 2) { name } }'
    expect(await detailsOf(query, 'authors')).toEqual([{ service: 'authors', outcome: 'unknown' }])
  })

  test('A mutation that has not taken effect offers a retry', async () => {
    expect(await detailsOf(MUTATION, 'books')).toEqual([{ service: 'books', retry: true }])
  })

  test('A query offers a retry', async () => {
    const [details] = (await detailsOf('{ first { title author { name } } }', 'authors'))!
    expect(details).toEqual({ service: 'authors', retry: true })
  })
})
