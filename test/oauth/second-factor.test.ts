// The second factor: signing in with a password or a wallet requires it, without exception.
import { beforeEach, describe, expect, test } from 'vitest'
import type { IdentityTables } from '../../subgraphs/identity/tables.ts'
import type { AuditKind } from '../../subgraphs/identity/tables/audit-entries.ts'
import { mailTo, verifyAddress } from '#test/mail.ts'
import {
  authorizeUrl,
  joinWithPassword,
  PASSWORD,
  redirected,
  registerApp,
  signedInUserAgent,
  signInOn,
} from '#test/oauth.ts'
import { callScript } from './support/script-call.ts'
import {
  appOf,
  changeAccount,
  codesOn,
  giveCode,
  keyOn,
  postCode,
  setUpTotp,
  joinWithApp,
  provePassword,
} from '#test/second-factor.ts'
import { addAccountPasskey, copyOf, passkeyChallenge } from './support/sign-in-methods.ts'
import { testSystem, type Person } from '#test/system.ts'
import { createUserAgent, formOf, type UserAgent } from '#test/user-agent.ts'

const MINUTE = 60_000
const STEP = 30_000
const NOON = Date.UTC(2030, 0, 1, 12)
const NEW_PASSWORD = 'another lamp in the harbour'
const SECOND_FACTOR = '/sign-in/second-factor'

const system = testSystem({ topology: 'Identity alone' })
// The clock stands still, so that codes of an app do not change during a test.
beforeEach(() => {
  system.clock.now = new Date()
})

const address = (path: string) => `${system.address('identity')}${path}`
const db = () => system.tables<IdentityTables>('identity')
const settled = () => joinWithApp(system)
const reachable = () => joinWithApp(system, { hasAddress: true })
const halfSignedIn = (person: Person, password = PASSWORD, path = '/sign-in') =>
  provePassword(system, person, password, path)
const addedPasskey = (browser: UserAgent) => addAccountPasskey(system, browser)
const later = (ms: number) => {
  system.clock.now = new Date(system.clock.now!.getTime() + ms)
}
const sessionsOf = ({ id }: Person) =>
  db().selectFrom('sessions').selectAll().where('identityId', '=', id).execute()

const detailsOf = async ({ id }: Person, kind: AuditKind) => {
  const events = db().selectFrom('auditEvents').select('details')
  const own = events.where('identityId', '=', id).where('kind', '=', kind)
  return (await own.execute()).map(({ details }) => details)
}

const isSignedIn = async (userAgent: UserAgent) =>
  (await userAgent.get(address('/account'))).status === 200

test('an app is set up with a code from it, and recovery codes come with it if there are none', async () => {
  const person = await joinWithPassword(system, 'setting_up')
  const browser = await signedInUserAgent(system, person)
  const page = await changeAccount(system, browser, '/account/totp')
  const wrong = await browser.submit(page, '/account/totp/confirm', { code: '000000' })
  expect(wrong.status).toBe(400)
  expect(wrong.body).toContain('id="code-error"')
  expect(keyOn(wrong)).toBe(keyOn(page))
  // Not required before it is confirmed.
  await signedInUserAgent(system, person)
  const code = appOf(system, keyOn(page)).code()
  const done = await browser.submit(wrong, '/account/totp/confirm', { code })
  expect(codesOn(done)).toHaveLength(10)
  expect(done.body).toMatch(/one of them alone opens the account, second factor\s+included/)
  const [session] = await sessionsOf(person)
  expect((await sessionsOf(person)).map(({ methods }) => methods)).toContainEqual([
    'pwd',
    'otp',
    'mfa',
  ])
  expect(session!.authenticatedAt).toBeInstanceOf(Date)
  const { secret } = await db()
    .selectFrom('totpFactors')
    .select('secret')
    .where('identityId', '=', person.id)
    .executeTakeFirstOrThrow()
  // Sealed: found neither as bytes nor as text.
  expect(secret.length).toBe(1 + 12 + 16 + 20)
})

test('the key is shown only to somebody who has just confirmed who they are, and never again', async () => {
  const { browser } = await settled()
  expect((await browser.get(address('/account/totp'))).location).toContain('#factors-section')
  const again = await changeAccount(system, browser, '/account/totp')
  expect(again.status).toBe(400)
  expect(again.body).toContain('Remove it first.')
  later(11 * MINUTE)
  const path = '/account/confirm?for=factors'
  expect((await browser.get(address('/account/totp'))).location).toBe(address(path))
})

