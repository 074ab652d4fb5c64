// Proving again who one is, before a way to sign in is added, and what a new password takes away.
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { sha256 } from '../../subgraphs/identity/domain/random.ts'
import type { IdentityTables } from '../../subgraphs/identity/tables.ts'
import { sessionsWaiting } from '#test/database.ts'
import { callScript as call } from '#test/script-call.ts'
import { confirmIdentity, joinWithPassword, PASSWORD, signedInVisitor } from '#test/oauth.ts'
import { newPasskey, type TestPasskey } from '#test/passkey.ts'
import { startTestSystem, type Person, type TestSystem } from '#test/system.ts'
import { createVisitor, formOf, keepCookie, type Page, type Visitor } from '#test/visitor.ts'
import { newWallet } from '#test/wallet.ts'

const MINUTE = 60_000
const NEW_PASSWORD = 'another lamp in the harbour'

let system: TestSystem
beforeAll(async () => {
  system = await startTestSystem()
})
afterEach(() => {
  system.clock.now = undefined
})
afterAll(() => system.stop())

const address = (path: string) => `${system.address('identity')}${path}`
const db = () => system.tables<IdentityTables>('identity')

async function settled() {
  const person = await joinWithPassword(system, `p${crypto.randomUUID().slice(0, 8)}`)
  const browser = await signedInVisitor(system, person)
  return { person, browser, page: await browser.get(address('/account')) }
}

/** Another browser with the same cookies: they were stolen. */
function copyOf({ cookies }: Visitor): Visitor {
  const copy = createVisitor()
  for (const [name, value] of cookies) copy.cookies.set(name, value)
  return copy
}

const idsOf = async (table: 'passkeys' | 'wallets', { id }: Person) =>
  (await db().selectFrom(table).select('id').where('identityId', '=', id).execute()).map(
    (row) => row.id,
  )

/** The challenge that a call answers, if it answers one. */
async function challengeFor(browser: Visitor, page: Page, path: string) {
  const { body } = await call(browser, page, path, {})
  return (body as { options?: { challenge: string } }).options?.challenge
}

/** Adds a passkey, from its challenge on. */
async function addPasskey(browser: Visitor, page: Page, passkey = newPasskey(address(''))) {
  const challenge = await challengeFor(browser, page, '/account/passkeys/options')
  const credential = passkey.create(challenge ?? 'A'.repeat(43))
  return call(browser, page, '/account/passkeys/add', { name: 'Phone', credential })
}

async function linkWallet(browser: Visitor, page: Page, { address, sign } = newWallet()) {
  const asked = { address, chainId: 1 }
  const { body } = await call(browser, page, '/account/wallets/challenge', asked)
  const message = (body as { message: string }).message
  return call(browser, page, '/account/wallets/link', { message, signature: sign(message) })
}

const REFUSED = {
  status: 403,
  body: {
    message:
      'You must have confirmed within the last five minutes that it is you. Open your account page to do so.',
  },
}

describe('a way to sign in', () => {
  test('is added by no session alone, however young it is (attack)', async () => {
    const { person, browser, page } = await settled()
    const thief = copyOf(browser)
    const wallet = { address: newWallet().address, chainId: 1 }
    for (const [path, body] of [
      ['/account/passkeys/options', {}],
      ['/account/wallets/challenge', wallet],
    ] as const) {
      expect(await call(thief, page, path, body), path).toMatchObject(REFUSED)
    }
    expect(await addPasskey(thief, page)).toMatchObject(REFUSED)
    expect(await linkWallet(thief, page)).toMatchObject(REFUSED)
    expect(page.body).not.toContain('data-does="passkey-add"')
    expect([await idsOf('passkeys', person), await idsOf('wallets', person)]).toEqual([[], []])
  })

  test('is added once for each time the password was confirmed', async () => {
    const { person, browser } = await settled()
    const page = await confirmIdentity(system, browser)
    expect((await addPasskey(browser, page)).status).toBe(200)
    expect(await addPasskey(browser, page)).toMatchObject(REFUSED)
    expect(await linkWallet(browser, page)).toMatchObject(REFUSED)
    await confirmIdentity(system, browser)
    expect((await linkWallet(browser, page)).status).toBe(200)
    expect(await linkWallet(browser, page)).toMatchObject(REFUSED)
    expect(await idsOf('passkeys', person)).toHaveLength(1)
    expect(await idsOf('wallets', person)).toHaveLength(1)
  })

  test('that is refused leaves what was confirmed', async () => {
    const { browser } = await settled()
    const [wallet, theirs] = [newWallet(), await settled()]
    const elsewhere = await confirmIdentity(system, theirs.browser)
    expect((await linkWallet(theirs.browser, elsewhere, wallet)).status).toBe(200)
    const page = await confirmIdentity(system, browser)
    expect((await linkWallet(browser, page, wallet)).status).toBe(400)
    expect((await linkWallet(browser, page)).status).toBe(200)
  })

  test('is one of ten at the same moment (race)', async () => {
    const { person, browser } = await settled()
    const page = await confirmIdentity(system, browser)
    const challenges = await Promise.all(
      Array.from({ length: 10 }, () => challengeFor(browser, page, '/account/passkeys/options')),
    )
    const answers = await Promise.all(
      challenges.map((challenge) => {
        const credential = newPasskey(address('')).create(challenge!)
        return call(browser, page, '/account/passkeys/add', { name: 'Phone', credential })
      }),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await idsOf('passkeys', person)).toHaveLength(1)
  })

  test('is added within five minutes, and in the session that confirmed', async () => {
    const { person, browser } = await settled()
    const another = await signedInVisitor(system, person)
    const elsewhere = await another.get(address('/account'))
    system.clock.now = new Date()
    const page = await confirmIdentity(system, browser)
    expect(await addPasskey(another, elsewhere)).toMatchObject(REFUSED)
    system.clock.now = new Date(system.clock.now.getTime() + 5 * MINUTE)
    expect(await addPasskey(browser, page)).toMatchObject(REFUSED)
    system.clock.now = new Date(system.clock.now.getTime() - 1)
    expect((await addPasskey(browser, page)).status).toBe(200)
    expect(await idsOf('passkeys', person)).toHaveLength(1)
  })
})

