// Authorization requests, and how an app learns what is wrong: checks 1, 2, 5 to 7 and 9 to 13.
import { beforeAll, expect, test } from 'vitest'
import { asCommand } from '../../subgraphs/identity/commands/command.ts'
import { disableClient } from '../../subgraphs/identity/domain/clients/client.ts'
import type { IdentityTables } from '../../subgraphs/identity/tables.ts'
import {
  allow,
  askConsent,
  authorizationRequest,
  authorizeUrl,
  CALLBACK,
  createPkce,
  ENCODINGS,
  joinWithPassword,
  postAuthorize,
  redirected,
  registerApp,
  signedInUserAgent,
  type App,
} from '#test/oauth.ts'
import { testSystem, type Person } from '#test/system.ts'
import { expectPage } from './support/page-headers.ts'
import { createUserAgent, formOf, type UserAgent } from '#test/user-agent.ts'

const system = testSystem()
let app: App
let server: App
let ada: Person
/** Ada's browser: signed in, with consents for everything that both apps request. */
let browser: UserAgent
beforeAll(async () => {
  app = await registerApp(system, { scopes: ['identity', 'wallet'] })
  server = await registerApp(system, { kind: 'confidential' })
  ada = await joinWithPassword(system, 'ada')
  browser = await signedInUserAgent(system, ada)
  await allow(system, app, ada, {}, browser)
  await allow(system, server, ada, {}, browser)
})

type Change = Record<string, string | undefined>

/** Expects the error by POST as JSON and by GET at the redirect URI, without a code or token. */
async function expectRefused(asking: App, change: Change, error: string): Promise<void> {
  const refusal = { error, error_description: expect.any(String) as string }
  for (const encoding of ENCODINGS) {
    const response = await postAuthorize(system, authorizationRequest(asking, change), encoding)
    expect(response, encoding).toMatchObject({ status: 400, body: refusal })
    expect(response.headers.get('location'), encoding).toBeNull()
  }
  const page = await browser.get(authorizeUrl(system, asking, change))
  expect(page.status).toBe(303)
  expect(page.location).not.toContain('#')
  expect(redirected(page)).toEqual({
    ...refusal,
    state: 'a state of the app',
    iss: system.address('identity'),
  })
}

test.each(ENCODINGS)(
  '1 · a request by POST as %s is redirected to a URL that works in any browser (contract; RFC 9700 4.12)',
  async (encoding) => {
    const response = await postAuthorize(system, authorizationRequest(app), encoding)
    expect(response.status).toBe(303)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.getSetCookie()).toEqual([])
    const page = await createUserAgent().open(response.headers.get('location')!)
    expect(page).toMatchObject({ status: 200, url: expect.stringContaining('/sign-in?') as string })
  },
)

test('1 · every redirect of the flow makes a GET of a POST (RFC 9700 4.12)', async () => {
  const userAgent = createUserAgent()
  const page = await askConsent(
    system,
    app,
    ada,
    { scope: 'identity', prompt: 'consent' },
    userAgent,
  )
  const form = new URL(page.url)
  expect((await userAgent.get(authorizeUrl(system, app))).status).toBe(303)
  const csrf = /name="csrf" value="([^"]+)"/.exec(String(page.body))![1]!
  expect((await userAgent.post(form.href, { csrf, decision: 'allow' })).status).toBe(303)
})

const STATES = [
  'plain',
  'a b+c%20d&e=f#g?h/i\\j',
  '"<script>\'`',
  'grüße 漢字 😀',
  'line\r\nSet-Cookie: a=b',
  'e30=.==',
  'x'.repeat(2_048),
]
const REDIRECT_URIS = [CALLBACK, 'https://app.example/cb?tenant=a%20b&x=1', 'https://app.example/']

test('2 · the response is the redirect_uri and the state byte for byte, code and iss (RFC 6749 4.1.2; RFC 9207)', async () => {
  for (const redirectUri of REDIRECT_URIS) {
    const asking = await registerApp(system, { redirectUris: [redirectUri] })
    await allow(system, asking, ada, {}, browser)
    for (const state of STATES) {
      const page = await browser.get(authorizeUrl(system, asking, { state }))
      const sent = page.headers.get('location')!
      expect(sent.slice(0, redirectUri.length)).toBe(redirectUri)
      const separator = redirectUri.includes('?') ? '&' : '?'
      expect(sent.slice(redirectUri.length, redirectUri.length + 1)).toBe(separator)
      const response = new URLSearchParams(sent.slice(redirectUri.length + 1))
      expect(Object.fromEntries(response)).toEqual({
        code: expect.stringMatching(/^[\w-]{43}$/) as string,
        state,
        iss: system.address('identity'),
      })
    }
  }
})

