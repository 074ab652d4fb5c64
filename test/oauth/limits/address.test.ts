// Calls of public clients count for the person of a valid code or token, and otherwise for the network address.
import { describe, expect, test } from 'vitest'
import {
  askOAuth,
  authorizationRequest,
  expectRefusal,
  isActive,
  joinWithPassword,
  obtainCode,
  obtainTokens,
  postAuthorize,
  registerApp,
  signedInUserAgent,
  type Code,
} from '#test/oauth.ts'
import { scrape } from '#test/scrape.ts'
import { atOnce } from '#test/simultaneous.ts'
import type { TestResponse } from '#test/system.ts'
import { sha256 } from '../../../subgraphs/identity/domain/secrets/random.ts'
import type { IdentityTables } from '../../../subgraphs/identity/tables.ts'
import { limitedSystem } from './story.ts'

const { system, ada, app, pass } = limitedSystem()

const OFFICE = '192.0.2.7'

function ask(
  fields: Record<string, string | undefined>,
  { by = app, name = 'token', from = OFFICE } = {},
): Promise<TestResponse> {
  return askOAuth(system, by, fields, name, { 'x-forwarded-for': from })
}

const redemption = ({ code, verifier }: Code, change: Record<string, string> = {}) => ({
  grant_type: 'authorization_code',
  code,
  redirect_uri: app.redirectUri,
  code_verifier: verifier,
  ...change,
})
const renewal = (token: string) => ({ grant_type: 'refresh_token', refresh_token: token })

/** Sends invalid tokens from the office until its Free limit is used up. */
async function useUpAddress(): Promise<void> {
  const statuses: number[] = []
  for (let at = 0; at < 11; at += 1) statuses.push((await ask(renewal('bad'))).status)
  expect(statuses).toEqual([...Array<number>(10).fill(400), 429])
}

function expectLimited(response: TestResponse, tier: string): void {
  expectRefusal(response, 'temporarily_unavailable', 429)
  expect(response.body.error_description).toMatch(`RATE_LIMIT_EXCEEDED: The tier ${tier}`)
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
}

const quota = ({ headers }: TestResponse) =>
  /q=(\d+);w=60/.exec(headers.get('ratelimit-policy')!)?.[1]

test('Fifteen people of one office sign in within a minute, each counted as themselves (contract, "Rate limits")', async () => {
  const people = await atOnce(15, (at) => joinWithPassword(system, `${ada.username}_${at}`))
  for (const person of people) {
    const code = await obtainCode(system, app, person)
    const response = await ask(redemption(code))
    expect(response.status).toBe(200)
    expect(quota(response)).toBe('100')
    const renewed = await ask(renewal(response.body.refresh_token as string))
    expect([renewed.status, quota(renewed)]).toEqual([200, '100'])
    const revoked = await ask({ token: renewed.body.refresh_token as string }, { name: 'revoke' })
    expect([revoked.status, quota(revoked)]).toEqual([200, '100'])
  }
})

test('An app that begins by POST is not stopped by the eleventh person either (contract, "OAuth")', async () => {
  const statuses: number[] = []
  for (let at = 0; at < 12; at += 1) {
    statuses.push((await postAuthorize(system, authorizationRequest(app))).status)
  }
  expect(statuses).toEqual(Array<number>(12).fill(303))
  const bad: number[] = []
  for (let at = 0; at < 11; at += 1) {
    bad.push((await postAuthorize(system, authorizationRequest(app, { scope: 'x' }))).status)
  }
  expect(bad).toEqual([...Array<number>(10).fill(400), 429])
})

test('An app that pushes its requests is not stopped by the eleventh person, and wrong ones count for the address (decision 0006)', async () => {
  const push = async (change = {}) =>
    (await ask(authorizationRequest(app, change), { name: 'par' })).status
  const statuses: number[] = []
  for (let at = 0; at < 12; at += 1) statuses.push(await push())
  expect(statuses).toEqual(Array<number>(12).fill(201))
  const bad: number[] = []
  for (let at = 0; at < 6; at += 1) bad.push(await push({ scope: 'x' }))
  for (let at = 0; at < 5; at += 1) bad.push(await push({ request_uri: 'x' }))
  expect(bad).toEqual([...Array<number>(10).fill(400), 429])
  expect(await push()).toBe(201)
})

test('An address pushes a thousand requests of public clients in 15 minutes (decision 0006)', async () => {
  const push = (from: string) => ask(authorizationRequest(app), { name: 'par', from })
  expect((await push('192.0.2.9')).status).toBe(201)
  const throttles = system.tables<IdentityTables>('identity')
  const key = sha256('pushed-requests:192.0.2.9').toString('base64url')
  await throttles.updateTable('brakes').set({ attempts: 1000 }).where('key', '=', key).execute()
  const attempts = async () =>
    (await scrape(system.address('identity'))).value('requests_refused_total', {
      limit: 'attempts',
    })
  const before = (await attempts())!
  const refused = await push('192.0.2.9')
  expectRefusal(refused, 'temporarily_unavailable', 429)
  expect(await attempts()).toBe(before + 1)
  expect(refused.headers.get('retry-after')).toBe('900')
  expect((await push('192.0.2.8')).status).toBe(201)
  pass(900)
  expect((await push('192.0.2.9')).status).toBe(201)
})

