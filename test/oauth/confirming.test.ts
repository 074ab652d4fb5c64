// Confirmation on the account page: who can confirm, how often, and what a copied cookie is worth afterwards
// (decision 0036).
import { afterEach, describe, expect, test } from 'vitest'
import { TIMEOUT } from '#test/process.ts'
import { lockPersonForUpdate } from '../../subgraphs/identity/domain/people/person.ts'
import { sha256 } from '../../subgraphs/identity/domain/secrets/random.ts'
import type { IdentityTables } from '../../subgraphs/identity/tables.ts'
import { addPasskey, copyOf, passkeyChallenge, UNCONFIRMED } from './support/sign-in-methods.ts'
import { sessionsWaiting } from '#test/database.ts'
import {
  allow,
  authorizeUrl,
  confirmIdentity,
  joinWithPassword,
  PASSWORD,
  registerApp,
  signedInUserAgent,
} from '#test/oauth.ts'
import { newPasskey, type TestPasskey } from './support/passkey.ts'
import { confirmSessionsAgo } from '#test/second-factor.ts'
import { testSystem, type Person } from '#test/system.ts'
import { createUserAgent, formOf, type Page, type UserAgent } from '#test/user-agent.ts'
import { newWallet } from '#test/wallet.ts'

const MINUTE = 60_000
const WAIT = { ...TIMEOUT, interval: 5 }

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

const idsOf = async (table: 'passkeys' | 'wallets', { id }: Person) =>
  (await db().selectFrom(table).select('id').where('identityId', '=', id).execute()).map(
    (row) => row.id,
  )

/** The details of the person's audit entries about sign-ins, or about rejected ones. */
const detailsOf = async ({ id }: Person, kind: 'sign_in' | 'sign_in_refused') => {
  const events = db().selectFrom('auditEvents').select('details').where('identityId', '=', id)
  return (await events.where('kind', '=', kind).orderBy('at').execute()).map(
    ({ details }) => details,
  )
}
const refusalsOf = (person: Person) => detailsOf(person, 'sign_in_refused')

const confirmedAgo = (person: Person, ms: number) => confirmSessionsAgo(system, person, ms)

