// Libraries that sign people in to apps, with their default options.
import { createRequire } from 'node:module'
import { Auth } from '@auth/core'
import type { AuthOptions } from 'next-auth'
import * as oidc3 from 'oidc-client-ts'
import * as oidc2 from 'oidc-client-ts-2'
import * as openid6 from 'openid-client'
import { Issuer, generators, type ClientMetadata } from 'openid-client-5'
import { Strategy, type Profile } from 'passport-openidconnect'
import { AuthorizationCode, ClientCredentials } from 'simple-oauth2'
import { exportJWK, generateKeyPair } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  isActive,
  joinWithPassword,
  registerApp,
  signedInUserAgent,
  type App,
} from '../support/oauth.ts'
import { testSystem, type Person } from '../support/system.ts'
import type { IdentityTables } from '../../subgraphs/identity/tables.ts'
import { keepCookie } from '../support/user-agent.ts'
import { signInAndAllow } from './sign-in.ts'
import { testWebServers } from './web-servers.ts'

const system = testSystem()
let ada: Person
let issuer: string
beforeAll(async () => {
  ada = await joinWithPassword(system, 'ada')
  issuer = system.address('identity')
  await verifyAddress(ada)
})

/** Verifies the address without the link of the mail. */
async function verifyAddress({ id: identityId }: Person): Promise<void> {
  await system
    .tables<IdentityTables>('identity')
    .insertInto('emailAddresses')
    .values({ identityId, address: 'ada@example.org', verifiedAt: new Date() })
    .execute()
}

testWebServers(() => ({ system, issuer, ada }))

/** A web app with a secret, as an operator registers it. */
const registerServer = (redirectUri: string) =>
  registerApp(system, { kind: 'confidential', redirectUris: [redirectUri] })

const ORIGIN = 'http://localhost:3000'

type NextAuth = (req: object, res: object, options: AuthOptions) => Promise<void>

/** A CommonJS module whose export is `default`. */
const { default: handleNextAuth } = createRequire(import.meta.url)('next-auth') as {
  default: NextAuth
}

test('next-auth 4 signs in by discovery, with the scopes of its OpenID Connect providers', async () => {
  const app = await registerServer(`${ORIGIN}/api/auth/callback/ecosystem`)
  const options: AuthOptions = {
    secret: 'a secret of the app',
    providers: [
      {
        id: 'ecosystem',
        name: 'Ecosystem',
        type: 'oauth',
        wellKnown: `${issuer}/.well-known/openid-configuration`,
        authorization: { params: { scope: 'openid email profile' } },
        idToken: true,
        checks: ['pkce', 'state'],
        clientId: app.id,
        clientSecret: app.secret!,
        profile: ({ sub, name, picture }: Record<string, string>) => ({
          id: sub!,
          name: name!,
          image: picture!,
        }),
      },
    ],
  }
  const browser = nextAuthApp(options)
  const { csrfToken } = (await browser('GET', ['csrf'])).body as { csrfToken: string }
  const sent = { csrfToken, callbackUrl: ORIGIN }
  const begun = await browser('POST', ['signin', 'ecosystem'], sent)
  const back = await signInAndAllow(begun.location!, ada)
  const query = Object.fromEntries(back.searchParams)
  const ended = await browser('GET', ['callback', 'ecosystem'], {}, query)
  expect(ended.location).toBe(ORIGIN)
  const { user } = (await browser('GET', ['session'])).body as { user: object }
  expect(user).toMatchObject({ name: 'Ada', image: `${issuer}/avatars/${ada.id}.svg` })
})

interface NextResponse {
  body: unknown
  location: string | undefined
}

/** The route `/api/auth/[...nextauth]` of a Next.js app, and a browser with its cookies. */
function nextAuthApp(options: AuthOptions) {
  process.env.NEXTAUTH_URL = ORIGIN
  const cookies = new Map<string, string>()
  return async (method: string, nextauth: string[], body = {}, query = {}) => {
    const headers = new Map<string, string | string[]>()
    const responded = Promise.withResolvers<unknown>()
    const res = {
      status: () => res,
      getHeader: (name: string) => headers.get(name),
      setHeader: (name: string, value: string | string[]) => headers.set(name, value) && res,
      end: responded.resolve,
      send: responded.resolve,
      json: responded.resolve,
    }
    const req = {
      method,
      body,
      query: { ...query, nextauth },
      cookies: Object.fromEntries(
        [...cookies].map(([name, value]) => [name, decodeURIComponent(value)]),
      ),
      headers: {},
    }
    await handleNextAuth(req, res, options)
    for (const line of [headers.get('Set-Cookie') ?? []].flat()) keepCookie(cookies, line)
    const location = headers.get('Location') as string | undefined
    return { body: await responded.promise, location } satisfies NextResponse
  }
}

