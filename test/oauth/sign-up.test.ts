// Signing up: what is rejected, next to which field, and who gets a contested name.
import { sql } from 'kysely'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { isReservedName } from '../../subgraphs/identity/domain/people/reserved-usernames.ts'
import type { IdentityTables } from '../../subgraphs/identity/tables.ts'
import { subgraphs } from '../../subgraphs/index.ts'
import { authorizeUrl, joinWithPassword, PASSWORD, redirected, registerApp } from '#test/oauth.ts'
import { atOnce } from '#test/simultaneous.ts'
import { testSystem } from '#test/system.ts'
import { createUserAgent, formOf, type Page } from '#test/user-agent.ts'

const system = testSystem({ settings: { TRUST_PROXY: 'loopback' } })
beforeAll(async () => {
  await joinWithPassword(system, 'ada')
})
afterEach(() => {
  system.clock.now = undefined
})

const PERSON = {
  username: 'grace',
  displayName: 'Grace Hopper',
  house: 'Tide',
  archetype: 'Navigator',
  password: 'a moth in the relay',
}

let addresses = 0
/** Signs up from a new network address, unless one is given. */
async function signUp(fields: Record<string, string>, from?: string): Promise<Page> {
  const userAgent = createUserAgent()
  const page = await userAgent.get(`${system.address('identity')}/sign-up`)
  const { hidden } = formOf(page, '/sign-up')
  addresses += 1
  const headers = { 'x-forwarded-for': from ?? `198.51.100.${addresses}` }
  return userAgent.post(page.url, { ...hidden, ...fields }, headers)
}

/** The error messages by field. */
function errorsOf({ body }: Page): Record<string, string> {
  const errors = String(body).matchAll(/id="(\w+)-error"><strong>Error:<\/strong> ([^<]*)</g)
  return Object.fromEntries([...errors].map(([, field, text]) => [field, text]))
}

const peopleNamed = async (username: string) =>
  (
    await system
      .tables<IdentityTables>('identity')
      .selectFrom('identities')
      .select('id')
      .where('username', '=', username)
      .execute()
  ).length

test('Somebody who has joined is led to the sign-in if the database fails before their session begins', async () => {
  const db = system.tables<IdentityTables>('identity')
  await sql`
    create function fail_session() returns trigger language plpgsql as $$
      begin
        raise exception 'No space left on device' using errcode = '53100';
      end
    $$`.execute(db)
  await sql`
    create trigger fail_session before insert on sessions
      for each row execute function fail_session()`.execute(db)
  const page = await signUp({ ...PERSON, username: 'hedy' })
  await sql`drop function fail_session cascade`.execute(db)
  expect(page).toMatchObject({ status: 303, location: expect.stringContaining('/sign-in') })
  expect(await peopleNamed('hedy')).toBe(1)
})

test('whoever joins is signed in, and goes on to what the app asks', async () => {
  const app = await registerApp(system)
  const userAgent = createUserAgent()
  const signIn = await userAgent.open(authorizeUrl(system, app))
  const [, link = ''] = /href="([^"]*\/sign-up[^"]*)"/.exec(String(signIn.body))!
  const page = await userAgent.open(link.replaceAll('&amp;', '&'))
  const person = { ...PERSON, username: ' Joined_1 ', displayName: '  Grace Hopper  ' }
  const consent = await userAgent.submit(page, '/sign-up', person)
  expect(consent.body).toContain('@joined_1')
  expect(consent.body).toContain('<strong>Grace Hopper</strong>')
  const allowed = await userAgent.submit(consent, '/consent', { decision: 'allow' })
  expect(redirected(allowed)).toHaveProperty('code')
})

const NAME = 'The username must be 3 to 30 of a-z, 0-9 and _.'
const RESERVED = 'The username is reserved.'
const LENGTH = 'The password must have 12 to 256 characters.'
const GUESSED = (why: string) =>
  `The password ${why}, which is too easy to guess: take several words that have nothing to do with each other.`
const COMMON = GUESSED('is a common password')
const ALIKE = GUESSED('is much like a common password')
const REPEATED = GUESSED('repeats itself')
const NAMES = GUESSED('is made of names that are easy to find out')
const SEQUENCE = GUESSED('follows a sequence, such as abc or 123')
const KEYS = GUESSED('follows the keys of a keyboard')
const LITTLE = GUESSED('is made of too little')
const VISIBLE = 'The display name must have 1 to 80 characters, and not blanks alone.'

