// Registered documents at the router: sent by id; with TRUSTED_DOCUMENTS=only, no others are accepted.
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestSystem, type TestResponse, type TestSystem } from '#test/system.ts'
import { documentId, parseClient } from '../router/clients.ts'

const manifest = new URL('../schema/clients/typed-client.json', import.meta.url)
const { operations } = parseClient('typed-client.json', readFileSync(manifest, 'utf8'))
const { id, body } = operations.find(({ name }) => name === 'Me')!
const persisted = (sha256Hash: string) => ({ persistedQuery: { version: 1, sha256Hash } })

let system: TestSystem
let token: string

const post = (request: object): Promise<TestResponse> =>
  system.fetch(`${system.address('router')}/graphql`, {
    method: 'POST',
    token,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(request),
  })

const get = (query: Record<string, string>): Promise<TestResponse> =>
  system.fetch(`${system.address('router')}/graphql?${new URLSearchParams(query).toString()}`, {
    token,
    headers: { 'apollo-require-preflight': '1' },
  })

const me = { data: { me: { displayName: 'Ada' } } }
const unregistered = (field: string) => ({
  status: 400,
  body: {
    errors: [
      {
        extensions: {
          code: 'VALIDATION_ERROR',
          details: { field, reason: 'is not a registered document' },
        },
      },
    ],
  },
})

describe.each(['off', 'only'])('with TRUSTED_DOCUMENTS=%s', (setting) => {
  beforeAll(async () => {
    system = await startTestSystem({ settings: { TRUSTED_DOCUMENTS: setting } })
    token = await (await system.join('ada')).token()
  })
  afterAll(() => system.stop())

  test.each([
    ['documentId', { documentId: id }],
    ['documentId with its algorithm', { documentId: `sha256:${id}` }],
    ['the hash of a persisted query', { extensions: persisted(id) }],
    ['the text itself', { query: body }],
  ])('a registered document runs by %s', async (_by, request) => {
    expect((await post({ ...request, variables: { first: 1 } })).body).toMatchObject(me)
  })

  test('a registered document runs by GET', async () => {
    expect((await get({ documentId: id, variables: '{"first":1}' })).body).toMatchObject(me)
    expect((await get({ extensions: JSON.stringify(persisted(id)) })).body).toMatchObject(me)
  })

  test('an unregistered id is refused', async () => {
    expect(await post({ documentId: 'a'.repeat(64) })).toMatchObject(unregistered('documentId'))
    expect(await post({ documentId: 7 })).toMatchObject(unregistered('documentId'))
    expect(await get({ documentId: 'none' })).toMatchObject(unregistered('documentId'))
  })

  test('a text with the hash of another is refused', async () => {
    const details = { field: 'extensions.persistedQuery', reason: 'is not the hash of query' }
    const errors = [{ extensions: { code: 'VALIDATION_ERROR', details } }]
    const sent = { query: body, extensions: persisted('a'.repeat(64)) }
    expect(await post(sent)).toMatchObject({ status: 400, body: { errors } })
  })

  test(`any other document ${setting === 'only' ? 'is refused' : 'runs'}`, async () => {
    const query = '{ me { displayName } }'
    const expected = setting === 'only' ? unregistered('query') : { status: 200, body: me }
    expect(await post({ query })).toMatchObject(expected)
    expect(await get({ query })).toMatchObject(expected)
  })
})

describe('with TRUSTED_DOCUMENTS=only', () => {
  beforeAll(async () => {
    system = await startTestSystem({ settings: { TRUSTED_DOCUMENTS: 'only' } })
    token = await (await system.join('ada')).token()
  })
  afterAll(() => system.stop())

  test('sending a document with its hash does not register it', async () => {
    const query = '{ me { displayName } }'
    const hash = documentId(query)
    expect(await post({ query, extensions: persisted(hash) })).toMatchObject(unregistered('query'))
    expect(await post({ extensions: persisted(hash) })).toMatchObject(unregistered('query'))
  })

  test('introspection is refused like any other document', async () => {
    expect(await post({ query: '{ __schema { queryType { name } } }' })).toMatchObject(
      unregistered('query'),
    )
  })
})
