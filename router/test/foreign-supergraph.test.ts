// A router over a foreign supergraph with authorization directives, subscriptions and @oneOf inputs: what it refuses,
// and how it streams.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#foundation/process/config.ts'
import { testLog } from '#test/caller.ts'
import { NEEDS_STREAM } from '#foundation/graphql/live/requested-stream.ts'
import { send, type TestResponse } from '#test/http.ts'
import { openStream } from '#test/live-stream.ts'
import { fixedSource } from './supergraph-host.ts'
import { freePorts } from '#test/ports.ts'
import { composed, startTinySubgraph, type TinySubgraph } from './tiny-subgraph.ts'
import { createSigner, signToken, type Signer } from '#test/token.ts'
import { startRouterAlone } from '../alone.ts'

const LINK = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: [
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

const ISSUER = 'https://issuer.example'
const AUDIENCE = 'graph'
const START = Date.UTC(2026, 2, 4, 12)
const HOUR = 3_600_000

let people: TinySubgraph
let phones: TinySubgraph
let signer: Signer
let url: string
let now = START
/** The published key set; undefined while the issuer is down. */
let published: unknown
let fetched = 0
const resources = new AsyncDisposableStack()

beforeAll(async () => {
  signer = await createSigner('key-1')
  people = await startTinySubgraph(PEOPLE, {
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
  })
  phones = await startTinySubgraph(PHONES, {
    User: { __resolveReference: (user: object) => user, phone: () => '555' },
    Media: { __resolveReference: (media: object) => media, score: () => 10 },
  })
  const supergraph = composed({ people, phones })
  expect(supergraph).toContain('for: SECURITY')
  url = await startOver(supergraph, resources)
})

beforeEach(async () => {
  now = START
  published = { keys: [signer.jwk] }
  await Promise.all([people.behave('well'), phones.behave('well')])
})

afterAll(async () => {
  await resources.disposeAsync()
  await Promise.all([people.behave('down'), phones.behave('down')])
})

describe('a router over subgraphs with authorization directives', () => {
  test('Operations that require nothing need no token, and no key of the issuer', async () => {
    const before = fetched
    for (const query of [
      '{ open }',
      '{ anyone { id name } }',
      '{ hits { ... on User { name } } }',
    ]) {
      const { status, body } = await ask(query)
      expect([status, body.errors]).toEqual([200, undefined])
    }
    expect((await ask('{ open }', 'unusable')).body.data).toEqual({ open: 'open' })
    expect(
      (await ask('{ __schema { types { name } } __type(name: "Secret") { name } }')).status,
    ).toBe(200)
    expect(fetched).toBe(before)
  })

  test.each<[operation: string, field: string, scope: string]>([
    ['{ anyone { email } }', 'User.email', 'root'],
    ['{ anyone { contact: email } }', 'User.email', 'root'],
    [
      'query ($no: Boolean = false) { open anyone { email @include(if: $no) } }',
      'User.email',
      'root',
    ],
    ['{ ...Root } fragment Root on Query { anyone { ... { email } } }', 'User.email', 'root'],
    ['{ hits { __typename } }', 'Secret', 'secret'],
    ['{ hits { ... on Secret { text } } }', 'Secret', 'secret'],
    ['{ media { score } }', 'Media.score', 'score'],
    ['{ media { ... on Film { score } } }', 'Film.score', 'score'],
    ['{ color }', 'Color', 'color'],
    ['{ paint(color: RED) }', 'Color', 'color'],
    ['query ($color: Color) { paint(color: $color) }', 'Color', 'color'],
    ['mutation { wipe }', 'Mutation.wipe', 'admin'],
  ])(
    '%s requires a token with the right scope, and reaches no subgraph without',
    async (query, field, requiredScope) => {
      const anonymous = await ask(query)
      expect([anonymous.status, codeOf(anonymous)]).toEqual([401, 'INVALID_TOKEN'])
      expect(anonymous.headers.get('www-authenticate')).toBe('Bearer')
      const weak = await ask(query, await tokenWith({ scope: 'openid' }))
      expect([weak.status, weak.body]).toEqual([
        403,
        {
          errors: [
            {
              message: expect.stringContaining(
                `The access token lacks the scope ${requiredScope} for ${field}.`,
              ),
              extensions: { code: 'INSUFFICIENT_PERMISSIONS', details: { field, requiredScope } },
            },
          ],
        },
      ])
      expect(weak.headers.get('www-authenticate')).toBe(
        `Bearer error="insufficient_scope", scope="${requiredScope}"`,
      )
      expect([...people.received, ...phones.received]).toEqual([])
      const granted = await ask(query, await tokenWith({ scope: `openid ${requiredScope}` }))
      expect([granted.status, granted.body.errors]).toEqual([200, undefined])
    },
  )

  test('A valid token is enough for @authenticated, and travels to the subgraphs', async () => {
    const token = await tokenWith({})
    const { body } = await ask('{ me { name phone } }', token)
    expect(body).toEqual({ data: { me: { name: 'Ada', phone: '555' } } })
    for (const { headers } of [...people.received, ...phones.received]) {
      expect(headers.authorization).toBe(`Bearer ${token}`)
    }
  })

  test('A caller has all scopes of one alternative', async () => {
    const query = '{ anyone { email } }'
    const lacking = await ask(query, await tokenWith({ scope: 'read' }))
    expect(lacking.body.errors).toMatchObject([
      {
        message:
          'The access token lacks the scope mail for User.email. It requires mail read, or root.',
        extensions: { details: { field: 'User.email', requiredScope: 'mail' } },
      },
    ])
    for (const claims of [
      { scope: 'mail read' },
      { scp: ['root'] },
      { scopes: ['read', 'mail'] },
    ]) {
      expect((await ask(query, await tokenWith(claims))).body.data).toEqual({
        anyone: { email: 'ada@example.org' },
      })
    }
  })

  test('Policies come from a claim, and without it every policy is refused', async () => {
    for (const claims of [
      {},
      { policies: 'root' },
      { policies: ['night', 7] },
      { scope: 'root' },
    ]) {
      const { status, body } = await ask('{ audit }', await tokenWith(claims))
      expect(status).toBe(403)
      expect(body.errors).toMatchObject([
        { extensions: { code: 'INSUFFICIENT_PERMISSIONS', details: { field: 'Query.audit' } } },
      ])
    }
    const nearest = await ask('{ audit }', await tokenWith({ policies: ['night', 'day'] }))
    expect(nearest.body.errors[0].extensions.details.requiredPolicies).toEqual(['auditor'])
    for (const policies of [['auditor', 'night'], ['root']]) {
      expect((await ask('{ audit }', await tokenWith({ policies }))).body.data).toEqual({
        audit: 'books',
      })
    }
  })

  test('One refused field refuses the whole operation, in each way to send it', async () => {
    const query = '{ open anyone { name } audit }'
    const get = await send(`${url}/graphql?query=${encodeURIComponent(query)}`, {
      headers: { 'apollo-require-preflight': '1' },
    })
    expect([get.status, codeOf(get)]).toEqual([401, 'INVALID_TOKEN'])
    const named = await post({
      query: `query Open { open } query Audit ${query}`,
      operationName: 'Audit',
    })
    expect([named.status, named.body.data]).toEqual([401, undefined])
    const open = await post({
      query: `query Open { open } query Audit ${query}`,
      operationName: 'Open',
    })
    expect(open.body).toEqual({ data: { open: 'open' } })
  })

  test('A supergraph whose marks were removed is enforced in the same way', async () => {
    await using unmarked = new AsyncDisposableStack()
    const supergraph = composed({ people, phones }).replaceAll(', for: SECURITY', '')
    const other = await startOver(supergraph, unmarked)
    const refused = await post({ query: '{ me { id } }' }, {}, other)
    expect([refused.status, codeOf(refused)]).toEqual([401, 'INVALID_TOKEN'])
    const token = await tokenWith({})
    const served = await post(
      { query: '{ me { id } }' },
      { authorization: `Bearer ${token}` },
      other,
    )
    expect(served.body).toEqual({ data: { me: { id: '1' } } })
  })
})

describe('what is no supergraph', () => {
  test.each<[what: string, change: (supergraph: string) => string, sentence: string]>([
    ['no subgraph', () => 'type Query { a: Int }', 'It is no supergraph'],
    ['an unknown subgraph', (sdl) => sdl.replace('(graph: B', '(graph: C'), 'the subgraph C'],
    ['a subgraph twice', (sdl) => sdl.replace('"b"', '"a"'), 'two subgraphs of the name "a"'],
    ['a type twice', (sdl) => `${sdl} type Query { c: Int }`, 'two types of the name "Query"'],
    ['no URL', (sdl) => sdl.replace('http://b', ''), 'The URL of the subgraph b must begin with'],
  ])('A router does not start over a supergraph with %s', async (_what, change, sentence) => {
    await using nothing = new AsyncDisposableStack()
    const [a, b] = ['a', 'b'].map((name) => ({
      sdl: `${LINK} type Query { ${name}: Int }`,
      url: `http://${name}`,
    }))
    const changed = change(composed({ a: a!, b: b! }))
    await expect(startOver(changed, nothing, {})).rejects.toThrow(sentence)
  })
})

describe('what a router serves in its own way, or not', () => {
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
    await using stream = await openStream(url, { query: sent })
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
    const refused = await openStream(url, { query })
    expect([
      refused.response.status,
      codeOf({ body: await refused.json() } as TestResponse),
    ]).toEqual([401, 'INVALID_TOKEN'])
    await using stream = await openStream(url, { query, token: await tokenWith({}) })
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
    await using stream = await openStream(url, { query: 'subscription { broken }' })
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
})

describe('an input that is @oneOf', () => {
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
})

describe('the tokens of a foreign issuer', () => {
  test.each<[what: string, claims: object, header: object, reason: string]>([
    ['another issuer', { iss: 'https://other.example' }, {}, 'invalid'],
    ['another audience', { aud: 'elsewhere' }, {}, 'invalid'],
    ['a past expiry', { exp: START / 1000 - 60 }, {}, 'expired'],
    ['no expiry', { exp: undefined }, {}, 'invalid'],
    ['a start in the future', { nbf: START / 1000 + 60 }, {}, 'invalid'],
    ['the type of a logout token', {}, { typ: 'logout+jwt' }, 'invalid'],
    ['an unknown key', {}, { kid: 'key-9' }, 'invalid'],
  ])('A token with %s is refused', async (_what, claims, header, reason) => {
    const response = await ask('{ me { id } }', await tokenWith(claims, header))
    expect([response.status, response.body.errors[0].extensions]).toEqual([
      401,
      { code: 'INVALID_TOKEN', details: { reason } },
    ])
    expect(people.received).toEqual([])
  })

  test('A token that is signed with a published key as a shared secret, or not at all, is refused', async () => {
    const { SignJWT, UnsecuredJWT } = await import('jose')
    const claims = { iss: ISSUER, aud: AUDIENCE, exp: START / 1000 + 60 }
    const secret = new TextEncoder().encode(JSON.stringify(signer.jwk))
    const shared = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', kid: 'key-1' })
      .sign(secret)
    for (const token of [shared, new UnsecuredJWT(claims).encode(), 'no.token.atall', 'x']) {
      expect(codeOf(await ask('{ me { id } }', token))).toBe('INVALID_TOKEN')
    }
  })

  test('A token of a new key is accepted, one of a withdrawn key is not', async () => {
    const old = await tokenWith({ exp: (START + 10 * HOUR) / 1000 })
    expect((await ask('{ me { id } }', old)).status).toBe(200)
    const before = fetched
    expect((await ask('{ me { id } }', await tokenWith({ sub: '2' }))).status).toBe(200)
    expect(fetched).toBe(before)
    const next = await createSigner('key-2')
    published = { keys: [next.jwk] }
    now = START + HOUR
    const fresh = await signToken(next, { ...CLAIMS, exp: (now + HOUR) / 1000 })
    expect((await ask('{ me { id } }', fresh)).status).toBe(200)
    expect(codeOf(await ask('{ me { id } }', old))).toBe('INVALID_TOKEN')
  })

  test('Without keys, a router refuses with INTERNAL_ERROR and retry until the issuer publishes a key set', async () => {
    await using unkeyed = new AsyncDisposableStack()
    const other = await startOver(composed({ people, phones }), unkeyed)
    const authorization = `Bearer ${await tokenWith({})}`
    const askWithToken = (query: string) => post({ query }, { authorization }, other)
    const endless = { keys: [signer.jwk], padding: 'x'.repeat(2_000_000) }
    for (published of [undefined, 'keys', { keys: 'none' }, endless]) {
      const { status, body } = await askWithToken('{ me { id } }')
      expect(status).toBe(500)
      expect(body.errors).toMatchObject([
        { extensions: { code: 'INTERNAL_ERROR', details: { service: 'issuer', retry: true } } },
      ])
      expect((await askWithToken('{ open }')).status).toBe(200)
    }
    published = { keys: [signer.jwk] }
    expect((await askWithToken('{ me { id } }')).status).toBe(200)
  })
})

async function startTicks(): Promise<TinySubgraph> {
  const subgraph = await startTinySubgraph(
    `${LINK} type Query { now: Int } type Subscription { tick: Int }`,
    { Subscription: { tick: { subscribe: ticks, resolve: (tick: number) => tick } } },
  )
  onTestFinished(() => subgraph.behave('down'))
  return subgraph
}

async function* ticks() {
  yield 1
  yield 2
}

const CLAIMS = {
  iss: ISSUER,
  aud: AUDIENCE,
  iat: START / 1000,
  exp: (START + HOUR) / 1000,
  scope: undefined,
}

function tokenWith(claims: object, header: object = {}): Promise<string> {
  return signToken(signer, { ...CLAIMS, ...claims }, header)
}

function codeOf({ body }: TestResponse): unknown {
  return body.errors?.[0]?.extensions?.code
}

function ask(query: string, token?: string): Promise<TestResponse> {
  return post({ query }, token === undefined ? {} : { authorization: `Bearer ${token}` })
}

function post(body: object, headers: Record<string, string> = {}, at = url): Promise<TestResponse> {
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
    now: () => new Date(now),
  }
  stack.use(await startRouterAlone(options))
  return `http://localhost:${port}`
}

async function startIssuer(stack: AsyncDisposableStack): Promise<Record<string, string>> {
  const issuer = createServer((_req, res) => {
    fetched += 1
    if (published === undefined) res.statusCode = 503
    res.setHeader('content-type', 'application/json').end(JSON.stringify(published))
  })
  await once(issuer.listen(0, '127.0.0.1'), 'listening')
  stack.defer(async () => {
    issuer.closeAllConnections()
    await once(issuer.close(), 'close')
  })
  const { port } = issuer.address() as AddressInfo
  return {
    ROUTER_JWKS_URL: `http://127.0.0.1:${port}/keys`,
    ROUTER_JWT_ISSUER: ISSUER,
    ROUTER_JWT_AUDIENCE: AUDIENCE,
  }
}