test('2 · the response has no state if the request had none (RFC 6749 4.1.2)', async () => {
  const page = await browser.get(authorizeUrl(system, app, { state: undefined }))
  expect(Object.keys(redirected(page))).toEqual(['code', 'iss'])
})

test('5 · an unknown, a disabled and a missing client get no response and no redirect (RFC 6749 4.1.2.1)', async () => {
  const disabled = await registerApp(system)
  const db = system.tables<IdentityTables>('identity')
  await disableClient(asCommand(db), disabled.id)
  const unknown = { ...app, id: 'client_00000000000000000000000000' }
  const pages: string[] = []
  for (const [asking, change, error, status] of [
    [unknown, {}, 'invalid_client', 401],
    [disabled, {}, 'invalid_client', 401],
    [app, { client_id: undefined }, 'invalid_request', 400],
    [app, { client_id: '' }, 'invalid_request', 400],
  ] as const) {
    const page = await browser.get(authorizeUrl(system, asking, change))
    expect(page).toMatchObject({ status: 400, location: undefined })
    expect(page.body).not.toContain('app.example')
    for (const encoding of ENCODINGS) {
      const response = await postAuthorize(system, authorizationRequest(asking, change), encoding)
      expect(response).toMatchObject({ status, body: { error } })
      expect(response.headers.get('location')).toBeNull()
    }
    pages.push(String(page.body))
  }
  expect(pages[1]).toBe(pages[0])
})

test.each(['everything', 'identity everything', 'IDENTITY', 'identity,wallet', '<b>', ' '])(
  '6 · an unknown scope (%j) is invalid_scope (contract)',
  (scope) => expectRefused(app, { scope }, 'invalid_scope'),
)

test.each(['credentials', 'identity credentials', 'admin', 'openid'])(
  '7 · a scope that the client is not registered for (%s) is invalid_scope (contract)',
  (scope) => expectRefused(app, { scope }, 'invalid_scope'),
)

test('6 · without a scope the request is for identity (contract, "OAuth")', async () => {
  const page = await askConsent(system, app, ada, { scope: undefined, prompt: 'consent' })
  expect([...String(page.body).matchAll(/<code>(\w+)<\/code>/g)].map(([, name]) => name)).toEqual([
    'identity',
  ])
})

test.each(['token', 'id_token', 'code token', 'code id_token', 'id_token token', 'none', 'CODE'])(
  '9 · response_type %s is unsupported, and no token is in any URL (OAuth 2.1; FAPI 2)',
  (response_type) => expectRefused(app, { response_type }, 'unsupported_response_type'),
)

test.each([
  ['no response_type', { response_type: undefined }, 'invalid_request'],
  ['response_mode fragment', { response_mode: 'fragment' }, 'invalid_request'],
  ['response_mode web_message', { response_mode: 'web_message' }, 'invalid_request'],
  ['a request object', { request: 'e30.e30.' }, 'request_not_supported'],
  ['an unknown prompt', { prompt: 'create' }, 'invalid_request'],
  ['prompt none beside another', { prompt: 'none login' }, 'invalid_request'],
  ['a max_age that is no number', { max_age: '-1' }, 'invalid_request'],
])('9 · %s is refused (OpenID Connect Core 3.1.2.6)', (_name, change, error) =>
  expectRefused(app, change, error),
)

test.each(['fragment', 'web_message', 'FORM_POST', 'query form_post'])(
  '9 · the error for response_mode %s names the parameter and its values (RFC 6749 4.1.2.1)',
  async (response_mode) => {
    const response = await postAuthorize(system, authorizationRequest(app, { response_mode }))
    expect(response.body).toEqual({
      error: 'invalid_request',
      error_description: 'The response_mode must be query or form_post.',
    })
  },
)

