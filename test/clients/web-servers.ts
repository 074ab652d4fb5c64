// Libraries of web servers: they sign people in with default options, or show what to set.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { initOidcAuthMiddleware, getAuth, oidcAuthMiddleware } from '@hono/oidc-auth'
import { betterAuth } from 'better-auth'
import { genericOAuth } from 'better-auth/plugins'
import express from 'express'
import { auth, requiresAuth } from 'express-openid-connect'
import grant from 'grant'
import { Hono } from 'hono'
import { afterAll, describe, expect, test } from 'vitest'
import { registerApp } from '../support/oauth.ts'
import type { Person, TestSystem } from '../support/system.ts'
import { createUserAgent, keepCookie } from '../support/user-agent.ts'
import { signInAndAllow, signInAndPost } from './sign-in.ts'

/** What the file that calls has started. */
export interface Given {
  system: TestSystem
  issuer: string
  /** Has a verified address. */
  ada: Person
}

const SECRET = 'a secret of the app, 32 characters or more'

/** Tests on the system of the file that calls. */
export function testWebServers(given: () => Given): void {
  describe('express-openid-connect', () => testExpress(given))
  test('@hono/oidc-auth asks for all scopes that the metadata lists, and signs in', () =>
    testHono(given()))
  describe('grant', () => testGrant(given))
  test('better-auth signs in by discovery (generic OAuth)', () => testBetterAuth(given()))
}

type App = (req: IncomingMessage, res: ServerResponse) => unknown

const stops: (() => unknown)[] = []

/** Serves an app that learns its own address first. */
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
      app.use(auth({ issuerBaseURL: issuer, authRequired: false, ...own, ...options }))
      app.get('/me', requiresAuth(), (req, res) => void res.json(req.oidc.user))
      return app
    })

  test('signs in with the code in a form (response_mode form_post)', async () => {
    const code = { response_type: 'code', response_mode: 'form_post' }
    const origin = await serveExpress({ authorizationParams: code })
    const browser = createUserAgent()
    const begun = await browser.get(`${origin}/me`)
    const posted = await signInAndPost(begun.location!, given().ada, '/callback')
    const ended = await browser.post(posted.action, posted.hidden)
    expect(ended.location).toBe(`${origin}/me`)
    expect((await browser.get(ended.location!)).body).toMatchObject({ sub: given().ada.id })
  })

  test('signs in with the code in the address, when only response_type is set', async () => {
    const origin = await serveExpress({ authorizationParams: { response_type: 'code' } })
    const browser = createUserAgent()
    const begun = await browser.get(`${origin}/me`)
    const back = await signInAndAllow(begun.location!, given().ada)
    const ended = await browser.get(back.href)
    expect((await browser.get(ended.location!)).body).toMatchObject({ name: 'Ada' })
  })

  // Since 2026-11-26: decision 0051 says why. A server that sends ID tokens by forms alone has no grant.
  test('gets an error in its form by default, because it asks for response_type=id_token', async () => {
    const origin = await serveExpress({})
    const begun = await createUserAgent().get(`${origin}/me`)
    const posted = await signInAndPost(begun.location!, given().ada, '/callback')
    expect(posted.hidden).toMatchObject({
      error: 'unsupported_response_type',
      error_description: 'The response_type must be code.',
    })
  })
}

async function testHono({ ada, issuer, system }: Given): Promise<void> {
  const origin = 'http://localhost:3001'
  const client = await registerApp(system, {
    kind: 'confidential',
    redirectUris: [`${origin}/callback`],
    scopes: ['openid', 'identity', 'credentials', 'wallet'],
  })
  const app = new Hono()
  app.use(
    initOidcAuthMiddleware({
      OIDC_AUTH_SECRET: SECRET,
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: client.id,
      OIDC_CLIENT_SECRET: client.secret!,
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

  test('signs in with the scopes in one text', async () => {
    const { ended } = await signIn(await serveGrant({ scope: 'openid profile' }))
    expect(JSON.parse(String(ended.body))).toMatchObject({ profile: { sub: given().ada.id } })
  })

  test('signs in with a list of scopes that scope_delimiter joins', async () => {
    const list = { scope: ['openid', 'profile'], scope_delimiter: ' ' }
    const { ended } = await signIn(await serveGrant(list))
    expect(JSON.parse(String(ended.body))).toMatchObject({ profile: { name: 'Ada' } })
  })

  // Since 2026-11-26: RFC 6749, section 3.3, separates scopes by spaces.
  test('gets an error by default that says why, because it joins a list of scopes by commas', async () => {
    const { back } = await signIn(await serveGrant({ scope: ['openid', 'profile'] }))
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      error: 'invalid_scope',
      error_description: 'The names in scope must be separated by spaces, not commas.',
    })
  })
}

async function testBetterAuth({ ada, issuer, system }: Given): Promise<void> {
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
          },
        ],
      }),
    ],
  })
  const cookies = new Map<string, string>()
  const call = async (url: string, body?: object) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await app.handler(
      new Request(url, {
        headers: { cookie, origin, 'content-type': 'application/json' },
        ...(body && { method: 'POST', body: JSON.stringify(body) }),
      }),
    )
    for (const line of response.headers.getSetCookie()) keepCookie(cookies, line)
    return response
  }
  const begun = await call(`${origin}/api/auth/sign-in/social`, {
    provider: 'ecosystem',
    callbackURL: '/me',
  })
  const { url } = (await begun.json()) as { url: string }
  const back = await signInAndAllow(url, ada)
  const ended = await call(back.href)
  expect(ended.headers.get('location')).toBe('/me')
  const session = await (await call(`${origin}/api/auth/get-session`)).json()
  expect(session).toMatchObject({ user: { name: 'Ada' } })
}
