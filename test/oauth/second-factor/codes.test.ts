// Codes of an authenticator app and recovery codes: which count, how often, and after how many guesses.
import { describe, expect, test } from 'vitest'
import { PASSWORD, signInOn } from '#test/oauth.ts'
import { changeAccount, giveCode, postCode } from '#test/second-factor.ts'
import { MINUTE, NEW_PASSWORD, NOON, SECOND_FACTOR, secondFactors } from './story.ts'

const { system, address, db, halfSignedIn, later, sessionsOf, settled } = secondFactors()

const STEP = 30_000

test.each([
  ['an Arabic', 0x660],
  ['a Persian', 0x6f0],
  ['a wide', 0xff10],
])('The digits of %s keyboard are digits', async (_keyboard, zero) => {
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

describe('with the clock at the edges of a step', () => {
  test.each([
    [-2, 403],
    [-1, 200],
    [0, 200],
    [1, 200],
    [2, 403],
  ])('A code of %i steps away has status %i', async (steps, status) => {
    system.clock.now = new Date(NOON)
    const { person, app } = await settled()
    later(10 * STEP)
    const { userAgent, page } = await halfSignedIn(person)
    expect((await giveCode(userAgent, page, app.code(steps))).status).toBe(status)
  })

  test('The last moment of a step and the first of the next are different steps', async () => {
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

test('A recovery code replaces the app, and only once, even if ten requests send it at once (race)', async () => {
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

test('Five recovery codes that one browser sends at once sign in once, and four stay (race)', async () => {
  const { person, app } = await settled()
  const { userAgent, page } = await halfSignedIn(person)
  const left = db().selectFrom('recoveryCodes').select('codeHash')
  const send = (code: string) => postCode(userAgent, page, code)
  const pages = await Promise.all(app.recoveryCodes.slice(0, 5).map(send))
  expect(pages.filter(({ location }) => location === address('/account'))).toHaveLength(1)
  expect(await left.where('identityId', '=', person.id).execute()).toHaveLength(9)
})

test('After ten wrong codes the right one must wait; a recovery code need not', async () => {
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

test('A stranger who knows the password and guesses codes locks out no known browser and no session, and nobody after a new password', async () => {
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

test('At most fifty wrong codes are accepted in a day', async () => {
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
