// All responses of the authorization server are in the OpenAPI document: each endpoint with its errors.
import { beforeAll, expect, test } from 'vitest'
import {
  askOAuth,
  authorizeUrl,
  joinWithPassword,
  obtainTokens,
  refresh,
  registerApp,
  type App,
  type Tokens,
} from '#test/oauth.ts'
import { expectDocumented } from '#test/openapi.ts'
import { testSystem, type TestResponse } from '#test/system.ts'

const system = testSystem({ topology: 'Identity alone' })
let app: App
let tokens: Tokens
beforeAll(async () => {
  const scopes = ['identity', 'openid', 'admin']
  app = await registerApp(system, { kind: 'confidential', scopes })
  const ada = await joinWithPassword(system, 'ada')
  tokens = await obtainTokens(system, app, ada, { scope: 'identity openid' })
})

/** The status, after checking that the response is documented. */
function statusOf(method: string, path: string, response: TestResponse): number {
  expectDocumented(method, path, response)
  return response.status
}

const post = async (name: string, fields: Record<string, string>, client: App | undefined = app) =>
  statusOf('POST', `/api/oauth/${name}`, await askOAuth(system, client, fields, name))

const get = async (path: string, token?: string) =>
  statusOf('GET', path, await system.fetch(`${system.address('identity')}${path}`, { token }))

test('Every kind of token response is documented', async () => {
  const refreshed = await refresh(system, app, tokens.refresh_token)
  expect(statusOf('POST', '/api/oauth/token', refreshed)).toBe(200)
  expect(await post('token', { grant_type: 'client_credentials' })).toBe(200)
  expect(await post('token', { grant_type: 'password' })).toBe(400)
  expect(await post('token', {}, { ...app, secret: 'another' })).toBe(401)
})

test('Introspection and revocation are documented', async () => {
  expect(await post('introspect', { token: tokens.access_token })).toBe(200)
  expect(await post('introspect', { token: 'another' })).toBe(200)
  expect(await post('introspect', {})).toBe(400)
  expect(await post('revoke', { token: 'another' })).toBe(200)
  expect(await post('revoke', {})).toBe(400)
})

test('Pushed and opened requests are documented', async () => {
  const url = new URL(authorizeUrl(system, app))
  expect(await post('par', Object.fromEntries(url.searchParams))).toBe(201)
  expect(await post('par', {})).toBe(400)
  const opened = await system.fetch(url.href, { redirect: 'manual' })
  expect(statusOf('GET', '/api/oauth/authorize', opened)).toBe(303)
  expect(await get('/api/oauth/authorize')).toBe(400)
})

test('UserInfo is documented', async () => {
  expect(await get('/api/oauth/userinfo', tokens.access_token)).toBe(200)
  expect(await get('/api/oauth/userinfo')).toBe(401)
  const grace = await system.join('grace')
  expect(await get('/api/oauth/userinfo', await grace.token())).toBe(403)
})

test.each([
  '/.well-known/jwks.json',
  '/.well-known/oauth-authorization-server',
  '/.well-known/openid-configuration',
])('%s is documented', async (path) => {
  expect(await get(path)).toBe(200)
})
