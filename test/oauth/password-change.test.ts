// Changing the password: what is checked, and which sign-in methods and sessions end with the old one.
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { sessionsWaiting } from '#test/database.ts'
import { addPasskey, copyOf, passkeyChallenge } from './support/sign-in-methods.ts'
import {
  confirmIdentity,
  joinWithPassword,
  PASSWORD,
  proveTwoFactors,
  signedInUserAgent,
  signInOn,
} from '#test/oauth.ts'
import { identityAlone } from './support/identity-alone.ts'
import { newPasskey } from './support/passkey.ts'
import { changeAccount, codesOn } from '#test/second-factor.ts'
import { atOnce } from '#test/simultaneous.ts'
import type { Person } from '#test/system.ts'
import { createUserAgent, formOf, type Page, type UserAgent } from '#test/user-agent.ts'
import { newWallet } from '#test/wallet.ts'

const NEW_PASSWORD = 'another lamp in the harbour'

const { system, address, db } = identityAlone()

const newPerson = () => joinWithPassword(system, `p${crypto.randomUUID().slice(0, 8)}`)

async function settled() {
  const person = await newPerson()
  const browser = await signedInUserAgent(system, person)
  return { person, browser, page: await browser.get(address('/account/security')) }
}

const idsOf = async (table: 'passkeys' | 'wallets', { id }: Person) =>
  (await db().selectFrom(table).select('id').where('identityId', '=', id).execute()).map(
    (row) => row.id,
  )

/** Sends the form that changes the password. */
const send = async (browser: UserAgent, fields: Record<string, string>): Promise<Page> =>
  browser.submit(await browser.get(address('/account/security')), '/account/password', fields)

test('the password is changed; errors are shown beside it (decision 0013)', async () => {
  const person = await joinWithPassword(system, 'judged', { displayName: 'Judy' })
  const browser = await signedInUserAgent(system, person)
  // The script that checks the new password needs these.
  const { hidden } = formOf(await browser.get(address('/account/security')), '/account/password')
  expect(hidden.displayName).toBe('Judy')
  const newPassword = 'another lamp in the harbour'
  for (const [fields, field, error] of [
    [{ newPassword }, 'currentPassword', 'That is not your current password.'],
    [
      { currentPassword: 'a guess', newPassword },
      'currentPassword',
      'That is not your current password.',
    ],
    [
      { currentPassword: PASSWORD, newPassword: 'short' },
      'newPassword',
      'The new password must have 12 to 256 characters.',
    ],
    [
      { currentPassword: PASSWORD, newPassword: 'passwordpassword' },
      'newPassword',
      'The new password repeats itself, which is too easy to guess: take several words that have nothing to do with each other.',
    ],
  ] as const) {
    const page = await send(browser, fields)
    expect(page.status).toBe(400)
    expect(page.body).toContain(`id="${field}-error"><strong>Error:</strong> ${error}<`)
    expect(page.body).not.toContain(newPassword)
  }
  const done = await send(browser, { currentPassword: PASSWORD, newPassword })
  expect(done.url).toBe(address('/account/security?done=password#password-section'))
})

test('Of thirty simultaneous guesses at the current password, ten are checked (race)', async () => {
  const browser = await signedInUserAgent(system, await newPerson())
  const { csrf } = formOf(await browser.get(address('/account')), '/sign-out').hidden
  const fields = { csrf: csrf!, currentPassword: 'a guess', newPassword: 'x'.repeat(20) }
  const pages = await atOnce(30, () => browser.post(address('/account/password'), fields))
  const count = (status: number) => pages.filter((page) => page.status === status).length
  expect([count(400), count(429)]).toEqual([10, 20])
})

test('the right current password takes no guess, whatever is wrong with the new one (throttle)', async () => {
  const browser = await signedInUserAgent(system, await newPerson())
  const sent = (newPassword: string) => send(browser, { currentPassword: PASSWORD, newPassword })
  for (let round = 0; round < 9; round += 1) expect((await sent('short')).status).toBe(400)
  const done = await sent('another lamp in the harbour')
  expect(done.url).toBe(address('/account/security?done=password#password-section'))
})

test('With the right current password, ten changes in 15 minutes are possible (denial of service)', async () => {
  const browser = await signedInUserAgent(system, await newPerson())
  const sent = (newPassword: string) => send(browser, { currentPassword: PASSWORD, newPassword })
  for (let round = 0; round < 10; round += 1) expect((await sent('short')).status).toBe(400)
  expect((await sent('another lamp in the harbour')).status).toBe(429)
})