/** Codes sent by form: after an earlier consent, and after one given now. */
test.each([
  ['after an earlier consent', {}],
  ['from the consent page', { prompt: 'consent' }],
])('9 · form_post brings the code in a form, %s (OAuth 2.0 Form Post 2)', async (_when, change) => {
  const redirectUri = 'https://app.example/cb?tenant=a%20b&x=1'
  const asking = await registerApp(system, { redirectUris: [redirectUri] })
  await allow(system, asking, ada, {}, browser)
  const state = '"><script>alert(1)</script>\'&amp;`'
  const form_post = { response_mode: 'form_post', state, ...change }
  let page = await browser.open(authorizeUrl(system, asking, form_post))
  if (page.url.includes('/consent')) {
    page = await browser.submit(page, '/consent', { decision: 'allow' })
  }
  expectPage(page, 200, 'origin')
  expect(formOf(page, '/cb')).toEqual({
    action: redirectUri,
    hidden: {
      code: expect.stringMatching(/^[\w-]{43}$/) as string,
      state,
      iss: system.address('identity'),
    },
  })
  expect(page.body).not.toContain('<script>')
})

test('9 · form_post brings errors in a form, wherever they arise (OAuth 2.0 Form Post 2)', async () => {
  const asking = { response_mode: 'form_post', prompt: 'consent' }
  const consent = await browser.open(authorizeUrl(system, app, asking))
  const stranger = createUserAgent()
  const pages = {
    access_denied: await browser.submit(consent, '/consent', { decision: 'deny' }),
    login_required: await stranger.open(authorizeUrl(system, app, { ...asking, prompt: 'none' })),
    unsupported_response_type: await stranger.open(
      authorizeUrl(system, app, { ...asking, response_type: 'id_token' }),
    ),
    invalid_scope: await stranger.open(authorizeUrl(system, app, { ...asking, scope: 'admin' })),
    invalid_request: await stranger.open(`${authorizeUrl(system, app, asking)}&nonce=a&nonce=b`),
  }
  for (const [error, page] of Object.entries(pages)) {
    expectPage(page, 200, 'origin')
    expect(formOf(page, '/callback')).toEqual({
      action: CALLBACK,
      hidden: {
        error,
        error_description: expect.any(String) as string,
        state: 'a state of the app',
        iss: system.address('identity'),
      },
    })
  }
})

test('9 · form_post to a scheme of a device is refused by a redirect, as nothing there takes a form', async () => {
  const native = await registerApp(system, { redirectUris: ['com.example.app:/callback'] })
  const page = await browser.get(authorizeUrl(system, native, { response_mode: 'form_post' }))
  expect(redirected(page)).toMatchObject({
    error: 'invalid_request',
    error_description: 'The response_mode form_post needs a redirect_uri of http or https.',
  })
})

const { challenge } = createPkce()
const PKCE: [string, Change][] = [
  ['no challenge', { code_challenge: undefined, code_challenge_method: undefined }],
  ['an empty challenge', { code_challenge: '' }],
  ['a method without a challenge', { code_challenge: undefined }],
  ['the method plain', { code_challenge_method: 'plain' }],
  ['no method, which means plain', { code_challenge_method: undefined }],
  ['the method s256', { code_challenge_method: 's256' }],
  ['the method S512', { code_challenge_method: 'S512' }],
  ['a challenge of 42 characters', { code_challenge: challenge.slice(1) }],
  ['a challenge of 44 characters', { code_challenge: `${challenge}A` }],
  ['a challenge with padding', { code_challenge: `${challenge}=` }],
  ['a challenge in base64', { code_challenge: `${challenge.slice(1)}+` }],
  ['a challenge with a line feed', { code_challenge: `${challenge}\n` }],
]

test.each(PKCE)('10 · a public client with %s is refused (RFC 7636 4.4.1)', (_name, change) =>
  expectRefused(app, change, 'invalid_request'),
)

test.each(PKCE.slice(2))(
  '10 · a confidential client with %s is refused (RFC 9700 2.1.1)',
  (_name, change) => {
    const pkce = { code_challenge: challenge, code_challenge_method: 'S256', ...change }
    return expectRefused(server, pkce, 'invalid_request')
  },
)

test('10 · a confidential client may do without a challenge (contract)', async () => {
  const page = await browser.get(authorizeUrl(system, server))
  expect(redirected(page)).toHaveProperty('code')
})

