// The router over a foreign supergraph: what it sends to whom, and the effects of an outage.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { TestResponse } from '#test/http.ts'
import { CLEANLY, install, type Installation } from '#test/installation.ts'
import { expectNoUnusedPackage, PRINTS_PACKAGES } from './support/loaded-packages.ts'
import { TIMEOUT, PROCESS_TEST_MS, type Program } from '#test/process.ts'
import { composed, startTinySubgraph, type TinySubgraph } from '../../router/test/tiny-subgraph.ts'

const timeout = PROCESS_TEST_MS
const FEDERATION = `extend schema
  @link(url: "https://specs.apollo.dev/federation/v2.7", import: ["@key"])`

const BOOKS = `extend schema
  @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@cost", "@listSize"])
  type Query {
    books: [Book!]!
    shelf(first: Int @cost(weight: 3)): [Book!] @listSize(slicingArguments: ["first"])
  }
  type Book @key(fields: "isbn") { isbn: ID! title: String! author: Author! }
  type Author @key(fields: "id") { id: ID! }`

const AUTHORS = `${FEDERATION}
  type Query { authors: [Author!] }
  type Author @key(fields: "id") { id: ID! name: String born: Int }`

const GHOSTS = `${FEDERATION}
  type Query { ghosts: [ID!] }`

const SECRETS = `extend schema
  @link(url: "https://specs.apollo.dev/federation/v2.7", import: ["@authenticated"])
  type Query { secrets: [String!] @authenticated }`

const QUERY = '{ books { title author { name born } } }'
const ada = { id: 'ada', name: 'Ada Lovelace', born: 1815 }
const grace = { id: 'grace', name: 'Grace Hopper', born: 1906 }
const shelf = [
  { isbn: '1', title: 'Notes', author: { id: 'ada' } },
  { isbn: '2', title: 'Compilers', author: { id: 'grace' } },
  { isbn: '3', title: 'More Notes', author: { id: 'ada' } },
  { isbn: '4', title: 'Even More Notes', author: { id: 'ada' } },
]

let home: Installation
let folder: string
let books: TinySubgraph
let authors: TinySubgraph
/** A subgraph that never responds. */
let ghosts: TinySubgraph
let router: Program
/** The response to the first query of `ghosts`. */
let haunted: Promise<TestResponse>

beforeAll(async () => {
  books = await startTinySubgraph(BOOKS, { Query: { books: () => shelf } })
  authors = await startTinySubgraph(AUTHORS, {
    Query: { authors: () => [ada, grace] },
    Author: { __resolveReference: ({ id }: { id: string }) => (id === 'ada' ? ada : grace) },
  })
  ghosts = await startTinySubgraph(GHOSTS, {})
  await ghosts.behave('silently')
  folder = await mkdtemp(join(tmpdir(), 'ecosystem-supergraph-'))
  const file = join(folder, 'supergraph.graphql')
  await writeFile(file, composed({ books, authors, ghosts }))
  home = await install({ LOG_LEVEL: 'warn' })
  const port = home.settings.ROUTER_PORT!
  const args = [PRINTS_PACKAGES, 'router/main.ts', '--supergraph', file, '--port', port]
  router = await home.start(args, {
    ROUTER_PORT: undefined,
    GRAPHQL_MAX_COST: '60',
  })
  haunted = ask('{ books { title } ghosts }')
  await vi.waitUntil(() => books.received.length === 1 && ghosts.received.length === 1, TIMEOUT)
}, timeout)

beforeEach(() => Promise.all([books.behave('well'), authors.behave('well')]))

afterAll(async () => {
  await home.remove()
  await Promise.all([books, authors, ghosts].map((subgraph) => subgraph.behave('down')))
  await rm(folder, { recursive: true })
})