test('Somebody who has just signed in with a passkey sets a password without the old one', async () => {
  const { person, browser } = await settled()
  const key = newPasskey(address(''))
  await addPasskey(browser, await confirmIdentity(system, browser), key)
  const other = createUserAgent()
  const page = await other.get(address('/sign-in'))
  const challenge = await passkeyChallenge(other, page, '/sign-in/passkey/options')
  const credential = key.get(challenge!, Buffer.from(person.id).toString('base64url'))
  const response = await other.call(page, '/sign-in/passkey/verify', { credential })
  other.cookies.set(
    'ecosystem_session',
    response.headers
      .getSetCookie()
      .join()
      .match(/ecosystem_session=([^;]+)/)![1]!,
  )
  const account = await other.get(address('/account/security'))
  expect(account.body).not.toContain('name="currentPassword"')
  const { hidden } = formOf(account, '/account/password')
  const fields = { ...hidden, newPassword: NEW_PASSWORD }
  const change = () => other.post(address('/account/password'), fields)
  system.clock.now = new Date(Date.now() + 11 * 60_000)
  expect((await change()).location).toBe(address('/account/confirm?for=password'))
  system.clock.now = undefined
  expect((await change()).location).toContain('done=password')
  const again = createUserAgent()
  const signIn = await again.get(address('/sign-in'))
  expect((await signInOn(again, signIn, person, NEW_PASSWORD)).status).toBe(200)
})

