// The token endpoint: what it accepts, how it responds, and that no input breaks it.
import { beforeAll, describe, expect, test } from 'vitest'
import {
  askOAuth,
  expectRefusal,
  joinWithPassword,
  obtainCode,
  postAuthorize,
  registerApp,
  signedInUserAgent,
  type App,
} from '#test/oauth.ts'
import { testSystem, type TestResponse, type Person } from '#test/system.ts'
import type { UserAgent } from '#test/user-agent.ts'

const FORM = 'application/x-www-form-urlencoded'
const JSON_TYPE = 'application/json'

const system = testSystem()
let web: App
let server: App
let ada: Person
let browser: UserAgent
beforeAll(async () => {
  ada = await joinWithPassword(system, 'ada')
  browser = await signedInUserAgent(system, ada)
  web = await registerApp(system)
  server = await registerApp(system, { kind: 'confidential' })
})

const tokenResponse = {
  access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/) as string,
  token_type: 'Bearer',
  expires_in: 3600,
  refresh_token: expect.stringMatching(/^[\w-]{22}\.[\w-]{43}$/) as string,
}

function expectTokens({ status, body, headers }: TestResponse): void {
  expect({ status, body }).toEqual({ status: 200, body: tokenResponse })
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('pragma')).toBe('no-cache')
}

function post(
  endpoint: string,
  body: BodyInit | undefined,
  headers: Record<string, string> = { 'content-type': JSON_TYPE },
  at = 'identity',
): Promise<TestResponse> {
  const url = `${system.address(at)}/api/oauth/${endpoint}`
  return system.fetch(url, { method: 'POST', headers, ...(body !== undefined && { body }) })
}

describe('the documented request', () => {
  test.each(['identity', 'router'])(
    '25 · The documented request has the documented response at the %s, once and for a usable token (contract)',
    async (at) => {
      const { code } = await obtainCode(system, server, ada, noChallenge, browser)
      const response = await post(
        'token',
        `{
          "grant_type": "authorization_code",
          "code": "${code}",
          "redirect_uri": "${server.redirectUri}",
          "client_id": "${server.id}",
          "client_secret": "${server.secret!}"
        }`,
        { 'content-type': JSON_TYPE },
        at,
      )
      expectTokens(response)
      const { body } = await system.fetch(`${system.address('identity')}/api/claims`, {
        token: response.body.access_token,
      })
      expect(body).toMatchObject({ identityId: ada.id })
    },
  )

  test('25 · The documented request of a public client with its verifier succeeds (contract)', async () => {
    const { code, verifier } = await obtainCode(system, web, ada, {}, browser)
    const request = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: web.redirectUri,
      client_id: web.id,
      code_verifier: verifier,
    }
    expectTokens(await post('token', JSON.stringify(request)))
  })
})

const noChallenge = { code_challenge: undefined, code_challenge_method: undefined }

describe('grant types', () => {
  test.each(['password', 'implicit', 'urn:ietf:params:oauth:grant-type:jwt-bearer', 'toString'])(
    '39 · %s is not supported (OAuth 2.1)',
    async (grant_type) => {
      const fields = { grant_type, username: 'ada', password: 'a lamp in the harbour' }
      expectRefusal(await askOAuth(system, web, fields), 'unsupported_grant_type')
    },
  )

  test.each([[{}], [{ grant_type: '' }]])(
    '39 · A request without a grant type is refused: %o (OAuth 2.1)',
    async (fields) => {
      expectRefusal(await askOAuth(system, web, fields), 'invalid_request')
    },
  )

  test.each(['authorization_code', 'refresh_token'])(
    '39 · %s without its code or token is refused (RFC 6749)',
    async (grant_type) => {
      expectRefusal(await askOAuth(system, web, { grant_type }), 'invalid_request')
    },
  )

  test('39 · client_credentials is refused to public clients and those without admin (ours)', async () => {
    const fields = { grant_type: 'client_credentials' }
    const admin = await registerApp(system, { scopes: ['identity', 'admin'] })
    for (const app of [web, server, admin]) {
      expectRefusal(await askOAuth(system, app, fields), 'unauthorized_client')
    }
  })

  test('39 · client_credentials lets a confidential client with admin act for itself (ours)', async () => {
    const app = await registerApp(system, {
      kind: 'confidential',
      redirectUris: [],
      scopes: ['identity', 'admin'],
    })
    const fields = { grant_type: 'client_credentials', scope: 'identity admin' }
    const { status, body } = await askOAuth(system, app, fields)
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        access_token: tokenResponse.access_token,
        token_type: 'Bearer',
        expires_in: 3600,
        scope: 'identity admin',
      },
    })
    const me = await system.graphql('{ me { id } }', { token: body.access_token })
    expect(me.body.data).toEqual({ me: null })
    const wider = { ...fields, scope: 'identity wallet' }
    expectRefusal(await askOAuth(system, app, wider), 'invalid_scope')
  })
})

