// Checks in front of every /graphql: tokens, sizes, limits, and errors that name field and rule.
import { getIntrospectionQuery, parse } from 'graphql'
import { beforeAll, describe, expect, test } from 'vitest'
import { testSystem, type TestResponse } from '#test/system.ts'

const system = testSystem({ topology: 'over HTTP' })
let token: string
beforeAll(async () => {
  token = await (await system.join('ada')).token()
})

const PUBLISH = `mutation Publish($input: PublishScrollInput!) { publishScroll(input: $input) { id } }`

describe.each(['router', 'path'])('at the %s', (at) => {
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
  const ask = (query: string, variables?: object) =>
    system.graphql(query, { at, token, ...(variables && { variables }) })
  const refusal = (code: string, details: object) => ({ extensions: { code, details } })

  test('Without a token, only introspection is allowed', async () => {
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
  ])('The response to %s names its cost', async (query, cost) => {
    expect((await ask(query)).headers.get('x-cost-estimated')).toBe(cost)
  })

  test('A field that the schema does not have is refused with 400', async () => {
    const { status, body } = await ask('{ quests { colour } }')
    expect(status).toBe(400)
    expect(body.errors[0].message).toContain('colour')
    expect(body.errors).toMatchObject([refusal('VALIDATION_ERROR', { field: 'query' })])
  })

  test('Invalid variables are refused with 400, by field and rule', async () => {
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

  test('Any other method is not found, and the response lists the allowed ones', async () => {
    const { status, headers } = await system.fetch(url(), { method: 'PUT', token })
    expect(status).toBe(404)
    expect(headers.get('allow')).toBe('GET, HEAD, POST')
  })

  test('Arguments out of range are refused by field and rule', async () => {
    const { status, body } = await ask('{ quests(first: 101) { totalCount } }')
    expect(status).toBe(200)
    expect(body.errors).toMatchObject([
      { path: ['quests'], ...refusal('VALIDATION_ERROR', { field: 'first' }) },
    ])
  })

  test('More than 200,000 nodes are refused', async () => {
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

  test('HEAD has the same response as GET, without the body', async () => {
    const query = `${url()}?query={quests{totalCount}}`
    const headers = { 'apollo-require-preflight': '1' }
    for (const method of ['GET', 'HEAD']) {
      const response = await system.fetch(query, { method, headers, token })
      expect(response.status).toBe(200)
      expect(response.headers.get('content-length')).toBe('36')
      expect(response.headers.get('allow')).toBeNull()
    }
    const missing = await system.fetch(query, { method: 'HEAD', headers })
    expect(missing.status).toBe(401)
  })

  test('A GET with another content type is refused with 400', async () => {
    const getWith = (type: string) =>
      get('query={quests{totalCount}}', { 'content-type': type, 'apollo-require-preflight': '1' })
    expect((await getWith('application/json; charset=utf-8')).status).toBe(200)
    for (const type of ['text/plain', 'application/jsonx', 'application/graphql']) {
      const { status, body } = await getWith(type)
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
  ])('An unknown id of %s is quoted, shortened and visible in the message', async (_what, id) => {
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
  ])('An input field with %s is visible in the message', async (_what, unknown) => {
    const input = { title: 'Tides', content: 'High.', visibility: 'public', ...unknown }
    const { body } = await system.graphql(PUBLISH, {
      at: at === 'router' ? 'router' : 'scroll',
      token,
      variables: { input },
    })
    expect(body.errors[0].message).toMatch(/^"[^\p{C}]{0,220}": is not a known field$/u)
    expect(body.errors[0].extensions.details.reason).toBe('is not a known field')
  })

  test('An unknown persisted query has the error code of its protocol', async () => {
    const extensions = { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } }
    const response = await post({ extensions })
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
  ])('A malformed persisted query is refused: %j', async (persistedQuery) => {
    const response = await post({ query: '{ __typename }', extensions: { persistedQuery } })
    expect(response.status).toBe(400)
    expect(response.body.errors).toMatchObject([
      refusal('VALIDATION_ERROR', { field: 'extensions.persistedQuery' }),
    ])
  })

  const query = '{ __typename }'

  test.each<[string, () => Promise<TestResponse>, details: object]>([
    ['no body', () => system.fetch(url(), { method: 'POST', token }), { field: 'body' }],
    ['malformed JSON', () => post('{"query":'), { field: 'body', reason: 'must be valid JSON' }],
    ['more than 100 KiB', () => post({ query: 'x'.repeat(103_000) }), { field: 'body' }],
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
    [
      'none of several operations',
      () => post({ query: 'query A { __typename } query B { __typename }' }),
      { field: 'operationName' },
    ],
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
      'a URL from another site',
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
  ])('A request with %s is refused in our words', async (_what, send, details) => {
    const { status, body } = await send()
    expect(status).toBe(400)
    for (const { message, extensions } of body.errors) {
      expect(extensions).toMatchObject({ code: 'VALIDATION_ERROR', details })
      expect(message).toMatch(/^[^\p{C}]{1,1001}$/u)
      expect(message).not.toMatch(/apollo (server|gateway)|graphql-js|express|body-parser|jose/i)
    }
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
