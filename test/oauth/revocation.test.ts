// Revocation (RFC 7009): a revoked token is invalid everywhere, along with its whole grant.
import { beforeAll, beforeEach, expect, test } from 'vitest'
import {
  askOAuth,
  expectRefusal,
  isActive,
  joinWithPassword,
  obtainTokens,
  refresh,
  registerApp,
  signedInUserAgent,
  type App,
  type Tokens,
} from '#test/oauth.ts'
import { TIMEOUT } from '#test/process.ts'
import { testSystem, type TestResponse, type Person } from '#test/system.ts'
import type { UserAgent } from '#test/user-agent.ts'
import { subgraphs } from '../../subgraphs/index.ts'

const NAMES = ['router', ...subgraphs.map(({ name }) => name)]
const WITHIN = { ...TIMEOUT, interval: 200 }

const system = testSystem({ pollEveryMs: 500 })
let app: App
let ada: Person
let browser: UserAgent
let tokens: Tokens
beforeAll(async () => {
  ada = await joinWithPassword(system, 'ada')
  app = await registerApp(system)
  browser = await signedInUserAgent(system, ada)
})
beforeEach(async () => {
  tokens = await obtainTokens(system, app, ada, {}, browser)
})

const revoke = (token: string | undefined, by = app, fields = {}): Promise<TestResponse> =>
  askOAuth(system, by, { token, ...fields }, 'revoke')

async function expectOver({ access_token, refresh_token }: Tokens): Promise<void> {
  expect(await isActive(system, access_token)).toBe(false)
  expectRefusal(await refresh(system, app, refresh_token), 'invalid_grant')
}

test.each(['access_token', 'refresh_token'] as const)(
  '48 · revoking the %s ends both, whatever the hint says (RFC 7009)',
  async (name) => {
    for (const hint of [undefined, 'access_token', 'refresh_token', 'something_else']) {
      const given = await obtainTokens(system, app, ada, {}, browser)
      const response = await revoke(given[name], app, { token_type_hint: hint })
      expect(response.status).toBe(200)
      expect(response.headers.get('cache-control')).toBe('no-store')
      await expectOver(given)
    }
  },
)

test('48 · every service refuses the access token within ten seconds (ours)', async () => {
  const statuses = () =>
    Promise.all(
      NAMES.map(async (at) => {
        const { status } = await system.graphql('{ __typename }', {
          at,
          token: tokens.access_token,
        })
        return status
      }),
    )
  expect(await statuses()).toEqual(NAMES.map(() => 200))
  await revoke(tokens.refresh_token)
  await expect.poll(statuses, WITHIN).toEqual(NAMES.map(() => 401))
})

test('48 · a client whose last response was lost signs out with the token it holds (ours)', async () => {
  const { body: lost } = await refresh(system, app, tokens.refresh_token)
  expect((await revoke(tokens.refresh_token)).status).toBe(200)
  await expectOver(lost)
})

test('48 · revoking an unknown or ended token is no error (RFC 7009)', async () => {
  const strangers = ['x', 'x.y.z', `${'x'.repeat(22)}.${'x'.repeat(43)}`, 'a\u{1f511}b']
  for (const token of strangers) expect((await revoke(token)).status).toBe(200)
  await revoke(tokens.refresh_token)
  expect((await revoke(tokens.refresh_token)).status).toBe(200)
  expect((await revoke(tokens.access_token)).status).toBe(200)
})

test('48 · a token of another client stays as it is (RFC 7009)', async () => {
  const thief = await registerApp(system, { kind: 'confidential' })
  for (const token of [tokens.access_token, tokens.refresh_token]) {
    expectRefusal(await revoke(token, thief), 'invalid_grant')
  }
  expect(await isActive(system, tokens.access_token)).toBe(true)
  expect((await refresh(system, app, tokens.refresh_token)).status).toBe(200)
})

test('48 · a confidential client revokes with its secret alone (RFC 7009)', async () => {
  const server = await registerApp(system, { kind: 'confidential' })
  const given = await obtainTokens(system, server, ada)
  const nobody = { ...server, secret: undefined }
  expectRefusal(await revoke(given.refresh_token, nobody), 'invalid_client', 401)
  expect(await isActive(system, given.access_token)).toBe(true)
  expect((await revoke(given.refresh_token, server)).status).toBe(200)
  expect(await isActive(system, given.access_token)).toBe(false)
})

test('48 · revoking without a token is refused (RFC 7009)', async () => {
  expectRefusal(await revoke(undefined), 'invalid_request')
})