const long = 'x'.repeat(1_000_000)
type Broken = [name: string, body: BodyInit | undefined, headers?: Record<string, string>]

describe('what is broken is refused in the OAuth form, never with 500 or HTML', () => {
  describe.each(['token', 'revoke', 'introspect', 'par'])('%s', (endpoint) => {
    test.each<Broken>([
      ['broken JSON', '{"grant_type": "authorization_code"'],
      ['an array', '[]'],
      ['a text', '"grant_type"'],
      ['a number', '17'],
      ['null', 'null'],
      ['nothing', undefined],
      ['a number as value', '{"grant_type": 1, "client_id": 2}'],
      ['null as value', '{"client_id": null}'],
      ['a nested object', '{"client_id": {"toString": "x"}}'],
      ['a list as value', '{"client_id": ["a", "b"]}'],
      ['__proto__', '{"__proto__": {"client_id": "x", "polluted": "yes"}}'],
      ['__proto__ as text', '{"__proto__": "x", "constructor": "y"}'],
      ['1 MB of JSON', JSON.stringify({ client_id: long })],
      ['1 MB of form', `client_id=${long}`, { 'content-type': FORM }],
      ['1 MB without a length', new Blob([`client_id=${long}`]).stream(), { 'content-type': FORM }],
      ['a value of 3 KB', `client_id=${'x'.repeat(3_000)}`, { 'content-type': FORM }],
      ['a parameter twice', 'client_id=a&client_id=b', { 'content-type': FORM }],
      ['broken percent encoding', 'client_id=%zz%', { 'content-type': FORM }],
      ['NUL', 'client_id=a%00b', { 'content-type': FORM }],
      ['NUL in a name', '{"a\\u0000b": "x"}'],
      ['half a character', '{"client_id": "\\ud800"}'],
      ['half a character in a name', '{"\\udc00": "x"}'],
      ['another content type', 'client_id=x', { 'content-type': 'text/plain' }],
      ['XML', '<client_id/>', { 'content-type': 'application/xml' }],
      ['an unknown charset', '{}', { 'content-type': 'application/json; charset=klingon' }],
      ['an unknown encoding', '{}', { 'content-type': JSON_TYPE, 'content-encoding': 'klingon' }],
      ['broken gzip', '{}', { 'content-type': JSON_TYPE, 'content-encoding': 'gzip' }],
    ])('40 · %s is refused (robustness)', async (_name, body, headers) => {
      const half = body instanceof ReadableStream ? { duplex: 'half' as const } : {}
      const url = `${system.address('identity')}/api/oauth/${endpoint}`
      const response = await system.fetch(url, {
        method: 'POST',
        headers: headers ?? { 'content-type': JSON_TYPE },
        ...(body !== undefined && { body, ...half }),
      })
      const error = response.status === 401 ? 'invalid_client' : 'invalid_request'
      expectRefusal(response, error, response.status === 401 ? 401 : 400)
      expect({}).not.toHaveProperty('polluted')
    })

    test.each(['%', 'a%00b:c', 'a:b%00', 'a\0b:c', ':', 'a', '\ud800:x', '%ff:x'])(
      '40 · the Basic credentials %j are refused (robustness)',
      async (credentials) => {
        const authorization = `Basic ${Buffer.from(credentials).toString('base64')}`
        const headers = { authorization, 'content-type': FORM }
        const response = await post(endpoint, 'grant_type=client_credentials&token=x', headers)
        expectRefusal(response, 'invalid_client', 401)
      },
    )
  })

  test('40 · An unpaired surrogate in an otherwise valid request is refused (robustness)', async () => {
    const response = await post('par', JSON.stringify({ ...pushed(), state: '\ud800' }))
    expectRefusal(response, 'invalid_request')
  })

  test.each(['a\0b', '\udc00', '__proto__'])(
    '40 · the unknown name %j is ignored where the rest is kept (OAuth 2.1 3.1)',
    async (name) => {
      const body = JSON.stringify(pushed()).replace('{', `{${JSON.stringify(name)}: "x", `)
      expect((await post('par', body)).status).toBe(201)
    },
  )

  test.each<[name: string, value: unknown]>([
    ['a number', 5],
    ['null', null],
    ['true', true],
    ['a list', ['a']],
    ['an object', { a: 'b' }],
    ['a text of 3 KB', 'x'.repeat(3_000)],
    ['a text with NUL', 'a\0b'],
    ['half a character', '\ud800'],
  ])(
    '40 · an unknown JSON field is ignored, be its value %s (contract, RFC 6749 3.2)',
    async (_name, value) => {
      const body = { ...pushed(), authorization_details: value }
      expect((await post('par', JSON.stringify(body))).status).toBe(201)
      expect((await postAuthorize(system, body)).status).toBe(303)
      const revocation = { client_id: server.id, client_secret: server.secret, token: 'x' }
      const sent = JSON.stringify({ ...revocation, token_type_hint: value })
      expect((await post('revoke', sent)).status).toBe(200)
    },
  )
})

