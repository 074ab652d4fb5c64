// The server metadata: standard names, independent of the request's host name.
import { once } from 'node:events'
import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { decodeJwt } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  allow,
  authorizeUrl,
  joinWithPassword,
  obtainCode,
  registerApp,
  signedInUserAgent,
  type App,
} from '#test/oauth.ts'
import { testSystem, type Person } from '#test/system.ts'

const WELL_KNOWN = ['oauth-authorization-server', 'openid-configuration']

// A proxy that passes on all headers is the worst case.
const system = testSystem({
  topology: 'Identity alone',
  settings: { TRUST_PROXY: 'loopback' },
})
let app: App
let ada: Person
beforeAll(async () => {
  app = await registerApp(system, { kind: 'confidential' })
  ada = await joinWithPassword(system, 'ada')
})

describe('55 · other names for the server', () => {
  const spoofs = [
    { host: 'evil.example' },
    { host: 'evil.example:7000' },
    { 'x-forwarded-host': 'evil.example' },
    { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https', 'x-forwarded-port': '1' },
    { forwarded: 'host=evil.example;proto=https' },
    { 'x-original-url': 'https://evil.example/', 'x-rewrite-url': 'https://evil.example/' },
    { 'x-forwarded-prefix': '/evil' },
  ]

  test.each(WELL_KNOWN)(
    '55 · another host name does not change the metadata at %s (Keycloak)',
    async (name) => {
      const path = `/.well-known/${name}`
      const honest = await ask('GET', path)
      expect(JSON.parse(honest.body)).toMatchObject({ issuer: system.address('identity') })
      for (const headers of spoofs) {
        expect((await ask('GET', path, headers)).body).toBe(honest.body)
      }
    },
  )

  test.each(spoofs)(
    '55 · another host name changes no redirect: %o (Keycloak)',
    async (headers) => {
      const issuer = system.address('identity')
      const url = new URL(authorizeUrl(system, app))
      const shown = await ask('GET', `${url.pathname}${url.search}`, headers)
      expect(shown.headers.location).toMatch(new RegExp(`^${RegExp.escape(issuer)}/sign-in\\?`))
      const json = { ...headers, 'content-type': 'application/json' }
      const body = JSON.stringify(Object.fromEntries(url.searchParams))
      const posted = await ask('POST', '/api/oauth/authorize', json, body)
      expect(posted.status).toBe(303)
      expect(posted.headers.location).toBe(`${issuer}${url.pathname}${url.search}`)
      expect(JSON.stringify([shown, posted])).not.toContain('evil')
    },
  )

  test.each(spoofs)('55 · another host name changes no token: %o (Keycloak)', async (headers) => {
    const browser = await signedInUserAgent(system, ada)
    const { code, verifier } = await obtainCode(
      system,
      app,
      ada,
      { scope: 'openid identity' },
      browser,
    )
    const sent = {
      grant_type: 'authorization_code',
      code,
      code_verifier: verifier,
      redirect_uri: app.redirectUri,
      client_id: app.id,
      client_secret: app.secret,
    }
    const json = { ...headers, 'content-type': 'application/json' }
    const { body } = await ask('POST', '/api/oauth/token', json, JSON.stringify(sent))
    const tokens = JSON.parse(body) as { access_token: string; id_token: string }
    expect(decodeJwt(tokens.access_token).iss).toBe(system.address('identity'))
    expect(decodeJwt(tokens.id_token).iss).toBe(system.address('identity'))
    const issued = await ask('GET', '/api/me', {
      ...headers,
      authorization: `Bearer ${tokens.access_token}`,
    })
    expect(issued.status).toBe(200)
  })
})

test.each(WELL_KNOWN)('56 · the metadata at %s names every endpoint (RFC 8414)', async (name) => {
  const issuer = system.address('identity')
  const { body } = await system.fetch(`${issuer}/.well-known/${name}`)
  expect(body).toMatchObject({
    issuer,
    authorization_endpoint: `${issuer}/api/oauth/authorize`,
    token_endpoint: `${issuer}/api/oauth/token`,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    response_types_supported: ['code'],
    response_modes_supported: ['query', 'form_post'],
    // Scopes that any app can request. Clients that request all of these must not request `admin`.
    scopes_supported: [
      'identity',
      'credentials',
      'wallet',
      'openid',
      'profile',
      'email',
      'offline_access',
    ],
    grant_types_supported: [
      'authorization_code',
      'refresh_token',
      'client_credentials',
      'urn:ietf:params:oauth:grant-type:device_code',
    ],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    request_uri_parameter_supported: false,
  })
  const given = await allow(system, app, ada)
  expect(given.iss).toBe(body.issuer)
  const endpoints = Object.entries<string>(body).filter(([key]) => /_(endpoint|uri)$/.test(key))
  expect(endpoints.length).toBeGreaterThanOrEqual(8)
  for (const [key, url] of endpoints) {
    const { status } = await system.fetch(url, { method: 'GET', redirect: 'manual' })
    const posted = await system.fetch(url, { method: 'POST', redirect: 'manual' })
    expect(
      [status, posted.status].some((known) => known !== 404),
      key,
    ).toBe(true)
  }
})

test.each([
  ...WELL_KNOWN.map((name) => [`/.well-known/${name}`, 'GET, HEAD']),
  ['/.well-known/jwks.json', 'GET, HEAD'],
  ['/api/oauth/userinfo', 'GET, HEAD, POST'],
])('56 · %s names the allowed methods: %s (decision 0001)', async (path, methods) => {
  const { status, headers } = await ask('PUT', path)
  expect(status).toBe(404)
  expect(headers.allow).toBe(methods)
})

/** A request with a forged host, which `fetch` does not allow. */
async function ask(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string,
): Promise<{ status: number; headers: IncomingHttpHeaders; body: string }> {
  const sent = request(`${system.address('identity')}${path}`, { method, headers }).end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return {
    status: response.statusCode!,
    headers: response.headers,
    body: await text(response),
  }
}
