// What an app learns about a person by scope: no name, picture or address without its scope, anywhere (OpenID
// Connect Core, 5.4).
import { decodeJwt } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  askConsent,
  askOAuth,
  joinWithPassword,
  obtainTokens,
  refresh,
  registerApp,
  type App,
  type Member,
  type Tokens,
} from '#test/oauth.ts'
import { testSystem } from '#test/system.ts'
import type { IdentityTables } from '../../subgraphs/identity/tables.ts'

const system = testSystem()
let app: App
let ada: Member
beforeAll(async () => {
  const scopes = ['identity', 'credentials', 'wallet', 'openid']
  app = await registerApp(system, { kind: 'confidential', scopes })
  ada = await joinWithPassword(system, 'ada')
  await system
    .tables<IdentityTables>('identity')
    .insertInto('emailAddresses')
    .values({ identityId: ada.id, address: 'ada@mail.example', verifiedAt: new Date() })
    .execute()
})

const ask = async (path: string, token: string) =>
  (await system.fetch(`${system.address('identity')}${path}`, { token })).body

const NAMES = '{ me { displayName username } node(id: "ID") { ... on Identity { displayName } } }'

/** The places where an app can look, and what it finds there. */
const PLACES: Readonly<Record<string, (tokens: Tokens) => Promise<unknown>>> = {
  'ID token': async ({ id_token: token }) => (token === undefined ? {} : decodeJwt(token)),
  'access token': async ({ access_token: token }) => decodeJwt(token),
  userinfo: ({ access_token: token }) => ask('/api/oauth/userinfo', token),
  'introspection of the access token': async ({ access_token: token }) =>
    (await askOAuth(system, app, { token }, 'introspect')).body,
  'introspection of the refresh token': async ({ refresh_token: token }) =>
    (await askOAuth(system, app, { token }, 'introspect')).body,
  REST: async ({ access_token: token }) => [
    await ask('/api/me', token),
    await ask('/api/claims', token),
    await ask('/api/identities', token),
  ],
  GraphQL: async ({ access_token: token }) =>
    (await system.graphql(NAMES.replace('ID', ada.id), { token })).body,
  // Last, because it consumes the refresh token.
  'ID token of a refresh': async ({ refresh_token: token }) => {
    const { id_token } = (await refresh(system, app, token)).body as Partial<Tokens>
    return id_token === undefined ? {} : decodeJwt(id_token)
  },
}

/** Patterns that match the person's data in any text. */
const CLAIMS: Readonly<Record<string, RegExp>> = {
  name: /"Ada"/,
  username: /"ada"/,
  picture: /"picture"/,
  updated_at: /"updated_at"/,
  email: /ada@mail\.example|"email_verified"/,
}

const WITH_PROFILE = ['name', 'username', 'picture', 'updated_at']
const NAMES_ALONE = ['name', 'username']
const NONE: readonly string[] = []
/** The claims in ID token and userinfo, in introspection, and in the services. */
const SHOWN: readonly (readonly [
  scope: string,
  tokens: readonly string[],
  introspection: readonly string[],
  services: readonly string[],
])[] = [
  ['openid', NONE, NONE, NONE],
  ['openid offline_access', NONE, NONE, NONE],
  ['openid credentials wallet', NONE, NONE, NONE],
  ['openid email', ['email'], NONE, NONE],
  ['openid profile', WITH_PROFILE, ['username'], NONE],
  ['openid profile email', [...WITH_PROFILE, 'email'], ['username'], NONE],
  ['openid identity', NONE, ['username'], NAMES_ALONE],
  ['identity', NONE, ['username'], NAMES_ALONE],
  ['wallet', NONE, NONE, NONE],
]

const isIntrospection = (place: string) => place.startsWith('introspection')

function claimsExpected(place: string, row: (typeof SHOWN)[number]): readonly string[] {
  const [, tokens, introspection, services] = row
  if (isIntrospection(place)) return introspection
  if (place === 'access token') return NONE
  return place === 'REST' || place === 'GraphQL' ? services : tokens
}

describe.each(SHOWN)('the scope %s', (...row) => {
  const [scope] = row
  /** Requests all of them with `claims`, which is not supported and has no effect (5.5). */
  const claims = JSON.stringify({
    userinfo: { name: { essential: true }, email: null, picture: null },
    id_token: { preferred_username: { essential: true }, email: null },
  })

  test.each([undefined, claims])('shows what its words say, with claims=%s', async (asked) => {
    const tokens = await obtainTokens(system, app, ada, { scope, claims: asked })
    const found: Record<string, string[]> = {}
    const expected: Record<string, readonly string[]> = {}
    for (const [place, look] of Object.entries(PLACES)) {
      const text = JSON.stringify(await look(tokens))
      found[place] = Object.keys(CLAIMS).filter((name) => CLAIMS[name]!.test(text))
      expected[place] = claimsExpected(place, row)
    }
    expect(found).toEqual(expected)
  })
})

test('the scope openid shows who signed in, by an id alone, as the consent page says', async () => {
  const page = await askConsent(system, app, ada, { scope: 'openid', prompt: 'consent' })
  expect(page.body).toContain('Know that it is you who signed in')
  const tokens = await obtainTokens(system, app, ada, { scope: 'openid' })
  expect(await ask('/api/oauth/userinfo', tokens.access_token)).toEqual({ sub: ada.id })
  const { iat, exp, auth_time, sid, ...rest } = decodeJwt(tokens.id_token!)
  expect([iat, exp, auth_time, sid]).not.toContain(undefined)
  const iss = system.address('identity')
  expect(rest).toEqual({ sub: ada.id, aud: app.id, iss, acr: '1', amr: ['pwd'] })
})
