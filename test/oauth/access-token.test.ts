// Every service and the router reject an access token with anything wrong in it.
import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import {
  createLocalJWKSet,
  decodeProtectedHeader,
  exportSPKI,
  importJWK,
  jwtVerify,
  SignJWT,
  type JWK,
  type JWTHeaderParameters,
  type JWTPayload,
} from 'jose'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { joinWithPassword, obtainTokens, registerApp } from '#test/oauth.ts'
import { testSystem, type TestResponse, type Person } from '#test/system.ts'
import { routeTables } from '../../subgraphs/index.ts'
import { createSigner, type Signer } from '#test/token.ts'

/** A path of each service that requires only a token. */
const PATHS: Readonly<Record<string, string>> = {
  identity: '/api/me',
  path: '/api/quests',
  learn: '/api/courses',
  guild: '/api/organizations',
  governance: '/api/proposals',
  market: '/api/assets',
  realm: '/api/realms',
  scroll: '/api/scrolls',
}
const SERVICES = Object.keys(PATHS)

const system = testSystem({ topology: 'over HTTP' })
let ada: Person
let stranger: Signer
/** The private key that the system signs with. */
let ours: JWK
beforeAll(async () => {
  ada = await joinWithPassword(system, 'ada')
  stranger = await createSigner('stranger')
  ours = await system.keyring.signingKey()
})
afterEach(() => {
  system.clock.now = undefined
})

interface EndpointResponse {
  place: string
  response: TestResponse
}

/** Calls every service at its REST path and at /graphql, userinfo, and the router. */
function askEverywhere(token: string | undefined, query = ''): Promise<EndpointResponse[]> {
  const rest = [...Object.entries(PATHS), ['identity', '/api/oauth/userinfo'] as const]
  const places = [
    ...rest.map(([name, path]) => ({ name, path, init: {} })),
    ...[...SERVICES, 'router'].map((name) => ({ name, path: '/graphql', init: GRAPHQL })),
  ]
  return Promise.all(
    places.map(async ({ name, path, init }) => {
      const url = `${system.address(name)}${path}${query}`
      return { place: `${name} ${path}`, response: await system.fetch(url, { ...init, token }) }
    }),
  )
}

const GRAPHQL = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: '{"query": "{ __typename }"}',
}

async function expectTaken(token: string): Promise<void> {
  for (const { place, response } of await askEverywhere(token)) {
    expect(response.status, `${place}: ${JSON.stringify(response.body)}`).toBe(200)
  }
}

function expectInvalid({ place, response }: EndpointResponse, reason: string): void {
  const { body, headers, status } = response
  expect(status, place).toBe(401)
  const { code, details } = body.errors ? body.errors[0].extensions : body.error
  expect({ code, details }, place).toMatchObject({ code: 'INVALID_TOKEN', details: { reason } })
  const challenge = reason === 'missing' ? 'Bearer' : 'Bearer error="invalid_token"'
  expect(headers.get('www-authenticate'), place).toBe(challenge)
}

async function expectRefusedEverywhere(token: string, reason = 'invalid'): Promise<void> {
  for (const place of await askEverywhere(token)) expectInvalid(place, reason)
}

const seconds = () => Math.floor((system.clock.now?.getTime() ?? Date.now()) / 1000)

function claimsOf(change: Record<string, unknown> = {}): JWTPayload {
  return {
    iss: system.address('identity'),
    aud: 'ecosystem',
    sub: ada.id,
    client_id: 'test-client',
    grant_id: 'grant_of_ada',
    scope: 'openid identity',
    tier: 'authenticated',
    jti: crypto.randomUUID(),
    iat: seconds(),
    exp: seconds() + 3600,
    ...change,
  }
}

interface Change {
  claims?: Record<string, unknown>
  header?: Partial<JWTHeaderParameters> & Record<string, unknown>
  key?: CryptoKey | Uint8Array
}

