// Known devices: strangers' guesses do not lock their owner out, and a thief gains only separate guesses (OWASP,
// "Slow Down Online Guessing Attacks with Device Cookies").
import { afterEach, describe, expect, test } from 'vitest'
import { inRounds } from './support/in-rounds.ts'
import { confirmIdentity, joinWithPassword, PASSWORD, useUpAttempts } from '#test/oauth.ts'
import { newPasskey } from './support/passkey.ts'
import { linkWallet, signedChallenge } from './support/sign-in-methods.ts'
import { atOnce } from '#test/simultaneous.ts'
import { testSystem, type Person } from '#test/system.ts'
import { createUserAgent, formOf, type Page, type UserAgent } from '#test/user-agent.ts'
import { newWallet } from '#test/wallet.ts'

const COOKIE = 'ecosystem_device'
const MINUTE = 60_000
const DAY = 86_400_000

// Lets tests call from any network address.
const system = testSystem({
  topology: 'Identity alone',
  settings: { TRUST_PROXY: 'loopback' },
})
afterEach(() => {
  system.clock.now = undefined
})

const newPerson = () => joinWithPassword(system, `p${crypto.randomUUID().slice(0, 8)}`)

function wait(ms: number): void {
  system.clock.now = new Date((system.clock.now ?? new Date()).getTime() + ms)
}

let addresses = 0
/** A network address that was not used before. */
function newAddress(): string {
  addresses += 1
  return `198.51.${100 + (addresses >> 8)}.${addresses & 255}`
}

/** Sends the sign-in form once, without following redirects. */
async function attempt(
  userAgent: UserAgent,
  { username }: Pick<Person, 'username'>,
  password = PASSWORD,
  from = newAddress(),
): Promise<Page> {
  const url = `${system.address('identity')}/sign-in`
  const { hidden } = formOf(await userAgent.get(url), '/sign-in')
  return userAgent.post(url, { ...hidden, username, password }, { 'x-forwarded-for': from })
}

/** A browser in which the person has signed in, with no cookie but the device's. */
async function deviceOf(person: Person): Promise<UserAgent> {
  const userAgent = createUserAgent()
  expect((await attempt(userAgent, person)).status).toBe(303)
  return deviceWith(userAgent.cookies.get(COOKIE)!)
}

function deviceWith(cookie: string): UserAgent {
  const userAgent = createUserAgent()
  userAgent.cookies.set(COOKIE, cookie)
  return userAgent
}

const cookieOf = (userAgent: UserAgent) => userAgent.cookies.get(COOKIE)!

/** Guesses until the throttle rejects further guesses. */
async function guessAway(person: Person, from?: string): Promise<void> {
  const stranger = createUserAgent()
  for (let guess = 0; guess < 10; guess += 1) await attempt(stranger, person, 'a guess', from)
  expect((await attempt(stranger, person, 'a guess', from)).status).toBe(429)
}

test('After too many guesses by strangers, the owner signs in on a known device, and a new device waits', async () => {
  const ada = await newPerson()
  const device = await deviceOf(ada)
  await guessAway(ada)
  const refused = await attempt(createUserAgent(), ada)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await attempt(device, ada, 'not this one')).status).toBe(403)
  expect((await attempt(device, ada)).status).toBe(303)
  // This gives nobody else further guesses.
  expect((await attempt(createUserAgent(), ada)).status).toBe(429)
})

test('Strangers at the network address of the owner do not lock the device out either', async () => {
  const grace = await newPerson()
  const device = await deviceOf(grace)
  const office = newAddress()
  const spray = await inRounds(101, (at) =>
    attempt(createUserAgent(), { username: `nobody_${at}` }, 'a guess', office),
  )
  expect(spray.filter(({ status }) => status === 429)).toHaveLength(1)
  expect((await attempt(createUserAgent(), grace, PASSWORD, office)).status).toBe(429)
  expect((await attempt(device, grace, PASSWORD, office)).status).toBe(303)
})

test('a device has ten wrong guesses of its own, also of fifty at once (race)', async () => {
  const joan = await newPerson()
  const device = await deviceOf(joan)
  const other = await deviceOf(joan)
  system.clock.now = new Date()
  const guesses = await atOnce(50, () => attempt(deviceWith(cookieOf(device)), joan, 'a guess'))
  expect(guesses.filter(({ status }) => status === 403)).toHaveLength(10)
  expect(guesses.filter(({ status }) => status === 429)).toHaveLength(40)
  expect((await attempt(device, joan)).status).toBe(429)
  // Other devices and accounts are unaffected.
  expect((await attempt(createUserAgent(), joan)).status).toBe(303)
  expect((await attempt(other, joan)).status).toBe(303)
  wait(15 * MINUTE)
  expect((await attempt(device, joan)).status).toBe(303)
})

test('Nine wrong guesses and a right one leave ten again', async () => {
  const mary = await newPerson()
  const device = await deviceOf(mary)
  for (let round = 0; round < 2; round += 1) {
    const before = cookieOf(device)
    for (let guess = 0; guess < 9; guess += 1) await attempt(device, mary, 'a guess')
    expect((await attempt(device, mary)).status).toBe(303)
    device.cookies.set(COOKIE, before)
  }
})