describe('confirming', () => {
  test('leads back to the section it was for', async () => {
    const { browser } = await settled()
    const { csrf } = formOf(await browser.get(address('/account')), '/sign-out').hidden
    for (const [query, section] of [
      ['', 'security#passkeys'],
      ['?for=wallets', 'security#wallets'],
      ['?for=deletion', 'data#deletion'],
      ['?for=passkeys', 'security#passkeys'],
      ['?for=https://evil.example', 'security#passkeys'],
      ['?for=__proto__', 'security#passkeys'],
    ] as const) {
      const fields = { csrf: csrf!, password: PASSWORD }
      const response = await browser.post(address(`/account/confirm${query}`), fields)
      expect(response.location).toBe(address(`/account/${section}-section`))
    }
  })

  test('is for who is signed in', async () => {
    const userAgent = createUserAgent()
    const { hidden } = formOf(await userAgent.get(address('/sign-in')), '/sign-in')
    const path = address('/account/confirm')
    expect((await userAgent.get(path)).location).toBe(address('/sign-in'))
    const sent = await userAgent.post(path, { ...hidden, password: PASSWORD })
    expect(sent.location).toBe(address('/sign-in'))
    const page = await userAgent.get(address('/sign-in'))
    for (const call_ of ['options', 'verify']) {
      const response = await userAgent.call(page, `/account/confirm/passkey/${call_}`, {})
      expect(response.status).toBe(403)
    }
  })

  test('gives the session another cookie, and a copy of the old one is signed out (attack)', async () => {
    const { person, browser, page } = await settled()
    const thief = copyOf(browser)
    await confirmIdentity(system, browser)
    expect((await addPasskey(thief, page)).status).toBe(403)
    expect((await thief.get(address('/account'))).location).toBe(address('/sign-in'))
    expect(await idsOf('passkeys', person)).toEqual([])
    expect((await addPasskey(browser, page)).status).toBe(200)
  })

  test('and an app’s request wait for a change of the factors before they lock anything (deadlock)', async () => {
    const { person, browser } = await settled()
    const app = await registerApp(system)
    await allow(system, app, person, {}, browser)
    const asked = await browser.get(address('/account/confirm'))
    const { hidden } = formOf(asked, '/account/confirm')
    const own = { password: PASSWORD, ...hidden }
    for (const [request, status] of [
      [() => browser.get(authorizeUrl(system, app, { prompt: 'none' })), 303],
      [() => browser.post(address('/account/confirm'), own), 303],
    ] as const) {
      const { sent } = await db()
        .transaction()
        .execute(async (trx) => {
          await lockPersonForUpdate(trx, person.id)
          const session = trx.selectFrom('sessions').select('id')
          await session.where('identityId', '=', person.id).forShare().execute()
          const sent = request()
          await expect.poll(() => sessionsWaiting(system.tables('identity')), WAIT).toBe(1)
          for (const table of ['sessions', 'passwords'] as const) {
            const rows = trx.updateTable(table).set({ identityId: person.id })
            await rows.where('identityId', '=', person.id).execute()
          }
          return { sent }
        })
      expect((await sent).status).toBe(status)
    }
  })

  test('twice at the same moment leaves one valid cookie (race)', async () => {
    const { person, browser, page } = await settled()
    const { csrf } = formOf(page, '/sign-out').hidden
    const copies = Array.from({ length: 5 }, () => copyOf(browser))
    const fields = { csrf: csrf!, password: PASSWORD }
    await Promise.all(copies.map((copy) => copy.post(address('/account/confirm'), fields)))
    const pages = await Promise.all(copies.map((copy) => copy.get(address('/account'))))
    expect(pages.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await detailsOf(person, 'sign_in'), 'audit').toEqual([
      { method: 'password', methods: ['pwd'] },
      { method: 'password', methods: ['pwd'], step: 'confirmation' },
    ])
  })

  test('by a wrong password counts as a guess, as in changing it (throttle)', async () => {
    const { person, browser, page } = await settled()
    await confirmedAgo(person, 10 * MINUTE)
    const { csrf } = formOf(page, '/sign-out').hidden
    const confirm = (password: string) =>
      browser.post(address('/account/confirm'), { csrf: csrf!, password })
    const wrong = await confirm('a guess')
    expect(wrong.status).toBe(403)
    expect(wrong.body).toContain('id="password-error"><strong>Error:</strong> That is not your pa')
    expect(wrong.body).not.toContain('a guess')
    expect(wrong.body).toContain('<title>Error: Confirm that it is you')
    expect(await refusalsOf(person)).toEqual([{ method: 'password', step: 'confirmation' }])
    const responses = await Promise.all(Array.from({ length: 29 }, () => confirm('a guess')))
    expect(responses.filter(({ status }) => status === 403)).toHaveLength(9)
    expect((await confirm(PASSWORD)).status).toBe(429)
    expect(await addPasskey(browser, page)).toMatchObject(UNCONFIRMED)
    expect(await idsOf('passkeys', person)).toEqual([])
  })

  test('with the right password gives the attempts back', async () => {
    const { browser } = await settled()
    for (let time = 0; time < 9; time += 1) await confirmIdentity(system, browser)
    // If right passwords counted, the second would be the eleventh guess.
    for (let time = 0; time < 2; time += 1) {
      const wrong = confirmIdentity(system, browser, 'a guess')
      await expect(wrong).rejects.toThrow('Confirming failed with 403.')
    }
  })

  /** A person with a passkey who has not confirmed since it was added. */
  async function withPasskey() {
    const { person, browser } = await settled()
    const passkey = newPasskey(address(''))
    const page = await confirmIdentity(system, browser)
    expect((await addPasskey(browser, page, passkey)).status).toBe(200)
    return { person, browser, page, passkey }
  }

  async function confirmWith(
    { browser, page }: { browser: UserAgent; page: Page },
    passkey: TestPasskey,
    { id }: Person,
    challenge?: string,
    handle: string | null | undefined = Buffer.from(id).toString('base64url'),
  ) {
    const own = await passkeyChallenge(browser, page, '/account/confirm/passkey/options')
    const credential = passkey.get(challenge ?? own!, handle)
    const response = await browser.call(page, '/account/confirm/passkey/verify', { credential })
    return response
  }

  test('is done by a passkey, too', async () => {
    const { person, browser, page, passkey } = await withPasskey()
    await confirmedAgo(person, 10 * MINUTE)
    expect(await addPasskey(browser, page)).toMatchObject(UNCONFIRMED)
    expect(await confirmWith({ browser, page }, passkey, person)).toMatchObject({
      status: 200,
      body: { location: address('/account/security#passkeys-section') },
    })
    expect((await addPasskey(browser, page)).status).toBe(200)
    expect(await idsOf('passkeys', person)).toHaveLength(2)
  })

  test('by a passkey gives the session another cookie, too (attack)', async () => {
    const { person, browser, page, passkey } = await withPasskey()
    const thief = copyOf(browser)
    expect((await confirmWith({ browser, page }, passkey, person)).status).toBe(200)
    expect((await addPasskey(thief, page)).status).toBe(403)
    expect((await thief.get(address('/account'))).location).toBe(address('/sign-in'))
    expect((await addPasskey(browser, page)).status).toBe(200)
  })

  test('by a passkey that does not say whose it is needs the account’s own (WebAuthn 7.2, step 6)', async () => {
    const [hers, his] = [await withPasskey(), await withPasskey()]
    const silent = (passkey: TestPasskey) =>
      confirmWith(hers, passkey, hers.person, undefined, null)
    expect((await silent(his.passkey)).status).toBe(403)
    expect((await silent(hers.passkey)).status).toBe(200)
    // If the account is unknown, the passkey must name it.
    const path = '/sign-in/passkey/options'
    const challenge = await passkeyChallenge(hers.browser, hers.page, path)
    const credential = hers.passkey.get(challenge!, null)
    const verify = '/sign-in/passkey/verify'
    expect((await hers.browser.call(hers.page, verify, { credential })).status).toBe(403)
  })

  test('is done by no passkey of somebody else, and by none that signed something else', async () => {
    const [hers, his] = [await withPasskey(), await withPasskey()]
    await confirmedAgo(hers.person, 10 * MINUTE)
    expect((await confirmWith(hers, his.passkey, his.person)).status).toBe(403)
    expect(await refusalsOf(hers.person)).toEqual([{ method: 'passkey', step: 'confirmation' }])
    expect((await confirmWith(hers, his.passkey, hers.person)).status).toBe(403)
    expect((await confirmWith(hers, newPasskey(address('')), hers.person)).status).toBe(403)
    const toSignIn = await passkeyChallenge(hers.browser, hers.page, '/sign-in/passkey/options')
    expect((await confirmWith(hers, hers.passkey, hers.person, toSignIn)).status).toBe(403)
    const another = await signedInUserAgent(system, hers.person)
    const elsewhere = await another.get(address('/account/security'))
    const path = '/account/confirm/passkey/options'
    const ofAnother = await passkeyChallenge(another, elsewhere, path)
    expect((await confirmWith(hers, hers.passkey, hers.person, ofAnother)).status).toBe(403)
    expect(await addPasskey(hers.browser, hers.page)).toMatchObject(UNCONFIRMED)
    // Responses for a confirmation do not sign in either.
    const own = await passkeyChallenge(hers.browser, hers.page, path)
    const credential = hers.passkey.get(own!, Buffer.from(hers.person.id).toString('base64url'))
    const verify = '/sign-in/passkey/verify'
    expect((await hers.browser.call(hers.page, verify, { credential })).status).toBe(403)
  })

  test('a used passkey signature confirms nothing a second time (replay)', async () => {
    const { person, browser, page, passkey } = await withPasskey()
    const challenge = await passkeyChallenge(browser, page, '/account/confirm/passkey/options')
    const signed = () => confirmWith({ browser, page }, passkey, person, challenge)
    expect((await signed()).status).toBe(200)
    expect((await signed()).status).toBe(403)
  })
})

