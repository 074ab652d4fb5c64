// The OAuth rows of the contract, at the ID service and at the router's port: what is sent, what comes back.
import { beforeAll, describe, expect, test } from 'vitest'
import {
  allow,
  authorizeUrl,
  CALLBACK,
  createPkce,
  joinWithPassword,
  registerApp,
  type App,
} from '#test/oauth.ts'
import { expectDocumented } from '#test/openapi.ts'
import { testSystem, type TestResponse } from '#test/system.ts'

const system = testSystem()
let server: App
beforeAll(async () => {
  server = await registerApp(system, { kind: 'confidential' })
  await joinWithPassword(system, 'ada')
})

type Fields = Record<string, string>

interface OAuthRow {
  title: string
  path: string
  send: () => Promise<Fields> | Fields
  status: number
  /** The exact body, or undefined for a redirect. */
  body?: object
}

const text = expect.any(String) as string
const refusal = (error: string) => ({ error, error_description: text })

const authorization = (change: Fields = {}) => ({
  response_type: 'code',
  client_id: server.id,
  redirect_uri: CALLBACK,
  scope: 'identity',
  state: 'a state',
  ...change,
})

/** The documented token request, word for word. */
const tokenRequest = async (change: Fields = {}) => ({
  grant_type: 'authorization_code',
  code: (await allow(system, server, { username: 'ada' })).code!,
  redirect_uri: CALLBACK,
  client_id: server.id,
  client_secret: server.secret!,
  ...change,
})

const AUTHORIZE = '/api/oauth/authorize'
const TOKEN = '/api/oauth/token'

const rows: OAuthRow[] = [
  { title: 'a redirect to the page', path: AUTHORIZE, send: () => authorization(), status: 303 },
  {
    title: 'a client nobody knows',
    path: AUTHORIZE,
    send: () => authorization({ client_id: 'client_unknown' }),
    status: 401,
    body: refusal('invalid_client'),
  },
  {
    title: 'a redirect URI that is not on the list',
    path: AUTHORIZE,
    send: () => authorization({ redirect_uri: 'https://app.example/elsewhere' }),
    status: 400,
    body: refusal('invalid_request'),
  },
  {
    title: 'a scope that is not allowed',
    path: AUTHORIZE,
    send: () => authorization({ scope: 'identity admin' }),
    status: 400,
    body: refusal('invalid_scope'),
  },
  {
    title: 'the token response',
    path: TOKEN,
    send: () => tokenRequest(),
    status: 200,
    body: { access_token: text, token_type: 'Bearer', expires_in: 3600, refresh_token: text },
  },
  {
    title: 'a wrong secret',
    path: TOKEN,
    send: () => tokenRequest({ client_secret: 'another' }),
    status: 401,
    body: refusal('invalid_client'),
  },
  {
    title: 'a code that is not one',
    path: TOKEN,
    send: () => tokenRequest({ code: 'another' }),
    status: 400,
    body: refusal('invalid_grant'),
  },
  {
    title: 'a grant type that is not served',
    path: TOKEN,
    send: () => tokenRequest({ grant_type: 'password' }),
    status: 400,
    body: refusal('unsupported_grant_type'),
  },
  {
    title: 'a client that may not act for itself',
    path: TOKEN,
    send: () => tokenRequest({ grant_type: 'client_credentials' }),
    status: 400,
    body: refusal('unauthorized_client'),
  },
]

const ENCODINGS: Record<string, (fields: Fields) => RequestInit> = {
  JSON: (fields) => ({
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fields),
  }),
  'form encoding': (fields) => ({ body: new URLSearchParams(fields) }),
}

describe.each(['identity', 'router'])('at the port of %s', (at) => {
  const post = (path: string, init: RequestInit): Promise<TestResponse> =>
    system.fetch(`${system.address(at)}${path}`, { method: 'POST', redirect: 'manual', ...init })

  describe.each(Object.keys(ENCODINGS))('in %s', (encoding) => {
    test.each(rows)(
      'POST $path has status $status: $title',
      async ({ path, send, status, body }) => {
        const response = await post(path, ENCODINGS[encoding]!(await send()))
        expect(response).toMatchObject({ status, ...(body && { body }) })
        expectDocumented('POST', path, response)
        if (body) expect(Object.keys(response.body as object)).toEqual(Object.keys(body))
        expect(response.headers.get('cache-control')).toBe('no-store')
        expect(response.headers.get('x-request-id')).toBeTruthy()
        expect(response.headers.get('api-version')).toBe('3.0')
      },
    )
  })

  test('an unknown method is NOT_FOUND with Allow', async () => {
    const response = await system.fetch(`${system.address(at)}${TOKEN}`)
    expect(response).toMatchObject({ status: 404, body: { error: { code: 'NOT_FOUND' } } })
    expect(response.headers.get('allow')).toBe('POST')
  })

  test('a browser at the authorization endpoint is sent to the page of the ID service', async () => {
    const url = authorizeUrl(system, server, { code_challenge: createPkce().challenge })
    const begun = await post(AUTHORIZE, { body: new URL(url).searchParams })
    expect(begun.status).toBe(400)
    const page = await post(AUTHORIZE, { body: new URLSearchParams(authorization()) })
    expect(page.headers.get('location')).toBe(
      `${system.address('identity')}${AUTHORIZE}?${new URLSearchParams(authorization()).toString()}`,
    )
  })
})
