// The documented limits over HTTP: their headers, the exact count, and the cost of a GraphQL request.
import { createHash } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createServiceTokens, SERVICE_TOKEN_HEADER } from '#foundation/auth/service-token.ts'
import { startTestSystem, testSystem, type Person, type TestSystem } from '#test/system.ts'

const DEFAULTS = {
  RATE_LIMIT_FREE: '',
  RATE_LIMIT_AUTHENTICATED: '',
  RATE_LIMIT_PARTNER: '',
}

const system = testSystem({ settings: DEFAULTS })
let ada: Person
let quests: string
beforeAll(async () => {
  system.clock.now = new Date()
  quests = `${system.address('path')}/api/quests`
})
// A new person, an hour later: calls of earlier tests do not count.
beforeEach(async () => {
  pass(3600)
  ada = await system.join(`ada_${crypto.randomUUID().slice(0, 8)}`)
})

async function statuses(count: number, ask: () => Promise<{ status: number }>): Promise<number[]> {
  const responses: number[] = []
  for (let sent = 0; sent < count; sent += 1) responses.push((await ask()).status)
  return responses
}

const pass = (seconds: number) => {
  system.clock.now = new Date(system.clock.now!.getTime() + seconds * 1000)
}

test('every response has the limits, and a refused one when to retry', async () => {
  const token = await ada.token()
  const first = await system.fetch(quests, { token })
  expect(first.headers.get('ratelimit-policy')).toBe('"hour";q=1000;w=3600, "burst";q=100;w=60')
  expect(first.headers.get('ratelimit')).toBe('"hour";r=999;t=3600, "burst";r=99;t=60')

  pass(20)
  expect(await statuses(99, () => system.fetch(quests, { token }))).not.toContain(429)
  const refused = await system.fetch(quests, { token })
  expect(refused.status).toBe(429)
  expect(refused.headers.get('ratelimit')).toBe('"hour";r=900;t=3580, "burst";r=0;t=40')
  expect(refused.headers.get('retry-after')).toBe('40')
  expect(refused.body.error).toMatchObject({
    code: 'RATE_LIMIT_EXCEEDED',
    details: { tier: 'authenticated', limit: 100, windowSeconds: 60, retryAfterSeconds: 40 },
  })

  pass(40)
  expect((await system.fetch(quests, { token })).status).toBe(200)
})

test('refusals have the headers too', async () => {
  const token = await ada.token()
  const { headers } = await system.fetch(`${quests}/quest_unknown/complete`, {
    method: 'POST',
    token,
  })
  expect(headers.get('ratelimit')).toContain('"burst";r=99')
})

test('calls without a valid token are Free: refused for their token, then for their number', async () => {
  const responses = await statuses(11, () => system.fetch(quests, { token: 'x.y.z' }))
  expect(responses).toEqual([...Array.from({ length: 10 }, () => 401), 429])
  expect((await system.fetch(quests)).status).toBe(429)
  expect((await system.fetch(quests, { token: await ada.token() })).status).toBe(200)
})

test('a partner client has the limits of its tier, for all its people together', async () => {
  const grace = await system.join('grace')
  const partner = { tier: 'partner', clientId: 'partner-client' } as const
  await system.fetch(quests, { token: await ada.token(partner) })
  const { headers } = await system.fetch(quests, { token: await grace.token(partner) })
  expect(headers.get('ratelimit')).toContain('"hour";r=9998')
})

test('each service and the router count by themselves', async () => {
  const token = await ada.token()
  await system.fetch(quests, { token })
  const claims = await system.fetch(`${system.address('identity')}/api/claims`, { token })
  const routed = await system.graphql('{ me { id } }', { token })
  expect(claims.headers.get('ratelimit')).toContain('r=999')
  expect(routed.headers.get('ratelimit')).toContain('r=999')
})

const LISTS = 'assets courses identities organizations proposals quests realms roles scrolls'.split(
  ' ',
)
const searchOf = (lists: string[]) =>
  `query ($text: String!) { ${lists.map((list) => `${list}(search: $text) { totalCount }`).join(' ')} }`

