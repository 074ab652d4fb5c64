// Step-up: sensitive actions on the account page require a fresh sign-in with the strongest factor (decision 0036).
import { afterEach, describe, expect, test } from 'vitest'
import { TIMEOUT } from '#test/process.ts'
import { lockPersonForUpdate } from '../../subgraphs/identity/domain/people/person.ts'
import { sha256 } from '../../subgraphs/identity/domain/secrets/random.ts'
import type { IdentityTables } from '../../subgraphs/identity/tables.ts'
import {
  addPasskey,
  copyOf,
  linkWallet,
  passkeyChallenge,
  signedChallenge,
  UNCONFIRMED,
} from './support/sign-in-methods.ts'
import { sessionsWaiting } from '#test/database.ts'
import {
  confirmIdentity,
  joinWithPassword,
  pageUrl,
  PASSWORD,
  registerApp,
  signedInUserAgent,
} from '#test/oauth.ts'
import { newPasskey } from './support/passkey.ts'
import { confirmSessionsAgo, setUpTotp } from '#test/second-factor.ts'
import { atOnce } from '#test/simultaneous.ts'
import { testSystem, type Person } from '#test/system.ts'
import { formOf, type Page, type UserAgent } from '#test/user-agent.ts'
import { newWallet } from '#test/wallet.ts'

const MINUTE = 60_000
const WAIT = { ...TIMEOUT, interval: 5 }
const NEW_PASSWORD = 'another lamp in the harbour'

const system = testSystem({ topology: 'Identity alone' })
afterEach(() => {
  system.clock.now = undefined
})

const address = (path: string) => `${system.address('identity')}${path}`
const db = () => system.tables<IdentityTables>('identity')

async function settled() {
  const person = await joinWithPassword(system, `p${crypto.randomUUID().slice(0, 8)}`)
  const browser = await signedInUserAgent(system, person)
  return { person, browser, page: await browser.get(address('/account/security')) }
}

type OfPerson = 'passkeys' | 'wallets' | 'exports' | 'departures'

const idsOf = async (table: OfPerson, { id }: Person) =>
  (await db().selectFrom(table).select('id').where('identityId', '=', id).execute()).map(
    (row) => row.id,
  )

/** The forms that require a step-up, with their sections. */
const FORMS = [
  ['/account/username', { username: 'somebody_else' }, 'username'],
  ['/account/password', { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }, 'password'],
  ['/account/password/remove', {}, 'password'],
  ['/account/email', { email: 'thief@mail.example' }, 'email'],
  ['/account/email/remove', {}, 'email'],
  ['/account/passkeys/remove', { id: 'passkey' }, 'passkeys'],
  ['/account/wallets/unlink', { id: 'wallet' }, 'wallets'],
  ['/account/recovery-codes', {}, 'recovery'],
  ['/account/totp', {}, 'factors'],
  ['/account/totp/confirm', { code: '123456' }, 'factors'],
  ['/account/totp/remove', {}, 'factors'],
  ['/account/two-step', { wanted: 'yes' }, 'factors'],
  ['/account/export', {}, 'export'],
  ['/account/deletion', { confirmation: 'x', scrolls: 'keep' }, 'deletion'],
] as const

async function expectRefused(browser: UserAgent, page: Page): Promise<void> {
  const { csrf } = formOf(page, '/sign-out').hidden
  for (const [path, fields, purpose] of FORMS) {
    const { location } = await browser.post(address(path), { csrf: csrf!, ...fields })
    expect(location, path).toBe(address(`/account/confirm?for=${purpose}`))
  }
  const wallet = { address: newWallet().address, chainId: 1 }
  for (const [path, body] of [
    ['/account/passkeys/options', {}],
    ['/account/wallets/challenge', wallet],
  ] as const) {
    expect(await browser.call(page, path, body), path).toMatchObject(UNCONFIRMED)
  }
  expect(await addPasskey(browser, page)).toMatchObject(UNCONFIRMED)
  const signed = { message: 'a message', signature: '0x' }
  expect(await browser.call(page, '/account/wallets/link', signed)).toMatchObject(UNCONFIRMED)
}

const confirmedAgo = (person: Person, ms: number) => confirmSessionsAgo(system, person, ms)

