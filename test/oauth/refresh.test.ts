// Refresh tokens: each is valid once, with one successor; a stolen one ends the whole token family.
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import {
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
import { atOnce } from '#test/simultaneous.ts'
import { testSystem, type Person } from '#test/system.ts'
import type { UserAgent } from '#test/user-agent.ts'
import type { IdentityTables } from '../../subgraphs/identity/tables.ts'

const DAY_S = 86_400

const system = testSystem({ topology: 'Identity alone' })
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
  const scope = 'identity credentials wallet'
  tokens = await obtainTokens(system, app, ada, { scope }, browser)
})
afterEach(() => {
  system.clock.now = undefined
})

function wait(seconds: number): void {
  system.clock.now = new Date((system.clock.now ?? new Date()).getTime() + seconds * 1000)
}

/** Refreshes and returns the next refresh token. */
async function next(refreshToken: string): Promise<string> {
  const { status, body } = await refresh(system, app, refreshToken)
  expect({ status, body }).toMatchObject({ status: 200 })
  return body.refresh_token as string
}

test('42 · every refresh gives another refresh token, confidential clients too (RFC 9700 4.14)', async () => {
  const server = await registerApp(system, { kind: 'confidential' })
  const given = await obtainTokens(system, server, ada)
  const seen = [given.refresh_token]
  for (let turn = 0; turn < 3; turn += 1) {
    const { body } = await refresh(system, server, seen.at(-1)!)
    seen.push(body.refresh_token as string)
  }
  expect(new Set(seen).size).toBe(4)
})

describe('reuse', () => {
  test('43 · Reusing a token whose successor was used ends the whole token family (RFC 9700 4.14)', async () => {
    const second = await next(tokens.refresh_token)
    const { body: third } = await refresh(system, app, second)
    expect(await isActive(system, third.access_token)).toBe(true)
    expectRefusal(await refresh(system, app, tokens.refresh_token), 'invalid_grant')
    expectRefusal(await refresh(system, app, third.refresh_token), 'invalid_grant')
    expectRefusal(await refresh(system, app, second), 'invalid_grant')
    expect(await isActive(system, third.access_token)).toBe(false)
    expect(await isActive(system, tokens.access_token)).toBe(false)
  })

  test('43 · Reusing a token whose successor nobody used returns the successor for five minutes (ours)', async () => {
    system.clock.now = new Date()
    const second = await next(tokens.refresh_token)
    for (const seconds of [60, 239, 1]) {
      wait(seconds)
      expect(await next(tokens.refresh_token)).toBe(second)
    }
    expect(await next(second)).not.toBe(second)
  })

  test('43 · Reusing a token that was replaced more than five minutes ago ends the whole token family (ours)', async () => {
    system.clock.now = new Date()
    const second = await next(tokens.refresh_token)
    wait(200)
    // Getting the successor again does not extend the five minutes.
    expect(await next(tokens.refresh_token)).toBe(second)
    wait(101)
    expectRefusal(await refresh(system, app, tokens.refresh_token), 'invalid_grant')
    expectRefusal(await refresh(system, app, second), 'invalid_grant')
  })

  test('43 · Using only the access token does not use the successor (ours)', async () => {
    const { body } = await refresh(system, app, tokens.refresh_token)
    const me = await system.fetch(`${system.address('identity')}/api/me`, {
      token: body.access_token as string,
    })
    expect(me.status).toBe(200)
    await expect(next(tokens.refresh_token)).resolves.toBe(body.refresh_token)
  })

  test('43 · a token that was never issued ends no grant (RFC 9700 4.14)', async () => {
    const [handle, secret] = tokens.refresh_token.split('.')
    const strangers = [
      `${'x'.repeat(22)}.${secret}`,
      secret!,
      `${handle}.`,
      'x',
      tokens.access_token,
    ]
    for (const stranger of strangers) {
      expectRefusal(await refresh(system, app, stranger), 'invalid_grant')
    }
    await next(tokens.refresh_token)
  })
})