test.each([
  ['username', '', NAME],
  ['username', 'ab', NAME],
  ['username', 'a'.repeat(31), NAME],
  ['username', 'grace hopper', NAME],
  ['username', 'gräce', NAME],
  ['username', 'grace-h', NAME],
  ['username', 'ada', 'The username ada is taken.'],
  ['username', ' ADA', 'The username ada is taken.'],
  ['displayName', '', VISIBLE],
  ['displayName', ' \t ', VISIBLE],
  ['displayName', 'x'.repeat(81), VISIBLE],
  ['displayName', 'Ada\u202E', 'The display name must not hold control characters.'],
  ['displayName', '\u200B', VISIBLE],
  ['displayName', '\u3164', VISIBLE],
  ['displayName', '\u2800', VISIBLE],
  ['displayName', '\u{E0041}\u{E0042}', VISIBLE],
  ['username', 'admin', RESERVED],
  ['username', 'Support', RESERVED],
  ['username', 'governance', RESERVED],
  ['house', '', 'The house must be one of Aether, Ember, Terra, Tide.'],
  ['house', 'Slytherin', 'The house must be one of Aether, Ember, Terra, Tide.'],
  [
    'archetype',
    'Admin',
    'The archetype must be one of Architect, Navigator, Cipher, Pathfinder, Keeper.',
  ],
  ['password', '', LENGTH],
  ['password', 'elevenchars', LENGTH],
  ['password', 'x'.repeat(257), LENGTH],
  ['password', 'passwordpassword', REPEATED],
  ['password', '  password2026!', LITTLE],
  ['password', '123456789012', COMMON],
  ['password', '121212121212', REPEATED],
  ['password', 'abcabcabcabc', REPEATED],
  ['password', 'é'.repeat(256), REPEATED],
  ['password', 'abcdefghijkl', SEQUENCE],
  ['password', 'qwertyuiop[]', KEYS],
  ['password', 'ecosystem1234', NAMES],
  ['password', 'Ecosystem2026!', NAMES],
  ['password', 'hopper&guild1', LITTLE],
  ['password', 'P@ssw0rd1234', ALIKE],
  ['password', 'demo-password', ALIKE],
  ['password', 'I am Grace, hello', 'The password must not hold the username.'],
])('%s %j is refused beside its field (NIST SP 800-63B 3.1.1)', async (field, value, error) => {
  const page = await signUp({ ...PERSON, [field]: value })
  expect(page.status).toBe(400)
  expect(errorsOf(page)).toEqual({ [field]: error })
  expect(page.headers.getSetCookie().join()).not.toContain('session')
  // Correct input stays; the password is not sent back.
  if (field !== 'displayName') expect(page.body).toContain('value="Grace Hopper"')
  expect(page.body).not.toContain(PERSON.password)
  expect(await peopleNamed(PERSON.username)).toBe(0)
})

test('the names of all services, the router and the system are reserved', () => {
  const names = [...subgraphs.map(({ name }) => name), 'id', 'router', 'ecosystem']
  expect(names.filter((name) => !isReservedName(name))).toEqual([])
})

test('errors of all fields are shown at once, and no field can be added', async () => {
  const page = await signUp({ role: 'admin' })
  expect(Object.keys(errorsOf(page))).toEqual(
    expect.arrayContaining(['username', 'displayName', 'house', 'archetype', 'password']),
  )
  const joined = await signUp({ ...PERSON, username: 'plain_one', role: 'admin', xp: '9999' })
  expect(joined.status).toBe(303)
  const person = await system
    .tables<IdentityTables>('identity')
    .selectFrom('identities')
    .select(['role', 'xp'])
    .where('username', '=', 'plain_one')
    .executeTakeFirst()
  expect(person).toEqual({ role: 'member', xp: 0 })
})

test('long passwords, blanks and any letters are fine (NIST SP 800-63B 3.1.1)', async () => {
  for (const [index, password] of [
    '  twelve blanks  ',
    '漢字仮名交じりの長い合言葉',
    'élan '.repeat(52).slice(0, 256),
    'the long and winding way to the sea, '.repeat(6).slice(0, 256),
    `${'correct horse battery staple '.repeat(8)}stop`,
    'tulip-harbour-42-lantern',
    '836150294771830264915720',
    '🦊🌋🎻🧭🪁🍄🛶🧵🪐🐙🥁🗝',
  ].entries()) {
    const username = `free_${index}`
    expect((await signUp({ ...PERSON, username, password })).status).toBe(303)
  }
})

test('Of twenty people who want one name at the same time, one gets it (race)', async () => {
  const wanted = { ...PERSON, username: 'wanted' }
  const pages = await atOnce(20, () => signUp(wanted))
  const [joined, refused] = [303, 400].map((status) =>
    pages.filter((page) => page.status === status),
  )
  expect([joined!.length, refused!.length]).toEqual([1, 19])
  for (const page of refused!) {
    expect(errorsOf(page)).toEqual({ username: 'The username wanted is taken.' })
  }
  expect(await peopleNamed('wanted')).toBe(1)
})

test('After twenty attempts in an hour from one address, the next must wait (throttle)', async () => {
  system.clock.now = new Date()
  const from = '203.0.113.5'
  const pages = await atOnce(30, () => signUp({ ...PERSON, password: 'short' }, from))
  expect(pages.filter(({ status }) => status === 400)).toHaveLength(20)
  const refused = pages.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(10)
  expect(refused[0]!.headers.get('retry-after')).toBe('3600')
  system.clock.now = new Date(Date.now() + 3_601_000)
  const later = await signUp({ ...PERSON, username: 'later', password: PASSWORD }, from)
  expect(later.status).toBe(303)
})
