// Calls of public clients count for the person of a valid code or token, and otherwise for the network address; and
// the checks before a code.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Step } from '../../subgraphs/identity/oauth/checks/run-checks.ts'
import { sha256 } from '../../subgraphs/identity/domain/secrets/random.ts'
import type { IdentityTables } from '../../subgraphs/identity/tables.ts'
import { inRounds } from './support/in-rounds.ts'
import {
  allow,
  askConsent,
  askOAuth,
  authorizationRequest,
  authorizeUrl,
  expectRefusal,
  isActive,
  joinWithPassword,
  obtainCode,
  obtainTokens,
  pageUrl,
  postAuthorize,
  proveTwoFactors,
  registerApp,
  signedInUserAgent,
  withSecondFactor,
  type App,
  type Code,
} from '#test/oauth.ts'
import { scrape } from '#test/scrape.ts'
import { atOnce } from '#test/simultaneous.ts'
import { testSystem, type TestResponse, type Person } from '#test/system.ts'
import { createUserAgent, formOf, type Page, type UserAgent } from '#test/user-agent.ts'

const DEFAULTS = {
  TRUST_PROXY: 'loopback',
  RATE_LIMIT_FREE: '',
  RATE_LIMIT_AUTHENTICATED: '',
  RATE_LIMIT_PARTNER: '',
}

const system = testSystem({ topology: 'Identity alone', settings: DEFAULTS })
let app: App
let ada: Person
beforeAll(async () => {
  app = await registerApp(system)
  system.clock.now = new Date()
})
// A new person, an hour later: calls of earlier tests do not count.
beforeEach(async () => {
  pass(3600)
  ada = await joinWithPassword(system, `ada_${crypto.randomUUID().slice(0, 8)}`)
})

const pass = (seconds: number) => {
  system.clock.now = new Date(system.clock.now!.getTime() + seconds * 1000)
}

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