test('a password alone does not sign in a person with an app; with a code from the app it does, once', async () => {
  const { person, app } = await settled()
  const { userAgent, page } = await halfSignedIn(person)
  expect(await isSignedIn(userAgent)).toBe(false)
  const spent = await giveCode(userAgent, page, app.code())
  expect(spent.status).toBe(403)
  expect(spent.body).toContain('Wrong code, or one that was used already.')
  const account = await giveCode(userAgent, spent, app.code(1))
  expect(account.url).toBe(address('/account'))
  const other = await halfSignedIn(person)
  expect((await giveCode(other.userAgent, other.page, app.code(1))).status).toBe(403)
  const methods = (await sessionsOf(person)).map((session) => session.methods)
  expect(methods).toEqual([
    ['pwd', 'otp', 'mfa'],
    ['pwd', 'otp', 'mfa'],
  ])
})

test.each([
  ['an Arabic', 0x660],
  ['a Persian', 0x6f0],
  ['a wide', 0xff10],
])('the digits of %s keyboard are digits', async (_keyboard, zero) => {
  const { person, app } = await settled()
  const { userAgent, page } = await halfSignedIn(person)
  const code = app.code(1).replaceAll(/./g, (digit) => String.fromCodePoint(zero + Number(digit)))
  expect((await userAgent.submit(page, SECOND_FACTOR, { code })).url).toBe(address('/account'))
})

test.each(['१२३४५६', '12345é', '1234567', '½½½½½½'])('%s is a wrong code', async (code) => {
  const { person } = await settled()
  const { userAgent, page } = await halfSignedIn(person)
  const refused = await userAgent.submit(page, SECOND_FACTOR, { code })
  expect(refused.status).toBe(403)
  expect(refused.body).toContain('Wrong code, or one that was used already.')
})

test('an app that asks gets its code after both factors, with its own parameters', async () => {
  const { person, app } = await settled()
  const client = await registerApp(system)
  const userAgent = createUserAgent()
  const signIn = await userAgent.open(authorizeUrl(system, client))
  const page = await signInOn(userAgent, signIn, person)
  expect(page.body).toContain('Harbour')
  const consent = await giveCode(userAgent, page, app.code(1))
  const back = await userAgent.submit(consent, '/consent', { decision: 'allow' })
  expect(redirected(back)).toMatchObject({ state: 'a state of the app' })
})

test('signing in with the app leads back to the page for devices, with its code', async () => {
  const { person, app } = await settled()
  const path = '/sign-in?to=device&user_code=WDJB-MJHT'
  const { userAgent, page } = await halfSignedIn(person, PASSWORD, path)
  const device = await giveCode(userAgent, page, app.code(1))
  expect(device.url).toBe(address('/device?user_code=WDJB-MJHT'))
})

describe('with the clock at the edges of a step', () => {
  test.each([
    [-2, 403],
    [-1, 200],
    [0, 200],
    [1, 200],
    [2, 403],
  ])('a code of %i steps away has status %i', async (steps, status) => {
    system.clock.now = new Date(NOON)
    const { person, app } = await settled()
    later(10 * STEP)
    const { userAgent, page } = await halfSignedIn(person)
    expect((await giveCode(userAgent, page, app.code(steps))).status).toBe(status)
  })

  test('the last moment of a step and the first of the next are different steps', async () => {
    system.clock.now = new Date(NOON)
    const { person, app } = await settled()
    later(10 * STEP - 1)
    const [last, next] = [app.code(), app.code(1)]
    const first = await halfSignedIn(person)
    expect((await giveCode(first.userAgent, first.page, next)).status).toBe(200)
    later(1)
    expect(app.code()).toBe(next)
    // Earlier than the code that was used, so it is rejected although it is near enough.
    const second = await halfSignedIn(person)
    expect((await giveCode(second.userAgent, second.page, last)).status).toBe(403)
  })
})

