// Requests that a client pushes, and that the browser only refers to (RFC 9126).
import type { IdentityTables } from '../../subgraphs/identity/tables.ts'
import { afterEach, beforeAll, expect, test } from 'vitest'
import {
  askOAuth,
  authorizationRequest,
  joinWithPassword,
  postAuthorize,
  redirected,
  registerApp,
  signedInUserAgent,
  type App,
} from '#test/oauth.ts'
import { atOnce } from '#test/simultaneous.ts'
import { testSystem, type Person } from '#test/system.ts'
import { formOf, type Page, type UserAgent } from '#test/user-agent.ts'

const system = testSystem({ topology: 'Identity alone' })
let app: App
let server: App
let ada: Person
let browser: UserAgent
beforeAll(async () => {
  app = await registerApp(system)
  server = await registerApp(system, { kind: 'confidential' })
  ada = await joinWithPassword(system, 'ada')
  browser = await signedInUserAgent(system, ada)
})
afterEach(() => {
  system.clock.now = undefined
})

type Change = Record<string, string | undefined>

async function push(by: App, change: Change = {}): Promise<string> {
  const response = await askOAuth(system, by, authorizationRequest(by, change), 'par')
  expect(response).toMatchObject({ status: 201, body: { expires_in: 600 } })
  return response.body.request_uri as string
}

const at = (path: string, clientId: string, requestUri: string, more: object = {}) => {
  const query = { client_id: clientId, request_uri: requestUri, ...more }
  return `${system.address('identity')}${path}?${new URLSearchParams(query).toString()}`
}
const authorizeAt = (clientId: string, requestUri: string, more: object = {}) =>
  at('/api/oauth/authorize', clientId, requestUri, more)

/** Expects an error on our page, because there is no redirect URI to send it to; by POST as JSON. */
async function expectUnknown(clientId: string, requestUri: string): Promise<void> {
  for (const path of ['/api/oauth/authorize', '/consent', '/sign-in']) {
    const page = await browser.get(at(path, clientId, requestUri))
    expect(page, path).toMatchObject({ status: 400, location: undefined })
  }
  const sent = { client_id: clientId, request_uri: requestUri }
  const response = await postAuthorize(system, sent)
  expect(response).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
}

const allow = (page: Page) => browser.submit(page, '/consent', { decision: 'allow' })

test('a pushed request has the response of the same direct request, once (RFC 9126 4)', async () => {
  const requestUri = await push(app, { state: 'pushed' })
  expect(requestUri).toMatch(/^urn:ietf:params:oauth:request_uri:[\w-]{43}$/)
  const page = await browser.open(authorizeAt(app.id, requestUri))
  expect(page.url).toContain('/consent?')
  expect(page.url).not.toContain('state')
  expect(redirected(await allow(page))).toEqual({
    code: expect.any(String) as string,
    state: 'pushed',
    iss: system.address('identity'),
  })
  await expectUnknown(app.id, requestUri)
})

test('A pushed request is used once, even by simultaneous requests (RFC 9126 7.3)', async () => {
  const requestUri = await push(app, { prompt: 'consent' })
  const page = await browser.open(authorizeAt(app.id, requestUri))
  const { hidden } = formOf(page, '/consent')
  const responses = await atOnce(10, () => browser.post(page.url, { ...hidden, decision: 'allow' }))
  expect(responses.filter(({ location }) => location?.includes('code='))).toHaveLength(1)
})

test('a POST may use a pushed request as well (RFC 9126 4)', async () => {
  const requestUri = await push(server)
  const response = await postAuthorize(system, { client_id: server.id, request_uri: requestUri })
  expect(response.status).toBe(303)
  const page = await browser.open(response.headers.get('location')!)
  expect(redirected(await allow(page))).toHaveProperty('code')
})