/** A token signed with the system's own key, correct except for the change. */
async function forge({ claims, header, key }: Change = {}): Promise<string> {
  const sign = new SignJWT(claimsOf(claims))
  const usual = { alg: 'ES256', typ: 'at+jwt', kid: ours.kid! }
  return sign
    .setProtectedHeader({ ...usual, ...header })
    .sign(key ?? (await importJWK(ours)), { crit: { x: true } })
}

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}

async function unsigned(alg: string): Promise<string> {
  const [, , signature] = (await forge()).split('.')
  const unsecured = `${encoded({ alg, typ: 'at+jwt', kid: ours.kid })}.${encoded(claimsOf())}`
  return alg === 'none' ? `${unsecured}.` : `${unsecured}.${signature}`
}

function publicJwk(): JWK {
  const { kty, crv, x, y } = ours
  return { kty, crv, x, y } as JWK
}

async function publicPem(): Promise<string> {
  return exportSPKI((await importJWK(publicJwk(), 'ES256')) as CryptoKey)
}

const bytes = (text: string) => new TextEncoder().encode(text)

async function flipped(part: 0 | 1 | 2): Promise<string> {
  const parts = (await forge()).split('.')
  const text = parts[part]!
  const at = text.length >> 1
  parts[part] = `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`
  return parts.join('.')
}

test('49 · an access token says what RFC 9068 asks for, signed by a published key (RFC 9068)', async () => {
  const app = await registerApp(system)
  const before = seconds()
  const given = await obtainTokens(system, app, ada, { scope: 'wallet identity' })
  const { body: keys } = await system.fetch(`${system.address('identity')}/.well-known/jwks.json`)
  const { payload, protectedHeader } = await jwtVerify(given.access_token, createLocalJWKSet(keys))
  expect(protectedHeader).toEqual({
    alg: 'ES256',
    typ: 'at+jwt',
    kid: expect.stringMatching(/./) as string,
  })
  expect(keys.keys.map(({ kid }: JWK) => kid)).toContain(protectedHeader.kid)
  expect(payload).toEqual({
    acr: '1',
    auth_time: expect.any(Number) as number,
    iss: system.address('identity'),
    aud: 'ecosystem',
    sub: ada.id,
    client_id: app.id,
    grant_id: expect.stringMatching(/^grant_/) as string,
    scope: 'wallet identity',
    tier: 'authenticated',
    jti: expect.stringMatching(/./) as string,
    iat: expect.any(Number) as number,
    exp: payload.iat! + 3600,
  })
  expect(payload.iat).toBeGreaterThanOrEqual(before)
  expect(payload.iat).toBeLessThanOrEqual(seconds())

  const partner = await registerApp(system, { kind: 'confidential', tier: 'partner' })
  const another = await obtainTokens(system, partner, ada)
  const verified = await jwtVerify(another.access_token, createLocalJWKSet(keys))
  expect(verified.payload).toMatchObject({ tier: 'partner', client_id: partner.id })
  expect(verified.payload.jti).not.toBe(payload.jti)
})