describe('a new password', () => {
  const passwords = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }
  const change = (browser: UserAgent, fields: Record<string, string> = {}) =>
    send(browser, { ...passwords, ...fields })

  /** A person with two passkeys, two wallets that sign in, and one that an app linked. */
  async function withMany() {
    const { person, browser } = await settled()
    const common = { identityId: person.id, createdAt: new Date() }
    const passkeys = [crypto.randomUUID(), crypto.randomUUID()]
    const passkey = { ...common, publicKey: Buffer.from('x'), counter: 0, lastUsedAt: null }
    await db()
      .insertInto('passkeys')
      .values(passkeys.map((id) => ({ ...passkey, id, name: `Key ${id}` })))
      .execute()
    const wallets = [true, true, false].map((signsIn) => ({
      id: crypto.randomUUID(),
      identityId: person.id,
      address: newWallet().address,
      chainId: 1,
      challengeHash: Buffer.alloc(32),
      linkedAt: new Date(),
      signsIn,
    }))
    await db().insertInto('wallets').values(wallets).execute()
    await proveTwoFactors(system, person)
    return { person, browser, passkeys, wallets }
  }

  test('The form lists the other sign-in methods, and removes those whose boxes are unchecked', async () => {
    const { browser, passkeys, wallets } = await withMany()
    const page = await browser.get(address('/account/security'))
    const boxes = [...String(page.body).matchAll(/<input\s+type="checkbox"[^>]*>/g)].map(String)
    expect(boxes).toHaveLength(4)
    for (const box of boxes) expect(box).toContain('checked')
    for (const id of passkeys) expect(boxes.join()).toContain(`"keep-passkey-${id}"`)
    for (const { id, signsIn } of wallets) {
      expect(boxes.join().includes(`"keep-wallet-${id}"`)).toBe(signsIn)
    }
  })

  test('A new password keeps what is checked, removes the rest, and records it', async () => {
    const { person, browser, passkeys, wallets } = await withMany()
    const [kept] = passkeys
    const [unlinked, ...left] = wallets.map(({ id }) => id)
    await change(browser, {
      [`keep-passkey-${kept}`]: 'keep',
      [`keep-wallet-${left[0]}`]: 'keep',
    })
    expect(await idsOf('passkeys', person)).toEqual([kept])
    // The wallet of the app cannot sign in, and stays.
    expect((await idsOf('wallets', person)).toSorted()).toEqual(left.toSorted())
    expect(left).not.toContain(unlinked)
    const entries = await db()
      .selectFrom('auditEvents')
      .select('kind')
      .where('identityId', '=', person.id)
      .where('kind', '!=', 'sign_in')
      .execute()
    expect(entries.map(({ kind }) => kind).toSorted()).toEqual([
      'passkey_removed',
      'password_changed',
      'wallet_unlinked',
    ])
  })

  test('A new password removes what was added while its form was open, and everything if nothing is kept (attack)', async () => {
    const { person, browser, passkeys, wallets } = await withMany()
    const opened = await browser.get(address('/account/security'))
    const thief = await signedInUserAgent(system, person)
    await proveTwoFactors(system, person)
    const added = await addPasskey(thief, await confirmIdentity(system, thief))
    expect(added.status).toBe(200)
    const boxes = [
      ...passkeys.map((id) => `keep-passkey-${id}`),
      ...wallets.filter(({ signsIn }) => signsIn).map(({ id }) => `keep-wallet-${id}`),
    ]
    const kept = Object.fromEntries(boxes.map((box) => [box, 'keep']))
    await browser.submit(opened, '/account/password', { ...passwords, ...kept })
    expect((await idsOf('passkeys', person)).toSorted()).toEqual(passkeys.toSorted())
    expect(await idsOf('wallets', person)).toHaveLength(3)
    await change(browser, { currentPassword: NEW_PASSWORD, newPassword: PASSWORD })
    expect(await idsOf('passkeys', person)).toEqual([])
    const byAnApp = wallets.find(({ signsIn }) => !signsIn)!
    expect(await idsOf('wallets', person)).toEqual([byAnApp.id])
  })

  test('A new password removes nothing of somebody else, and nothing when it is refused', async () => {
    const [hers, his] = [await withMany(), await withMany()]
    const box = `keep-passkey-${his.passkeys[0]}`
    const { csrf } = formOf(await hers.browser.get(address('/account')), '/sign-out').hidden
    const forged = { csrf: csrf!, ...passwords, [box]: 'keep' }
    await hers.browser.post(address('/account/password'), forged)
    expect(await idsOf('passkeys', hers.person)).toEqual([])
    const refused = await change(his.browser, { currentPassword: 'a guess', [box]: 'keep' })
    expect(refused.status).toBe(400)
    // Checked boxes stay checked.
    const checked = [...String(refused.body).matchAll(/name="(keep-[^"]*)"[^>]*checked/g)]
    expect(checked.map(([, name]) => name)).toEqual([box])
    expect(await idsOf('passkeys', his.person)).toHaveLength(2)
    expect(await idsOf('wallets', his.person)).toHaveLength(3)
  })

  test('Recovery codes end with the old password, unless they are kept', async () => {
    const { person, browser } = await settled()
    const { username } = person
    for (const keeps of [true, false]) {
      await confirmIdentity(system, browser)
      const [code] = codesOn(await changeAccount(system, browser, '/account/recovery-codes'))
      const { body } = await browser.get(address('/account/security'))
      const [box] = /keep-recovery-[\w:.-]+/.exec(String(body))!
      const done = await change(browser, { newPassword: PASSWORD, ...(keeps && { [box]: 'keep' }) })
      expect(done.status).toBe(200)
      const page = await browser.get(address('/recover/code'))
      const used = await browser.submit(page, '/recover/code', { username, code: code! })
      expect(used.status).toBe(keeps ? 200 : 403)
    }
  })

  test('A new password is not set if the removals cannot be recorded (atomicity)', async () => {
    const { person, browser } = await withMany()
    await sql`
      alter table audit_events
      add constraint no_removal check (kind <> 'passkey_removed') not valid`.execute(db())
    const failed = await change(browser)
    await sql`alter table audit_events drop constraint no_removal`.execute(db())
    expect(failed.status).toBe(500)
    expect(await idsOf('passkeys', person)).toHaveLength(2)
    await signedInUserAgent(system, person)
  })

  test('A new password makes a copy of the session worthless (attack)', async () => {
    const { browser } = await settled()
    const thief = copyOf(browser)
    expect((await thief.get(address('/account'))).status).toBe(200)
    expect((await change(browser)).status).toBe(200)
    expect((await thief.get(address('/account'))).location).toBe(address('/sign-in'))
    expect((await browser.get(address('/account'))).status).toBe(200)
  })

  test('A new password comes before a passkey that another session adds, or ends that session after it (race)', async () => {
    const { person, browser } = await settled()
    const thief = await signedInUserAgent(system, person)
    const page = await confirmIdentity(system, thief)
    const challenge = await passkeyChallenge(thief, page, '/account/passkeys/options')
    const credential = newPasskey(address('')).create(challenge!)
    const adding = await db()
      .transaction()
      .execute(async (trx) => {
        // The state during a change that has ended the other sessions but is not committed.
        await trx.deleteFrom('sessions').where('identityId', '=', person.id).execute()
        const waiting = thief.call(page, '/account/passkeys/add', { name: 'Phone', credential })
        await expect.poll(() => sessionsWaiting(system.tables('identity'))).toBe(1)
        return { waiting }
      })
    expect(await adding.waiting).toMatchObject({ status: 403 })
    expect(await idsOf('passkeys', person)).toEqual([])
    expect((await browser.get(address('/account'))).status).toBe(303)
  })
})