test('fifteen people of one office sign in within a minute, each counted as themselves (contract, "Rate limits")', async () => {
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

test('an app that begins by POST is not stopped by the eleventh person either (contract, "OAuth")', async () => {
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

test('an app that pushes its requests is not stopped by the eleventh person, and wrong ones count for the address (decision 0006)', async () => {
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

test('an address pushes a thousand requests of public clients in 15 minutes (decision 0006)', async () => {
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
  ])('a code with %s counts, and stays valid for its owner (RFC 7636)', async (_name, change) => {
    const code = await obtainCode(system, app, ada)
    const response = await ask(redemption(code, change))
    expectRefusal(response, 'invalid_grant')
    expect(quota(response)).toBe('10')
    expect((await ask(redemption(code))).status).toBe(200)
  })

  test('a token of another client counts (decision 0006)', async () => {
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
  ])('a request with %j counts (contract, "Rate limits")', async (fields) => {
    const response = await ask(fields)
    expect([response.status, quota(response)]).toEqual([400, '10'])
  })

  test('Every introspection counts for the address (contract)', async () => {
    expect(quota(await ask({ token: 'x' }, { name: 'introspect' }))).toBe('10')
  })
})

test('a person over the limit waits: the code and the token stay valid meanwhile (contract, "Rate limits")', async () => {
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

test('a public client of tier Partner counts as one (contract, "Rate limits")', async () => {
  const partner = await registerApp(system, { tier: 'partner' })
  const { refresh_token } = await obtainTokens(system, partner, ada)
  const response = await ask(renewal(refresh_token), { by: partner })
  expect([response.status, quota(response)]).toEqual([200, '1000'])
})

describe('codes', () => {
  const codeOf = ({ location }: Page) => new URL(location!).searchParams.get('code')
  const errorOf = ({ location }: Page) => new URL(location!).searchParams.get('error')

  test('Codes of one session count for its person, and the app learns of the limit (RFC 6749 4.1.2.1)', async () => {
    const browser = await signedInUserAgent(system, ada)
    await allow(system, app, ada, {}, browser)
    pass(60)
    const url = authorizeUrl(system, app)
    const pages = await inRounds(130, () => browser.get(url))
    expect(pages.filter(codeOf)).toHaveLength(100)
    const refused = pages.filter((page) => codeOf(page) === null)
    expect(new Set(refused.map(errorOf))).toEqual(new Set(['temporarily_unavailable']))
    const response = Object.fromEntries(new URL(refused[0]!.location!).searchParams)
    expect(response).toEqual({
      error: 'temporarily_unavailable',
      error_description: expect.stringMatching(
        /^RATE_LIMIT_EXCEEDED: .* try again in 60 s\.$/,
      ) as string,
      state: 'a state of the app',
      iss: system.address('identity'),
    })
    expect(refused[0]!.location).toMatch(/^https:\/\/app\.example\/callback\?/)
    pass(60)
    expect(codeOf(await browser.get(url))).not.toBeNull()
  })

  test('Codes and denials on the consent page count (contract, "Rate limits")', async () => {
    const browser = await signedInUserAgent(system, ada)
    const page = await askConsent(system, app, ada, { prompt: 'consent' }, browser)
    // Opening the page has counted as well.
    pass(60)
    const { hidden } = formOf(page, '/consent')
    const decide = (decision: string) => browser.post(page.url, { ...hidden, decision })
    const pages = await inRounds(120, (index) => decide(index % 2 === 0 ? 'allow' : 'deny'))
    expect(pages.filter((each) => errorOf(each) === 'temporarily_unavailable')).toHaveLength(20)
  })

  test('Codes requested with prompt=consent count (contract, "Rate limits")', async () => {
    const browser = await signedInUserAgent(system, ada)
    const url = authorizeUrl(system, app, { prompt: 'consent' })
    const pages = await inRounds(150, () => browser.get(url))
    expect(pages.filter(({ location }) => location?.includes('/consent?'))).toHaveLength(100)
    const refused = pages.filter((page) => errorOf(page) === 'temporarily_unavailable')
    expect(refused).toHaveLength(50)
  })

  test('a browser that is signed in nowhere is sent to sign in, however often (decision 0006)', async () => {
    const browser = createUserAgent()
    const url = authorizeUrl(system, app)
    const pages = await inRounds(150, () => browser.get(url))
    expect(pages.filter(({ location }) => location?.includes('/sign-in?'))).toHaveLength(150)
  })
})

/** A request with the fault that each check rejects; they are fixed one by one. */
const FAULTY = {
  scope: 'identity admin',
  acr_values: '2',
  prompt: 'login',
  id_token_hint: 'nonsense',
}

describe('every step to an authorization', () => {
  let office: App
  let browser: UserAgent
  let csrf: string
  beforeAll(async () => {
    office = await registerApp(system, { scopes: ['identity', 'openid', 'admin'] })
  })

  const at = (path: string) => `${system.address('identity')}${path}`
  const proofOn = async (path: string) => formOf(await browser.get(at(path)), path).hidden.csrf!
  const post = (url: string, fields = {}) => browser.post(url, { csrf, ...fields })

  const STEPS = {
    authorize: (change: object) => browser.get(authorizeUrl(system, office, { ...change })),
    'consent page': (change: object) =>
      browser.get(pageUrl(system, office, '/consent', { ...change })),
    'consent form': (change: object) =>
      post(pageUrl(system, office, '/consent', { ...change }), { decision: 'allow' }),
    'device page': () => browser.get(at('/device')),
    'device form': () => post(at('/device'), { user_code: 'BCDF-GHJK' }),
    'device decision': () => post(at('/device/decision'), { user_code: 'BCDF-GHJK' }),
  } satisfies Record<Step | 'device decision', (change: object) => Promise<Page>>
  const CLIENTS_STEPS = ['authorize', 'consent page', 'consent form'] as const
  const DEVICE_STEPS = ['device page', 'device form', 'device decision'] as const

  /** The page, error or status that each step leads to. */
  const outcomes = (steps: readonly (keyof typeof STEPS)[], change: object = {}) =>
    Promise.all(steps.map(async (step) => outcomeOf(await STEPS[step](change))))

  function outcomeOf({ headers, location, status }: Page): string {
    if (location === undefined) return `${status}${headers.has('retry-after') ? ' later' : ''}`
    expect(headers.has('retry-after')).toBe(false)
    const { origin, pathname, searchParams } = new URL(location)
    return origin === at('') ? pathname : (searchParams.get('error') ?? 'code')
  }

  const all = (outcome: string) => [outcome, outcome, outcome]

  test('Every step to an authorization runs the same checks in the same order', async () => {
    browser = createUserAgent()
    csrf = await proofOn('/sign-in')
    expect(await outcomes(CLIENTS_STEPS, FAULTY)).toEqual(all('/sign-in'))
    expect(await outcomes(DEVICE_STEPS)).toEqual(all('/sign-in'))

    browser = await signedInUserAgent(system, ada)
    csrf = await proofOn('/device')
    await inRounds(100, () => STEPS.authorize({}))
    expect(await outcomes(CLIENTS_STEPS, FAULTY)).toEqual(all('login_required'))
    const { id_token_hint: _, ...hintless } = FAULTY
    expect(await outcomes(CLIENTS_STEPS, hintless)).toEqual(all('/sign-in'))
    const { prompt: __, ...wanted } = hintless
    expect(await outcomes(CLIENTS_STEPS, wanted)).toEqual(all('invalid_scope'))
    await promote(ada)
    expect(await outcomes(CLIENTS_STEPS, wanted)).toEqual(all('/sign-in/second-factor-needed'))
    const silent = { ...wanted, prompt: 'none' }
    const unmet = 'unmet_authentication_requirements'
    expect(await outcomes(CLIENTS_STEPS, silent)).toEqual(all(unmet))
    await withSecondFactor(system, ada)
    expect(await outcomes(CLIENTS_STEPS, wanted)).toEqual(all('/sign-in/confirm'))
    expect(await outcomes(CLIENTS_STEPS, silent)).toEqual(all('login_required'))
    await proveTwoFactors(system, ada)
    const limited = ['temporarily_unavailable', '200', 'temporarily_unavailable']
    expect(await outcomes(CLIENTS_STEPS, wanted)).toEqual(limited)
    expect(await outcomes(DEVICE_STEPS)).toEqual(['200', '429 later', '429 later'])

    pass(60)
    expect(await outcomes(CLIENTS_STEPS, wanted)).toEqual(['/consent', '200', 'code'])
    expect(await outcomes(DEVICE_STEPS)).toEqual(['200', '400', '400'])
  })

  const promote = ({ id }: Person) =>
    system
      .tables<IdentityTables>('identity')
      .updateTable('identities')
      .set({ role: 'admin' })
      .where('id', '=', id)
      .execute()
})
