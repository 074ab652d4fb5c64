// Codes: each is valid once, for a minute, for its client and redirect URI.
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { IdentityTables } from '../../subgraphs/identity/tables.ts'
import {
  expectRefusal,
  isActive,
  joinWithPassword,
  obtainCode,
  redeem,
  refresh,
  registerApp,
  signedInUserAgent,
  type App,
  type Code,
} from '#test/oauth.ts'
import { testSystem, type Person } from '#test/system.ts'
import type { UserAgent } from '#test/user-agent.ts'

const OTHER_CALLBACK = 'https://app.example/other'

const system = testSystem({ topology: 'Identity alone' })
let app: App
let ada: Person
let browser: UserAgent
beforeAll(async () => {
  ada = await joinWithPassword(system, 'ada')
  browser = await signedInUserAgent(system, ada)
  const redirectUris = ['https://app.example/callback', OTHER_CALLBACK]
  app = await registerApp(system, { redirectUris })
})
afterEach(() => {
  system.clock.now = undefined
})

const obtain = (of = app) => obtainCode(system, of, ada, {}, browser)

function wait(seconds: number): void {
  system.clock.now = new Date((system.clock.now ?? new Date()).getTime() + seconds * 1000)
}

test.each([0, 1, 30, 3_000])(
  '27 · a code that is reused after %i s is refused, and ends all that was granted for it (RFC 6749 4.1.2)',
  async (seconds) => {
    const code = await obtain()
    const first = await redeem(system, app, code)
    expect(first.status).toBe(200)
    expect(await isActive(system, first.body.access_token)).toBe(true)
    wait(seconds)
    expectRefusal(await redeem(system, app, code), 'invalid_grant')
    expectRefusal(await refresh(system, app, first.body.refresh_token), 'invalid_grant')
    expect(await isActive(system, first.body.access_token)).toBe(false)
  },
)

test('27 · a reused code also ends tokens that have been refreshed meanwhile (RFC 6749 4.1.2)', async () => {
  const code = await obtain()
  const first = await redeem(system, app, code)
  const second = await refresh(system, app, first.body.refresh_token)
  expectRefusal(await redeem(system, app, code), 'invalid_grant')
  expectRefusal(await refresh(system, app, second.body.refresh_token), 'invalid_grant')
})

test('28 · of 20 parallel redemptions exactly one succeeds (race)', async () => {
  const code = await obtain()
  const responses = await Promise.all(Array.from({ length: 20 }, () => redeem(system, app, code)))
  const [won, ...others] = responses.filter(({ status }) => status === 200)
  expect(others).toHaveLength(0)
  for (const response of responses.filter((response) => response !== won)) {
    expectRefusal(response, 'invalid_grant')
  }
  expectRefusal(await refresh(system, app, won!.body.refresh_token), 'invalid_grant')
})

test('29 · a code is valid for 60 seconds (FAPI 2)', async () => {
  system.clock.now = new Date()
  const early = await obtain()
  wait(59)
  expect((await redeem(system, app, early)).status).toBe(200)
  system.clock.now = new Date()
  const late = await obtain()
  wait(60)
  expectRefusal(await redeem(system, app, late), 'invalid_grant')
})

test('30 · another client cannot redeem a code, and its own still can (FAPI 2)', async () => {
  const code = await obtain()
  for (const kind of ['public', 'confidential'] as const) {
    const thief = await registerApp(system, { kind })
    expectRefusal(await redeem(system, thief, code), 'invalid_grant')
  }
  expect((await redeem(system, app, code)).status).toBe(200)
})

describe('31 · the redirect_uri must be the one of the request (RFC 6749 4.1.3)', () => {
  test.each<[error: string, redirect_uri: string | undefined]>([
    ['invalid_request', undefined],
    ['invalid_request', ''],
    ['invalid_grant', OTHER_CALLBACK],
    ['invalid_grant', 'https://app.example/callback/'],
    ['invalid_grant', 'https://app.example/CALLBACK'],
    ['invalid_grant', 'https://evil.example/callback'],
  ])(
    '31 · the error is %s for the redirect_uri %j (RFC 6749 4.1.3)',
    async (error, redirect_uri) => {
      expectRefusal(await redeem(system, app, await obtain(), { redirect_uri }), error)
    },
  )

  test('31 · the redirect_uri is required even of a client that has only one (RFC 6749 4.1.3)', async () => {
    const single = await registerApp(system)
    const response = await redeem(system, single, await obtain(single), { redirect_uri: undefined })
    expectRefusal(response, 'invalid_request')
  })
})

test.each<[string, (code: Code) => string]>([
  ['unknown', () => 'x'.repeat(43)],
  ['longer', ({ code }) => `${code}x`],
  ['in other case', ({ code }) => code.toLowerCase()],
])('29 · a code that is %s is refused (RFC 6749)', async (_what, change) => {
  const code = await obtain()
  expectRefusal(await redeem(system, app, code, { code: change(code) }), 'invalid_grant')
})

test('28 · a code whose entry in the audit trail cannot be written stays valid (audit)', async () => {
  const code = await obtain()
  const db = system.tables('identity')
  await sql`alter table audit_events
    add constraint none_issued check (kind <> 'token_issued') not valid`.execute(db)
  try {
    expectRefusal(await redeem(system, app, code), 'server_error', 500)
  } finally {
    await sql`alter table audit_events drop constraint none_issued`.execute(db)
  }
  expect((await redeem(system, app, code)).status).toBe(200)
})

test('the newest hundred codes of a person are kept, however many are requested at once (decision 0010)', async () => {
  const grace = await joinWithPassword(system, 'grace')
  const userAgent = await signedInUserAgent(system, grace)
  const obtainGraces = () => obtainCode(system, app, grace, {}, userAgent)
  const oldest = await obtainGraces()
  for (let round = 0; round < 6; round += 1) {
    await Promise.all(Array.from({ length: 25 }, obtainGraces))
  }
  const newest = await obtainGraces()
  const kept = await system
    .tables<IdentityTables>('identity')
    .selectFrom('grants')
    .select('id')
    .where('identityId', '=', grace.id)
    .execute()
  expect(kept).toHaveLength(100)
  expectRefusal(await redeem(system, app, oldest), 'invalid_grant')
  expect((await redeem(system, app, newest)).status).toBe(200)
})
