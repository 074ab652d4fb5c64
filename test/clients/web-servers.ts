// Libraries for web servers sign people in with default options, or these tests show what to set.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { initOidcAuthMiddleware, getAuth, oidcAuthMiddleware } from '@hono/oidc-auth'
import { betterAuth } from 'better-auth'
import { genericOAuth } from 'better-auth/plugins'
import express from 'express'
import openidConnect from 'express-openid-connect'
import grant from 'grant'
import { Hono } from 'hono'
import { afterAll, describe, expect, test } from 'vitest'
import { joinWithPassword, registerApp } from '../support/oauth.ts'
import type { Person, TestSystem } from '../support/system.ts'
import { createUserAgent, keepCookie } from '../support/user-agent.ts'
import { signInAndAllow, signInAndPost } from './sign-in.ts'

/** What the calling file has started. */
export interface Given {
  system: TestSystem
  issuer: string
  /** A person with a verified address. */
  ada: Person
}

const SECRET = 'a secret of the app, 32 characters or more'

/** Declares the tests, on the system of the calling file. */
export function testWebServers(given: () => Given): void {
  describe('express-openid-connect', () => testExpress(given))
  describe('@hono/oidc-auth', () => {
    const all = ['openid', 'identity', 'credentials', 'wallet']
    test('@hono/oidc-auth signs in to an app that may ask for all scopes of the metadata, its default', () =>
      testHono(given(), all))
    test('@hono/oidc-auth signs in to any other app with the scopes of OIDC_SCOPES', () =>
      testHono(given(), ['openid', 'identity'], 'openid profile email'))
  })
  describe('grant', () => testGrant(given))
  describe('better-auth (generic OAuth)', () => testBetterAuth(given))
}

type App = (req: IncomingMessage, res: ServerResponse) => unknown

const stops: (() => unknown)[] = []