describe('a sensitive action', () => {
  test('A sensitive action is refused ten minutes after the sign-in, by form or by script (attack)', async () => {
    const { person, browser } = await settled()
    await confirmedAgo(person, 10 * MINUTE)
    const page = await browser.get(address('/account'))
    const shown = `${page.body} ${(await browser.get(address('/account/security'))).body}`
    for (const form of ['/account/password', '/account/username', '/account/email']) {
      expect(shown).not.toContain(`action="${form}#`)
    }
    expect(shown).not.toContain('data-does="passkey-add"')
    const data = await browser.get(address('/account/data'))
    expect(data.body).toContain('href="/account/confirm?for=deletion"')
    expect(data.body).not.toContain('action="/account/deletion')
    await expectRefused(browser, page)
    for (const table of ['passkeys', 'wallets', 'exports', 'departures'] as const)
      expect(await idsOf(table, person), table).toEqual([])
    await signedInUserAgent(system, person)
  })

  test('A sensitive action is refused to a session of one factor, however young, if the person has two (attack)', async () => {
    const { person, browser, page } = await settled()
    expect((await addPasskey(browser, page)).status).toBe(200)
    const thief = await signedInUserAgent(system, person)
    await expectRefused(thief, await thief.get(address('/account')))
    expect(await idsOf('passkeys', person)).toHaveLength(1)
  })

  test('A sensitive action is refused if the session ends while it waits for another change (race)', async () => {
    const { person, browser, page } = await settled()
    const { csrf } = formOf(page, '/sign-out').hidden
    const own = db().selectFrom('sessions').selectAll().where('identityId', '=', person.id)
    const before = await own.executeTakeFirstOrThrow()
    const profile = { displayName: 'Somebody else', archetype: 'Architect' }
    const leaving = { confirmation: person.username, scrolls: 'keep' }
    const changes = [
      ...FORMS.filter(([path]) => path !== '/account/password' && path !== '/account/deletion'),
      ['/account/profile', profile],
      ['/account/deletion', leaving],
    ] as const
    for (const [path, fields] of changes) {
      const { sent } = await db()
        .transaction()
        .execute(async (trx) => {
          await lockPersonForUpdate(trx, person.id)
          const sent = browser.post(address(path), { csrf: csrf!, ...fields })
          await expect.poll(() => sessionsWaiting(system.tables('identity')), WAIT).toBe(1)
          await trx
            .updateTable('sessions')
            .set({ tokenHash: sha256('another') })
            .where('id', '=', before.id)
            .execute()
          return { sent }
        })
      expect((await sent).status, path).toBe(403)
      await db()
        .updateTable('sessions')
        .set({ tokenHash: before.tokenHash })
        .where('id', '=', before.id)
        .execute()
    }
    expect(await own.execute()).toMatchObject([{ methods: before.methods }])
  })

  test('A sensitive action is allowed until ten minutes have passed, and in the session that signed in', async () => {
    const { person, browser } = await settled()
    const another = await signedInUserAgent(system, person)
    const elsewhere = await another.get(address('/account'))
    await confirmedAgo(person, 10 * MINUTE)
    system.clock.now = new Date()
    const page = await confirmIdentity(system, browser)
    expect(await addPasskey(another, elsewhere)).toMatchObject(UNCONFIRMED)
    system.clock.now = new Date(system.clock.now.getTime() + 10 * MINUTE)
    expect(await addPasskey(browser, page)).toMatchObject(UNCONFIRMED)
    system.clock.now = new Date(system.clock.now.getTime() - 1)
    expect((await addPasskey(browser, page)).status).toBe(200)
    expect(await idsOf('passkeys', person)).toHaveLength(1)
  })

  test('A sensitive action continues with the passkey that was just created, and not without it', async () => {
    const { person, browser, page } = await settled()
    const thief = copyOf(browser)
    expect((await addPasskey(browser, page)).status).toBe(200)
    expect((await linkWallet(thief, page)).status).toBe(403)
    expect((await linkWallet(browser, page)).status).toBe(200)
    expect(await idsOf('wallets', person)).toHaveLength(1)
  })

  test('A sensitive action requires the password that began the session, whatever passkey is created there (attack)', async () => {
    const { person, browser, page } = await settled()
    await addPasskey(browser, page)
    const { csrf } = formOf(await browser.get(address('/account')), '/sign-out').hidden
    const fields = { csrf: csrf!, newPassword: NEW_PASSWORD }
    const refused = await browser.post(address('/account/password'), fields)
    expect(refused.status).toBe(400)
    expect(refused.body).toContain('That is not your current password.')
    const [session] = await db()
      .selectFrom('sessions')
      .select('methods')
      .where('identityId', '=', person.id)
      .execute()
    expect(session!.methods).toEqual(['pwd', 'pop', 'user', 'mfa'])
  })

  test('Of ten simultaneous first passkeys, one is added (race)', async () => {
    const { person, browser, page } = await settled()
    const challenges = await atOnce(10, () =>
      passkeyChallenge(browser, page, '/account/passkeys/options'),
    )
    const thieves = challenges.map(() => copyOf(browser))
    const responses = await Promise.all(
      challenges.map((challenge, at) => {
        const credential = newPasskey(address('')).create(challenge!)
        return thieves[at]!.call(page, '/account/passkeys/add', { name: 'Phone', credential })
      }),
    )
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await idsOf('passkeys', person)).toHaveLength(1)
  })
})