/** A thief has a copy of the owner's current token. */
describe('a stolen refresh token (RFC 9700 4.14)', () => {
  /** Expects that no token of the family works any more. */
  async function expectOver(...held: string[]): Promise<void> {
    for (const token of held) expectRefusal(await refresh(system, app, token), 'invalid_grant')
    const replays = await system
      .tables<IdentityTables>('identity')
      .selectFrom('auditEvents')
      .select('id')
      .where('kind', '=', 'replay_detected')
      .where(sql`details ->> 'grantId'`, '=', decodeJwt(tokens.access_token).grant_id as string)
      .execute()
    expect(replays).toHaveLength(1)
    expect(await isActive(system, tokens.access_token)).toBe(false)
  }

  test('43 · A stolen token is detected when the thief comes after the owner has refreshed', async () => {
    const second = await next(tokens.refresh_token)
    const third = await next(second)
    await expectOver(tokens.refresh_token, third)
  })

  test('43 · A stolen token is detected when the owner comes after the thief has refreshed', async () => {
    const stolen = await next(tokens.refresh_token)
    const ahead = await next(stolen)
    await expectOver(tokens.refresh_token, ahead)
  })

  test.each(['thief', 'owner'] as const)(
    '43 · A stolen token that is used in step is detected once the %s is a step ahead',
    async (ahead) => {
      system.clock.now = new Date()
      const held = { thief: tokens.refresh_token, owner: tokens.refresh_token }
      for (let step = 0; step < 3; step += 1) {
        held.thief = await next(held.thief)
        wait(240)
        held.owner = await next(held.owner)
        expect(held.owner).toBe(held.thief)
      }
      const behind = ahead === 'thief' ? 'owner' : 'thief'
      held[ahead] = await next(await next(held[ahead]))
      await expectOver(held[behind], held[ahead])
    },
  )
})

test('44 · 20 parallel refreshes get one and the same successor, which works (race)', async () => {
  const responses = await atOnce(20, () => refresh(system, app, tokens.refresh_token))
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200))
  const successors = new Set(responses.map(({ body }) => body.refresh_token as string))
  expect(successors.size).toBe(1)
  const [successor] = successors
  expect(successor).not.toBe(tokens.refresh_token)
  await next(successor!)
})

test('44 · a token and its successor at once never leave two token families (race)', async () => {
  for (let round = 0; round < 5; round += 1) {
    const given = await obtainTokens(system, app, ada, {}, browser)
    const second = await next(given.refresh_token)
    const sent = Array.from({ length: 20 }, (_, turn) => [given.refresh_token, second][turn % 2]!)
    const responses = await Promise.all(sent.map((token) => refresh(system, app, token)))
    const given200 = responses.filter(({ status }) => status === 200)
    const fresh = new Set(given200.map(({ body }) => body.refresh_token as string))
    fresh.delete(second)
    expect(fresh.size).toBeLessThanOrEqual(1)
  }
})

test('44 · 20 refreshes of a replaced token while its successor is used get that one or end the token family (race)', async () => {
  for (let round = 0; round < 5; round += 1) {
    const given = await obtainTokens(system, app, ada, {}, browser)
    const second = await next(given.refresh_token)
    const used = refresh(system, app, second)
    const repeated = await atOnce(20, () => refresh(system, app, given.refresh_token))
    const { status, body } = await used
    const got = repeated.filter((response) => response.status === 200)
    expect(got.filter((response) => response.body.refresh_token !== second)).toEqual([])
    const wasFound = got.length < repeated.length
    // After the successor was used, the old token revokes the family.
    expect(status === 200 || wasFound).toBe(true)
    expectRefusal(await refresh(system, app, given.refresh_token), 'invalid_grant')
    for (const token of [second, body.refresh_token ?? second]) {
      expectRefusal(await refresh(system, app, token as string), 'invalid_grant')
    }
  }
})