test.each([
  ['router', LISTS],
  ['guild', ['organizations', 'roles']],
])('at the %s, a search of every list for one text costs one unit', async (at, lists) => {
  const token = await ada.token()
  const asked = { token, at, variables: { text: 'night' } }
  const first = await system.graphql(searchOf(lists), asked)
  expect(first.body.errors).toBeUndefined()
  expect(left(first)).toBe(99)

  expect(await statuses(99, () => system.graphql(searchOf(lists), asked))).not.toContain(429)
  expect((await system.graphql(searchOf(lists), asked)).status).toBe(429)
})

/** The remaining units of the burst after a response. */
const left = ({ headers }: { headers: Headers }) =>
  Number(/"burst";r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1])

/** A document of about 850 tokens that selects nothing but `__typename`, a new one for each number. */
const typenames = (number: number) => {
  const names = Array.from({ length: 80 }, (_, index) => `F${number}_${index}`)
  const fragments = names.map(
    (name, index) => `fragment ${name} on Query { a${index % 15}: __typename }`,
  )
  return `{ ${names.map((name) => `...${name}`).join(' ')} } ${fragments.join(' ')}`
}

describe.each(['router', 'path'])('a document at the %s', (at) => {
  test('a flood of __typename in fragments is refused at the limit, by GET as by POST', async () => {
    const token = await ada.token()
    const ask = (sent: number) => {
      const query = typenames(sent)
      return sent % 2 === 0
        ? system.graphql(query, { token, at })
        : system.fetch(`${system.address(at)}/graphql?${new URLSearchParams({ query })}`, { token })
    }
    let sent = 0
    const received = await statuses(110, () => ask((sent += 1)))
    expect(received.slice(0, 100)).toEqual(Array.from({ length: 100 }, () => 200))
    expect(new Set(received.slice(100))).toEqual(new Set([429]))
  })

  test('a document that is refused for its cost costs a unit, less than one that runs', async () => {
    const token = await ada.token()
    const query = '{ a: quests { totalCount } b: quests { totalCount } c: quests { totalCount } }'
    await statuses(32, () => system.graphql(query, { token, at }))
    expect(await statuses(2, () => system.graphql('{ __typename }', { token, at }))).toEqual([
      200, 200,
    ])
    const refused = [
      await system.graphql(query, { token, at }),
      await system.graphql(query, { token, at }),
    ]
    expect(refused.map(({ status }) => status)).toEqual([429, 429])
    expect(refused.map(left)).toEqual([1, 0])
    expect(refused[0]!.body.errors[0]).toMatchObject({
      message: expect.stringMatching(
        /^The tier authenticated may use 100 units in 60 s; try again in \d+ s\.$/,
      ),
      extensions: {
        code: 'RATE_LIMIT_EXCEEDED',
        details: { tier: 'authenticated', limit: 100, windowSeconds: 60 },
      },
    })
    expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await system.graphql('{ __typename }', { token, at })).status).toBe(429)
    pass(60)
    expect(left(await system.graphql(query, { token, at }))).toBe(97)
  })

  test('an invalid document costs a unit', async () => {
    const token = await ada.token()
    const documents = ['{', '{ nothing }', 'query A { __typename } query B { __typename }']
    for (const [index, query] of documents.entries()) {
      const response = await system.graphql(query, { token, at })
      expect([response.status, left(response)]).toEqual([400, 99 - index])
    }
  })

  test('a document sent by its hash or in a batch costs a unit', async () => {
    const token = await ada.token()
    const send = (body: object) =>
      system.fetch(`${system.address(at)}/graphql`, {
        method: 'POST',
        token,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    const sha256Hash = createHash('sha256').update('{ __typename }').digest('hex')
    const extensions = { persistedQuery: { version: 1, sha256Hash } }
    const responses = [
      await send({ extensions }),
      await send({ query: '{ __typename }', extensions }),
      await send({ extensions }),
      await send([{ query: '{ __typename }' }, { query: '{ __typename }' }]),
    ]
    expect(responses.map(left)).toEqual([99, 98, 97, 96])
    expect(responses[2]!.body).toEqual({ data: { __typename: 'Query' } })
    expect(responses[3]!.status).toBe(400)
  })
})