describe('50 · every service refuses an invalid token by itself', () => {
  test('50 · a valid token is accepted everywhere (the control of this matrix)', async () => {
    await expectTaken(await forge())
  })

  test.each<[string, () => string | Promise<string>]>([
    ['the algorithm none', () => unsigned('none')],
    ['the algorithm None with a signature', () => unsigned('None')],
    ['HS256 with the public key as PEM', async () => hmac(await publicPem())],
    ['HS256 with the public key as JWK', () => hmac(JSON.stringify(publicJwk()))],
    ['HS256 with the public key as published', () => hmac(JSON.stringify(publishedKey()))],
    ['HS256 with a part of the public key', () => hmac(Buffer.from(publicJwk().x!, 'base64url'))],
    ['another key under the same kid', () => forge({ key: stranger.privateKey })],
    ['another kid', () => forge({ header: { kid: 'stranger' }, key: stranger.privateKey })],
    ['another kid over the right key', () => forge({ header: { kid: 'stranger' } })],
    ['a kid that is a path', () => forge({ header: { kid: '../../signing-keys.json' } })],
    [
      'its own key in jwk',
      () => forge({ header: { jwk: stranger.jwk }, key: stranger.privateKey }),
    ],
    [
      'its own key in jwk, and no kid',
      () => forge({ header: { jwk: stranger.jwk, kid: undefined! }, key: stranger.privateKey }),
    ],
    ['ES384', forgeWithES384],
    ['a critical extension', () => forge({ header: { crit: ['x'], x: 1 } })],
    ['another issuer', () => forge({ claims: { iss: 'https://id.example' } })],
    ['nearly the issuer', () => forge({ claims: { iss: `${system.address('identity')}/` } })],
    ['no issuer', () => forge({ claims: { iss: undefined } })],
    ['another audience', () => forge({ claims: { aud: 'another' } })],
    ['a client as audience', () => forge({ claims: { aud: ['test-client'] } })],
    ['no audience', () => forge({ claims: { aud: undefined } })],
    ['no end', () => forge({ claims: { exp: undefined } })],
    ['an end that is text', () => forge({ claims: { exp: '9999999999' } })],
    ['a beginning ahead', () => forge({ claims: { nbf: seconds() + 60 } })],
    ['the type of an ID token', () => forge({ header: { typ: 'JWT' } })],
    ['no type', () => forge({ header: { typ: undefined! } })],
    ['a flipped byte in the header', () => flipped(0)],
    ['a flipped byte in the claims', () => flipped(1)],
    ['a flipped byte in the signature', () => flipped(2)],
    ['no signature', async () => (await forge()).replace(/[^.]*$/, '')],
    ['two parts', async () => (await forge()).replace(/\.[^.]*$/, '')],
    ['no scope', () => forge({ claims: { scope: undefined } })],
    ['no grant', () => forge({ claims: { grant_id: undefined } })],
    ['a subject that is none', () => forge({ claims: { sub: { id: ada.id } } })],
    ['an invented tier', () => forge({ claims: { tier: 'unlimited' } })],
    ['a word', () => 'x'],
  ])('50 · a token with %s is refused (alg confusion, RFC 8725)', async (_name, make) => {
    await expectRefusedEverywhere(await make())
  })

  test('50 · a token that expired a second ago is refused (RFC 9068)', async () => {
    await expectRefusedEverywhere(await forge({ claims: { exp: seconds() - 1 } }), 'expired')
    const token = await forge()
    await expectTaken(token)
    system.clock.now = new Date((seconds() + 3600) * 1000)
    await expectRefusedEverywhere(token, 'expired')
  })

  test.each(['jku', 'x5u'])(
    '50 · a key that %s points at is never fetched (RFC 8725)',
    async (name) => {
      let asked = 0
      const server = createServer((_req, res) => {
        asked += 1
        res.setHeader('content-type', 'application/json')
        res.end(JSON.stringify({ keys: [stranger.jwk] }))
      }).listen(0, '127.0.0.1')
      await once(server, 'listening')
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`
      const header = { [name]: url, kid: 'stranger' }
      await expectRefusedEverywhere(await forge({ header, key: stranger.privateKey }))
      expect(asked).toBe(0)
      server.close()
    },
  )

  test('50 · an ID token and a refresh token are no access tokens (RFC 9068)', async () => {
    const app = await registerApp(system)
    const scope = 'openid identity'
    const given = await obtainTokens(system, app, ada, { scope, nonce: 'n' })
    expect(decodeProtectedHeader(given.id_token!).typ).toBe('JWT')
    await expectTaken(given.access_token)
    await expectRefusedEverywhere(given.id_token!)
    await expectRefusedEverywhere(given.refresh_token)
  })

  test('50 · a token in the query is ignored (RFC 6750, RFC 9700 4.3.2)', async () => {
    const token = await forge()
    for (const place of await askEverywhere(undefined, `?access_token=${token}`)) {
      // GraphQL fields without a scope are requested next.
      if (!place.place.endsWith('/graphql')) expectInvalid(place, 'missing')
    }
    for (const at of [...SERVICES, 'router']) {
      const url = `${system.address(at)}/graphql?access_token=${token}`
      const body = JSON.stringify({ query: '{ me { id } }', access_token: token })
      const response = await system.fetch(url, { ...GRAPHQL, body })
      expectInvalid({ place: at, response }, 'missing')
    }
  })
})

function publishedKey(): JWK {
  return { ...publicJwk(), kid: ours.kid, alg: 'ES256', use: 'sig' } as JWK
}

function hmac(secret: string | Uint8Array): Promise<string> {
  const key = typeof secret === 'string' ? bytes(secret) : secret
  return forge({ header: { alg: 'HS256' }, key })
}

async function forgeWithES384(): Promise<string> {
  const { privateKey } = await createSigner('stranger', 'ES384')
  return forge({ header: { alg: 'ES384' }, key: privateKey })
}

describe('51 · a missing scope is not an invalid token', () => {
  const routes = Object.entries(routeTables).flatMap(([name, table]) =>
    table.map(({ method, path }) => ({ name, method, path })),
  )

  test.each(routes)(
    '51 · $method $path at $name without the scope identity is 403 (RFC 6750)',
    async (route) => {
      const url = `${system.address(route.name)}${route.path.replaceAll(/:\w+/g, 'x')}`
      const token = await ada.token({ scope: 'credentials wallet admin' })
      const method = route.method.toUpperCase()
      const response = await system.fetch(url, { method, token })
      expectMissing(response, 'identity')
    },
  )

  test.each([
    ['GET', '/api/credentials', 'credentials'],
    ['GET', '/api/wallets', 'wallet'],
    ['POST', '/api/wallets/challenge', 'wallet'],
    ['POST', '/api/wallets/link', 'wallet'],
    ['GET', '/api/oauth/userinfo', 'openid'],
  ])('51 · %s %s without the scope %s is 403 (RFC 6750)', async (method, path, scope) => {
    const token = await ada.token({ scope: 'identity' })
    const response = await system.fetch(`${system.address('identity')}${path}`, { method, token })
    expectMissing(response, scope)
  })

  test.each(['router', 'identity'])(
    '51 · a missing scope at /graphql of the %s is an error of the field (ours)',
    async (at) => {
      const token = await ada.token({ scope: 'identity' })
      const query = '{ me { id } wallets { totalCount } }'
      const { status, body } = await system.graphql(query, { at, token })
      expect(status).toBe(200)
      expect(body.data).toEqual({ me: { id: ada.id }, wallets: null })
      const missing = { code: 'INSUFFICIENT_PERMISSIONS', details: { requiredScope: 'wallet' } }
      expect(body.errors).toMatchObject([{ path: ['wallets'], extensions: missing }])
    },
  )

  function expectMissing({ status, headers, body }: TestResponse, scope: string): void {
    expect(status).toBe(403)
    expect(body.error).toMatchObject({
      code: 'INSUFFICIENT_PERMISSIONS',
      details: { requiredScope: scope },
    })
    const challenge = `Bearer error="insufficient_scope", scope="${scope}"`
    expect(headers.get('www-authenticate')).toBe(challenge)
  }
})

describe('53 · with Identity away', () => {
  const others = ['router', ...SERVICES.filter((name) => name !== 'identity')]
  const statuses = (token: string) =>
    Promise.all(
      others.map(async (at) => (await system.graphql('{ __typename }', { at, token })).status),
    )

  test('53 · the other services verify tokens for hours with the keys they know (availability)', async () => {
    const began = Date.now()
    await expectTaken(await forge())
    await system.stopService('identity')
    try {
      for (const hours of [1, 23]) {
        system.clock.now = new Date(began + hours * 3_600_000)
        expect(await statuses(await forge()), `${hours} h`).toEqual(others.map(() => 200))
        expect(await statuses(await forge({ key: stranger.privateKey }))).toEqual(
          others.map(() => 401),
        )
      }
      // Not forever: a key that was withdrawn meanwhile must not stay valid.
      system.clock.now = new Date(began + 25 * 3_600_000)
      expect(await statuses(await forge())).toEqual(others.map(() => 500))
    } finally {
      await system.startService('identity')
    }
  })
})
