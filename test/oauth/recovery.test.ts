// Account recovery: by mail, by a recovery code, and by an administrator's code.
import { afterEach, expect, test } from 'vitest'
import { asCommand } from '../../subgraphs/identity/commands/command.ts'
import { disableIdentity } from '../../subgraphs/identity/domain/people/person.ts'
import { issueRecoveryCode } from '../../subgraphs/identity/domain/sign-in/recovery-code.ts'
import type { IdentityTables } from '../../subgraphs/identity/tables.ts'
import { send } from '#test/http.ts'
import { linkTo, mailTo, sendMail, verifyAddress } from '#test/mail.ts'
import {
  confirmIdentity,
  isActive,
  joinWithPassword,
  obtainTokens,
  PASSWORD,
  registerApp,
  signedInUserAgent,
  signInOn,
} from '#test/oauth.ts'
import { newPasskey } from './support/passkey.ts'
import { addPasskey, passkeyChallenge } from './support/sign-in-methods.ts'
import { callScript } from './support/script-call.ts'
import { atOnce } from '#test/simultaneous.ts'
import { testSystem, type Person } from '#test/system.ts'
import { createUserAgent, formOf, linkOf, type Page, type UserAgent } from '#test/user-agent.ts'

const NEW_PASSWORD = 'another lamp in the harbour'
const MINUTE = 60_000

const system = testSystem({ topology: 'Identity alone' })
afterEach(() => {
  system.clock.now = undefined
})

const address = (path: string) => `${system.address('identity')}${path}`
const db = () => system.tables<IdentityTables>('identity')

/** A person with a verified address. */
async function settled() {
  const person = await joinWithPassword(system, `p${crypto.randomUUID().slice(0, 8)}`)
  const email = `${person.username}@mail.example`
  const browser = await signedInUserAgent(system, person)
  await verifyAddress(system, browser, email)
  return { person, browser, email }
}

async function askForMail(username: string, userAgent = createUserAgent()): Promise<Page> {
  const page = await userAgent.get(address('/recover'))
  return userAgent.submit(page, '/recover', { username })
}

async function resetLink({ person, email }: { person: Person; email: string }): Promise<string> {
  await askForMail(person.username)
  return linkTo((await mailTo(system, email)).at(-1), '/recover/password')
}

async function followLink(link: string, newPassword = NEW_PASSWORD): Promise<Page> {
  const userAgent = createUserAgent()
  const page = await userAgent.get(link)
  return page.status === 200 ? userAgent.submit(page, '/recover/password', { newPassword }) : page
}

async function signsIn(person: Person, password: string): Promise<boolean> {
  const userAgent = createUserAgent()
  const page = await userAgent.get(address('/sign-in'))
  return (await signInOn(userAgent, page, person, password)).status === 200
}

test('a link from a mail sets a new password, and every session and grant ends with it', async () => {
  const { person, browser, email } = await settled()
  const app = await registerApp(system)
  const { access_token: token } = await obtainTokens(system, app, person, {}, browser)
  const done = await followLink(await resetLink({ person, email }))
  expect(done.body).toContain('Your password is set')
  expect((await browser.get(address('/account'))).location).toBe(address('/sign-in'))
  expect(await isActive(system, token)).toBe(false)
  expect([await signsIn(person, PASSWORD), await signsIn(person, NEW_PASSWORD)]).toEqual([
    false,
    true,
  ])
  // The known browser counts as new again, like the other one.
  await signInOn(browser, await browser.get(address('/sign-in')), person, NEW_PASSWORD)
  const signIns = (await mailTo(system, email)).filter(({ subject }) =>
    subject?.includes('sign-in'),
  )
  expect(signIns).toHaveLength(2)
})

test('a link works once, for half an hour, and the newest alone', async () => {
  const { person, email } = await settled()
  const old = await resetLink({ person, email })
  const link = await resetLink({ person, email })
  expect((await followLink(old)).status).toBe(403)
  expect((await followLink(link)).status).toBe(200)
  const again = await followLink(link)
  expect(again.status).toBe(403)
  expect(again.body).toContain('This link has been used')
  const late = await resetLink({ person, email })
  system.clock.now = new Date(Date.now() + 31 * MINUTE)
  expect((await followLink(late)).status).toBe(403)
})

