// What the scopes of OpenID Connect reveal, and the signing algorithms.
import {
  createLocalJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  jwtVerify,
  type JSONWebKeySet,
} from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  allow,
  askConsent,
  askOAuth,
  authorizationRequest,
  joinWithPassword,
  obtainTokens,
  postAuthorize,
  refresh,
  registerApp,
  type App,
  type Tokens,
} from '#test/oauth.ts'
import { testSystem, type Person } from '#test/system.ts'
import type { IdentityTables } from '../../subgraphs/identity/tables.ts'

const system = testSystem()
let app: App
let ada: Person
beforeAll(async () => {
  app = await registerApp(system)
  ada = await joinWithPassword(system, 'ada')
})

const userinfo = async ({ access_token: token }: Tokens) =>
  (await system.fetch(`${system.address('identity')}/api/oauth/userinfo`, { token })).body

test('the error for commas between scopes names the rule, at each endpoint (RFC 6749 3.3)', async () => {
  const refusal = {
    error: 'invalid_scope',
    error_description: 'The names in scope must be separated by spaces, not commas.',
  }
  const scope = 'identity,wallet'
  const machine = await registerApp(system, { kind: 'confidential', machineScopes: ['identity'] })
  const device = await registerApp(system, { deviceFlow: true, redirectUris: [] })
  const tokens = await obtainTokens(system, app, ada)
  const responses = [
    await postAuthorize(system, authorizationRequest(app, { scope })),
    await askOAuth(system, app, authorizationRequest(app, { scope }), 'par'),
    await askOAuth(system, device, { scope }, 'device_authorization'),
    await askOAuth(system, machine, { grant_type: 'client_credentials', scope }),
    await askOAuth(system, app, {
      grant_type: 'refresh_token',
      refresh_token: tokens.refresh_token,
      scope,
    }),
  ]
  for (const { body } of responses) expect(body).toEqual(refusal)
})

describe('the scopes', () => {
  test('The scope profile shows name, picture and time of change, in userinfo and in the ID token', async () => {
    const tokens = await obtainTokens(system, app, ada, { scope: 'openid profile' })
    const shown = {
      sub: ada.id,
      name: 'Ada',
      preferred_username: 'ada',
      picture: `${system.address('identity')}/avatars/${ada.id}.svg`,
      updated_at: expect.any(Number) as number,
    }
    expect(await userinfo(tokens)).toEqual(shown)
    expect(decodeJwt(tokens.id_token!)).toMatchObject(shown)
    const again = await refresh(system, app, tokens.refresh_token)
    expect(decodeJwt(again.body.id_token as string)).toMatchObject(shown)
  })

  test('The claim updated_at is when the profile changed', async () => {
    const grace = await joinWithPassword(system, 'grace')
    const changedAt = new Date('2031-05-06T07:08:09.000Z')
    await system
      .tables<IdentityTables>('identity')
      .updateTable('identities')
      .set({ profileChangedAt: changedAt })
      .where('id', '=', grace.id)
      .execute()
    const tokens = await obtainTokens(system, app, grace, { scope: 'openid profile' })
    expect((await userinfo(tokens)).updated_at).toBe(changedAt.getTime() / 1000)
  })

  test('The scope offline_access is granted, and the consent page describes each scope', async () => {
    const scope = 'openid profile email offline_access'
    const page = await askConsent(system, app, ada, { scope, prompt: 'consent' })
    for (const words of ['your name, username and picture', 'e-mail address', 'while you are away'])
      expect(page.body).toContain(words)
    const tokens = await obtainTokens(system, app, ada, { scope })
    expect(decodeJwt(tokens.access_token).scope).toBe(scope)
  })

  test('The scope email shows the verified email address, which the consent page names, and nothing without one', async () => {
    const barbara = await joinWithPassword(system, 'barbara')
    const scope = 'openid email'
    const without = await obtainTokens(system, app, barbara, { scope })
    expect(await userinfo(without)).not.toHaveProperty('email')
    const address = 'barbara@example.org'
    await system
      .tables<IdentityTables>('identity')
      .insertInto('emailAddresses')
      .values({ identityId: barbara.id, address, verifiedAt: new Date() })
      .execute()
    const page = await askConsent(system, app, barbara, { scope, prompt: 'consent' })
    expect(page.body).toContain(address)
    const tokens = await obtainTokens(system, app, barbara, { scope })
    const shown = { email: address, email_verified: true }
    expect(await userinfo(tokens)).toMatchObject(shown)
    expect(decodeJwt(tokens.id_token!)).toMatchObject(shown)
    const plain = await obtainTokens(system, app, barbara, { scope: 'openid profile' })
    expect(await userinfo(plain)).not.toHaveProperty('email')
    expect(decodeJwt(plain.id_token!)).not.toHaveProperty('email')
  })

  test.each(['profile', 'email', 'offline_access'])(
    '%s is unknown to a client that may not ask for openid',
    async (scope) => {
      const plain = await registerApp(system, { scopes: ['identity'] })
      const refused = await allow(system, plain, ada, { scope: `identity ${scope}` })
      expect(refused).toMatchObject({ error: 'invalid_scope' })
    },
  )

  test('Other scopes are unknown to everybody', async () => {
    for (const scope of ['openid address', 'openid phone', 'openid nope']) {
      expect(await allow(system, app, ada, { scope })).toMatchObject({ error: 'invalid_scope' })
    }
  })
})