test.each(['passkey', 'wallet'])(
  'challenges for a %s count for the address on the account page as well (decision 0013)',
  async (method) => {
    const { browser } = await settled()
    const page = await confirmIdentity(system, browser)
    const asked = { address: newWallet().address, chainId: 1 }
    const paths = {
      passkey: ['/account/confirm/passkey/options', '/account/passkeys/options'],
      wallet: ['/account/wallets/challenge'],
    }[method]!
    const statuses = async () =>
      Promise.all(paths.map(async (path) => (await browser.call(page, path, asked)).status))
    expect(await statuses()).toEqual(paths.map(() => 200))
    await db()
      .updateTable('brakes')
      .set({ attempts: 1000 })
      .where('key', '=', sha256(`${method}-options:127.0.0.1`).toString('base64url'))
      .execute()
    expect(await statuses()).toEqual(paths.map(() => 429))
    await db().deleteFrom('brakes').execute()
  },
)

test('the right password confirms ten times in 15 minutes (denial of service)', async () => {
  const { browser } = await settled()
  const { hidden } = formOf(await browser.get(address('/account/confirm')), '/account/confirm')
  const confirm = () => browser.post(address('/account/confirm'), { ...hidden, password: PASSWORD })
  for (let time = 0; time < 10; time += 1) expect((await confirm()).status).toBe(303)
  expect((await confirm()).status).toBe(429)
})
