// `/graphql` of a service as the other services of the system call it: proven by a service token.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createServiceTokens, SERVICE_TOKEN_HEADER } from '#foundation/auth/service-token.ts'
import { startTestSystem, type TestSystem } from '#test/system.ts'

let system: TestSystem
let proof: string
let token: string
beforeAll(async () => {
  system = await startTestSystem({ topology: 'over HTTP' })
  const tokens = createServiceTokens(system.config.serviceSecret!, 'router', () => new Date())
  proof = await tokens.mint('path')
  token = await (await system.join('ada')).token()
})
afterAll(() => system.stop())

/** As the router calls for a person. */
async function call(
  body: unknown,
  method = 'POST',
  path = '/graphql',
  authorization = `Bearer ${token}`,
) {
  const response = await fetch(system.address('path') + path, {
    method,
    headers: { 'content-type': 'application/json', authorization, [SERVICE_TOKEN_HEADER]: proof },
    ...(method === 'POST' && { body: JSON.stringify(body) }),
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

test('answers data as JSON of a known length', async () => {
  const { status, headers, body } = await call({ query: '{ quests { totalCount } }' })
  expect({ status, body }).toEqual({ status: 200, body: { data: { quests: { totalCount: 0 } } } })
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(headers.get('content-length')).toBe(String(JSON.stringify(body).length))
})

test('runs the operation that is named', async () => {
  const query = 'query A { quests { totalCount } } query B { __typename }'
  const { body } = await call({ query, operationName: 'B' })
  expect(body).toEqual({ data: { __typename: 'Query' } })
})

test('keeps the data beside the error of one field', async () => {
  const query = '{ __typename quests { totalCount } }'
  const { status, body } = await call({ query }, 'POST', '/graphql', '')
  expect(status).toBe(200)
  expect(body.data).toEqual({ __typename: 'Query', quests: null })
  expect(body.errors).toMatchObject([{ path: ['quests'], extensions: { code: 'INVALID_TOKEN' } }])
})

describe('refuses with 400 and names field and rule', () => {
  const query = 'query ($first: Int) { quests(first: $first) { totalCount } }'
  test.each([
    ['a body that is no object', 'x', 'query', 'must be a text'],
    ['no body', null, 'query', 'must be a text'],
    ['a document that is no text', { query: 1 }, 'query', 'must be a text'],
    [
      'an operation name that is no text',
      { query, operationName: 1 },
      'operationName',
      'must be a text',
    ],
    ['variables in a list', { query, variables: [1] }, 'variables', 'must be an object'],
    ['no GraphQL', { query: '{' }, 'query', 'must be a document that fits the schema'],
    ['an unknown field', { query: '{ nope }' }, 'query', 'must be a document that fits the schema'],
    [
      'an unknown operation',
      { query, operationName: 'X' },
      'query',
      'must be a document that fits the schema',
    ],
    [
      'a variable of another type',
      { query, variables: { first: 'x' } },
      'first',
      'must be an integer',
    ],
  ])('%s', async (_title, body, field, reason) => {
    const answer = await call(body)
    expect(answer.status).toBe(400)
    expect(answer.body).not.toHaveProperty('data')
    expect(answer.body.errors[0].extensions).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { field, reason: expect.stringContaining(reason) },
    })
  })
})

test('a service that asks by GET has the limits of clients', async () => {
  const fields = Array.from({ length: 16 }, (_, n) => `a${n}: quests { totalCount }`).join(' ')
  const path = `/graphql?${new URLSearchParams({ query: `{ ${fields} }` }).toString()}`
  expect((await call(undefined, 'GET', path)).status).toBe(400)
  expect((await call({ query: `{ ${fields} }` })).status).toBe(200)
})
