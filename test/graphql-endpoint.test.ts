// Checks in front of every /graphql: tokens, sizes, limits, and errors that name field and rule.
import { getIntrospectionQuery, parse } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createServiceTokens, SERVICE_TOKEN_HEADER } from '#foundation/auth/service-token.ts'
import { newId } from '#foundation/domain/ids.ts'
import { addOrganization } from '#test/story.ts'
import { scrape } from '#test/scrape.ts'
import { startTestSystem, testSystem, type TestResponse, type TestSystem } from '#test/system.ts'
import type { GuildTables } from '../subgraphs/guild/tables.ts'
import type { IdentityTables } from '../subgraphs/identity/tables.ts'

const system = testSystem({ topology: 'over HTTP' })
let token: string
beforeAll(async () => {
  token = await (await system.join('ada')).token()
})

const GRANT = `mutation Grant($input: GrantXpInput!) { grantXp(input: $input) { xp } }`

const PUBLISH = `mutation Publish($input: PublishScrollInput!) { publishScroll(input: $input) { id } }`

describe.each(['router', 'path'])('at the %s', (at) => {
  const ask = (query: string, variables?: object) =>
    system.graphql(query, { at, token, ...(variables && { variables }) })
  const refusal = (code: string, details: object) => ({ extensions: { code, details } })

  test('without a token, only introspection is allowed', async () => {
    const introspection = await system.graphql(getIntrospectionQuery(), { at })
    expect(introspection.body.data.__schema.types.length).toBeGreaterThan(10)
    for (const query of [
      '{ quests { totalCount } }',
      '{ __typename quests { totalCount } }',
      '{',
    ]) {
      const { status, body, headers } = await system.graphql(query, { at })
      expect(status).toBe(401)
      expect(body.errors).toMatchObject([refusal('INVALID_TOKEN', { reason: 'missing' })])
      expect(headers.get('www-authenticate')).toBe('Bearer')
    }
  })

  test.each([
    ['{ __typename }', '1'],
    ['{ a: quests { totalCount } b: quests { totalCount } }', '2'],
    ['{ a: quests(search: "a") { totalCount } b: quests(search: "a") { totalCount } }', '2'],
  ])('the response to %s names its cost', async (query, cost) => {
    expect((await ask(query)).headers.get('x-cost-estimated')).toBe(cost)
  })

  test('a field that the schema does not have is refused with 400', async () => {
    const { status, body } = await ask('{ quests { colour } }')
    expect(status).toBe(400)
    expect(body.errors[0].message).toContain('colour')
    expect(body.errors).toMatchObject([refusal('VALIDATION_ERROR', { field: 'query' })])
  })

  test('invalid variables are refused with 400, by field and rule', async () => {
    const query =
      'query Q($first: Int!, $id: ID!) { quests(first: $first) { totalCount } quest(id: $id) { id } }'
    const { status, body } = await ask(query, { first: 'many' })
    expect(status).toBe(400)
    const issues = [
      { field: 'first', reason: 'must be an integer' },
      { field: 'id', reason: 'is required' },
    ]
    expect(body.errors).toMatchObject([refusal('VALIDATION_ERROR', { issues })])
  })

  test('a request that names none of several operations is refused', async () => {
    const send = (body: object) =>
      system.fetch(`${system.address(at)}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
        token,
      })
    const query = 'query A { quests { totalCount } } query B { quests { totalCount } }'
    for (const operationName of [undefined, 'C']) {
      const { status, body } = await send({ query, operationName })
      expect(status).toBe(400)
      expect(body.errors).toMatchObject([refusal('VALIDATION_ERROR', { field: 'operationName' })])
    }
    const { status, body } = await send({})
    expect(status).toBe(400)
    expect(body.errors).toMatchObject([refusal('VALIDATION_ERROR', { field: 'body' })])
  })

  test('any other method is not found, and the response lists the allowed ones', async () => {
    const url = `${system.address(at)}/graphql`
    const { status, headers } = await system.fetch(url, { method: 'PUT', token })
    expect(status).toBe(404)
    expect(headers.get('allow')).toBe('GET, HEAD, POST')
  })

  test('arguments out of range are refused by field and rule', async () => {
    const { status, body } = await ask('{ quests(first: 101) { totalCount } }')
    expect(status).toBe(200)
    expect(body.errors).toMatchObject([
      { path: ['quests'], ...refusal('VALIDATION_ERROR', { field: 'first' }) },
    ])
  })

  test('more than 200,000 nodes are refused', async () => {
    const query = 'query Q($first: Int) { quests(first: $first) { nodes { id title } } }'
    expect((await ask(query, { first: 66_666 })).status).toBe(200)
    const { status, body } = await ask(query, { first: 66_667 })
    expect(status).toBe(400)
    expect(body.errors).toMatchObject([
      {
        message: 'The response may contain 200002 nodes; the node limit is 200000.',
        ...refusal('VALIDATION_ERROR', { reason: 'NODE_LIMIT', limit: 200_000 }),
      },
    ])
  })

  test.each([
    ['malformed JSON', '{"query":', { field: 'body', reason: 'must be valid JSON' }],
    ['more than 100 KiB', JSON.stringify({ query: 'x'.repeat(103_000) }), { field: 'body' }],
  ])('a body that is %s is refused with 400', async (_what, body, details) => {
    const headers = { 'content-type': 'application/json' }
    const url = `${system.address(at)}/graphql`
    const response = await system.fetch(url, { method: 'POST', body, headers, token })
    expect(response.status).toBe(400)
    expect(response.body.errors).toMatchObject([refusal('VALIDATION_ERROR', details)])
  })

  test('HEAD has the same response as GET, without the body', async () => {
    const url = `${system.address(at)}/graphql?query={quests{totalCount}}`
    const headers = { 'apollo-require-preflight': '1' }
    for (const method of ['GET', 'HEAD']) {
      const response = await system.fetch(url, { method, headers, token })
      expect(response.status).toBe(200)
      expect(response.headers.get('content-length')).toBe('36')
      expect(response.headers.get('allow')).toBeNull()
    }
    const missing = await system.fetch(url, { method: 'HEAD', headers })
    expect(missing.status).toBe(401)
  })

  test('a GET with another content type is refused with 400', async () => {
    const get = (type: string) =>
      system.fetch(`${system.address(at)}/graphql?query={quests{totalCount}}`, {
        headers: { 'content-type': type, 'apollo-require-preflight': '1' },
        token,
      })
    expect((await get('application/json; charset=utf-8')).status).toBe(200)
    for (const type of ['text/plain', 'application/jsonx', 'application/graphql']) {
      const { status, body } = await get(type)
      expect(status).toBe(400)
      expect(body.errors).toMatchObject([refusal('VALIDATION_ERROR', { field: 'Content-Type' })])
    }
  })

  test.each([
    ['nothing', ''],
    ['a space', ' '],
    ['a line feed', 'quest_1\n'],
    ['a letter that turns the text around', '\u202Equest_1'],
    ['an invisible letter', 'quest_\u200B1'],
    ['half a quote', '"quest'],
    ['a thousand letters', 'q'.repeat(1_000)],
    ['a thousand emoji', '🔥'.repeat(1_000)],
  ])('an unknown id of %s is quoted, shortened and visible in the message', async (_what, id) => {
    const { body } = await ask('query ($id: ID!) { quest(id: $id) { id } }', { id })
    const [{ message, extensions }] = body.errors
    expect(extensions).toMatchObject({ code: 'NOT_FOUND', details: { resource: 'Quest' } })
    expect(message).toMatch(/^Quest "[^\p{C}]{0,220}" does not exist\.$/u)
    expect(id.startsWith(extensions.details.id.replace(/…$/, ''))).toBe(true)
    expect(extensions.details.id.length).toBeLessThanOrEqual(250)
    const known = await ask('{ quest(id: "quest_1") { id } }')
    expect(known.body.errors[0].message).toBe('Quest quest_1 does not exist.')
  })

  test.each([
    ['an empty name', { '': 1 }],
    ['a long name', { ['x'.repeat(5_000)]: 1 }],
    ['a name that turns the text around', { '\u202Ename': 1 }],
  ])('an input field with %s is visible in the message', async (_what, unknown) => {
    const input = { title: 'Tides', content: 'High.', visibility: 'public', ...unknown }
    const { body } = await system.graphql(PUBLISH, {
      at: at === 'router' ? 'router' : 'scroll',
      token,
      variables: { input },
    })
    expect(body.errors[0].message).toMatch(/^"[^\p{C}]{0,220}": is not a known field$/u)
    expect(body.errors[0].extensions.details.reason).toBe('is not a known field')
  })

  test('an unknown persisted query has the error code of its protocol', async () => {
    const extensions = { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } }
    const response = await system.fetch(`${system.address(at)}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ extensions }),
      token,
    })
    const reported = { code: 'PERSISTED_QUERY_NOT_FOUND', details: {} }
    expect(response.body.errors[0].extensions).toEqual(reported)
  })

  test.each([
    1,
    'x',
    [],
    { version: 1 },
    { version: 2, sha256Hash: 'a' },
    { version: 1, sha256Hash: 5 },
  ])('a malformed persisted query is refused: %j', async (persistedQuery) => {
    const response = await system.fetch(`${system.address(at)}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ __typename }', extensions: { persistedQuery } }),
      token,
    })
    expect(response.status).toBe(400)
    expect(response.body.errors).toMatchObject([
      refusal('VALIDATION_ERROR', { field: 'extensions.persistedQuery' }),
    ])
  })
})

test.each(['utf8', '"UTF8"', 'utf-8', 'unicode-1-1-utf-8;x=y'])(
  'A body in UTF-8 is read, also if its character set is called %s',
  async (charset) => {
    const headers = { 'content-type': `application/json; charset=${charset}` }
    const sent = { method: 'POST', headers, body: '{"query":"{ __typename }"}' }
    const response = await fetch(`${system.address('router')}/graphql`, sent)
    expect(await response.json()).toEqual({ data: { __typename: 'Query' } })
  },
)

describe('what is for services alone', () => {
  const variables = { input: { key: 'k', identityId: 'identity_unknown', amount: 1 } }
  const serviceToken = (audience: string, secret = system.config.serviceSecrets!) =>
    createServiceTokens(secret, 'path', () => new Date()).mint(audience)
  const grant = async (sent?: string) => {
    const headers = sent === undefined ? {} : { [SERVICE_TOKEN_HEADER]: sent }
    return system.graphql(GRANT, { at: 'identity', variables, token, headers })
  }

  test('a field for services is not in the schema of the router', async () => {
    const { status } = await system.graphql(GRANT, { token, variables })
    expect(status).toBe(400)
  })

  test('a person may not query a field for services', async () => {
    const { body } = await grant()
    expect(body.errors[0].extensions).toEqual({
      code: 'INSUFFICIENT_PERMISSIONS',
      details: { reason: 'service_token' },
    })
  })

  const failures = async () => {
    const { value } = await scrape(system.address('identity'))
    return value('http_request_duration_seconds_count', { status: '500' })
  }

  test('a service token for another service, or from a stranger, is refused, which wakes no operator', async () => {
    const before = await failures()
    const stranger = await serviceToken('identity', ['a secret that nobody has ever agreed upon'])
    for (const sent of [await serviceToken('path'), stranger, 'x.y.z']) {
      const { status, body } = await grant(sent)
      expect(status).toBe(500)
      expect(body.errors[0].extensions).toMatchObject({
        code: 'INTERNAL_ERROR',
        details: { reason: 'service_token', fault: 'secret', retry: true },
      })
    }
    await grant()
    expect(await failures()).toBe(before)
  })

  test('a service token for that service is accepted', async () => {
    const { body } = await grant(await serviceToken('identity'))
    expect(body.errors[0].extensions.code).toBe('NOT_FOUND')
  })
})

describe('requests of the router itself', () => {
  const MEMBERS = `{ organizations(first: 100) { nodes {
    members(first: 100) { nodes { member { displayName } } } } } }`
  const PERSONS = 1_600

  test('a request of the router may be larger than one of a client', async () => {
    await addMembers(PERSONS)
    const { body } = await system.graphql(MEMBERS, { token })
    expect(body.errors).toBeUndefined()
    const names = body.data.organizations.nodes.flatMap(
      ({ members }: { members: { nodes: { member: { displayName: string } }[] } }) =>
        members.nodes.map(({ member }) => member.displayName),
    )
    expect(new Set(names).size).toBe(PERSONS)
  })

  test('a document of the router may be longer than one of a client', async () => {
    const times = (count: number, text: (n: number) => string) =>
      Array.from({ length: count }, (_value, n) => text(n)).join(' ')
    const authors = times(9, (n) => `a${n}: authorIdentity { xp }`)
    const query = `{ ${times(15, (n) => `s${n}: scrolls { nodes { ${authors} } }`)} }`
    expect(parse(query).tokenCount).toBeLessThan(1000)
    const { status, body } = await system.graphql(query, { token })
    expect(status).toBe(200)
    expect(body.errors).toBeUndefined()
  })

  test('the same document from anybody else has the usual limits', async () => {
    const representations = Array.from({ length: PERSONS }, (_value, n) => ({
      __typename: 'Identity',
      id: `identity_${String(n).padStart(40, '0')}`,
    }))
    const query = `query ($representations: [_Any!]!) {
      _entities(representations: $representations) { ... on Identity { displayName } } }`
    const send = (headers: object) =>
      system.graphql(query, { at: 'identity', token, headers, variables: { representations } })
    const { status, body } = await send({})
    expect(status).toBe(400)
    expect(body.errors[0].extensions.details).toMatchObject({ field: 'body' })
    const forged = await send({ [SERVICE_TOKEN_HEADER]: 'x.y.z' })
    expect(forged.status).toBe(500)
  })

  test('a cached document of the router is still refused to a client', async () => {
    const secret = system.config.serviceSecrets!
    const proof = await createServiceTokens(secret, 'router', () => new Date()).mint('path')
    const query = `{ ${Array.from({ length: 16 }, (_value, n) => `a${n}: quests { totalCount }`).join(' ')} }`
    const send = (headers: object) => system.graphql(query, { at: 'path', token, headers })
    expect((await send({ [SERVICE_TOKEN_HEADER]: proof })).status).toBe(200)
    expect((await send({})).status).toBe(400)
  })
})

/** Sends an operation of two services, and asks for its plan. */
function askForPlan(at: TestSystem, as: string): Promise<TestResponse> {
  const query = '{ me { username completedQuests { nodes { id } } } }'
  return at.fetch(`${at.address('router')}/graphql`, {
    method: 'POST',
    token: as,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query, extensions: { plan: true } }),
  })
}

test('outside production, a request may ask the router for its plan', async () => {
  const { body } = await askForPlan(system, token)
  expect(body.data.me).toMatchObject({ username: 'ada' })
  const [identity, path] = body.extensions.plan.node.nodes
  expect(identity).toMatchObject({ kind: 'Fetch', service: 'identity' })
  expect(path).toMatchObject({ service: 'path', entities: ['Identity'], paths: ['me'] })
  expect(Object.keys(path)).toEqual(['kind', 'service', 'entities', 'paths', 'operation'])
})

test('the router measures plans, fetches and subgraphs', async () => {
  await askForPlan(system, token)
  const { body: text } = await system.fetch(`${system.address('router')}/metrics`)
  for (const series of [
    'query_plan_lookups_total{result="hit",service="router"}',
    'subgraph_response_bytes_total{subgraph="path",service="router"}',
    'operation_fetches_count{service="router"}',
  ]) {
    const line = text.split('\n').find((each: string) => each.startsWith(`${series} `))
    expect(Number(line?.slice(series.length)), series).toBeGreaterThan(0)
  }
  expect(text).toContain('query_planner_restarts_total{planner="native",service="router"} 0')
})

const NO_INTROSPECTION =
  'Introspection is turned off in production. Read the SDL instead: schema/api.graphql, or subgraphs/<service>/schema.graphql for one service.'

describe('in production', () => {
  let production: TestSystem
  beforeAll(async () => {
    const settings = { NODE_ENV: 'production' }
    production = await startTestSystem({ topology: 'over HTTP', settings })
  })
  afterAll(() => production.stop())

  const refused = { code: 'VALIDATION_ERROR', details: { field: 'query' } }

  test.each(['router', 'path'])('nobody reads the schema at the %s', async (at) => {
    const ada = await (await production.join(`ada_${at}`)).token()
    for (const query of ['{ __schema { types { name } } }', '{ _service { sdl } }']) {
      const { status, body } = await production.graphql(query, { at, token: ada })
      expect(status, query).toBe(400)
      expect(body.errors[0].extensions, query).toMatchObject(refused)
      const isIntrospection = query.includes('__schema')
      if (isIntrospection) expect(body.errors[0].message).toBe(NO_INTROSPECTION)
    }
    const { body } = await production.graphql('{ questz { totalCount } }', { at, token: ada })
    expect(body.errors[0].message).not.toContain('quests')
    const { status } = await production.graphql('{ quests { totalCount } }', { at, token: ada })
    expect(status).toBe(200)
  })

  test('a request for the plan has the same response as one without', async () => {
    const ada = await (await production.join('ada_plan')).token()
    const { body } = await askForPlan(production, ada)
    expect(body).toEqual({ data: { me: { username: 'ada_plan', completedQuests: { nodes: [] } } } })
  })

  test('a service may read the schema', async () => {
    const secret = production.config.serviceSecrets!
    const proof = await createServiceTokens(secret, 'router', () => new Date()).mint('path')
    const headers = { [SERVICE_TOKEN_HEADER]: proof }
    const { body } = await production.graphql('{ _service { sdl } }', { at: 'path', headers })
    expect(body.data._service.sdl).toContain('type Quest')
  })
})

describe.each(['router', 'path'])('every refusal of a request at the %s is in our words', (at) => {
  const url = () => `${system.address(at)}/graphql`
  const post = (body: unknown, headers: object = {}) =>
    system.fetch(url(), {
      method: 'POST',
      token,
      headers: { 'content-type': 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  const get = (search: string, headers: Record<string, string> = {}) =>
    system.fetch(`${url()}?${search}`, { headers, token })
  const query = '{ __typename }'

  test.each<[string, () => Promise<TestResponse>, details: object]>([
    ['no body', () => system.fetch(url(), { method: 'POST', token }), { field: 'body' }],
    ['an empty object', () => post({}), { field: 'body' }],
    ['a list', () => post([{ query }]), { field: 'body' }],
    ['a text', () => post('"x"'), { field: 'body' }],
    ['no query', () => post({ variables: {} }), { field: 'query' }],
    [
      'a persisted query that is null',
      () => post({ extensions: { persistedQuery: null } }),
      { field: 'query' },
    ],
    ['an empty query', () => post({ query: '' }), { field: 'query' }],
    ['a parsed document as query', () => post({ query: parse(query) }), { field: 'query' }],
    ['a number as query', () => post({ query: 5 }), { field: 'query' }],
    ['variables as text', () => post({ query, variables: '{}' }), { field: 'variables' }],
    ['variables in a list', () => post({ query, variables: [] }), { field: 'variables' }],
    ['extensions as text', () => post({ query, extensions: '{}' }), { field: 'extensions' }],
    ['a number as name', () => post({ query, operationName: 5 }), { field: 'operationName' }],
    ['an unknown name', () => post({ query, operationName: 'X' }), { field: 'operationName' }],
    ['two queries in a URL', () => get(`query=${query}&query=${query}`), { field: 'query' }],
    ['no query in a URL', () => get('x=1'), { field: 'query' }],
    [
      'malformed variables in a URL',
      () => get(`query=${query}&variables={`),
      { field: 'variables' },
    ],
    [
      'a list of variables in a URL',
      () => get(`query=${query}&variables=[]`),
      { field: 'variables' },
    ],
    ['a mutation in a URL', () => get('query=mutation{__typename}'), { field: 'query' }],
    [
      'a GET of another site',
      () => system.fetch(`${url()}?query=${query}`),
      { field: 'Apollo-Require-Preflight' },
    ],
    [
      'another character set',
      () => post({ query }, { 'content-type': 'application/json; charset=latin1' }),
      { field: 'Content-Type', reason: 'must be in UTF-8' },
    ],
    [
      'an unknown encoding',
      () => post({ query }, { 'content-encoding': 'zip' }),
      { field: 'Content-Encoding', reason: 'must be gzip, deflate or br, if any' },
    ],
    ['too many tokens', () => post({ query: `{${' a'.repeat(1_500)}}` }), { field: 'query' }],
    ['a long name', () => post({ query: `{${'a'.repeat(50_000)}}` }), { field: 'query' }],
    ['a hidden character', () => post({ query: '{ \u202E }' }), { field: 'query' }],
    ['a long text', () => post({ query: `{ "${'a'.repeat(50_000)}" }` }), { field: 'query' }],
    ['a text that turns around', () => post({ query: '{ "\u202E" }' }), { field: 'query' }],
  ])('%s is refused', async (_what, send, details) => {
    const { status, body } = await send()
    expect(status).toBe(400)
    for (const { message, extensions } of body.errors) {
      expect(extensions).toMatchObject({ code: 'VALIDATION_ERROR', details })
      expect(message).toMatch(/^[^\p{C}]{1,1001}$/u)
      expect(message).not.toMatch(/apollo (server|gateway)|graphql-js|express|body-parser|jose/i)
    }
  })
})

/** Members of new organizations, a hundred in each. */
async function addMembers(count: number): Promise<void> {
  const people = Array.from({ length: count }, (_value, n) => ({
    id: newId('identity'),
    username: `member_${n}`,
    displayName: `Member ${n}`,
    house: 'Aether',
    archetype: 'Architect',
  }))
  await system.tables<IdentityTables>('identity').insertInto('identities').values(people).execute()
  for (let from = 0; from < count; from += 100) {
    const organizationId = await addOrganization(system)
    const memberships = people.slice(from, from + 100).map(({ id }) => ({
      id: newId('membership'),
      organizationId,
      identityId: id,
      status: 'active' as const,
      requestedAt: new Date(),
    }))
    const guild = system.tables<GuildTables>('guild')
    await guild.insertInto('memberships').values(memberships).execute()
  }
}