test('a weak password is refused beside its field, and the link still works', async () => {
  const link = await resetLink(await settled())
  const refused = await followLink(link, 'passwordpassword')
  expect(refused.status).toBe(400)
  expect(refused.body).toContain('id="newPassword-error"')
  expect((await followLink(link)).status).toBe(200)
})

test('a password change ends a link that was not used yet', async () => {
  const { person, browser, email } = await settled()
  const link = await resetLink({ person, email })
  const { hidden } = formOf(await browser.get(address('/account/security')), '/account/password')
  const passwords = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }
  const changed = await browser.post(address('/account/password'), { ...hidden, ...passwords })
  expect(changed.location).toContain('done=password')
  expect((await followLink(link)).status).toBe(403)
})

test('a link ends when the address that it went to is replaced or removed', async () => {
  for (const change of ['replace', 'remove']) {
    const { person, browser, email } = await settled()
    const link = await resetLink({ person, email })
    if (change === 'replace') await verifyAddress(system, browser, `new-${email}`)
    else {
      const page = await confirmIdentity(system, browser)
      await browser.submit(page, '/account/email/remove')
    }
    expect((await followLink(link)).status, change).toBe(403)
  }
})

test('a link that is composed while the address changes is that of the new address, or is over (race)', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { person, browser, email } = await settled()
    const fresh = `new-${email}`
    await browser.submit(await confirmIdentity(system, browser), '/account/email', { email: fresh })
    const verification = linkTo((await mailTo(system, fresh)).at(-1), '/email/verify')
    const { hidden } = formOf(await browser.get(verification), '/email/verify')
    await Promise.all([
      askForMail(person.username).then(() => sendMail(system)),
      browser.post(address('/email/verify'), hidden),
    ])
    const old = (await mailTo(system, email)).filter(({ text }) => text?.includes('/recover/'))
    for (const mail of old) {
      expect((await followLink(linkTo(mail, '/recover/password'))).status).toBe(403)
    }
  }
})

test('After a link and a change of its address at once, the link never works (race)', async () => {
  for (let round = 0; round < 4; round += 1) {
    const { person, browser, email } = await settled()
    const fresh = `new-${email}`
    await browser.submit(await confirmIdentity(system, browser), '/account/email', { email: fresh })
    const verification = linkTo((await mailTo(system, fresh)).at(-1), '/email/verify')
    const verifying = formOf(await browser.get(verification), '/email/verify').hidden
    const link = await resetLink({ person, email })
    const reader = createUserAgent()
    const { hidden } = formOf(await reader.get(link), '/recover/password')
    const [set, verified] = await Promise.all([
      reader.post(address('/recover/password'), { ...hidden, newPassword: NEW_PASSWORD }),
      browser.post(address('/email/verify'), verifying),
    ])
    // A new password ends the sessions, and therefore the verification.
    expect([set.status === 200, verified.status === 200].filter(Boolean)).toHaveLength(1)
    expect(await signsIn(person, NEW_PASSWORD)).toBe(set.status === 200)
  }
})

test('A link followed fifteen times at once sets the password once (race)', async () => {
  const { person, email } = await settled()
  const userAgent = createUserAgent()
  const page = await userAgent.get(await resetLink({ person, email }))
  const { hidden } = formOf(page, '/recover/password')
  const passwords = Array.from({ length: 15 }, (_, at) => `lantern ${at} by the quiet harbour`)
  const pages = await Promise.all(
    passwords.map((newPassword) =>
      userAgent.post(address('/recover/password'), { ...hidden, newPassword }),
    ),
  )
  const won = passwords.filter((_, at) => pages[at]!.status === 200)
  expect(won).toHaveLength(1)
  expect(await signsIn(person, won[0]!)).toBe(true)
})

test('the link keeps the passkeys that are checked, and removes the others', async () => {
  const { person, browser, email } = await settled()
  const keys = [newPasskey(address('')), newPasskey(address(''))]
  for (const key of keys) {
    await addPasskey(browser, await confirmIdentity(system, browser), key)
  }
  const userAgent = createUserAgent()
  const page = await userAgent.get(await resetLink({ person, email }))
  await userAgent.submit(page, '/recover/password', {
    newPassword: NEW_PASSWORD,
    [`keep-passkey-${keys[0]!.id}`]: 'keep',
  })
  const left = await db()
    .selectFrom('passkeys')
    .select('id')
    .where('identityId', '=', person.id)
    .execute()
  expect(left).toEqual([{ id: keys[0]!.id }])
})