test('Parameters that the browser adds do not change a pushed request (RFC 9126 4)', async () => {
  const requestUri = await push(app, { scope: 'identity', state: 'pushed', prompt: 'consent' })
  const more = { scope: 'identity wallet', state: 'another', redirect_uri: 'https://evil.example' }
  const page = await browser.open(authorizeAt(app.id, requestUri, more))
  expect(page.body).not.toContain('<code>wallet</code>')
  const response = await allow(page)
  expect(response.location).toMatch(/^https:\/\/app\.example\/callback\?/)
  expect(redirected(response)).toMatchObject({ state: 'pushed' })
})

test('A pushed request is refused for another client, if unknown, and after ten minutes (RFC 9126 2.2, 7.1)', async () => {
  const requestUri = await push(app)
  await expectUnknown(server.id, requestUri)
  await expectUnknown(app.id, `${requestUri.slice(0, -1)}!`)
  system.clock.now = new Date(Date.now() + 601_000)
  await expectUnknown(app.id, requestUri)
})

test('a request_uri of any other kind is not fetched (RFC 9126 7.1; server-side request forgery)', async () => {
  for (const uri of ['https://evil.example/request', 'urn:example:request', 'file:///etc/passwd']) {
    const page = await browser.get(authorizeAt(app.id, uri))
    expect(page).toMatchObject({ status: 400, location: undefined })
    expect(page.body).toContain('request_uri_not_supported')
  }
})

test('An invalid request cannot be pushed (RFC 9126 2.3)', async () => {
  for (const [change, error] of [
    [{ scope: 'identity admin' }, 'invalid_scope'],
    [{ redirect_uri: 'https://evil.example/' }, 'invalid_request'],
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ code_challenge: undefined }, 'invalid_request'],
    [{ request_uri: await push(app) }, 'invalid_request'],
  ] as const) {
    const response = await askOAuth(system, app, authorizationRequest(app, change), 'par')
    expect(response, JSON.stringify(change)).toMatchObject({ status: 400, body: { error } })
  }
})

test('a confidential client proves who it is to push (RFC 9126 2)', async () => {
  const request = authorizationRequest(server)
  for (const client_secret of ['wrong', undefined]) {
    const response = await askOAuth(system, server, { ...request, client_secret }, 'par')
    expect(response).toMatchObject({ status: 401, body: { error: 'invalid_client' } })
  }
})

test('a pushed request may ask for its response in a form (OAuth 2.0 Form Post 2)', async () => {
  const requestUri = await push(app, { prompt: 'consent', response_mode: 'form_post' })
  const page = await browser.open(authorizeAt(app.id, requestUri))
  expect(formOf(await allow(page), '/callback')).toMatchObject({
    action: app.redirectUri,
    hidden: { code: expect.any(String) as string, state: 'a state of the app' },
  })
})

test('the person may still deny a pushed request, which uses it up (RFC 6749 4.1.2.1)', async () => {
  const requestUri = await push(app, { prompt: 'consent' })
  const page = await browser.open(authorizeAt(app.id, requestUri))
  const denied = await browser.submit(page, '/consent', { decision: 'deny' })
  expect(redirected(denied)).toMatchObject({ error: 'access_denied', state: 'a state of the app' })
  await expectUnknown(app.id, requestUri)
})

test('Unknown parameters are not stored, such as a secret sent by mistake (RFC 9126 2.1)', async () => {
  const mistaken = { code_verifier: 'v'.repeat(43), password: 'a lamp in the harbour', nonce: 'n' }
  await push(server, { ...mistaken, client_secret: server.secret })
  const { parameters } = await system
    .tables<IdentityTables>('identity')
    .selectFrom('pushedRequests')
    .select('parameters')
    .where('clientId', '=', server.id)
    .orderBy('expiresAt', 'desc')
    .executeTakeFirstOrThrow()
  const { nonce, ...asked } = authorizationRequest(server, { nonce: 'n' })
  expect(parameters).toEqual({ ...asked, nonce })
})
