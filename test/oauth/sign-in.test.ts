// Guessing names and passwords: what responses reveal, and how often one can try. Checks 20 and 21.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { asCommand } from '../../subgraphs/identity/commands/command.ts'
import { sha256 } from '../../subgraphs/identity/domain/secrets/random.ts'
import { disableIdentity } from '../../subgraphs/identity/domain/people/person.ts'
import type { IdentityTables } from '../../subgraphs/identity/tables.ts'
import { inRounds } from './support/in-rounds.ts'
import { joinWithPassword, PASSWORD } from '#test/oauth.ts'
import { workOf, type Work } from './support/request-work.ts'
import { atOnce } from '#test/simultaneous.ts'
import { testSystem, type TestResponse } from '#test/system.ts'
import { createUserAgent, formOf, type Page } from '#test/user-agent.ts'

const MINUTE = 60_000
const WINDOW = 15 * MINUTE

// Lets tests call from any network address.
const system = testSystem({
  topology: 'Identity alone',
  settings: { TRUST_PROXY: 'loopback' },
})
/** A sign-in page whose form can be sent repeatedly. */
let page: Page
const userAgent = createUserAgent()
beforeAll(async () => {
  await joinWithPassword(system, 'ada')
  page = await userAgent.get(`${system.address('identity')}/sign-in`)
})
afterEach(() => {
  system.clock.now = undefined
})

function wait(ms: number): void {
  system.clock.now = new Date((system.clock.now ?? new Date()).getTime() + ms)
}

let addresses = 0
/** A network address that was not used before. */
function newAddress(): string {
  addresses += 1
  return `198.51.${100 + Math.floor(addresses / 250)}.${addresses % 250}`
}

/** Sends the form without a session, and keeps no cookie of a sign-in. */
async function attempt(
  username: string,
  password: string,
  from = newAddress(),
  device = '',
): Promise<TestResponse> {
  const { hidden } = formOf(page, '/sign-in')
  const [cookie] = [...userAgent.cookies].map(([name, value]) => `${name}=${value}`)
  const response = await system.fetch(page.url, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'x-forwarded-for': from, cookie: `${cookie!}; ${device}` },
    body: new URLSearchParams({ ...hidden, username, password }),
  })
  // Any other 403 means that the form was rejected before the password was checked.
  if (response.status === 403) expect(response.body).toContain('Wrong username or password.')
  return response
}

const statuses = (pages: TestResponse[], status: number) =>
  pages.filter((each) => each.status === status).length

/** The response without the parts that always differ: the name that was sent, and the request id. */
function shown({ body, headers, status }: TestResponse, username: string) {
  const kept = [...headers].filter(
    ([name]) => !['content-length', 'date', 'x-request-id'].includes(name),
  )
  return { status, body: String(body).replaceAll(username, 'NAME'), headers: kept }
}

test('20 · unknown, disabled, without a password or a wrong one: one response (OWASP Authentication)', async () => {
  await joinWithPassword(system, 'disabled_one').then(({ id }) =>
    disableIdentity(asCommand(identity()), id),
  )
  await system.join('walletonly_1')
  const known = shown(await attempt('ada', 'not this one'), 'ada')
  expect(known.status).toBe(403)
  for (const [username, password] of [
    ['nobody_here', 'not this one'],
    ['nobody_here', PASSWORD],
    ['disabled_one', 'not this one'],
    ['disabled_one', PASSWORD],
    ['walletonly_1', 'not this one'],
    ['walletonly_1', ''],
    ['not a name!', 'not this one'],
    ['x'.repeat(200), 'not this one'],
    ['ada', `${PASSWORD} `],
    ['ada', PASSWORD.toUpperCase()],
    ['ada', ''],
    ['ada', 'x'.repeat(2_000)],
  ] as const) {
    const response = await attempt(username, password)
    expect(shown(response, username), `${username} ${password}`).toEqual(known)
  }
  expect((await attempt(' ADA ', PASSWORD)).status).toBe(303)
})

const identity = () => system.tables<IdentityTables>('identity')

/** What a wrong password makes the server do. */
async function workOfGuess(username: string): Promise<Work & { status: number }> {
  const from = newAddress()
  const [work, { status }] = await workOf(from, () => attempt(username, 'not this one', from))
  return { status, ...work }
}

