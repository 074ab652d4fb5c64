// `/graphql` of a service as peers call it, with a service token.
import { beforeAll, describe, expect, test } from 'vitest'
import { createServiceTokens, SERVICE_TOKEN_HEADER } from '#foundation/auth/service-token.ts'
import { addClient } from '#test/grant-story.ts'
import { testSystem } from '#test/system.ts'
import { newWallet } from '#test/wallet.ts'

const system = testSystem({ topology: 'over HTTP' })
let proof: string
let token: string
beforeAll(async () => {
  const tokens = createServiceTokens(system.config.serviceSecrets!, 'router', () => new Date())
  proof = await tokens.mint('path')
  token = await (await system.join('ada')).token()
})

/** Sends what the router sends for a person. */
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

test('the response is JSON with a content length', async () => {
  const { status, headers, body } = await call({ query: '{ quests { totalCount } }' })
  expect({ status, body }).toEqual({ status: 200, body: { data: { quests: { totalCount: 0 } } } })
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(headers.get('content-length')).toBe(String(JSON.stringify(body).length))
})

test('the named operation runs', async () => {
  const query = 'query A { quests { totalCount } } query B { __typename }'
  const { body } = await call({ query, operationName: 'B' })
  expect(body).toEqual({ data: { __typename: 'Query' } })
})

test('an error of one field leaves the data of the others', async () => {
  const query = '{ __typename quests { totalCount } }'
  const { status, body } = await call({ query }, 'POST', '/graphql', '')
  expect(status).toBe(200)
  expect(body.data).toEqual({ __typename: 'Query', quests: null })
  expect(body.errors).toMatchObject([{ path: ['quests'], extensions: { code: 'INVALID_TOKEN' } }])
})

describe('an invalid request', () => {
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
  ])('%s is refused with 400, which names field and rule', async (_title, body, field, reason) => {
    const response = await call(body)
    expect(response.status).toBe(400)
    expect(response.body).not.toHaveProperty('data')
    expect(response.body.errors[0].extensions).toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { field, reason: expect.stringContaining(reason) },
    })
  })
})

test('a GET by a service has the limits of clients', async () => {
  const fields = Array.from({ length: 16 }, (_, n) => `a${n}: quests { totalCount }`).join(' ')
  const path = `/graphql?${new URLSearchParams({ query: `{ ${fields} }` }).toString()}`
  expect((await call(undefined, 'GET', path)).status).toBe(400)
  expect((await call({ query: `{ ${fields} }` })).status).toBe(200)
})

describe('a wallet challenge', () => {
  const address = newWallet().address
  const origin = 'https://app.example'
  const mutation = `mutation { createWalletChallenge(input: { address: "${address}" }) { message } }`
  let appToken: string
  beforeAll(async () => {
    await addClient(system, 'an-app', { redirectUris: [`${origin}/callback`] })
    appToken = await (await system.join('grace')).token({ clientId: 'an-app' })
  })

  test.each(['router', 'identity'])(
    'a wallet challenge over GraphQL of the %s names the page of the requesting app',
    async (at) => {
      const { body } = await system.graphql(mutation, { at, token: appToken, headers: { origin } })
      expect(body.data.createWalletChallenge.message).toMatch(/^app\.example wants you/)
    },
  )

  test('a wallet challenge over REST names the page of the requesting app', async () => {
    const { body } = await system.fetch(`${system.address('identity')}/api/wallets/challenge`, {
      method: 'POST',
      token: appToken,
      headers: { 'content-type': 'application/json', origin },
      body: JSON.stringify({ address }),
    })
    expect(body.data.message).toMatch(/^app\.example wants you/)
  })
})