test('Auth.js signs in by the issuer alone', async () => {
  const app = await registerServer(`${ORIGIN}/auth/callback/ecosystem`)
  const cookies = new Map<string, string>()
  const call = async (path: string, init: RequestInit = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const request = new Request(new URL(path, ORIGIN), { ...init, headers: { cookie } })
    const response = await Auth(request, {
      basePath: '/auth',
      trustHost: true,
      secret: 'a secret of the app',
      providers: [
        {
          id: 'ecosystem',
          name: 'Ecosystem',
          type: 'oidc',
          issuer,
          clientId: app.id,
          clientSecret: app.secret!,
        },
      ],
    })
    for (const line of response.headers.getSetCookie()) keepCookie(cookies, line)
    return response
  }
  const { csrfToken } = (await (await call('/auth/csrf')).json()) as { csrfToken: string }
  const begun = await call('/auth/signin/ecosystem', {
    method: 'POST',
    body: new URLSearchParams({ csrfToken, callbackUrl: ORIGIN }),
  })
  const back = await signInAndAllow(begun.headers.get('location')!, ada)
  await call(back.href)
  const { user } = (await (await call('/auth/session')).json()) as { user: object }
  expect(user).toMatchObject({ name: 'Ada', image: `${issuer}/avatars/${ada.id}.svg` })
})

test('passport-openidconnect signs in, and reads the profile', async () => {
  const app = await registerServer(`${ORIGIN}/callback`)
  const strategy = new Strategy(
    {
      issuer,
      authorizationURL: `${issuer}/api/oauth/authorize`,
      tokenURL: `${issuer}/api/oauth/token`,
      userInfoURL: `${issuer}/api/oauth/userinfo`,
      clientID: app.id,
      clientSecret: app.secret,
      callbackURL: app.redirectUri,
      scope: ['profile', 'email'],
    },
    (_issuer, profile, done) => done(null, profile),
  )
  const session = {}
  const step = (query: object) => {
    const { promise, reject, resolve } = Promise.withResolvers<string | Profile>()
    strategy.redirect = resolve
    strategy.success = resolve
    strategy.fail = (challenge) => reject(new Error(JSON.stringify(challenge)))
    strategy.error = (error) => reject(error)
    strategy.authenticate({ query, session, headers: {}, connection: {} }, {})
    return promise
  }
  const back = await signInAndAllow((await step({})) as string, ada)
  expect(await step(Object.fromEntries(back.searchParams))).toMatchObject({
    id: ada.id,
    displayName: 'Ada',
    username: 'ada',
  })
})

describe.each([
  ['2.5', oidc2 as unknown as typeof oidc3],
  ['3', oidc3],
])('oidc-client-ts %s', (_version, oidc) => {
  test('oidc-client-ts signs a page in, and renews its tokens', async () => {
    const app = await registerApp(system, { redirectUris: [`${ORIGIN}/callback`] })
    const client = new oidc.OidcClient({
      authority: issuer,
      client_id: app.id,
      redirect_uri: app.redirectUri,
      scope: 'openid profile email offline_access',
      stateStore: new oidc.WebStorageStateStore({ store: new oidc.InMemoryWebStorage() }),
    })
    const { url } = await client.createSigninRequest({})
    const back = await signInAndAllow(url, ada)
    const signedIn = await client.processSigninResponse(back.href)
    expect(signedIn.profile).toMatchObject({ sub: ada.id, name: 'Ada' })
    const { access_token, id_token, refresh_token, scope, profile } = signedIn
    const renewed = await client.useRefreshToken({
      state: {
        id_token,
        session_state: null,
        refresh_token: refresh_token!,
        profile,
        scope: scope!,
      } as never,
    })
    expect(renewed.access_token).not.toBe(access_token)
  })
})

/** The person types the code of a device on a phone, and allows it. */
async function allowDevice(userCode: string): Promise<void> {
  const phone = await signedInUserAgent(system, ada)
  const page = await phone.open(`${issuer}/device?user_code=${userCode}`)
  const decision = await phone.submit(page, '/device', { user_code: userCode })
  await phone.submit(decision, '/device/decision', { decision: 'allow' })
}

const registerDevice = () => registerApp(system, { deviceFlow: true, redirectUris: [] })

async function registerWithKeys() {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = { ...(await exportJWK(publicKey)), kid: 'app', alg: 'ES256', use: 'sig' }
  const app = await registerApp(system, {
    kind: 'confidential',
    redirectUris: [`${ORIGIN}/callback`],
    machineScopes: ['identity'],
    jwks: { keys: [jwk] },
  })
  return {
    app,
    privateKey,
    privateJwk: { ...(await exportJWK(privateKey)), kid: 'app', alg: 'ES256' },
  }
}