/** What a confidential client pushes. */
function pushed(): object {
  return {
    client_id: server.id,
    client_secret: server.secret,
    redirect_uri: server.redirectUri,
    response_type: 'code',
  }
}

describe('only POST, and only its body', () => {
  test.each(['GET', 'PUT', 'DELETE', 'PATCH'])(
    '41 · %s does not exist (OAuth 2.1)',
    async (method) => {
      const code = await obtainCode(system, server, ada, noChallenge, browser)
      const query = new URLSearchParams({
        grant_type: 'authorization_code',
        code: code.code,
        redirect_uri: server.redirectUri,
        client_id: server.id,
        client_secret: server.secret!,
      })
      const url = `${system.address('identity')}/api/oauth/token?${query}`
      const { status, body, headers } = await system.fetch(url, { method })
      expect(status).toBe(404)
      expect(headers.get('allow')).toBe('POST')
      expect(JSON.stringify(body)).not.toContain('access_token')
    },
  )

  test('41 · credentials in the query do not count (OAuth 2.1)', async () => {
    const { code, verifier } = await obtainCode(system, server, ada, {}, browser)
    const fields = {
      grant_type: 'authorization_code',
      code,
      redirect_uri: server.redirectUri,
      code_verifier: verifier,
    }
    const both = { client_id: server.id, client_secret: server.secret! }
    const inQuery = (query: Record<string, string>) => `token?${new URLSearchParams(query)}`
    expectRefusal(await askOAuth(system, undefined, fields, inQuery(both)), 'invalid_request')
    const named = { ...fields, client_id: server.id }
    const response = await askOAuth(system, undefined, named, inQuery(both))
    expectRefusal(response, 'invalid_client', 401)
    const empty = await askOAuth(system, undefined, {}, inQuery({ ...both, ...fields }))
    expectRefusal(empty, 'invalid_request')
  })
})

test.each([
  ['grant_type', 'grant_type'],
  ['', "''"],
  ['x y', "'x y'"],
  ['x'.repeat(90), `'${'x'.repeat(40)}'`],
  ['"\u202E\\é', "'????'"],
])('a parameter %j that is sent twice is named in the characters of OAuth', async (name, shown) => {
  const body = new URLSearchParams([
    [name, '1'],
    [name, '2'],
  ])
  const response = await post('token', body, { 'content-type': FORM })
  expect(response.body).toEqual({
    error: 'invalid_request',
    error_description: `The parameter ${shown} must be sent once.`,
  })
})