test('20 · an unknown name costs the same work as a known one (OWASP Authentication)', async () => {
  const known = await workOfGuess('ada')
  expect(known).toMatchObject({ status: 403, hashes: [expect.anything()] })
  for (const username of ['unknown_one', 'disabled_one', 'walletonly_1']) {
    expect(await workOfGuess(username), username).toEqual(known)
  }
})

test('21 · ten wrong passwords for one account, wherever they come from: then wait (NIST SP 800-63B 3.2.2)', async () => {
  const grace = await joinWithPassword(system, 'grace')
  system.clock.now = new Date()
  for (let guess = 0; guess < 10; guess += 1) {
    expect((await attempt(grace.username, `guess ${guess}`)).status).toBe(403)
  }
  wait(5 * MINUTE)
  for (const password of ['guess 11', PASSWORD]) {
    const refused = await attempt(grace.username, password)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('600')
    expect(refused.body).toContain('Too many attempts. Try again in 10 minutes.')
    expect(refused.headers.getSetCookie()).toEqual([])
    expect(refused.headers.get('content-type')).toBe('text/html; charset=utf-8')
  }
  // Another spelling is the same account; other accounts are unaffected at any network address.
  expect((await attempt(' GRACE', PASSWORD)).status).toBe(429)
  expect((await attempt('ada', PASSWORD)).status).toBe(303)
  // Further guesses do not extend it.
  wait(10 * MINUTE)
  expect((await attempt(grace.username, PASSWORD)).status).toBe(303)
})

test('21 · names that nobody has are throttled like those that somebody has (OWASP Authentication)', async () => {
  const pages: TestResponse[] = []
  for (let guess = 0; guess < 11; guess += 1) pages.push(await attempt('nobody_at_all', 'a guess'))
  expect(pages.map(({ status }) => status)).toEqual([...Array<number>(10).fill(403), 429])
})

test('21 · the right password clears the account, not the address (NIST SP 800-63B 3.2.2)', async () => {
  const alan = await joinWithPassword(system, 'alan')
  for (let round = 0; round < 2; round += 1) {
    for (let guess = 0; guess < 9; guess += 1) await attempt(alan.username, 'a guess')
    expect((await attempt(alan.username, PASSWORD)).status).toBe(303)
  }
})

test('21 · one password over many accounts from one network: then wait (NIST SP 800-63B 3.2.2)', async () => {
  system.clock.now = new Date()
  const network = '2001:db8:7:1'
  const spray = (from: number, count: number) =>
    atOnce(count, (index) =>
      attempt(`victim_${from + index}`, 'Summer2026!', `${network}::${from + index}`),
    )
  // A right password among them neither succeeds nor clears the throttle.
  expect(statuses(await spray(0, 50), 403)).toBe(50)
  expect((await attempt('ada', PASSWORD, `${network}::aaaa`)).status).toBe(303)
  expect(statuses(await spray(50, 50), 403)).toBe(50)
  const refused = await attempt('victim_100', 'Summer2026!', `${network}:ffff::1`)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBe(900)
  expect((await attempt('ada', PASSWORD, `${network}::aaaa`)).status).toBe(429)
  // Other network addresses are unaffected.
  expect((await attempt('ada', PASSWORD, '2001:db8:7:2::1')).status).toBe(303)
  expect((await attempt('victim_100', 'Summer2026!')).status).toBe(403)
  wait(WINDOW)
  expect((await attempt('ada', PASSWORD, `${network}::aaaa`)).status).toBe(303)
})

test('21 · a hundred and ten people of one address sign in, since failures alone count (NIST SP 800-63B 3.2.2)', async () => {
  system.clock.now = new Date()
  const office = newAddress()
  for (let round = 0; round < 11; round += 1) {
    const { username } = await joinWithPassword(system, `office_${round}`)
    const pages = await atOnce(10, () => attempt(username, PASSWORD, office))
    expect(statuses(pages, 303), `round ${round}`).toBe(10)
  }
})