describe('confirming', () => {
  test('leads back to the section it was for', async () => {
    const { browser } = await settled()
    const { csrf } = formOf(await browser.get(address('/account')), '/sign-out').hidden
    for (const [query, section] of [
      ['', 'passkeys'],
      ['?for=wallets', 'wallets'],
      ['?for=passkeys', 'passkeys'],
      ['?for=https://evil.example', 'passkeys'],
      ['?for=__proto__', 'passkeys'],
    ] as const) {
      const fields = { csrf: csrf!, password: PASSWORD }
      const answer = await browser.post(address(`/account/confirm${query}`), fields)
      expect(answer.location).toBe(address(`/account#${section}-section`))
    }
  })

  test('is for who is signed in', async () => {
    const visitor = createVisitor()
    const { hidden } = formOf(await visitor.get(address('/sign-in')), '/sign-in')
    const path = address('/account/confirm')
    expect((await visitor.get(path)).location).toBe(address('/sign-in'))
    const sent = await visitor.post(path, { ...hidden, password: PASSWORD })
    expect(sent.location).toBe(address('/sign-in'))
    const page = await visitor.get(address('/sign-in'))
    for (const call_ of ['options', 'verify']) {
      const answer = await call(visitor, page, `/account/confirm/passkey/${call_}`, {})
      expect(answer.status).toBe(403)
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

  test('twice at the same moment leaves one cookie that is good (race)', async () => {
    const { browser, page } = await settled()
    const { csrf } = formOf(page, '/sign-out').hidden
    const copies = Array.from({ length: 5 }, () => copyOf(browser))
    const fields = { csrf: csrf!, password: PASSWORD }
    await Promise.all(copies.map((copy) => copy.post(address('/account/confirm'), fields)))
    const pages = await Promise.all(copies.map((copy) => copy.get(address('/account'))))
    expect(pages.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('by a wrong password is a guess at it, as in changing it (throttle)', async () => {
    const { person, browser, page } = await settled()
    const { csrf } = formOf(page, '/sign-out').hidden
    const confirm = (password: string) =>
      browser.post(address('/account/confirm'), { csrf: csrf!, password })
    const wrong = await confirm('a guess')
    expect(wrong.status).toBe(403)
    expect(wrong.body).toContain('id="password-error"><strong>Error:</strong> That is not your pa')
    expect(wrong.body).not.toContain('a guess')
    const answers = await Promise.all(Array.from({ length: 29 }, () => confirm('a guess')))
    expect(answers.filter(({ status }) => status === 403)).toHaveLength(9)
    expect((await confirm(PASSWORD)).status).toBe(429)
    const fields = { csrf: csrf!, currentPassword: PASSWORD, newPassword: NEW_PASSWORD }
    expect((await browser.post(address('/account/password'), fields)).status).toBe(429)
    expect(await addPasskey(browser, page)).toMatchObject(REFUSED)
    expect(await idsOf('passkeys', person)).toEqual([])
  })

  test('with the right password gives the attempts back', async () => {
    const { browser } = await settled()
    for (let time = 0; time < 9; time += 1) await confirmIdentity(system, browser)
    // With the right ones counted, the second would be the eleventh guess.
    for (let time = 0; time < 2; time += 1) {
      const wrong = confirmIdentity(system, browser, 'a guess')
      await expect(wrong).rejects.toThrow('Confirming answered 403.')
    }
  })

  /** Somebody with a passkey, who has confirmed nothing since it was added. */
  async function withPasskey() {
    const { person, browser } = await settled()
    const passkey = newPasskey(address(''))
    const page = await confirmIdentity(system, browser)
    expect((await addPasskey(browser, page, passkey)).status).toBe(200)
    return { person, browser, page, passkey }
  }

  async function confirmWith(
    { browser, page }: { browser: Visitor; page: Page },
    passkey: TestPasskey,
    { id }: Person,
    challenge?: string,
    handle: string | null | undefined = Buffer.from(id).toString('base64url'),
  ) {
    const own = await challengeFor(browser, page, '/account/confirm/passkey/options')
    const credential = passkey.get(challenge ?? own!, handle)
    const answer = await call(browser, page, '/account/confirm/passkey/verify', { credential })
    for (const line of answer.headers.getSetCookie()) keepCookie(browser.cookies, line)
    return answer
  }

  test('is done by a passkey, too', async () => {
    const { person, browser, page, passkey } = await withPasskey()
    expect(await addPasskey(browser, page)).toMatchObject(REFUSED)
    expect(await confirmWith({ browser, page }, passkey, person)).toMatchObject({
      status: 200,
      body: { location: address('/account#passkeys-section') },
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
    // Where the account is not known, the passkey has to say it.
    const path = '/sign-in/passkey/options'
    const challenge = await challengeFor(hers.browser, hers.page, path)
    const credential = hers.passkey.get(challenge!, null)
    const verify = '/sign-in/passkey/verify'
    expect((await call(hers.browser, hers.page, verify, { credential })).status).toBe(403)
  })

  test('is done by no passkey of somebody else, and by none that signed something else', async () => {
    const [hers, his] = [await withPasskey(), await withPasskey()]
    expect((await confirmWith(hers, his.passkey, his.person)).status).toBe(403)
    expect((await confirmWith(hers, his.passkey, hers.person)).status).toBe(403)
    expect((await confirmWith(hers, newPasskey(address('')), hers.person)).status).toBe(403)
    const toSignIn = await challengeFor(hers.browser, hers.page, '/sign-in/passkey/options')
    expect((await confirmWith(hers, hers.passkey, hers.person, toSignIn)).status).toBe(403)
    const another = await signedInVisitor(system, hers.person)
    const elsewhere = await another.get(address('/account'))
    const path = '/account/confirm/passkey/options'
    const ofAnother = await challengeFor(another, elsewhere, path)
    expect((await confirmWith(hers, hers.passkey, hers.person, ofAnother)).status).toBe(403)
    expect(await addPasskey(hers.browser, hers.page)).toMatchObject(REFUSED)
    // And what confirms does not sign in.
    const own = await challengeFor(hers.browser, hers.page, path)
    const credential = hers.passkey.get(own!, Buffer.from(hers.person.id).toString('base64url'))
    const verify = '/sign-in/passkey/verify'
    expect((await call(hers.browser, hers.page, verify, { credential })).status).toBe(403)
  })

  test('a used passkey signature confirms nothing a second time (replay)', async () => {
    const { person, browser, page, passkey } = await withPasskey()
    const challenge = await challengeFor(browser, page, '/account/confirm/passkey/options')
    const signed = () => confirmWith({ browser, page }, passkey, person, challenge)
    expect((await signed()).status).toBe(200)
    expect((await signed()).status).toBe(403)
  })
})

describe('a new password', () => {
  const change = async (browser: Visitor, fields: Record<string, string> = {}) => {
    const { csrf } = formOf(await browser.get(address('/account')), '/sign-out').hidden
    const passwords = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }
    return browser.post(address('/account/password'), { csrf: csrf!, ...passwords, ...fields })
  }

  /** Somebody with two passkeys, two wallets that sign in, and one that an app linked. */
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
    return { person, browser, passkeys, wallets }
  }

  test('shows what else signs in, each to be removed unless its box is checked', async () => {
    const { browser, passkeys, wallets } = await withMany()
    const page = await browser.get(address('/account'))
    const boxes = [...String(page.body).matchAll(/<input\s+type="checkbox"[^>]*>/g)].map(String)
    expect(boxes).toHaveLength(4)
    for (const box of boxes) expect(box).not.toContain('checked')
    for (const id of passkeys) expect(boxes.join()).toContain(`"keep-passkey-${id}"`)
    for (const { id, signsIn } of wallets) {
      expect(boxes.join().includes(`"keep-wallet-${id}"`)).toBe(signsIn)
    }
  })

  test('keeps what is checked, takes away the rest with the old password, and records it', async () => {
    const { person, browser, passkeys, wallets } = await withMany()
    const [kept] = passkeys
    const [unlinked, ...left] = wallets.map(({ id }) => id)
    await change(browser, {
      [`keep-passkey-${kept}`]: 'keep',
      [`keep-wallet-${left[0]}`]: 'keep',
    })
    expect(await idsOf('passkeys', person)).toEqual([kept])
    // That of an app does not sign in, and stays.
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

  test('takes away what was added while its form was open, and all where nothing is kept (attack)', async () => {
    const { person, browser, passkeys, wallets } = await withMany()
    const thief = await signedInVisitor(system, person)
    const added = await addPasskey(thief, await confirmIdentity(system, thief))
    expect(added.status).toBe(200)
    // As the page was before.
    const boxes = [
      ...passkeys.map((id) => `keep-passkey-${id}`),
      ...wallets.map(({ id }) => `keep-wallet-${id}`),
    ]
    await change(browser, Object.fromEntries(boxes.map((box) => [box, 'keep'])))
    expect((await idsOf('passkeys', person)).toSorted()).toEqual(passkeys.toSorted())
    expect(await idsOf('wallets', person)).toHaveLength(3)
    await change(browser, { currentPassword: NEW_PASSWORD, newPassword: PASSWORD })
    expect(await idsOf('passkeys', person)).toEqual([])
    const byAnApp = wallets.find(({ signsIn }) => !signsIn)!
    expect(await idsOf('wallets', person)).toEqual([byAnApp.id])
  })

  test('takes away nothing of somebody else, and nothing when it is refused', async () => {
    const [hers, his] = [await withMany(), await withMany()]
    await change(hers.browser, { [`keep-passkey-${his.passkeys[0]}`]: 'keep' })
    expect(await idsOf('passkeys', hers.person)).toEqual([])
    const box = `keep-passkey-${his.passkeys[0]}`
    const refused = await change(his.browser, { currentPassword: 'a guess', [box]: 'keep' })
    expect(refused.status).toBe(400)
    // What was checked stays checked.
    const checked = [...String(refused.body).matchAll(/name="(keep-[^"]*)"[^>]*checked/g)]
    expect(checked.map(([, name]) => name)).toEqual([box])
    expect(await idsOf('passkeys', his.person)).toHaveLength(2)
    expect(await idsOf('wallets', his.person)).toHaveLength(3)
  })

  test('is not there where what it takes away cannot be recorded (atomicity)', async () => {
    const { person, browser } = await withMany()
    await sql`
      alter table audit_events
      add constraint no_removal check (kind <> 'passkey_removed') not valid`.execute(db())
    const failed = await change(browser)
    await sql`alter table audit_events drop constraint no_removal`.execute(db())
    expect(failed.status).toBe(500)
    expect(await idsOf('passkeys', person)).toHaveLength(2)
    await signedInVisitor(system, person)
  })

  test('leaves a copy of the session nothing, and takes back what was confirmed (attack)', async () => {
    const { browser } = await settled()
    const page = await confirmIdentity(system, browser)
    const thief = copyOf(browser)
    expect((await thief.get(address('/account'))).status).toBe(200)
    expect((await change(browser)).status).toBe(303)
    expect((await thief.get(address('/account'))).location).toBe(address('/sign-in'))
    expect((await browser.get(address('/account'))).status).toBe(200)
    expect(await addPasskey(browser, page)).toMatchObject(REFUSED)
  })

  test('comes before a passkey that another session adds at the same moment, or ends that session after it (race)', async () => {
    const { person, browser } = await settled()
    const thief = await signedInVisitor(system, person)
    const page = await confirmIdentity(system, thief)
    const challenge = await challengeFor(thief, page, '/account/passkeys/options')
    const credential = newPasskey(address('')).create(challenge!)
    const adding = await db()
      .transaction()
      .execute(async (trx) => {
        // As the change has it, when it has ended the other sessions and is not yet done.
        await trx.deleteFrom('sessions').where('identityId', '=', person.id).execute()
        const waiting = call(thief, page, '/account/passkeys/add', { name: 'Phone', credential })
        await expect.poll(() => sessionsWaiting(system.tables('identity'))).toBe(1)
        return { waiting }
      })
    expect(await adding.waiting).toMatchObject({ status: 403 })
    expect(await idsOf('passkeys', person)).toEqual([])
    expect((await browser.get(address('/account'))).status).toBe(303)
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
      Promise.all(paths.map(async (path) => (await call(browser, page, path, asked)).status))
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