describe('no device is known by', () => {
  const unknown: [name: string, make: (cookie: string) => string | Promise<string>][] = [
    ['a cookie of another account', async () => cookieOf(await deviceOf(await newPerson()))],
    ['nothing', () => ''],
    ['a made up proof', (cookie) => `${cookie.slice(0, -43)}${'A'.repeat(43)}`],
    ['a proof cut short', (cookie) => cookie.slice(0, -1)],
    ['another name', (cookie) => cookie.replace(/\.[\w-]{22}\./, `.${'A'.repeat(22)}.`)],
    ['a later end', (cookie) => cookie.replace(/^\w+/, 'zzzzzz')],
    ['no end', (cookie) => cookie.replace(/^\w+/, '')],
    ['much of everything', (cookie) => `${'x'.repeat(600)}~${cookie}`],
    ['a sixth entry', (cookie) => `${'x~'.repeat(5)}${cookie}`],
  ]
  test.each(unknown)('No device is known by %s', async (_name, make) => {
    const person = await newPerson()
    const cookie = cookieOf(await deviceOf(person))
    const device = deviceWith(await make(cookie))
    await useUpAttempts(system, person.username)
    expect((await attempt(device, person)).status).toBe(429)
    expect((await attempt(deviceWith(cookie), person)).status).toBe(303)
  })

  test('A cookie older than 400 days is no known device', async () => {
    const person = await newPerson()
    const device = await deviceOf(person)
    wait(401 * DAY)
    await guessAway(person)
    expect((await attempt(device, person)).status).toBe(429)
  })

  test('A cookie from before a password change is no known device, except where the password was changed', async () => {
    const person = await newPerson()
    const device = await deviceOf(person)
    const here = createUserAgent()
    await attempt(here, person)
    const account = await here.get(`${system.address('identity')}/account/security`)
    const newPassword = 'another lamp in the harbour'
    const passwords = { currentPassword: PASSWORD, newPassword }
    const changed = await here.submit(account, '/account/password', passwords)
    expect(changed.url).toContain('done=password')
    await useUpAttempts(system, person.username)
    expect((await attempt(device, person, newPassword)).status).toBe(429)
    expect((await attempt(deviceWith(cookieOf(here)), person, newPassword)).status).toBe(303)
  })
})

test('a browser that people share is known for the last five of them', async () => {
  const people = await atOnce(6, () => newPerson())
  const shared = createUserAgent()
  for (const person of [people[1]!, ...people]) await attempt(shared, person)
  const cookie = cookieOf(shared)
  const statuses: number[] = []
  for (const person of people) {
    await useUpAttempts(system, person.username)
    statuses.push((await attempt(deviceWith(cookie), person)).status)
  }
  expect(statuses).toEqual([429, 303, 303, 303, 303, 303])
})

test('only a password makes a device known: a passkey and a wallet do not (attack)', async () => {
  const person = await newPerson()
  const owner = createUserAgent()
  await attempt(owner, person)
  const [passkey, wallet] = [newPasskey(system.address('identity')), newWallet()]
  let page = await confirmIdentity(system, owner)
  const added = await optionsOf(owner, page, '/account/passkeys/options')
  const credential = passkey.create(added.challenge)
  const kept = { name: 'Phone', credential }
  expect((await owner.call(page, '/account/passkeys/add', kept)).status).toBe(200)
  page = await confirmIdentity(system, owner)
  expect((await linkWallet(owner, page, wallet)).status).toBe(200)

  const userAgent = createUserAgent()
  const signIn = await userAgent.get(`${system.address('identity')}/sign-in`)
  const another = createUserAgent()
  const elsewhere = await another.get(`${system.address('identity')}/sign-in`)
  const { challenge } = await optionsOf(userAgent, signIn, '/sign-in/passkey/options')
  const userHandle = Buffer.from(person.id).toString('base64url')
  const responses = [
    await userAgent.call(signIn, '/sign-in/passkey/verify', {
      credential: passkey.get(challenge, userHandle),
    }),
    await another.call(
      elsewhere,
      '/sign-in/wallet/verify',
      await signedChallenge(another, elsewhere, '/sign-in/wallet', wallet),
    ),
  ]
  for (const { status, headers } of responses) {
    expect(status).toBe(200)
    const cookies = headers.getSetCookie().map((each) => each.split('=')[0])
    expect(cookies).toContain('ecosystem_session')
    expect(cookies).not.toContain(COOKIE)
  }
})

async function optionsOf(userAgent: UserAgent, page: Page, path: string) {
  const { body } = await userAgent.call(page, path, {})
  return (body as { options: { challenge: string } }).options
}

test('Signing up makes a device known, and signing out keeps it known', async () => {
  const userAgent = createUserAgent()
  const username = `p${crypto.randomUUID().slice(0, 8)}`
  const page = await userAgent.get(`${system.address('identity')}/sign-up`)
  const about = { displayName: 'Ada', house: 'Tide', archetype: 'Keeper', password: PASSWORD }
  const account = await userAgent.submit(page, '/sign-up', { username, ...about })
  await userAgent.submit(account, '/sign-out')
  await useUpAttempts(system, username)
  expect((await attempt(userAgent, { username })).status).toBe(303)
})