test('Of ten browsers that send one code at once, one is signed in (race)', async () => {
  const { person, app } = await settled()
  const code = app.code(1)
  const halves = await Promise.all(Array.from({ length: 10 }, () => halfSignedIn(person)))
  const pages = await Promise.all(
    halves.map(({ page, userAgent }) => postCode(userAgent, page, code)),
  )
  expect(pages.filter(({ status }) => status === 303)).toHaveLength(1)
  expect(await sessionsOf(person)).toHaveLength(2)
})

test('a recovery code replaces the app, and only once, even if ten requests send it at once (race)', async () => {
  const { person, app } = await settled()
  const [code, other] = app.recoveryCodes
  const halves = await Promise.all(Array.from({ length: 10 }, () => halfSignedIn(person)))
  const pages = await Promise.all(
    halves.map(({ page, userAgent }) => postCode(userAgent, page, code!)),
  )
  expect(pages.filter(({ status }) => status === 303)).toHaveLength(1)
  const { userAgent, page } = await halfSignedIn(person)
  expect((await giveCode(userAgent, page, other!.toLowerCase())).status).toBe(200)
})

test('five recovery codes that one browser sends at once sign in once, and four stay (race)', async () => {
  const { person, app } = await settled()
  const { userAgent, page } = await halfSignedIn(person)
  const left = db().selectFrom('recoveryCodes').select('codeHash')
  const send = (code: string) => postCode(userAgent, page, code)
  const pages = await Promise.all(app.recoveryCodes.slice(0, 5).map(send))
  expect(pages.filter(({ location }) => location === address('/account'))).toHaveLength(1)
  expect(await left.where('identityId', '=', person.id).execute()).toHaveLength(9)
})

test('after ten wrong codes the right one must wait; a recovery code need not', async () => {
  const { person, app } = await settled()
  const { userAgent, page } = await halfSignedIn(person)
  for (let guess = 0; guess < 10; guess += 1) {
    expect((await postCode(userAgent, page, '000000')).status).toBe(403)
  }
  expect((await postCode(userAgent, page, app.code(1))).status).toBe(429)
  const elsewhere = await halfSignedIn(person)
  expect((await postCode(elsewhere.userAgent, elsewhere.page, app.code(1))).status).toBe(429)
  const recovered = await giveCode(userAgent, page, app.recoveryCodes[0]!)
  expect(recovered.status).toBe(200)
})

test('a stranger who knows the password and guesses codes locks out no known browser and no session, and nobody after a new password', async () => {
  const { person, browser, app } = await settled()
  const guesser = await halfSignedIn(person)
  for (let guess = 0; guess < 10; guess += 1) {
    expect((await postCode(guesser.userAgent, guesser.page, '000000')).status).toBe(403)
  }
  expect((await postCode(guesser.userAgent, guesser.page, app.code(1))).status).toBe(429)
  later(MINUTE)
  const asked = await browser.get(address('/account/confirm?for=password'))
  const fields = { password: PASSWORD, code: app.code() }
  expect((await browser.submit(asked, '/account/confirm', fields)).status).toBe(200)
  const page = await signInOn(browser, await browser.get(address('/sign-in')), person)
  expect((await giveCode(browser, page, app.code(1))).url).toBe(address('/account'))
  const passwords = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }
  await changeAccount(system, browser, '/account/password', passwords)
  later(MINUTE)
  const own = await halfSignedIn(person, NEW_PASSWORD)
  expect((await giveCode(own.userAgent, own.page, app.code())).url).toBe(address('/account'))
})

test('at most fifty wrong codes are accepted in a day', async () => {
  system.clock.now = new Date(NOON)
  const { person } = await settled()
  let taken = 0
  for (let round = 0; round < 6; round += 1) {
    later(15 * MINUTE + 1)
    const { userAgent, page } = await halfSignedIn(person)
    for (let guess = 0; guess < 10; guess += 1) {
      if ((await postCode(userAgent, page, '000000')).status === 403) taken += 1
    }
  }
  expect(taken).toBe(50)
})

