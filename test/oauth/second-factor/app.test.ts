// An authenticator app is set up, and signing in requires it, without exception.
import { expect, test } from 'vitest'
import { mailTo } from '#test/mail.ts'
import {
  authorizeUrl,
  joinWithPassword,
  PASSWORD,
  redirected,
  registerApp,
  signedInUserAgent,
  signInOn,
} from '#test/oauth.ts'
import {
  appOf,
  changeAccount,
  codesOn,
  giveCode,
  joinWithApp,
  keyOn,
  postCode,
  setUpTotp,
} from '#test/second-factor.ts'
import { createUserAgent, formOf } from '#test/user-agent.ts'
import { copyOf } from '../support/sign-in-methods.ts'
import { MINUTE, NEW_PASSWORD, NOON, SECOND_FACTOR, secondFactors } from './story.ts'

const { system, address, db, halfSignedIn, isSignedIn, later, sessionsOf, settled } =
  secondFactors()

test('An app is set up with a code from it, and recovery codes come with it if there are none', async () => {
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

test('The key is shown only to somebody who has just confirmed who they are, and never again', async () => {
  const { browser } = await settled()
  expect((await browser.get(address('/account/totp'))).location).toContain('#factors-section')
  const again = await changeAccount(system, browser, '/account/totp')
  expect(again.status).toBe(400)
  expect(again.body).toContain('Remove it first.')
  later(11 * MINUTE)
  const path = '/account/confirm?for=factors'
  expect((await browser.get(address('/account/totp'))).location).toBe(address(path))
})

test('A password alone does not sign in a person with an app; with a code from the app it does, once', async () => {
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

test('An app that asks gets its code after both factors, with its own parameters', async () => {
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

test('Signing in with the app leads back to the page for devices, with its code', async () => {
  const { person, app } = await settled()
  const path = '/sign-in?to=device&user_code=WDJB-MJHT'
  const { userAgent, page } = await halfSignedIn(person, PASSWORD, path)
  const device = await giveCode(userAgent, page, app.code(1))
  expect(device.url).toBe(address('/device?user_code=WDJB-MJHT'))
})

test('No URL makes a session while the password alone is proved (bypass)', async () => {
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
    await userAgent.call(page, path, { ...fields, credential: {}, message: 'x' })
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

test('The first step counts in its own browser, for ten minutes, and until the password changes', async () => {
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

test('The first step ends when somebody else signs in there', async () => {
  const { person } = await settled()
  const { userAgent } = await halfSignedIn(person)
  const other = await joinWithPassword(system, 'the_next_one')
  await signInOn(userAgent, await userAgent.get(address('/sign-in')), other)
  expect((await userAgent.get(address(SECOND_FACTOR))).location).toBe(address('/sign-in'))
})

test('A sign-in that was under way when the app was turned on is refused (race)', async () => {
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

test('The app is removed after confirming, and mails report its setup and its removal', async () => {
  const { browser, email } = await joinWithApp(system, { hasAddress: true })
  await changeAccount(system, browser, '/account/totp/remove')
  await setUpTotp(system, browser)
  const subjects = (await mailTo(system, email)).map(({ subject }) => subject)
  expect(subjects).toContain('Your authenticator app was removed')
  expect(subjects).toContain('An authenticator app was set up')
})

test('A session that was copied before the app was set up is worthless, and an old session removes nothing', async () => {
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
