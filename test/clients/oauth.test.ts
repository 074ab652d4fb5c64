// Two certified client libraries complete every flow with their default options.
import * as oauth from 'oauth4webapi'
import * as openid from 'openid-client'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  isActive,
  joinWithPassword,
  registerApp,
  signedInUserAgent,
  type App,
} from '../support/oauth.ts'
import { testSystem, type Person } from '../support/system.ts'
import type { UserAgent } from '../support/user-agent.ts'
import { signInAndAllow } from './sign-in.ts'

/** The options that these libraries require for servers without TLS. */
const LOOPBACK = { [oauth.allowInsecureRequests]: true }

const system = testSystem()
let ada: Person
let web: App
let server: App
let issuer: URL
beforeAll(async () => {
  ada = await joinWithPassword(system, 'ada', { role: 'admin' })
  web = await registerApp(system)
  const scopes = ['identity', 'credentials', 'wallet', 'admin', 'openid']
  server = await registerApp(system, { kind: 'confidential', scopes })
  issuer = new URL(system.address('identity'))
})

const visit = (url: URL, userAgent?: UserAgent) => signInAndAllow(url.href, ada, userAgent)

/** The secret of a confidential client. */
function secretOf(app: App): string {
  return app.secret ?? ''
}

type Algorithm = 'oauth2' | 'oidc'
const ALGORITHMS: Algorithm[] = ['oauth2', 'oidc']