/** The checked boxes as a browser would send them. */
function checkedBoxes({ body }: Page): Record<string, string> {
  const boxes = String(body).match(/<input[^>]*type="checkbox"[^>]*>/g) ?? []
  const checked = boxes.filter((box) => /\schecked\b/.test(box))
  return Object.fromEntries(checked.map((box) => [/name="([^"]+)"/.exec(box)![1]!, 'keep']))
}

/** The ways into the account besides the password. */
async function waysOf({ id }: Person) {
  const count = async (table: 'passkeys' | 'recoveryCodes' | 'emailAddresses') => {
    const rows = db().selectFrom(table).select('identityId').where('identityId', '=', id)
    return (await rows.execute()).length
  }
  const all = [count('passkeys'), count('recoveryCodes'), count('emailAddresses')]
  const [passkeys, codes, addresses] = await Promise.all(all)
  return { passkeys, codes, addresses }
}

test('a new password alone, by a link or a code, takes away no way into the account', async () => {
  const { person, browser, email } = await settled()
  await addOnePasskey(browser)
  const [code] = await makeCodes(browser)
  const byLink = createUserAgent()
  const linked = await byLink.get(await resetLink({ person, email }))
  const newPassword = NEW_PASSWORD
  await byLink.submit(linked, '/recover/password', { newPassword, ...checkedBoxes(linked) })
  expect(await waysOf(person)).toEqual({ passkeys: 1, codes: 10, addresses: 1 })
  const byCode = createUserAgent()
  const coded = await useCode(person.username, code!, byCode)
  expect(coded.body).toContain('>New</strong>')
  const done = await byCode.submit(coded, '/recover/password', {
    newPassword,
    ...checkedBoxes(coded),
  })
  expect(done.body).not.toContain('is removed')
  expect(await waysOf(person)).toEqual({ passkeys: 1, codes: 9, addresses: 1 })
})

test.each([
  ['keep', 1],
  ['remove', 0],
])(
  'of what is new after "this was not me", nothing stays or goes before its owner says %s',
  async (choice, left) => {
    const { person, browser, email } = await settled()
    await addOnePasskey(browser)
    const notice = (await mailTo(system, email)).find(
      ({ subject }) => subject === 'A passkey was added',
    )
    const userAgent = createUserAgent()
    const question = await userAgent.get(linkTo(notice, '/not-me'))
    const page = await userAgent.submit(question, '/not-me')
    const fields = { newPassword: NEW_PASSWORD, ...checkedBoxes(page) }
    const asked = await userAgent.submit(page, '/recover/password', fields)
    expect(asked.status).toBe(400)
    expect(asked.body).toContain('Say whether it is yours.')
    expect(await waysOf(person)).toMatchObject({ passkeys: 1 })
    expect(await signsIn(person, NEW_PASSWORD)).toBe(false)
    const [box] = /answer-passkey-[\w-]+/.exec(String(asked.body))!
    const done = await userAgent.submit(asked, '/recover/password', { ...fields, [box]: choice })
    expect(done.body).toContain('Your password is set')
    expect(await waysOf(person)).toMatchObject({ passkeys: left })
  },
)

test('the form of a link that is out of date is shown again, and its link still works (usability)', async () => {
  const { person, email } = await settled()
  const userAgent = createUserAgent({ 'sec-fetch-site': 'same-origin' })
  const page = await userAgent.get(await resetLink({ person, email }))
  await signInOn(userAgent, await userAgent.get(address('/sign-in')), person)
  const fields = { newPassword: NEW_PASSWORD }
  const stale = await userAgent.submit(page, '/recover/password', fields)
  expect(stale.status).toBe(403)
  expect(stale.body).not.toContain(NEW_PASSWORD)
  const done = await userAgent.submit(stale, '/recover/password', fields)
  expect(done.body).toContain('Your password is set')
  // The others lead back to the page of their link.
  const notice = (await mailTo(system, email)).at(-1)
  const link = linkTo(notice, '/not-me')
  const question = await userAgent.get(link)
  await signInOn(userAgent, await userAgent.get(address('/sign-in')), person, NEW_PASSWORD)
  const refused = await userAgent.submit(question, '/not-me')
  expect(refused.status).toBe(403)
  const again = await userAgent.open(linkOf(refused, 'Open the page again'))
  expect(again).toMatchObject({ status: 200, url: link })
})

test('mail alone removes no passkey or code of over a week, and a code does', async () => {
  const { person, browser, email } = await settled()
  await addOnePasskey(browser)
  const [code] = await makeCodes(browser)
  const createdAt = new Date(Date.now() - 8 * 86_400_000)
  for (const table of ['passkeys', 'recoveryCodes'] as const) {
    await db().updateTable(table).set({ createdAt }).where('identityId', '=', person.id).execute()
  }
  const thief = createUserAgent()
  const page = await thief.get(await resetLink({ person, email }))
  expect(page.body).toContain('A link in a mail removes no passkey')
  await thief.submit(page, '/recover/password', { newPassword: NEW_PASSWORD })
  expect(await waysOf(person)).toEqual({ passkeys: 1, codes: 10, addresses: 1 })
  const owner = createUserAgent()
  const form = await useCode(person.username, code!, owner)
  await owner.submit(form, '/recover/password', { newPassword: NEW_PASSWORD })
  expect(await waysOf(person)).toEqual({ passkeys: 0, codes: 0, addresses: 0 })
})

test('Requesting mails does not stop somebody who recovers with a code', async () => {
  const { person, browser, email } = await settled()
  const [code] = await makeCodes(browser)
  const userAgent = createUserAgent()
  const page = await useCode(person.username, code!, userAgent)
  await resetLink({ person, email })
  const done = await userAgent.submit(page, '/recover/password', { newPassword: NEW_PASSWORD })
  expect(done.body).toContain('Your password is set')
})

test('Recovery codes end with the password, by a link or a change, unless they are kept', async () => {
  const { person, browser, email } = await settled()
  const isCode = async (code: string) => (await useCode(person.username, code)).status === 200
  const setBy = async (userAgent: UserAgent, path: string, page: Page, keeps: boolean) => {
    const box = /keep-recovery-[\w:.-]+/.exec(String(page.body))![0]
    const fields = {
      ...(path === '/account/password' && { currentPassword: PASSWORD }),
      newPassword: PASSWORD,
      ...(keeps && { [box]: 'keep' }),
    }
    expect((await userAgent.submit(page, path, fields)).status).toBe(200)
  }
  for (const keeps of [true, false]) {
    const [code] = await makeCodes(browser)
    await setBy(
      browser,
      '/account/password',
      await browser.get(address('/account/security')),
      keeps,
    )
    // The change removed the address; it is verified again.
    await verifyAddress(system, browser, email)
    expect(await isCode(code!)).toBe(keeps)
  }
  const [code] = await makeCodes(browser)
  const reader = createUserAgent()
  await setBy(
    reader,
    '/recover/password',
    await reader.get(await resetLink({ person, email })),
    false,
  )
  expect(await isCode(code!)).toBe(false)
})

test('an address that is not kept after a code of over a week cannot claim the account', async () => {
  const { person, browser, email } = await settled()
  const [code, other] = await makeCodes(browser)
  await db()
    .updateTable('recoveryCodes')
    .set({ createdAt: new Date(Date.now() - 8 * 86_400_000) })
    .where('identityId', '=', person.id)
    .execute()
  await addOnePasskey(browser)
  // Sends the mail, so that its link exists.
  await mailTo(system, email)
  const userAgent = createUserAgent()
  const page = await useCode(person.username, code!, userAgent)
  expect(page.body).toContain(`keep-email-${email}`)
  const recovery = /keep-recovery-[\w:.-]+/.exec(String(page.body))![0]
  const newPassword = NEW_PASSWORD
  await userAgent.submit(page, '/recover/password', { newPassword, [recovery]: 'keep' })
  const mails = await mailTo(system, email)
  expect(mails.at(-1)?.subject).toBe('Your e-mail address was changed')
  expect(mails.at(-1)?.text).not.toContain('/not-me')
  const added = mails.find(({ subject }) => subject === 'A passkey was added')
  expect((await userAgent.get(linkTo(added, '/not-me'))).status).toBe(403)
  expect((await useCode(person.username, other!)).status).toBe(200)
})

test('Every name gets the same response: known, unknown, without an address, disabled, malformed', async () => {
  const { person } = await settled()
  const plain = await joinWithPassword(system, 'plain_one')
  const gone = await joinWithPassword(system, 'gone_one')
  await disableIdentity(asCommand(db()), gone.id)
  const responses = []
  for (const name of [person.username, plain.username, gone.username, 'nobody_here', '', 'a b!']) {
    const { body, status } = await askForMail(name)
    responses.push({ body, status })
  }
  for (const response of responses) expect(response).toEqual(responses[0])
})

test('a link names the configured address, whatever host the headers of a request name (poisoning)', async () => {
  const { person, email } = await settled()
  const userAgent = createUserAgent()
  const page = await userAgent.get(address('/recover'))
  const { hidden } = formOf(page, '/recover')
  const cookie = [...userAgent.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const ask = (poisoned: object) =>
    send(address('/recover'), {
      method: 'POST',
      headers: { cookie, ...poisoned },
      body: new URLSearchParams({ ...hidden, username: person.username }),
    })
  expect((await ask({ 'x-forwarded-host': 'evil.example' })).status).toBe(421)
  expect((await ask({ forwarded: 'host=evil.example' })).status).toBe(200)
  const mail = (await mailTo(system, email)).at(-1)!
  expect(new URL(linkTo(mail, '/recover/password')).origin).toBe(address(''))
  expect(mail.source).not.toContain('evil')
})

test('five mails an hour are sent to one name, and an unknown one is refused as early (throttle)', async () => {
  for (const name of ['asked_often', 'nobody_often']) {
    if (name === 'asked_often') await joinWithPassword(system, name)
    const statuses = []
    for (let round = 0; round < 6; round += 1) statuses.push((await askForMail(name)).status)
    expect(statuses, name).toEqual([200, 200, 200, 200, 200, 429])
  }
})

async function addOnePasskey(browser: UserAgent): Promise<void> {
  await addPasskey(browser, await confirmIdentity(system, browser), newPasskey(address('')))
}

/** Creates codes on the account page and returns them. */
async function makeCodes(browser: UserAgent): Promise<string[]> {
  const account = await confirmIdentity(system, browser)
  const page = await browser.submit(account, '/account/recovery-codes')
  return [...String(page.body).matchAll(/<code>([0-9A-Z-]{19})<\/code>/g)].map(([, code]) => code!)
}

async function useCode(username: string, code: string, userAgent = createUserAgent()) {
  const page = await userAgent.get(address('/recover/code'))
  return userAgent.submit(page, '/recover/code', { username, code })
}

test('ten recovery codes are shown once, and each sets a password once, however it is typed', async () => {
  const { person, browser, email } = await settled()
  const codes = await makeCodes(browser)
  expect(new Set(codes).size).toBe(10)
  const { body } = await browser.get(address('/account/security'))
  expect(body).toContain('You have <strong>10</strong> codes left')
  expect(body).not.toContain(codes[0])
  const recover = await createUserAgent().get(address('/recover'))
  expect(linkOf(recover, 'Use a code')).toBe(address('/recover/code'))
  const userAgent = createUserAgent()
  const typed = codes[0]!.toLowerCase().replaceAll('-', ' ')
  const page = await useCode(person.username, typed, userAgent)
  expect(page.url).toContain('/recover/password')
  const done = await userAgent.submit(page, '/recover/password', { newPassword: NEW_PASSWORD })
  expect(done.body).toContain('Your password is set')
  expect(done.body).toContain(`is removed: the recovery codes and the e-mail address ${email}.`)
  const again = await useCode(person.username, codes[0]!)
  expect(again.status).toBe(403)
  expect(again.body).toContain('Wrong username or code.')
  expect(await signsIn(person, NEW_PASSWORD)).toBe(true)
})

test('the audit trail says whether a link, a code or the code of an administrator set a password', async () => {
  const { person, browser } = await settled()
  const [own] = await makeCodes(browser)
  const resetWith = async (code: string) => {
    const userAgent = createUserAgent()
    const page = await useCode(person.username, code, userAgent)
    await userAgent.submit(page, '/recover/password', { newPassword: NEW_PASSWORD })
  }
  await resetWith(own!)
  await resetWith((await issueRecoveryCode(asCommand(db()), person.id)).code)
  const other = await settled()
  await followLink(await resetLink(other))
  expect(await resetsOf(person)).toEqual([{ by: 'code' }, { by: 'administrator_code' }])
  expect(await resetsOf(other.person)).toEqual([{ by: 'link' }])
})

async function resetsOf({ id }: Person) {
  const events = db().selectFrom('auditEvents').select('details').where('identityId', '=', id)
  const rows = await events.where('kind', '=', 'password_changed').orderBy('at').execute()
  return rows.map(({ details }) => details)
}

test('new codes replace all earlier ones', async () => {
  const { person, browser } = await settled()
  const [old] = await makeCodes(browser)
  await makeCodes(browser)
  expect((await useCode(person.username, old!)).status).toBe(403)
})

test('A code used ten times at once is accepted once (race)', async () => {
  const { person, browser } = await settled()
  const [code] = await makeCodes(browser)
  const userAgent = createUserAgent()
  const { hidden } = formOf(await userAgent.get(address('/recover/code')), '/recover/code')
  const fields = { ...hidden, username: person.username, code: code! }
  const pages = await atOnce(10, () => userAgent.post(address('/recover/code'), fields))
  expect(pages.filter(({ status }) => status === 303)).toHaveLength(1)
})

test('wrong codes for an account do not keep its owner from the right one', async () => {
  const { person, browser } = await settled()
  const [code] = await makeCodes(browser)
  for (let guess = 0; guess < 11; guess += 1) {
    expect((await useCode(person.username, 'AAAA-AAAA-AAAA-AAAA')).status).toBe(403)
  }
  expect((await useCode(person.username, code!)).status).toBe(200)
})

test('Only somebody who has just confirmed who they are can create codes', async () => {
  const { browser } = await settled()
  const { csrf } = formOf(await browser.get(address('/account')), '/sign-out').hidden
  system.clock.now = new Date(Date.now() + 10 * MINUTE)
  const page = await browser.post(address('/account/recovery-codes'), { csrf: csrf! })
  system.clock.now = undefined
  expect(page.location).toBe(address('/account/confirm?for=recovery'))
})

test('a code of an administrator sets a password once, within a day, and its person is notified', async () => {
  const { person, email } = await settled()
  const issue = () => issueRecoveryCode(asCommand(db()), person.id)
  const { code: replaced } = await issue()
  const { code } = await issue()
  expect((await useCode(person.username, replaced)).status).toBe(403)
  expect((await useCode(person.username, code)).url).toContain('/recover/password')
  expect((await useCode(person.username, code)).status).toBe(403)
  const { code: late } = await issue()
  system.clock.now = new Date(Date.now() + 25 * 60 * MINUTE)
  expect((await useCode(person.username, late)).status).toBe(403)
  system.clock.now = undefined
  const mails = await mailTo(system, email)
  const notice = mails.find(({ subject }) => subject === 'An administrator issued a recovery code')
  expect(notice?.text).toContain('When: ')
  expect(notice?.text, 'the address of the administrator').not.toContain('From: ')
})

test('Somebody who has just signed in with a passkey sets a password without the old one', async () => {
  const { person, browser } = await settled()
  const key = newPasskey(address(''))
  await addPasskey(browser, await confirmIdentity(system, browser), key)
  const other = createUserAgent()
  const page = await other.get(address('/sign-in'))
  const challenge = await passkeyChallenge(other, page, '/sign-in/passkey/options')
  const credential = key.get(challenge!, Buffer.from(person.id).toString('base64url'))
  const response = await callScript(other, page, '/sign-in/passkey/verify', { credential })
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
  const send = (newPassword: string) =>
    other.post(address('/account/password'), { ...hidden, newPassword })
  system.clock.now = new Date(Date.now() + 11 * MINUTE)
  expect((await send(NEW_PASSWORD)).location).toBe(address('/account/confirm?for=password'))
  system.clock.now = undefined
  expect((await send(NEW_PASSWORD)).location).toContain('done=password')
  expect(await signsIn(person, NEW_PASSWORD)).toBe(true)
})
