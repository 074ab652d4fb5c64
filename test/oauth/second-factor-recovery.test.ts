// Recovering an account that has a second factor (decision 0035).
import { afterEach, describe, expect, test } from 'vitest'
import type { IdentityTables } from '../../subgraphs/identity/tables.ts'
import { linkTo, mailTo, verifyAddress } from '#test/mail.ts'
import { joinWithPassword, PASSWORD, signedInUserAgent, signInOn } from '#test/oauth.ts'
import {
  changeAccount,
  giveCode,
  setUpTotp,
  joinWithApp,
  provePassword,
} from '#test/second-factor.ts'
import { addAccountPasskey } from './support/sign-in-methods.ts'
import { testSystem, type Person } from '#test/system.ts'
import { createUserAgent, type Page, type UserAgent } from '#test/user-agent.ts'

const MINUTE = 60_000
const NEW_PASSWORD = 'another lamp in the harbour'

const system = testSystem({ topology: 'Identity alone' })
afterEach(() => {
  system.clock.now = undefined
})

const address = (path: string) => `${system.address('identity')}${path}`
const db = () => system.tables<IdentityTables>('identity')
const settled = () => joinWithApp(system)
const reachable = () => joinWithApp(system, { hasAddress: true })
const halfSignedIn = (person: Person, password = PASSWORD, path = '/sign-in') =>
  provePassword(system, person, password, path)
const addedPasskey = (browser: UserAgent) => addAccountPasskey(system, browser)
const later = (ms: number) => {
  system.clock.now = new Date((system.clock.now ?? new Date()).getTime() + ms)
}

describe('recovering', () => {
  async function byMail(person: Person, email: string): Promise<Page> {
    const userAgent = createUserAgent()
    const asked = await userAgent.get(address('/recover'))
    await userAgent.submit(asked, '/recover', { username: person.username })
    const link = linkTo((await mailTo(system, email)).at(-1), '/recover/password')
    const page = await userAgent.get(link)
    return userAgent.submit(page, '/recover/password', { newPassword: NEW_PASSWORD })
  }

  test('A recovery by mail sets a password, and signing in still needs the app', async () => {
    const { person, app, email } = await reachable()
    expect((await byMail(person, email)).body).toContain('Your password is set')
    const { userAgent, page } = await halfSignedIn(person, NEW_PASSWORD)
    expect((await giveCode(userAgent, page, app.code(1))).status).toBe(200)
  })

  test('A recovery by mail removes no passkey that is the only second factor', async () => {
    const person = await joinWithPassword(system, 'passkey_only')
    const browser = await signedInUserAgent(system, person)
    const email = 'passkey_only@mail.example'
    await verifyAddress(system, browser, email)
    await addedPasskey(browser)
    await changeAccount(system, browser, '/account/two-step', { wanted: 'yes' })
    await byMail(person, email)
    await halfSignedIn(person, NEW_PASSWORD)
  })

  test('A recovery with a code asks whether the app stays', async () => {
    const { person, app } = await settled()
    for (const keeps of [true, false]) {
      const userAgent = createUserAgent()
      const start = await userAgent.get(address('/recover/code'))
      const code = app.recoveryCodes[keeps ? 0 : 1]!
      const asked = { username: person.username, code }
      const page = await userAgent.submit(start, '/recover/code', asked)
      const [box] = /keep-totp-[\w:.-]+/.exec(String(page.body))!
      const [codes] = /keep-recovery-[\w:.-]+/.exec(String(page.body))!
      const done = await userAgent.submit(page, '/recover/password', {
        newPassword: NEW_PASSWORD,
        [codes]: 'keep',
        ...(keeps && { [box]: 'keep' }),
      })
      const printed = String(done.body).includes('is removed: the authenticator app.')
      expect(printed).toBe(!keeps)
      const factors = await db()
        .selectFrom('totpFactors')
        .selectAll()
        .where('identityId', '=', person.id)
        .execute()
      expect(factors).toHaveLength(keeps ? 1 : 0)
    }
    // The code replaced both factors.
    const userAgent = createUserAgent()
    const page = await userAgent.get(address('/sign-in'))
    const account = await signInOn(userAgent, page, person, NEW_PASSWORD)
    expect(account.url).toBe(address('/account'))
  })

  test('“this was not me” removes the app that a thief set up, and leaves an earlier one', async () => {
    const person = await joinWithPassword(system, 'robbed')
    const browser = await signedInUserAgent(system, person)
    const email = 'robbed@mail.example'
    await verifyAddress(system, browser, email)
    const thief = await signedInUserAgent(system, person)
    await setUpTotp(system, thief)
    const notMe = async (subject: string) => {
      const mail = (await mailTo(system, email)).findLast((each) => each.subject === subject)
      const userAgent = createUserAgent()
      const page = await userAgent.get(linkTo(mail, '/not-me'))
      const choices = await userAgent.submit(page, '/not-me')
      expect(choices.body).not.toContain('keep-totp')
      await userAgent.submit(choices, '/recover/password', { newPassword: PASSWORD })
    }
    await notMe('An authenticator app was set up')
    // Sign-in no longer requires a second factor.
    const own = await signedInUserAgent(system, person)
    await setUpTotp(system, own)
    await addedPasskey(own)
    // The mails about the app and about earlier events are older than a week.
    await mailTo(system, email)
    const { expiresAt } = await db()
      .selectFrom('disavowals')
      .select('expiresAt')
      .where('identityId', '=', person.id)
      .orderBy('expiresAt', 'desc')
      .executeTakeFirstOrThrow()
    await db()
      .deleteFrom('disavowals')
      .where('identityId', '=', person.id)
      .where('expiresAt', '<', expiresAt)
      .execute()
    later(MINUTE)
    await notMe('A passkey was added')
    await halfSignedIn(person)
  })
})