const NAMES = {
  response_type: 'code',
  scope: 'identity',
  state: 'another',
  code_challenge: challenge,
  code_challenge_method: 'S256',
  nonce: 'n',
  prompt: 'consent',
  max_age: '9999',
  response_mode: 'query',
}

test.each(Object.entries(NAMES))(
  '11 · the parameter %s twice is invalid_request (RFC 6749 3.1)',
  async (name, value) => {
    const sent = authorizationRequest(app, { [name]: value })
    const twice = [...Object.entries(sent), [name, value] as [string, string]]
    const query = new URLSearchParams(twice).toString()
    const page = await browser.get(`${system.address('identity')}/api/oauth/authorize?${query}`)
    const { error, code, state } = redirected(page)
    expect(page.headers.get('location')).toMatch(`${CALLBACK}?`)
    expect({ error, code }).toEqual({ error: 'invalid_request', code: undefined })
    // With two states, it is unknown which one is the app's.
    expect(state).toBe(name === 'state' ? undefined : 'a state of the app')
    await expectTwiceRefusedByPost(name, twice)
  },
)

test.each(['client_id', 'redirect_uri'])(
  '11 · the parameter %s twice is invalid_request, shown on our page (RFC 6749 3.1, 4.1.2.1)',
  async (name) => {
    const sent = Object.entries(authorizationRequest(app))
    const twice = [...sent, sent.find(([each]) => each === name)!]
    const query = new URLSearchParams(twice).toString()
    const page = await browser.get(`${system.address('identity')}/api/oauth/authorize?${query}`)
    expect(page).toMatchObject({ status: 400, location: undefined })
    expect(page.body).toContain('invalid_request')
    await expectTwiceRefusedByPost(name, twice)
  },
)

async function expectTwiceRefusedByPost(name: string, twice: [string, string][]): Promise<void> {
  const form = await system.fetch(`${system.address('identity')}/api/oauth/authorize`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(twice),
  })
  expect(form).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
  const list = { ...authorizationRequest(app), [name]: ['a', 'a'] }
  expect(await postAuthorize(system, list)).toMatchObject({
    status: 400,
    body: { error: 'invalid_request' },
  })
}

test('12 · parameters that are not known are ignored, all the way (OAuth 2.1 3.1)', async () => {
  const more = { ui_locales: 'de', audience: 'x', code: 'forged', iss: 'https://evil.example' }
  const change = { ...more, scope: 'identity', prompt: 'consent', __proto__x: 'y', csrf: 'z' }
  for (const encoding of ENCODINGS) {
    const response = await postAuthorize(system, authorizationRequest(app, change), encoding)
    expect(response.status).toBe(303)
  }
  expect(await allow(system, app, ada, change)).toEqual({
    code: expect.stringMatching(/^[\w-]{43}$/) as string,
    state: 'a state of the app',
    iss: system.address('identity'),
  })
})

test('12 · a secret that is sent by mistake does not come back in a URL (RFC 9700 4.2)', async () => {
  for (const encoding of ENCODINGS) {
    const sent = authorizationRequest(app, { client_secret: 'sent by mistake', password: 'so too' })
    const location = (await postAuthorize(system, sent, encoding)).headers.get('location')!
    expect(Object.fromEntries(new URL(location).searchParams)).toEqual(
      authorizationRequest(app, {
        code_challenge: sent.code_challenge,
      }),
    )
  }
})

const SPELLINGS = ['authorize', 'authorize/', 'AUTHORIZE', '../OAuth/Authorize']

test.each(SPELLINGS)(
  '13 · no script of another origin may call %s (OAuth 2.1 3.1)',
  async (spelling) => {
    // The test system allows scripts of every loopback origin.
    const headers = { origin: 'http://localhost:5173', 'access-control-request-method': 'POST' }
    const oauth = `${system.address('identity')}/api/oauth`
    const allowed = await system.fetch(`${oauth}/token`, { method: 'OPTIONS', headers })
    expect(allowed.headers.get('access-control-allow-origin')).toBe(headers.origin)
    for (const method of ['OPTIONS', 'GET', 'POST']) {
      const sent = { method, headers, redirect: 'manual' as const }
      const response = await system.fetch(`${oauth}/${spelling}`, sent)
      expect(response.headers.get('access-control-allow-origin'), method).toBeNull()
    }
  },
)
