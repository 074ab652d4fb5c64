// A router over a foreign supergraph with authorization directives, subscriptions and @oneOf inputs, and an issuer
// whose tokens it accepts, for these tests.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { readConfig } from '#foundation/process/config.ts'
import { testLog } from '#test/caller.ts'
import { send, type TestResponse } from '#test/http.ts'
import { freePorts } from '#test/ports.ts'
import { createSigner, signToken, type Signer } from '#test/token.ts'
import { startRouterAlone } from '../../alone.ts'
import { fixedSource } from '../supergraph-host.ts'
import { composed, startTinySubgraph, type TinySubgraph } from '../tiny-subgraph.ts'

export const LINK = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: [
  "@key", "@authenticated", "@requiresScopes", "@interfaceObject", "@inaccessible",
  { name: "@policy", as: "@allow" }
])`

const PEOPLE = `${LINK.replace('"@key",', '"@key", "@composeDirective",')}
  @link(url: "https://example.com/oneOf/v1.0", import: ["@oneOf"]) @composeDirective(name: "@oneOf")
  directive @oneOf on INPUT_OBJECT
  type Query {
    find(by: By, all: [By!]): String
    open: String
    me: User @authenticated
    anyone: User
    hits: [Hit!]
    media: Media
    audit: String @allow(policies: [["auditor", "night"], ["root"]])
    color: Color
    paint(color: Color): String
    hidden: String @inaccessible
  }
  type Subscription { tick: String joined: User @authenticated broken: String }
  input By @oneOf { id: ID name: String }
  type Mutation { wipe: String @requiresScopes(scopes: [["admin"]]) }
  type User @key(fields: "id") {
    id: ID! name: String email: String @requiresScopes(scopes: [["mail", "read"], ["root"]])
  }
  type Secret @requiresScopes(scopes: [["secret"]]) { text: String }
  union Hit = User | Secret
  interface Media @key(fields: "id") { id: ID! }
  type Film implements Media @key(fields: "id") { id: ID! title: String }
  enum Color @requiresScopes(scopes: [["color"]]) { RED }`

const PHONES = `${LINK}
  type User @key(fields: "id") { id: ID! phone: String @authenticated }
  type Media @key(fields: "id") @interfaceObject { id: ID! score: Int @requiresScopes(scopes: [["score"]]) }`

const PEOPLE_RESOLVERS = {
  Query: {
    open: () => 'open',
    find: () => 'found',
    me: () => ({ id: '1' }),
    anyone: () => ({ id: '1' }),
    hits: () => [
      { __typename: 'User', id: '1' },
      { __typename: 'Secret', text: 'secret' },
    ],
    media: () => ({ __typename: 'Film', id: '7' }),
    audit: () => 'books',
    color: () => 'RED',
    paint: () => 'painted',
  },
  Mutation: { wipe: () => 'wiped' },
  Subscription: {
    tick: { subscribe: ticks, resolve: (tick: number) => `tick ${tick}` },
    joined: { subscribe: ticks, resolve: (id: number) => ({ id }) },
    broken: { subscribe: () => Promise.reject(new Error('broken')) },
  },
  User: { name: () => 'Ada', email: () => 'ada@example.org' },
  Film: { title: () => 'Metropolis' },
}
const PHONES_RESOLVERS = {
  User: { __resolveReference: (user: object) => user, phone: () => '555' },
  Media: { __resolveReference: (media: object) => media, score: () => 10 },
}

export const ISSUER = 'https://issuer.example'
export const AUDIENCE = 'graph'
export const START = Date.UTC(2026, 2, 4, 12)
export const HOUR = 3_600_000

export const CLAIMS = {
  iss: ISSUER,
  aud: AUDIENCE,
  iat: START / 1000,
  exp: (START + HOUR) / 1000,
  scope: undefined,
}

export async function* ticks() {
  yield 1
  yield 2
}

export function codeOf({ body }: TestResponse): unknown {
  return body.errors?.[0]?.extensions?.code
}

/** Starts the router for the tests of a file. */
export function foreignRouter() {
  const resources = new AsyncDisposableStack()
  const people = {} as TinySubgraph
  const phones = {} as TinySubgraph
  const signer = {} as Signer
  const router = { url: '' }
  const issuer = {
    now: START,
    /** Its key set; undefined while it is down. */
    published: undefined as unknown,
    /** How many times the key set was requested. */
    fetched: 0,
  }

  beforeAll(async () => {
    Object.assign(signer, await createSigner('key-1'))
    Object.assign(people, await startTinySubgraph(PEOPLE, PEOPLE_RESOLVERS))
    Object.assign(phones, await startTinySubgraph(PHONES, PHONES_RESOLVERS))
    const supergraph = composed({ people, phones })
    expect(supergraph).toContain('for: SECURITY')
    router.url = await startOver(supergraph, resources)
  })

  beforeEach(async () => {
    issuer.now = START
    issuer.published = { keys: [signer.jwk] }
    await Promise.all([people.behave('well'), phones.behave('well')])
  })

  afterAll(async () => {
    await resources.disposeAsync()
    await Promise.all([people.behave('down'), phones.behave('down')])
  })

  function tokenWith(claims: object, header: object = {}): Promise<string> {
    return signToken(signer, { ...CLAIMS, ...claims }, header)
  }

  function ask(query: string, token?: string): Promise<TestResponse> {
    return post({ query }, token === undefined ? {} : { authorization: `Bearer ${token}` })
  }

  function post(
    body: object,
    headers: Record<string, string> = {},
    at = router.url,
  ): Promise<TestResponse> {
    return send(`${at}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  }

  /** Starts a router over the supergraph, and an issuer whose tokens it accepts. Returns the URL of the router. */
  async function startOver(
    supergraph: string,
    stack: AsyncDisposableStack,
    settings?: Record<string, string>,
  ): Promise<string> {
    const [port] = await freePorts(1)
    const env = { ROUTER_PORT: String(port), ...(settings ?? (await startIssuer(stack))) }
    const config = readConfig(env, [{ name: 'identity', settings: 'ID', port: 7000 }])
    const options = {
      config,
      supergraph: fixedSource(supergraph),
      log: testLog,
      now: () => new Date(issuer.now),
    }
    stack.use(await startRouterAlone(options))
    return `http://localhost:${port}`
  }

  async function startIssuer(stack: AsyncDisposableStack): Promise<Record<string, string>> {
    const server = createServer((_req, res) => {
      issuer.fetched += 1
      if (issuer.published === undefined) res.statusCode = 503
      res.setHeader('content-type', 'application/json').end(JSON.stringify(issuer.published))
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    stack.defer(async () => {
      server.closeAllConnections()
      await once(server.close(), 'close')
    })
    const { port } = server.address() as AddressInfo
    return {
      ROUTER_JWKS_URL: `http://127.0.0.1:${port}/keys`,
      ROUTER_JWT_ISSUER: ISSUER,
      ROUTER_JWT_AUDIENCE: AUDIENCE,
    }
  }

  return { people, phones, signer, router, issuer, tokenWith, ask, post, startOver }
}