describe('node router/main.ts --supergraph', { timeout }, () => {
  test('the router needs no settings and no token, and joins both subgraphs', async () => {
    expect(router.output()).toContain(`${home.address('router')}/graphql`)
    const { status, body } = await ask(QUERY)
    expect(status).toBe(200)
    expect(body).toEqual({
      data: {
        books: [
          { title: 'Notes', author: { name: 'Ada Lovelace', born: 1815 } },
          { title: 'Compilers', author: { name: 'Grace Hopper', born: 1906 } },
          { title: 'More Notes', author: { name: 'Ada Lovelace', born: 1815 } },
          { title: 'Even More Notes', author: { name: 'Ada Lovelace', born: 1815 } },
        ],
      },
    })
  })

  test('the router sends each distinct representation once', async () => {
    await ask(QUERY)
    expect(books.received).toHaveLength(1)
    expect(authors.received.map(({ body }) => body.variables)).toEqual([
      {
        representations: [
          { __typename: 'Author', id: 'ada' },
          { __typename: 'Author', id: 'grace' },
        ],
      },
    ])
  })

  test('the router passes on the token, the request id and the trace, and no other secret', async () => {
    const headers = {
      authorization: 'Bearer a-token-of-somebody-else',
      'x-request-id': 'request-7',
      traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
      'x-admin-api-key': 'a-key',
      'x-service-token': 'a-token',
      cookie: 'session=1',
    }
    await ask(QUERY, headers)
    for (const { headers: got } of [...books.received, ...authors.received]) {
      expect(got).toMatchObject({
        authorization: headers.authorization,
        'x-request-id': headers['x-request-id'],
        traceparent: headers.traceparent,
      })
      for (const kept of ['x-admin-api-key', 'x-service-token', 'cookie']) {
        expect(got).not.toHaveProperty(kept)
      }
    }
  })

  test('the response says what an operation costs by the directives of the supergraph', async () => {
    const costs: (string | null)[] = []
    for (const query of [QUERY, '{ __typename }', '{ shelf(first: 4) { title author { id } } }']) {
      costs.push((await ask(query)).headers.get('x-cost-estimated'))
    }
    // A list without a size counts as 10 items, each of a book and its author.
    expect(costs).toEqual(['20', '0', '11'])
  })

  test.each([
    [
      '{ shelf(first: 58) { title } }',
      'The operation has an estimated cost of 61; the cost limit is 60.',
      { reason: 'COST_LIMIT', limit: 60, cost: 61 },
    ],
    [
      '{ shelf { title } }',
      expect.stringMatching(/^Query\.shelf: must have exactly one of the arguments first /),
      {
        field: 'Query.shelf',
        reason: expect.stringContaining('requireOneSlicingArgument') as string,
      },
    ],
  ])('%s is refused before a subgraph is called', async (query, message, details) => {
    const { status, body } = await ask(query)
    expect(status).toBe(400)
    const extensions = { code: 'VALIDATION_ERROR', details }
    expect(body.errors).toEqual([{ message, extensions }])
    expect(books.received).toEqual([])
  })

  test('the explorer has neither our sign-in nor our queries', async () => {
    const page = await (await fetch(`${home.address('router')}/`)).text()
    const has = (words: string) => page.includes(words)
    expect(has('/explorer/graphiql.js')).toBe(true)
    expect(['sign-in.js', 'client-id', 'completedQuests', 'mutation', '/docs'].filter(has)).toEqual(
      [],
    )
    for (const path of ['/callback', '/developer/sign-in.js', '/docs']) {
      expect((await home.ask('router', path)).status, path).toBe(404)
    }
  })

  test('the router refuses a supergraph whose access rules it would not enforce', async () => {
    const secrets = await startTinySubgraph(SECRETS, { Query: { secrets: () => ['hush'] } })
    const file = join(folder, 'with-rules.graphql')
    await writeFile(file, composed({ secrets }))
    const program = home.run(['router/main.ts', '--supergraph', file])
    expect((await program.ended()).code).toBe(1)
    expect(program.output()).toMatch(
      /with-rules\.graphql did not start:\nQuery\.secrets requires an access token, which this router cannot verify: set ROUTER_JWKS_URL,/,
    )
    await secrets.behave('down')
  })

  test('with a subgraph down, only its fields are missing, each with one error', async () => {
    await authors.behave('down')
    const { status, body } = await ask(`{ books { title author { name born } } authors { id } }`)
    expect(status).toBe(200)
    expect(body.data.authors).toBeNull()
    expect(body.data.books).toHaveLength(4)
    expect(body.data.books[0]).toEqual({ title: 'Notes', author: { name: null, born: null } })
    expect(body.errors).toHaveLength(3)
    expect(body.errors).toEqual(
      expect.arrayContaining([
        unavailable('authors', ['authors']),
        unavailable('authors', ['books', 0, 'author', 'name']),
        unavailable('authors', ['books', 0, 'author', 'born']),
      ]),
    )
  })

  test('a subgraph that never responds runs into the deadline', async () => {
    const { body } = await haunted
    await router.says(/No response within 10000 ms\./)
    expect(body.data.books).toHaveLength(4)
    expect(body.errors).toEqual([unavailable('ghosts', ['ghosts'])])
  })

  test('the router responds to accepted requests before it stops, even if a subgraph hangs', async () => {
    await authors.behave('silently')
    const hanging = ask('{ books { title } authors { id } }')
    await expect.poll(() => authors.received.length).toBe(1)
    router.send('SIGTERM')
    expect(await router.ended()).toEqual(CLEANLY)
    expect((await hanging).body.errors).toEqual([unavailable('authors', ['authors'])])
  })

  test('the router has loaded neither a planner nor OpenTelemetry into its process', () =>
    expectNoUnusedPackage(router))
})

function ask(query: string, headers: Record<string, string> = {}) {
  return home.ask('router', '/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ query }),
  })
}

function unavailable(service: string, path: (string | number)[]) {
  const requestId = expect.any(String) as string
  return {
    message: `The ${service} service does not answer.`,
    path,
    extensions: { code: 'INTERNAL_ERROR', details: { service, retry: true, requestId } },
  }
}