describe('openid-client 5', () => {
  async function clientOf(app: App, metadata: Partial<ClientMetadata> = {}, jwks?: object) {
    const { Client } = await Issuer.discover(issuer)
    const redirect_uris = [app.redirectUri ?? `${ORIGIN}/callback`]
    const own = { client_id: app.id, client_secret: app.secret!, redirect_uris, ...metadata }
    return new Client({ response_types: ['code'], ...own }, jwks as never)
  }

  test('openid-client 5 signs in with a secret and PKCE, reads userinfo and refreshes', async () => {
    const app = await registerServer(`${ORIGIN}/callback`)
    const client = await clientOf(app)
    const code_verifier = generators.codeVerifier()
    const url = client.authorizationUrl({
      scope: 'openid email profile',
      code_challenge: generators.codeChallenge(code_verifier),
      code_challenge_method: 'S256',
    })
    const back = await signInAndAllow(url, ada)
    const parameters = client.callbackParams(back.href)
    const tokens = await client.callback(app.redirectUri, parameters, { code_verifier })
    expect(tokens.claims()).toMatchObject({ sub: ada.id, name: 'Ada' })
    expect((await client.userinfo(tokens)).preferred_username).toBe('ada')
    expect((await client.refresh(tokens)).claims().sub).toBe(ada.id)
  })

  test('openid-client 5 authenticates by private_key_jwt', async () => {
    const { app, privateJwk } = await registerWithKeys()
    const method = {
      token_endpoint_auth_method: 'private_key_jwt' as const,
      token_endpoint_auth_signing_alg: 'ES256',
    }
    const client = await clientOf(app, method, { keys: [privateJwk] })
    const tokens = await client.grant({ grant_type: 'client_credentials', scope: 'identity' })
    expect(await isActive(system, tokens.access_token!)).toBe(true)
  })

  test('openid-client 5 signs a device in', async () => {
    const app = await registerDevice()
    const client = await clientOf(app, { token_endpoint_auth_method: 'none' })
    const device = await client.deviceAuthorization({ scope: 'openid profile' })
    await allowDevice(device.user_code)
    expect((await device.poll()).claims().sub).toBe(ada.id)
  })
})

describe('openid-client 6', () => {
  const insecure = { execute: [openid6.allowInsecureRequests] }

  test('openid-client 6 authenticates by private_key_jwt', async () => {
    const { app, privateKey } = await registerWithKeys()
    const proof = openid6.PrivateKeyJwt({ key: privateKey, kid: 'app' })
    const config = await openid6.discovery(new URL(issuer), app.id, undefined, proof, insecure)
    const tokens = await openid6.clientCredentialsGrant(config, { scope: 'identity' })
    expect(await isActive(system, tokens.access_token)).toBe(true)
  })

  test('openid-client 6 signs a device in', async () => {
    const app = await registerDevice()
    const config = await openid6.discovery(
      new URL(issuer),
      app.id,
      undefined,
      openid6.None(),
      insecure,
    )
    const device = await openid6.initiateDeviceAuthorization(config, { scope: 'openid profile' })
    await allowDevice(device.user_code)
    const tokens = await openid6.pollDeviceAuthorizationGrant(config, device)
    expect(tokens.claims()!.sub).toBe(ada.id)
  })
})

describe('simple-oauth2', () => {
  const optionsOf = (app: App) => ({
    client: { id: app.id, secret: app.secret! },
    auth: {
      tokenHost: issuer,
      tokenPath: '/api/oauth/token',
      authorizePath: '/api/oauth/authorize',
      revokePath: '/api/oauth/revoke',
    },
  })

  test('simple-oauth2 gets tokens for a code, refreshes and revokes them', async () => {
    const app = await registerServer(`${ORIGIN}/callback`)
    const client = new AuthorizationCode(optionsOf(app))
    const parameters = { redirect_uri: app.redirectUri, scope: 'identity', state: 'a state' }
    const back = await signInAndAllow(client.authorizeURL(parameters), ada)
    const code = back.searchParams.get('code')!
    const first = await client.getToken({ code, redirect_uri: app.redirectUri })
    expect(first.expired()).toBe(false)
    const second = await first.refresh()
    expect(await isActive(system, second.token.access_token)).toBe(true)
    await second.revoke('refresh_token')
    expect(await isActive(system, second.token.access_token)).toBe(false)
  })

  test('simple-oauth2 gets a token for a machine client', async () => {
    const app = await registerApp(system, { kind: 'confidential', machineScopes: ['identity'] })
    const { client } = optionsOf(app)
    const auth = { tokenHost: issuer, tokenPath: '/api/oauth/token' }
    const { token } = await new ClientCredentials({ client, auth }).getToken({ scope: 'identity' })
    expect(token.scope).toBe('identity')
  })
})