test('no URL makes a session while the password alone is proved (bypass)', async () => {
  const { person, app } = await settled()
  const client = await registerApp(system)
  const { userAgent, page } = await halfSignedIn(person)
  const before = await sessionsOf(person)
  const [, csrf] = /name="csrf" value="([^"]+)"/.exec(String(page.body))!
  const code = app.recoveryCodes[0]!
  const fields = { csrf: csrf!, code, username: person.username, wanted: 'no', decision: 'allow' }
  for (const path of POSTED) {
    const { location = '' } = await userAgent.post(address(path), fields)
    expect(new URL(location || 'http://none').pathname, path).not.toBe('/account')
    await callScript(userAgent, page, path, { ...fields, credential: {}, message: 'x' })
  }
  const asked = await userAgent.get(authorizeUrl(system, client))
  expect(new URL(asked.location!).pathname).toBe('/sign-in')
  expect(await isSignedIn(userAgent)).toBe(false)
  expect(await sessionsOf(person)).toEqual(before)
  expect((await postCode(userAgent, page, code)).status).toBe(303)
})

/** Every POST path, except the second step itself and recovery by a code. */
const POSTED = [
  '/sign-in',
  '/sign-in/passkey/options',
  '/sign-in/passkey/verify',
  '/sign-in/wallet/challenge',
  '/sign-in/wallet/verify',
  '/sign-in/second-factor/passkey/options',
  '/sign-in/second-factor/passkey/verify',
  '/sign-up',
  '/sign-up/passkey/options',
  '/sign-up/passkey/verify',
  '/consent',
  '/consent/switch',
  '/device',
  '/device/decision',
  '/account/totp',
  '/account/totp/confirm',
  '/account/totp/remove',
  '/account/two-step',
  '/account/password',
  '/account/password/remove',
  '/account/confirm',
  '/account/confirm/passkey/verify',
  '/account/passkeys/add',
  '/account/recovery-codes',
]

test('the first step counts in its own browser, for ten minutes, and until the password changes', async () => {
  system.clock.now = new Date(NOON)
  const { person, browser, app } = await settled()
  const { page } = await halfSignedIn(person)
  const stranger = createUserAgent()
  const there = await stranger.open(address('/sign-in'))
  const { csrf } = formOf(there, '/sign-in').hidden
  const code = app.code(1)
  const without = await stranger.post(address(SECOND_FACTOR), { csrf: csrf!, code })
  expect(without.location).toBe(address('/sign-in'))
  expect((await stranger.get(address(SECOND_FACTOR))).location).toBe(address('/sign-in'))
  expect((await postCode(stranger, page, code)).status).toBe(403)
  const changed = await halfSignedIn(person)
  const passwords = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }
  await changeAccount(system, browser, '/account/password', passwords)
  expect((await postCode(changed.userAgent, changed.page, app.code(1))).location).toBe(
    address('/sign-in'),
  )
  const late = await halfSignedIn(person, NEW_PASSWORD)
  later(10 * MINUTE)
  expect((await postCode(late.userAgent, late.page, app.code(1))).location).toBe(
    address('/sign-in'),
  )
})

test('the first step ends when somebody else signs in there', async () => {
  const { person } = await settled()
  const { userAgent } = await halfSignedIn(person)
  const other = await joinWithPassword(system, 'the_next_one')
  await signInOn(userAgent, await userAgent.get(address('/sign-in')), other)
  expect((await userAgent.get(address(SECOND_FACTOR))).location).toBe(address('/sign-in'))
})

test('a sign-in that was under way when the app was turned on is refused (race)', async () => {
  for (let round = 0; round < 3; round += 1) {
    const person = await joinWithPassword(system, `racing_${round}`)
    const browser = await signedInUserAgent(system, person)
    const userAgent = createUserAgent()
    const signIn = await userAgent.get(address('/sign-in'))
    const { hidden } = formOf(signIn, '/sign-in')
    const fields = { ...hidden, username: person.username, password: PASSWORD }
    const [, page] = await Promise.all([
      setUpTotp(system, browser),
      userAgent.post(address('/sign-in'), fields),
    ])
    const weak = (await sessionsOf(person)).filter(({ methods }) => !methods.includes('mfa'))
    const [factor] = await db()
      .selectFrom('totpFactors')
      .selectAll()
      .where('identityId', '=', person.id)
      .execute()
    for (const { signedInAt } of weak) expect(signedInAt <= factor!.confirmedAt!).toBe(true)
    expect([303, 403]).toContain(page.status)
  }
})