describe.each(['router', 'path'])('an offset at the %s', (at) => {
  const LIST = 'query ($o: Int) { quests(first: 1, offset: $o) { nodes { id } } }'

  test('an offset costs a unit more for each 10,000 rows that it skips', async () => {
    const token = await ada.token()
    const ask = (offset: number) => system.graphql(LIST, { token, at, variables: { o: offset } })
    const responses = [await ask(9_999), await ask(10_000)]
    expect(responses.map(left)).toEqual([99, 97])
    expect(responses.map(({ headers }) => headers.get('x-cost-estimated'))).toEqual(['1', '2'])
  })

  test('an offset over 10,000 is refused, and the refusal names cursors', async () => {
    const token = await ada.token()
    const response = await system.graphql(LIST, { token, at, variables: { o: 10_001 } })
    expect([response.status, left(response)]).toEqual([400, 99])
    expect(response.body.errors[0].extensions).toEqual({
      code: 'VALIDATION_ERROR',
      details: {
        field: 'offset',
        reason: expect.stringMatching(/^must be at most 10000: .*after/),
      },
    })
  })
})

describe('a page of REST', () => {
  const burst = async (query: string) =>
    left(await system.fetch(`${quests}?${query}`, { token: await ada.token() }))

  test('a page costs a unit more for each 10,000 items before it, and ten at most', async () => {
    expect(await burst('page=100&limit=100')).toBe(99)
    expect(await burst('page=101&limit=100')).toBe(97)
    expect(await burst(`page=${Number.MAX_SAFE_INTEGER}&limit=100`)).toBe(87)
  })

  test('a page can be read at any depth with lower limits', () =>
    apart(
      async (services, token) => {
        const url = `${services.address('path')}/api/quests?page=100000&limit=100`
        const { status, headers } = await services.fetch(url, { token })
        expect([status, headers.get('ratelimit')]).toEqual([
          200,
          expect.stringContaining('"burst";r=0'),
        ])
        expect((await services.fetch(url, { token })).headers.get('retry-after')).toBe('60')
      },
      { RATE_LIMIT_AUTHENTICATED: '1000:5' },
    ))
})

test('introspection without a token counts as Free', async () => {
  const ask = () => system.graphql('{ __schema { queryType { name } } }')
  expect(await statuses(11, ask)).toEqual([...Array.from({ length: 10 }, () => 200), 429])
})

test('health, metrics and public keys are free of charge', async () => {
  for (const path of ['/healthz', '/readyz', '/metrics', '/.well-known/jwks.json']) {
    const ask = () => system.fetch(`${system.address('identity')}${path}`)
    expect(new Set(await statuses(12, ask)), path).toEqual(new Set([200]))
  }
})

/** A system whose services run apart, for as long as `work` takes. */
async function apart(
  work: (services: TestSystem, token: string) => Promise<void>,
  settings = {},
): Promise<void> {
  const services = await startTestSystem({
    topology: 'over HTTP',
    settings: { ...DEFAULTS, ...settings },
  })
  services.clock.now = new Date()
  try {
    await work(services, await (await services.join('barbara')).token())
  } finally {
    await services.stop()
  }
}

test('calls between services are not counted', () =>
  apart(async (services, token) => {
    await services.graphql('{ me { id } }', { token })
    const url = `${services.address('identity')}/api/claims`
    const { headers } = await services.fetch(url, { token })
    expect(headers.get('ratelimit')).toContain('"burst";r=99')
  }))

test('a token that cannot be verified while Identity is away is not counted', () =>
  apart(async (services, token) => {
    await services.stopService('identity')
    // The last good keys are kept for a day.
    services.clock.now = new Date(services.clock.now!.getTime() + 25 * 3_600_000)
    const url = `${services.address('path')}/api/quests`
    const rest = await statuses(11, () => services.fetch(url, { token }))
    const routed = await statuses(11, () => services.graphql('{ me { id } }', { token }))
    expect(new Set([...rest, ...routed])).toEqual(new Set([500]))
    const { body } = await services.fetch(url, { token })
    expect(body.error.details).toMatchObject({ service: 'identity', retry: true })
  }))

test('a bad token that a service passes on is not counted for the address of the service', async () => {
  const now = () => system.clock.now!
  const service = createServiceTokens(system.config.serviceSecrets!, 'router', now)
  const headers = { [SERVICE_TOKEN_HEADER]: await service.mint('path') }
  const ask = () => system.fetch(quests, { token: 'x.y.z', headers })
  expect(new Set(await statuses(11, ask))).toEqual(new Set([401]))
})