describe('oauth4webapi', () => {
  async function discover(algorithm: Algorithm): Promise<oauth.AuthorizationServer> {
    const response = await oauth.discoveryRequest(issuer, { algorithm, ...LOOPBACK })
    return oauth.processDiscoveryResponse(issuer, response)
  }

  interface Way {
    as: oauth.AuthorizationServer
    client: oauth.Client
    authenticate: oauth.ClientAuth
    app: App
  }

  /** From the address of the authorization endpoint to the tokens. */
  async function obtain(
    { as, client, authenticate, app }: Way,
    url: URL,
    verifier: string | typeof oauth.nopkce,
    expected: oauth.ProcessAuthorizationCodeResponseOptions = {},
  ): Promise<oauth.TokenEndpointResponse> {
    const back = await visit(url)
    const parameters = oauth.validateAuthResponse(as, client, back, 'a state')
    const response = await oauth.authorizationCodeGrantRequest(
      as,
      client,
      authenticate,
      parameters,
      app.redirectUri,
      verifier,
      LOOPBACK,
    )
    return oauth.processAuthorizationCodeResponse(as, client, response, expected)
  }

  async function parametersOf(
    app: App,
    verifier: string,
    scope: string,
  ): Promise<Record<string, string>> {
    return {
      client_id: app.id,
      redirect_uri: app.redirectUri,
      response_type: 'code',
      scope,
      state: 'a state',
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }
  }

  function authorizationUrl(
    as: oauth.AuthorizationServer,
    parameters: Record<string, string>,
  ): URL {
    return new URL(`${as.authorization_endpoint!}?${new URLSearchParams(parameters)}`)
  }

  /** Checks an access token as a resource server does, with the library. */
  async function expectGood(as: oauth.AuthorizationServer, token: string): Promise<void> {
    const url = new URL(`${system.address('path')}/api/quests`)
    const response = await oauth.protectedResourceRequest(
      token,
      'GET',
      url,
      undefined,
      undefined,
      LOOPBACK,
    )
    expect(response.status).toBe(200)
    const request = new Request(url, { headers: { authorization: `Bearer ${token}` } })
    const claims = await oauth.validateJwtAccessToken(as, request, 'ecosystem', LOOPBACK)
    expect(claims.sub).toBe(ada.id)
  }

  test.each(ALGORITHMS)(
    'a public client: %s discovery, code with PKCE, refresh, revocation',
    async (how) => {
      const as = await discover(how)
      const client = { client_id: web.id }
      const way = { as, client, authenticate: oauth.None(), app: web }
      const verifier = oauth.generateRandomCodeVerifier()
      const url = authorizationUrl(as, await parametersOf(web, verifier, 'identity'))
      const first = await obtain(way, url, verifier)
      await expectGood(as, first.access_token)

      const refreshed = await oauth.processRefreshTokenResponse(
        as,
        client,
        await oauth.refreshTokenGrantRequest(
          as,
          client,
          oauth.None(),
          first.refresh_token!,
          LOOPBACK,
        ),
      )
      expect(refreshed.refresh_token).not.toBe(first.refresh_token)
      await expectGood(as, refreshed.access_token)
      const token = refreshed.refresh_token!
      const revoked = await oauth.revocationRequest(as, client, oauth.None(), token, LOOPBACK)
      await oauth.processRevocationResponse(revoked)
      expect(await isActive(system, refreshed.access_token)).toBe(false)
    },
  )

  test.each([
    ['Basic', oauth.ClientSecretBasic],
    ['post', oauth.ClientSecretPost],
  ])(
    'a confidential client by %s: code without PKCE, pushed request, introspection, credentials',
    async (_name, withSecret) => {
      const as = await discover('oauth2')
      const client = { client_id: server.id }
      const authenticate = withSecret(secretOf(server))
      const way = { as, client, authenticate, app: server }
      const verifier = oauth.generateRandomCodeVerifier()
      const parameters = await parametersOf(server, verifier, 'identity credentials')

      const { code_challenge: _, code_challenge_method: __, ...plain } = parameters
      await expectGood(
        as,
        (await obtain(way, authorizationUrl(as, plain), oauth.nopkce)).access_token,
      )

      const pushed = await oauth.processPushedAuthorizationResponse(
        as,
        client,
        await oauth.pushedAuthorizationRequest(as, client, authenticate, parameters, LOOPBACK),
      )
      const byHandle = { client_id: server.id, request_uri: pushed.request_uri }
      const given = await obtain(way, authorizationUrl(as, byHandle), verifier)
      await expectGood(as, given.access_token)

      for (const token of [given.access_token, given.refresh_token!]) {
        const response = await oauth.introspectionRequest(as, client, authenticate, token, LOOPBACK)
        const reported = await oauth.processIntrospectionResponse(as, client, response)
        expect(reported).toMatchObject({ active: true, sub: ada.id, scope: 'identity credentials' })
      }

      const own = await oauth.processClientCredentialsResponse(
        as,
        client,
        await oauth.clientCredentialsGrantRequest(
          as,
          client,
          authenticate,
          { scope: 'identity admin' },
          LOOPBACK,
        ),
      )
      expect(own).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: 'identity admin' })
    },
  )

  test('OpenID Connect: nonce, max_age, ID token with its signature, userinfo', async () => {
    const as = await discover('oidc')
    const client = { client_id: web.id }
    const way = { as, client, authenticate: oauth.None(), app: web }
    const verifier = oauth.generateRandomCodeVerifier()
    const nonce = oauth.generateRandomNonce()
    const parameters = await parametersOf(web, verifier, 'openid profile')
    const url = authorizationUrl(as, { ...parameters, nonce, max_age: '60' })
    const expected = { expectedNonce: nonce, maxAge: 60, requireIdToken: true }
    const tokens = await obtain(way, url, verifier, expected)
    const claims = oauth.getValidatedIdTokenClaims(tokens)!
    expect(claims).toMatchObject({ sub: ada.id, aud: web.id, nonce })
    const response = await oauth.userInfoRequest(as, client, tokens.access_token, LOOPBACK)
    const person = await oauth.processUserInfoResponse(as, client, claims.sub, response)
    expect(person).toMatchObject({ sub: ada.id, name: 'Ada', preferred_username: 'ada' })
  })

  test('oauth4webapi gets standard error codes', async () => {
    const as = await discover('oauth2')
    const client = { client_id: web.id }
    const denied = new URL(`${web.redirectUri}?error=access_denied&state=a+state&iss=${as.issuer}`)
    expect(() => oauth.validateAuthResponse(as, client, denied, 'a state')).toThrow(
      oauth.AuthorizationResponseError,
    )
    const response = await oauth.refreshTokenGrantRequest(as, client, oauth.None(), 'x', LOOPBACK)
    await expect(oauth.processRefreshTokenResponse(as, client, response)).rejects.toMatchObject({
      error: 'invalid_grant',
      status: 400,
    })
    const wrong = oauth.ClientSecretBasic('wrong')
    const refused = await oauth.refreshTokenGrantRequest(
      as,
      { client_id: server.id },
      wrong,
      'x',
      LOOPBACK,
    )
    await expect(
      oauth.processRefreshTokenResponse(as, { client_id: server.id }, refused),
    ).rejects.toMatchObject({ status: 401 })
  })
})