describe('an address that has used up its limit with bad tokens', () => {
  test('An address over its limit still gets responses to valid codes and tokens (contract, "Rate limits")', async () => {
    const { refresh_token } = await obtainTokens(system, app, ada)
    const code = await obtainCode(system, app, ada)
    await useUpAddress()
    expect((await ask(redemption(code))).status).toBe(200)
    const renewed = await ask(renewal(refresh_token))
    expect(renewed.status).toBe(200)
    expect((await ask({ token: renewed.body.refresh_token }, { name: 'revoke' })).status).toBe(200)
    expectLimited(await ask(renewal('bad')), 'free')
    expectLimited(await ask({ token: 'bad' }, { name: 'revoke' }), 'free')
    // Nobody else is affected.
    expect((await ask(renewal('bad'), { from: '192.0.2.8' })).status).toBe(400)
  })

  test('Invalid calls of an address over its limit write nothing (decision 0006)', async () => {
    await useUpAddress()
    const before = await countRefusals()
    for (let at = 0; at < 5; at += 1) expectLimited(await ask(renewal('bad')), 'free')
    expect(await countRefusals()).toBe(before)
  })

  test('Replaying a code or token at an address over its limit revokes the grant (RFC 9700 4.14)', async () => {
    const code = await obtainCode(system, app, ada)
    const { body: first } = await ask(redemption(code))
    const { body: second } = await ask(renewal(first.refresh_token as string))
    await ask(renewal(second.refresh_token as string))
    const other = await obtainCode(system, app, ada)
    const { body: another } = await ask(redemption(other))
    await useUpAddress()
    expectLimited(await ask(renewal(first.refresh_token as string)), 'free')
    expect(await isActive(system, second.access_token as string)).toBe(false)
    expectLimited(await ask(redemption(other)), 'free')
    expect(await isActive(system, another.access_token as string)).toBe(false)
  })
})

async function countRefusals(): Promise<number> {
  const { count } = await system
    .tables<IdentityTables>('identity')
    .selectFrom('auditEvents')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('kind', '=', 'token_refused')
    .executeTakeFirstOrThrow()
  return count
}

describe('invalid requests count for the address', () => {
  test.each<[name: string, change: Record<string, string>]>([
    ['another verifier', { code_verifier: 'v'.repeat(43) }],
    ['another redirect URI', { redirect_uri: 'https://app.example/other' }],
  ])('A code with %s counts, and stays valid for its owner (RFC 7636)', async (_name, change) => {
    const code = await obtainCode(system, app, ada)
    const response = await ask(redemption(code, change))
    expectRefusal(response, 'invalid_grant')
    expect(quota(response)).toBe('10')
    expect((await ask(redemption(code))).status).toBe(200)
  })

  test('A token of another client counts (decision 0006)', async () => {
    const { refresh_token } = await obtainTokens(system, app, ada)
    const other = await registerApp(system)
    const refused = await ask(renewal(refresh_token), { by: other })
    expectRefusal(refused, 'invalid_grant')
    expect(quota(refused)).toBe('10')
    const revoked = await ask({ token: refresh_token }, { by: other, name: 'revoke' })
    expectRefusal(revoked, 'invalid_grant')
    expect(quota(revoked)).toBe('10')
    expect((await ask(renewal(refresh_token))).status).toBe(200)
  })

  test.each<Record<string, string>>([
    {},
    { grant_type: 'password' },
    { grant_type: 'client_credentials' },
  ])('A request with %j counts (contract, "Rate limits")', async (fields) => {
    const response = await ask(fields)
    expect([response.status, quota(response)]).toEqual([400, '10'])
  })

  test('Every introspection counts for the address (contract)', async () => {
    expect(quota(await ask({ token: 'x' }, { name: 'introspect' }))).toBe('10')
  })
})

test('A person over the limit waits: the code and the token stay valid meanwhile (contract, "Rate limits")', async () => {
  const browser = await signedInUserAgent(system, ada)
  const { refresh_token } = await obtainTokens(system, app, ada, {}, browser)
  let token = refresh_token
  pass(30)
  const code = await obtainCode(system, app, ada, {}, browser)
  for (let response: TestResponse | undefined; response?.status !== 429;) {
    if (response) token = response.body.refresh_token as string
    response = await ask(renewal(token))
    if (response.status === 429) expectLimited(response, 'authenticated')
  }
  expectLimited(await ask(redemption(code)), 'authenticated')
  // Others are unaffected, at any network address.
  const grace = await joinWithPassword(system, `grace_${crypto.randomUUID().slice(0, 8)}`)
  await obtainTokens(system, app, grace)

  pass(30)
  expect((await ask(redemption(code))).status).toBe(200)
  expect((await ask(renewal(token))).status).toBe(200)
})

test('A public client of tier Partner counts as one (contract, "Rate limits")', async () => {
  const partner = await registerApp(system, { tier: 'partner' })
  const { refresh_token } = await obtainTokens(system, partner, ada)
  const response = await ask(renewal(refresh_token), { by: partner })
  expect([response.status, quota(response)]).toEqual([200, '1000'])
})