describe('scope', () => {
  test('46 · A scope may be narrowed for one access token, and the refresh token keeps all (OAuth 2.1)', async () => {
    const narrow = await refresh(system, app, tokens.refresh_token, { scope: 'wallet' })
    expect(decodeJwt(narrow.body.access_token).scope).toBe('wallet')
    const { status } = await system.fetch(`${system.address('identity')}/api/me`, {
      token: narrow.body.access_token,
    })
    expect(status).toBe(403)
    const full = await refresh(system, app, narrow.body.refresh_token)
    expect(decodeJwt(full.body.access_token).scope).toBe('identity credentials wallet')
  })

  test.each(['identity admin', 'openid', 'identity nonsense', ' '])(
    '46 · the scope %j is refused, and the token stays usable (OAuth 2.1)',
    async (scope) => {
      const response = await refresh(system, app, tokens.refresh_token, { scope })
      expectRefusal(response, 'invalid_scope')
      await next(tokens.refresh_token)
    },
  )
})

test.each(['identity admin', 'openid'])(
  '46 · reusing a token is detected even with the scope %j (RFC 9700 4.14)',
  async (scope) => {
    const second = await next(tokens.refresh_token)
    const third = await next(second)
    expectRefusal(await refresh(system, app, tokens.refresh_token, { scope }), 'invalid_grant')
    expectRefusal(await refresh(system, app, third), 'invalid_grant')
  },
)

test('46 · a token that was never issued does not reveal the allowed scopes (RFC 9700 4.14)', async () => {
  const [handle] = tokens.refresh_token.split('.')
  const invented = `${handle}.${'x'.repeat(43)}`
  expectRefusal(await refresh(system, app, invented, { scope: 'admin' }), 'invalid_grant')
})

test('43 · an ID token got by a refresh has no nonce (OpenID Connect Core 12.2)', async () => {
  const asked = { scope: 'openid identity', nonce: 'n' }
  const given = await obtainTokens(system, app, ada, asked, browser)
  expect(decodeJwt(given.id_token!).nonce).toBe('n')
  const { body } = await refresh(system, app, given.refresh_token)
  expect(decodeJwt(body.id_token as string)).toMatchObject({ sub: ada.id, aud: app.id })
  expect(decodeJwt(body.id_token as string)).not.toHaveProperty('nonce')
})

test('47 · another client cannot use a refresh token, and its own still can (OAuth 2.1)', async () => {
  for (const kind of ['public', 'confidential'] as const) {
    const thief = await registerApp(system, { kind })
    expectRefusal(await refresh(system, thief, tokens.refresh_token), 'invalid_grant')
  }
  const second = await next(tokens.refresh_token)
  const thief = await registerApp(system)
  // Nor does a replaced token of another client revoke anything.
  expectRefusal(await refresh(system, thief, tokens.refresh_token), 'invalid_grant')
  await next(second)
})

describe('expiry', () => {
  test('48 · A refresh token expires after 30 idle days (ours)', async () => {
    system.clock.now = new Date()
    const early = await obtainTokens(system, app, ada, {}, browser)
    wait(30 * DAY_S - 60)
    const second = await next(early.refresh_token)
    wait(30 * DAY_S)
    expectRefusal(await refresh(system, app, second), 'invalid_grant')
  })

  test('48 · A refresh token expires after 90 days, however often it was used (ours)', async () => {
    system.clock.now = new Date()
    const userAgent = await signedInUserAgent(system, ada)
    let { refresh_token: token } = await obtainTokens(system, app, ada, {}, userAgent)
    for (let month = 0; month < 3; month += 1) {
      wait(29 * DAY_S)
      token = await next(token)
    }
    wait(3 * DAY_S - 60)
    token = await next(token)
    wait(60)
    expectRefusal(await refresh(system, app, token), 'invalid_grant')
  })
})