describe('openid-client', () => {
  function discover(
    app: App,
    authentication: openid.ClientAuth,
    algorithm: Algorithm,
  ): Promise<openid.Configuration> {
    return openid.discovery(issuer, app.id, undefined, authentication, {
      algorithm,
      execute: [openid.allowInsecureRequests, openid.enableNonRepudiationChecks],
    })
  }

  async function withPkce(app: App, scope: string) {
    const pkceCodeVerifier = openid.randomPKCECodeVerifier()
    const parameters = {
      redirect_uri: app.redirectUri,
      scope,
      state: 'a state',
      code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: 'S256',
    }
    return { parameters, checks: { pkceCodeVerifier, expectedState: 'a state' } }
  }

  async function expectGood(config: openid.Configuration, token: string): Promise<void> {
    const url = new URL(`${system.address('market')}/api/assets`)
    const { status } = await openid.fetchProtectedResource(config, token, url, 'GET')
    expect(status).toBe(200)
  }

  test.each(ALGORITHMS)(
    'a public client: %s discovery, code with PKCE, refresh, revocation',
    async (how) => {
      const config = await discover(web, openid.None(), how)
      const { parameters, checks } = await withPkce(web, 'identity wallet')
      const back = await visit(openid.buildAuthorizationUrl(config, parameters))
      const first = await openid.authorizationCodeGrant(config, back, checks)
      await expectGood(config, first.access_token)
      const second = await openid.refreshTokenGrant(config, first.refresh_token!)
      await expectGood(config, second.access_token)
      await openid.tokenRevocation(config, second.refresh_token!)
      await expect(openid.refreshTokenGrant(config, second.refresh_token!)).rejects.toMatchObject({
        error: 'invalid_grant',
      })
    },
  )

  test.each([
    ['Basic', openid.ClientSecretBasic],
    ['post', openid.ClientSecretPost],
  ])(
    'a confidential client by %s: code without PKCE, pushed request, introspection, credentials',
    async (_name, withSecret) => {
      const config = await discover(server, withSecret(secretOf(server)), 'oauth2')
      const { parameters, checks } = await withPkce(server, 'identity credentials')
      const { code_challenge: _, code_challenge_method: __, ...plain } = parameters
      const back = await visit(openid.buildAuthorizationUrl(config, plain))
      await openid.authorizationCodeGrant(config, back, { expectedState: 'a state' })

      const pushed = await openid.buildAuthorizationUrlWithPAR(config, parameters)
      expect([...pushed.searchParams.keys()].sort()).toEqual(['client_id', 'request_uri'])
      const given = await openid.authorizationCodeGrant(config, await visit(pushed), checks)
      await expectGood(config, given.access_token)
      for (const token of [given.access_token, given.refresh_token!]) {
        const reported = await openid.tokenIntrospection(config, token)
        expect(reported).toMatchObject({ active: true, username: 'ada', client_id: server.id })
      }
      const own = await openid.clientCredentialsGrant(config, { scope: 'identity admin' })
      expect(own.expires_in).toBe(3600)
    },
  )

  test('OpenID Connect: nonce, max_age, ID token with its signature, userinfo, a new one by refresh', async () => {
    const config = await discover(server, openid.ClientSecretPost(secretOf(server)), 'oidc')
    const { parameters, checks } = await withPkce(server, 'openid profile')
    const expectedNonce = openid.randomNonce()
    const url = openid.buildAuthorizationUrl(config, {
      ...parameters,
      nonce: expectedNonce,
      max_age: '60',
    })
    const tokens = await openid.authorizationCodeGrant(config, await visit(url), {
      ...checks,
      expectedNonce,
      maxAge: 60,
      idTokenExpected: true,
    })
    const { sub } = tokens.claims()!
    expect(sub).toBe(ada.id)
    const person = await openid.fetchUserInfo(config, tokens.access_token, sub)
    expect(person.preferred_username).toBe('ada')
    const refreshed = await openid.refreshTokenGrant(config, tokens.refresh_token!)
    expect(refreshed.claims()!.sub).toBe(ada.id)
  })

  test('OpenID Connect: who signed in too long ago signs in again for max_age', async () => {
    const config = await discover(web, openid.None(), 'oidc')
    system.clock.now = new Date(Date.now() - 120_000)
    const browser = await signedInUserAgent(system, ada)
    system.clock.now = undefined
    const { parameters, checks } = await withPkce(web, 'openid identity')
    const expectedNonce = openid.randomNonce()
    const request = { ...parameters, nonce: expectedNonce, max_age: '60' }
    const shown = await browser.open(openid.buildAuthorizationUrl(config, request).href)
    expect(new URL(shown.url).pathname).toBe('/sign-in')
    const back = await visit(openid.buildAuthorizationUrl(config, request), browser)
    const tokens = await openid.authorizationCodeGrant(config, back, {
      ...checks,
      expectedNonce,
      maxAge: 60,
    })
    expect(tokens.claims()!.sub).toBe(ada.id)
  })
})