describe('the picture', () => {
  const picture = (name: string) => system.fetch(`${system.address('identity')}/avatars/${name}`)

  test('The picture is an SVG without rights, different for each person', async () => {
    const { body, headers, status } = await picture(`${ada.id}.svg`)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('image/svg+xml; charset=utf-8')
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    expect(String(body)).toMatch(/^<svg\s+xmlns=/)
    const other = await system.join(`p${crypto.randomUUID().slice(0, 8)}`)
    expect((await picture(`${other.id}.svg`)).body).not.toBe(body)
    expect((await picture(`${ada.id}.svg`)).body).toBe(body)
  })

  test.each(['nobody.svg', '%3Cscript%3E.svg', 'identity_x.svg'])(
    'The picture is not drawn for %s',
    async (name) => {
      expect((await picture(name)).status).toBe(404)
    },
  )
})

describe('the algorithm', () => {
  test('The algorithm is one of two', async () => {
    await expect(registerApp(system, { idTokenSignedResponseAlg: 'none' })).rejects.toThrow('RS256')
  })

  async function verified(token: string, algorithm: string) {
    const { body } = await system.fetch(`${system.address('identity')}/.well-known/jwks.json`)
    const keys = createLocalJWKSet(body as JSONWebKeySet)
    return jwtVerify(token, keys, { algorithms: [algorithm] })
  }

  test('The algorithm is RS256 for a new client, and ES256 for its access tokens', async () => {
    const tokens = await obtainTokens(system, app, ada, { scope: 'openid' })
    expect((await verified(tokens.id_token!, 'RS256')).payload.sub).toBe(ada.id)
    expect(decodeProtectedHeader(tokens.access_token).alg).toBe('ES256')
  })

  test('The algorithm is ES256 for a client that chose it, and for one of a program that names none', async () => {
    const chosen = await registerApp(system, { idTokenSignedResponseAlg: 'ES256' })
    const tokens = await obtainTokens(system, chosen, ada, { scope: 'openid' })
    expect((await verified(tokens.id_token!, 'ES256')).payload.sub).toBe(ada.id)
    const old = { id: 'client_old', name: 'Old', kind: 'public' as const, scopes: ['openid'] }
    const { idTokenSignedResponseAlg } = await system
      .tables<IdentityTables>('identity')
      .insertInto('clients')
      .values({ ...old, redirectUris: ['https://old.example/'] })
      .returning('idTokenSignedResponseAlg')
      .executeTakeFirstOrThrow()
    expect(idTokenSignedResponseAlg).toBe('ES256')
  })

  test('An ID token is accepted nowhere as an access token', async () => {
    for (const alg of ['RS256', 'ES256'] as const) {
      const client = await registerApp(system, { idTokenSignedResponseAlg: alg })
      const { id_token: token } = await obtainTokens(system, client, ada, {
        scope: 'openid identity',
      })
      for (const name of ['identity', 'path']) {
        const path = name === 'path' ? '/api/quests' : '/api/me'
        const { status } = await system.fetch(`${system.address(name)}${path}`, { token: token! })
        expect(status).toBe(401)
      }
    }
  })
})