describe('confirming with the strongest factor', () => {
  const confirmPage = (browser: UserAgent) => browser.get(address('/account/confirm?for=wallets'))
  const offers = ({ body }: Page) => ({
    password: String(body).includes('name="password"'),
    code: String(body).includes('name="code"'),
    passkey: String(body).includes('data-does="passkey-confirm"'),
    wallet: String(body).includes('data-does="wallet"'),
  })
  const NOTHING = { password: false, code: false, passkey: false, wallet: false }

  test('Confirming takes the password of a person without a second factor', async () => {
    const { browser } = await settled()
    expect(offers(await confirmPage(browser))).toEqual({ ...NOTHING, password: true })
  })

  test('Confirming takes the passkey of a person who has one, and refuses the password (attack)', async () => {
    const { person, browser, page } = await settled()
    expect((await addPasskey(browser, page)).status).toBe(200)
    const thief = await signedInUserAgent(system, person)
    const asked = await confirmPage(thief)
    expect(offers(asked)).toEqual({ ...NOTHING, passkey: true })
    expect(asked.body).toContain('Lost your passkey? <a href="/recover">')
    const { csrf } = formOf(await thief.get(address('/account')), '/sign-out').hidden
    const fields = { csrf: csrf!, password: PASSWORD }
    const refused = await thief.post(address('/account/confirm?for=wallets'), fields)
    expect(refused.status).toBe(403)
    expect(refused.body).toContain('href="/account/confirm?for=wallets"')
    expect((await linkWallet(thief, asked)).status).toBe(403)
  })

  test('Confirming takes the password with a code of the app, which counts once (replay)', async () => {
    const { person, browser } = await settled()
    // The clock stands still, so that the codes of the app do not change.
    system.clock.now = new Date()
    const app = await setUpTotp(system, browser)
    await confirmedAgo(person, 10 * MINUTE)
    const asked = await confirmPage(browser)
    expect(offers(asked)).toEqual({ ...NOTHING, password: true, code: true })
    const confirm = (fields: Record<string, string>) =>
      browser.submit(asked, '/account/confirm', fields)
    expect((await confirm({ password: PASSWORD })).status).toBe(403)
    expect((await confirm({ password: PASSWORD, code: '000000' })).status).toBe(403)
    // The current code was used to set up the app.
    expect((await confirm({ password: PASSWORD, code: app.code() })).status).toBe(403)
    expect((await confirm({ password: 'a guess', code: app.code(1) })).status).toBe(403)
    expect((await confirm({ password: PASSWORD, code: app.code(1) })).status).toBe(200)
    await confirmedAgo(person, 10 * MINUTE)
    expect((await confirm({ password: PASSWORD, code: app.code(1) })).status).toBe(403)
  })

  test('Confirming on the way to an app offers a recovery code, and returns to the app’s request', async () => {
    const { browser } = await settled()
    await setUpTotp(system, browser)
    const asked = await browser.get(pageUrl(system, await registerApp(system), '/sign-in/confirm'))
    const [, href = ''] = /No code at hand\? <a href="([^"]+)"/.exec(String(asked.body))!
    const signIn = await browser.get(new URL(href.replaceAll('&amp;', '&'), asked.url).href)
    expect(signIn.body).toContain('Harbour')
  })

  test('Confirming takes the wallet of a person who has nothing else, and nobody else’s (attack)', async () => {
    const { person, browser, page } = await settled()
    const [wallet, another] = [newWallet(), newWallet()]
    expect((await linkWallet(browser, page, wallet)).status).toBe(200)
    await db().deleteFrom('passwords').where('identityId', '=', person.id).execute()
    await confirmedAgo(person, 10 * MINUTE)
    const asked = await confirmPage(browser)
    expect(offers(asked)).toEqual({ ...NOTHING, wallet: true })
    const confirm = async (by: typeof wallet) => {
      const path = '/account/confirm/wallet'
      return browser.call(asked, `${path}/verify`, await signedChallenge(browser, asked, path, by))
    }
    expect((await confirm(another)).status).toBe(403)
    expect(await confirm(wallet)).toMatchObject({
      status: 200,
      body: { location: address('/account/security#wallets-section') },
    })
    expect((await addPasskey(browser, asked)).status).toBe(200)
  })
})