/** Serves an app that needs to know its own address. */
async function serve(appAt: (origin: string) => Promise<App>): Promise<string> {
  let app: App
  const server = createServer((req, res) => void app(req, res))
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  stops.push(() => server.close())
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`
  app = await appAt(origin)
  return origin
}

function testExpress(given: () => Given): void {
  afterAll(() => stops.forEach((stop) => stop()))

  const serveExpress = (options: object) =>
    serve(async (baseURL) => {
      const { issuer, system } = given()
      const redirectUris = [`${baseURL}/callback`]
      const client = await registerApp(system, { kind: 'confidential', redirectUris })
      const app = express()
      const own = { baseURL, clientID: client.id, clientSecret: client.secret!, secret: SECRET }
      app.use(
        openidConnect.auth({ issuerBaseURL: issuer, authRequired: false, ...own, ...options }),
      )
      app.get('/me', openidConnect.requiresAuth(), (req, res) => void res.json(req.oidc.user))
      return app
    })

  test('express-openid-connect signs in with the code in a form (response_mode form_post)', async () => {
    const code = { response_type: 'code', response_mode: 'form_post' }
    const origin = await serveExpress({ authorizationParams: code })
    const browser = createUserAgent()
    const begun = await browser.get(`${origin}/me`)
    const posted = await signInAndPost(begun.location!, given().ada, '/callback')
    const ended = await browser.post(posted.action, posted.hidden)
    expect(ended.location).toBe(`${origin}/me`)
    expect((await browser.get(ended.location!)).body).toMatchObject({ sub: given().ada.id })
  })

  test('express-openid-connect signs in with the code in the URL, when only response_type is set', async () => {
    const origin = await serveExpress({ authorizationParams: { response_type: 'code' } })
    const browser = createUserAgent()
    const begun = await browser.get(`${origin}/me`)
    const back = await signInAndAllow(begun.location!, given().ada)
    const ended = await browser.get(back.href)
    expect((await browser.get(ended.location!)).body).toMatchObject({ name: 'Ada' })
  })

  // Since 2026-11-26: decision 0050 says why. A server that sends ID tokens by forms alone has no grant.
  test('express-openid-connect gets an error in its form by default, because it asks for response_type=id_token', async () => {
    const origin = await serveExpress({})
    const begun = await createUserAgent().get(`${origin}/me`)
    const posted = await signInAndPost(begun.location!, given().ada, '/callback')
    expect(posted.hidden).toMatchObject({
      error: 'unsupported_response_type',
      error_description: 'The response_type must be code.',
    })
  })
}

async function testHono(
  { ada, issuer, system }: Given,
  registered: string[],
  scopes = '',
): Promise<void> {
  const origin = 'http://localhost:3001'
  const client = await registerApp(system, {
    kind: 'confidential',
    redirectUris: [`${origin}/callback`],
    scopes: registered,
  })
  const app = new Hono()
  app.use(
    initOidcAuthMiddleware({
      OIDC_AUTH_SECRET: SECRET,
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: client.id,
      OIDC_CLIENT_SECRET: client.secret!,
      OIDC_SCOPES: scopes,
    }),
  )
  app.use(oidcAuthMiddleware())
  app.get('/me', async (c) => c.json(await getAuth(c)))
  const cookies = new Map<string, string>()
  const call = async (url: string) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await app.request(url, { headers: { cookie } })
    for (const line of response.headers.getSetCookie()) keepCookie(cookies, line)
    return response
  }
  const begun = await call(`${origin}/me`)
  const back = await signInAndAllow(begun.headers.get('location')!, ada)
  expect((await call(back.href)).headers.get('location')).toBe(`${origin}/me`)
  expect(await (await call(`${origin}/me`)).json()).toMatchObject({ sub: ada.id })
}

function testGrant(given: () => Given): void {
  const serveGrant = (options: object) =>
    serve(async (origin) => {
      const { issuer, system } = given()
      const redirectUris = [`${origin}/connect/ecosystem/callback`]
      const client = await registerApp(system, { kind: 'confidential', redirectUris })
      const ecosystem = {
        oauth: 2,
        authorize_url: `${issuer}/api/oauth/authorize`,
        access_url: `${issuer}/api/oauth/token`,
        profile_url: `${issuer}/api/oauth/userinfo`,
        key: client.id,
        secret: client.secret!,
        response: ['tokens', 'profile'],
        callback: '/done',
        transport: 'state',
        ...options,
      }
      const handle = grant.default.node({
        config: { defaults: { origin }, ecosystem },
        session: { secret: SECRET },
      })
      return async (req, res) => {
        const { redirect, response } = await handle(req, res)
        if (!redirect) res.end(JSON.stringify(response))
      }
    })

  const signIn = async (origin: string) => {
    const browser = createUserAgent()
    const begun = await browser.get(`${origin}/connect/ecosystem`)
    const back = await signInAndAllow(begun.location!, given().ada)
    return { back, ended: await browser.get(back.href) }
  }

  test('grant signs in with the scopes in one text', async () => {
    const { ended } = await signIn(await serveGrant({ scope: 'openid profile' }))
    expect(JSON.parse(String(ended.body))).toMatchObject({ profile: { sub: given().ada.id } })
  })

  test('grant signs in with a list of scopes that scope_delimiter joins', async () => {
    const list = { scope: ['openid', 'profile'], scope_delimiter: ' ' }
    const { ended } = await signIn(await serveGrant(list))
    expect(JSON.parse(String(ended.body))).toMatchObject({ profile: { name: 'Ada' } })
  })

  // Since 2026-11-26: RFC 6749, section 3.3, separates scopes by spaces.
  test('grant gets an error by default that says why, because it joins a list of scopes with commas', async () => {
    const { back } = await signIn(await serveGrant({ scope: ['openid', 'profile'] }))
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      error: 'invalid_scope',
      error_description: 'The names in scope must be separated by spaces, not commas.',
    })
  })
}

function testBetterAuth(given: () => Given): void {
  test('better-auth signs in a person with a verified email address', async () => {
    const call = await betterAuthApp(given())
    const ended = await signInAt(call, given().ada)
    expect(ended.headers.get('location')).toBe('/me')
    const session = await (await call('/api/auth/get-session')).json()
    expect(session).toMatchObject({ user: { name: 'Ada', email: 'ada@example.org' } })
  })

  // Since 2026-11-26: its table of people needs an address, which nobody has to have here.
  test('better-auth refuses a person without a verified email address, unless mapProfileToUser gives one', async () => {
    const grace = await joinWithPassword(given().system, 'grace')
    const refused = await signInAt(await betterAuthApp(given()), grace)
    expect(refused.headers.get('location')).toContain('error=email_not_found')
    const mapProfileToUser = ({ sub }: Record<string, unknown>) => ({
      email: `${String(sub)}@app.example`,
    })
    const ended = await signInAt(await betterAuthApp(given(), { mapProfileToUser }), grace)
    expect(ended.headers.get('location')).toBe('/me')
  })
}

type Call = (path: string, body?: object) => Promise<Response>

async function signInAt(call: Call, person: Person): Promise<Response> {
  const body = { provider: 'ecosystem', callbackURL: '/me' }
  const begun = await call('/api/auth/sign-in/social', body)
  const back = await signInAndAllow(((await begun.json()) as { url: string }).url, person)
  return call(back.pathname + back.search)
}

async function betterAuthApp({ issuer, system }: Given, options: object = {}): Promise<Call> {
  const origin = 'http://localhost:3002'
  const client = await registerApp(system, {
    kind: 'confidential',
    redirectUris: [`${origin}/api/auth/callback/ecosystem`],
  })
  const app = betterAuth({
    baseURL: origin,
    secret: SECRET,
    plugins: [
      genericOAuth({
        config: [
          {
            providerId: 'ecosystem',
            discoveryUrl: `${issuer}/.well-known/openid-configuration`,
            clientId: client.id,
            clientSecret: client.secret!,
            scopes: ['openid', 'profile', 'email'],
            ...options,
          },
        ],
      }),
    ],
  })
  const cookies = new Map<string, string>()
  return async (path, body) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await app.handler(
      new Request(origin + path, {
        headers: { cookie, origin, 'content-type': 'application/json' },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      }),
    )
    for (const line of response.headers.getSetCookie()) keepCookie(cookies, line)
    return response
  }
}