test('21 · of a hundred and five right passwords for one account a hundred sign in, on known devices too (denial of service)', async () => {
  system.clock.now = new Date()
  const [katherine, dorothy] = [
    await joinWithPassword(system, 'katherine'),
    await joinWithPassword(system, 'dorothy'),
  ]
  const known = (await attempt(katherine.username, PASSWORD)).headers
    .getSetCookie()
    .find((each) => each.startsWith('ecosystem_device='))!
  const pages: TestResponse[] = []
  for (let round = 0; round < 7; round += 1) {
    const cookie = round % 2 === 0 ? known.split(';')[0] : undefined
    const again = () => attempt(katherine.username, PASSWORD, newAddress(), cookie)
    pages.push(...(await atOnce(15, () => again())))
  }
  expect([statuses(pages, 303), statuses(pages, 429)]).toEqual([99, 6])
  const refused = await attempt(katherine.username, PASSWORD)
  expect(refused.headers.get('retry-after')).toBe('900')
  expect((await attempt(dorothy.username, PASSWORD)).status).toBe(303)
  wait(WINDOW)
  expect((await attempt(katherine.username, PASSWORD)).status).toBe(303)
})

test('21 · fifteen right passwords at the same moment all sign in, and guesses still count (race)', async () => {
  const hedy = await joinWithPassword(system, 'hedy')
  for (let guess = 0; guess < 9; guess += 1) await attempt(hedy.username, 'a guess')
  const pages = await atOnce(15, () => attempt(hedy.username, PASSWORD))
  expect(statuses(pages, 303)).toBe(15)
})

test('21 · of sixty sign-ins of one account at once those too many wait two seconds, and others go on (denial of service)', async () => {
  const [radia, edith] = [
    await joinWithPassword(system, 'radia'),
    await joinWithPassword(system, 'edith'),
  ]
  const flood = Array.from({ length: 60 }, () => attempt(radia.username, PASSWORD))
  expect((await attempt(edith.username, PASSWORD)).status).toBe(303)
  const refused = (await Promise.all(flood)).filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThan(0)
  expect(new Set(refused.map(({ headers }) => headers.get('retry-after')))).toEqual(new Set(['2']))
})

test('21 · a guess that is refused counts nowhere else (NIST SP 800-63B 3.2.2)', async () => {
  const office = newAddress()
  const [mary, joan] = [
    await joinWithPassword(system, 'mary'),
    await joinWithPassword(system, 'joan'),
  ]
  const guess = () => attempt(mary.username, 'a guess', office)
  const pages = await inRounds(120, guess)
  expect([statuses(pages, 403), statuses(pages, 429)]).toEqual([10, 110])
  expect((await attempt(joan.username, PASSWORD, office)).status).toBe(303)
})

test('21 · a guess over the limit is refused without checking the password (denial of service)', async () => {
  for (let guess = 0; guess < 10; guess += 1) await attempt('braked_one', 'a guess')
  const refused = await workOfGuess('braked_one')
  expect(refused).toMatchObject({ status: 429, hashes: [] })
  expect(refused.statements.filter((sql) => sql.includes('"passwords"'))).toEqual([])
  expect((await workOfGuess('unbraked_one')).hashes).toHaveLength(1)
})

test('21 · the address in X-Forwarded-For counts only if a trusted proxy sends it (operations, "Settings")', async () => {
  // The last address that is no proxy of ours: clients can forge everything before it.
  await attempt('ada', PASSWORD, '203.0.113.77, 198.51.100.251')
  const throttles = await identity().selectFrom('brakes').select('key').execute()
  const keys = throttles.map(({ key }) => key)
  const attemptsOf = (address: string) => sha256(`address:${address}`).toString('base64url')
  expect(keys).toContain(attemptsOf('198.51.100.251'))
  expect(keys).not.toContain(attemptsOf('203.0.113.77'))
})

test('21 · the request of the app is checked before the password, and costs no attempt', async () => {
  const edsger = await joinWithPassword(system, 'edsger')
  const { hidden } = formOf(page, '/sign-in')
  const fields = { ...hidden, username: edsger.username, password: 'a guess' }
  for (let round = 0; round < 12; round += 1) {
    const headers = { 'x-forwarded-for': newAddress() }
    expect((await userAgent.post(`${page.url}?client_id=unknown`, fields, headers)).status).toBe(
      400,
    )
  }
  expect((await attempt(edsger.username, PASSWORD)).status).toBe(303)
})