test('the app is removed after confirming, and mails report its setup and its removal', async () => {
  const { browser, email } = await reachable()
  await changeAccount(system, browser, '/account/totp/remove')
  await setUpTotp(system, browser)
  const subjects = (await mailTo(system, email)).map(({ subject }) => subject)
  expect(subjects).toContain('Your authenticator app was removed')
  expect(subjects).toContain('An authenticator app was set up')
})

test('a session that was copied before the app was set up is worthless, and an old session removes nothing', async () => {
  const person = await joinWithPassword(system, 'copied')
  const browser = await signedInUserAgent(system, person)
  const thief = copyOf(browser)
  await setUpTotp(system, browser)
  expect((await thief.get(address('/account'))).location).toBe(address('/sign-in'))
  later(11 * MINUTE)
  const removed = await changeAccount(system, browser, '/account/totp/remove')
  expect(removed.url).toBe(address('/account/confirm?for=factors'))
  await halfSignedIn(person)
})

test('a passkey is both factors by itself, or the second one after a password', async () => {
  const { person, browser } = await settled()
  const passkey = await addedPasskey(browser)
  const alone = createUserAgent()
  const signIn = await alone.get(address('/sign-in'))
  const challenge = await passkeyChallenge(alone, signIn, '/sign-in/passkey/options')
  const handle = Buffer.from(person.id).toString('base64url')
  const credential = passkey.get(challenge!, handle)
  const strong = await callScript(alone, signIn, '/sign-in/passkey/verify', { credential })
  expect(strong.body).toEqual({ location: address('/account') })
  const { userAgent, page } = await halfSignedIn(person)
  const options = '/sign-in/second-factor/passkey/options'
  const second = passkey.get((await passkeyChallenge(userAgent, page, options))!, handle)
  const verify = '/sign-in/second-factor/passkey/verify'
  // Challenges of the sign-in page are not accepted here.
  const other = passkey.get((await passkeyChallenge(userAgent, page, '/sign-in/passkey/options'))!)
  expect((await callScript(userAgent, page, verify, { credential: other })).status).toBe(403)
  const response = await callScript(userAgent, page, verify, { credential: second })
  expect(response.body).toEqual({ location: address('/account') })
  const methods = (await sessionsOf(person)).map((session) => session.methods.join(' '))
  expect(await detailsOf(person, 'sign_in')).toContainEqual({
    method: 'password',
    methods: ['pwd', 'pop', 'user', 'mfa'],
  })
  expect(methods.toSorted()).toEqual(['pop user mfa', 'pwd otp mfa pop user', 'pwd pop user mfa'])
})

test('a passkey is required after a password of people who choose so, and of administrators', async () => {
  const person = await joinWithPassword(system, 'two_steps')
  const browser = await signedInUserAgent(system, person)
  const twoStep = (wanted: string) =>
    changeAccount(system, browser, '/account/two-step', { wanted })
  expect((await twoStep('yes')).status).toBe(400)
  await addedPasskey(browser)
  await signedInUserAgent(system, person)
  expect(codesOn(await twoStep('yes')), 'for the day the passkey is lost').toHaveLength(10)
  const { page } = await halfSignedIn(person)
  expect(page.body).toContain('data-does="passkey-confirm"')
  await twoStep('no')
  await signedInUserAgent(system, person)
  const role = 'admin'
  await db().updateTable('identities').set({ role }).where('id', '=', person.id).execute()
  await halfSignedIn(person)
})

test('Mail reports the choice to require a passkey, which ends with the last passkey and does not come back with another', async () => {
  const person = await joinWithPassword(system, 'asked_for')
  const browser = await signedInUserAgent(system, person)
  const email = 'asked_for@mail.example'
  await verifyAddress(system, browser, email)
  const { id } = await addedPasskey(browser)
  for (const wanted of ['yes', 'no', 'yes']) {
    await changeAccount(system, browser, '/account/two-step', { wanted })
  }
  const subjects = (await mailTo(system, email)).map(({ subject }) => subject)
  expect(subjects).toContain('Signing in now asks for a passkey')
  expect(subjects).toContain('Signing in no longer asks for a passkey')
  await changeAccount(system, browser, '/account/passkeys/remove', { id })
  await addedPasskey(browser)
  expect(await isSignedIn(await signedInUserAgent(system, person))).toBe(true)
})
