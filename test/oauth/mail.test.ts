// The e-mail address of an account, the mails it gets, and "this was not me".
import { afterEach, expect, test } from 'vitest'
import { newId } from '#foundation/domain/ids.ts'
import type { IdentityTables } from '../../subgraphs/identity/tables.ts'
import { linkTo, mailTo, verifyAddress } from '#test/mail.ts'
import {
  confirmIdentity,
  isActive,
  joinWithPassword,
  obtainTokens,
  PASSWORD,
  registerApp,
  signedInUserAgent,
} from '#test/oauth.ts'
import { newPasskey } from './support/passkey.ts'
import { callScript } from './support/script-call.ts'
import { addPasskey, passkeyChallenge } from './support/sign-in-methods.ts'
import { startTestSystem, testSystem } from '#test/system.ts'
import { createUserAgent, formOf, type Page, type UserAgent } from '#test/user-agent.ts'

const system = testSystem()
afterEach(() => {
  system.clock.now = undefined
})

const address = (path: string) => `${system.address('identity')}${path}`
const db = () => system.tables<IdentityTables>('identity')

async function settled() {
  const person = await joinWithPassword(system, `p${crypto.randomUUID().slice(0, 8)}`)
  const email = `${person.username}@mail.example`
  const browser = await signedInUserAgent(system, person)
  await verifyAddress(system, browser, email)
  return { person, browser, email }
}

const subjectsTo = async (email: string) =>
  (await mailTo(system, email)).map(({ subject }) => subject)

async function giveAddress(browser: UserAgent, email: string) {
  const account = await confirmIdentity(system, browser)
  return browser.submit(account, '/account/email', { email })
}

test('an email address is verified once the link in its mail is followed and confirmed by its person', async () => {
  const person = await joinWithPassword(system, 'verifying')
  const browser = await signedInUserAgent(system, person)
  const sent = await giveAddress(browser, 'ada@mail.example')
  expect(sent.body).toContain('A mail is on its way')
  const [mail] = await mailTo(system, 'ada@mail.example')
  expect(mail).toMatchObject({
    subject: 'Verify your e-mail address',
    from: { name: 'Ecosystem', address: 'no-reply@127.0.0.1' },
    to: [{ address: 'ada@mail.example' }],
  })
  for (const form of [mail!.text!, mail!.html!]) {
    expect(form).toContain('@verifying')
    expect(form).not.toContain('belongs to your account')
    expect(form.replaceAll('&amp;', '&')).toContain(linkTo(mail, '/email/verify'))
  }
  const page = await browser.get(linkTo(mail, '/email/verify'))
  expect((await browser.get(address('/account/security'))).body).toContain('Waiting for you')
  expect((await browser.submit(page, '/email/verify')).body).toContain('The address is verified')
  expect((await browser.submit(page, '/email/verify')).status).toBe(403)
  const account = await browser.get(address('/account/security'))
  expect(account.body).toMatch(/<p class="title">ada@mail.example<\/p>/)
})

/** A link that somebody else requested, to the address of its reader. */
async function askedByStranger() {
  const asker = await joinWithPassword(system, `a${crypto.randomUUID().slice(0, 8)}`)
  const browser = await signedInUserAgent(system, asker)
  const email = `${asker.username}@victim.example`
  await giveAddress(browser, email)
  return { asker, browser, link: linkTo((await mailTo(system, email)).at(-1), '/email/verify') }
}

const addressesOf = ({ id }: { id: string }) =>
  db().selectFrom('emailAddresses').select('address').where('identityId', '=', id).execute()

test('a link verifies nothing without a session, and leads to sign-in and back', async () => {
  const { asker, link } = await askedByStranger()
  const phone = createUserAgent()
  const signIn = await phone.open(link)
  expect(new URL(signIn.url).pathname).toBe('/sign-in')
  expect(signIn.body).toContain(`@${asker.username}`)
  const page = await phone.submit(signIn, '/sign-in', {
    username: asker.username,
    password: PASSWORD,
  })
  expect(page.url).toBe(link)
  expect(page.body).toContain(`@${asker.username}`)
  expect(await addressesOf(asker)).toEqual([])
  expect((await phone.submit(page, '/email/verify')).body).toContain('The address is verified')
  expect(await addressesOf(asker)).toHaveLength(1)
})

test('a link verifies nothing in somebody else’s session, and says whose account it is for', async () => {
  const { asker, browser, link } = await askedByStranger()
  const reader = await joinWithPassword(system, `r${crypto.randomUUID().slice(0, 8)}`)
  const victim = await signedInUserAgent(system, reader)
  const page = await victim.get(link)
  expect(page.body).toContain('This link is for another account')
  for (const { username } of [asker, reader]) expect(page.body).toContain(`@${username}`)
  // The form of the requester's page does not help either.
  const token = new URL(link).searchParams.get('token')!
  const { csrf } = formOf(page, '/consent/switch').hidden
  const forced = await victim.post(address('/email/verify'), { csrf: csrf!, token })
  expect(forced.status).toBe(403)
  expect(await addressesOf(asker)).toEqual([])
  expect(await addressesOf(reader)).toEqual([])
  // The link still works for its requester, also after switching accounts.
  const signIn = await victim.submit(page, '/consent/switch')
  const fields = { username: asker.username, password: PASSWORD }
  expect((await victim.submit(signIn, '/sign-in', fields)).url).toBe(link)
  const own = await browser.get(link)
  expect((await browser.submit(own, '/email/verify')).status).toBe(200)
})

test('a link verifies nothing in a session that ends at the same moment (race)', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { asker, browser, link } = await askedByStranger()
    const { hidden } = formOf(await browser.get(link), '/email/verify')
    const sessions = db().deleteFrom('sessions').where('identityId', '=', asker.id)
    const [page] = await Promise.all([
      browser.post(address('/email/verify'), hidden),
      sessions.execute(),
    ])
    expect(await addressesOf(asker)).toHaveLength(page.status === 200 ? 1 : 0)
  }
})

test('the newest link alone verifies, within a day', async () => {
  const browser = await signedInUserAgent(system, await joinWithPassword(system, 'impatient'))
  await giveAddress(browser, 'old@mail.example')
  const [old] = await mailTo(system, 'old@mail.example')
  await giveAddress(browser, 'new@mail.example')
  const [mail] = await mailTo(system, 'new@mail.example')
  expect((await browser.get(linkTo(old, '/email/verify'))).status).toBe(403)
  system.clock.now = new Date(Date.now() + 25 * 3_600_000)
  expect((await browser.get(linkTo(mail, '/email/verify'))).status).toBe(403)
})

test.each([
  'ada@mail.example\r\nBcc: eve@evil.example',
  'ada@mail.example, eve@evil.example',
  '"ada" <eve@evil.example>',
  'ada@mail.example eve@evil.example',
  'ada@localhost',
  `${'a'.repeat(65)}@mail.example`,
  'ada@mail.example\0',
  '',
])('%j is no email address, and nothing is sent (header injection)', async (wanted) => {
  const person = await joinWithPassword(system, `i${crypto.randomUUID().slice(0, 8)}`)
  const browser = await signedInUserAgent(system, person)
  const page = await giveAddress(browser, wanted)
  expect(page.status).toBe(400)
  const waiting = await db()
    .selectFrom('emailVerifications')
    .select('address')
    .where('identityId', '=', person.id)
    .execute()
  expect(waiting).toEqual([])
})

test('strangers who ask for five mails to an address leave its owner one, and plus-addresses are the same mailbox', async () => {
  const statuses = []
  for (const name of ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight']) {
    const stranger = await signedInUserAgent(
      system,
      await joinWithPassword(system, `stranger_${name}`),
    )
    const wanted = name === 'one' ? 'Owned@mail.example' : `owned+${name}@mail.example`
    statuses.push((await giveAddress(stranger, wanted)).status)
    if (name !== 'five') continue
    const owner = await signedInUserAgent(system, await joinWithPassword(system, 'owner'))
    statuses.push((await giveAddress(owner, 'owned@mail.example')).status)
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 200, 429, 429])
})

test('only somebody who has just confirmed who they are can give an email address', async () => {
  const browser = await signedInUserAgent(system, await joinWithPassword(system, 'unconfirmed'))
  const { csrf } = formOf(await browser.get(address('/account')), '/sign-out').hidden
  const fields = { csrf: csrf!, email: 'x@mail.example' }
  system.clock.now = new Date(Date.now() + 10 * 60_000)
  const page = await browser.post(address('/account/email'), fields)
  system.clock.now = undefined
  expect(page.location).toBe(address('/account/confirm?for=email'))
})

const MY_EMAIL = '{ me { email } }'

test('an email address in the graph is visible only to its owner, with the scope email', async () => {
  const { person, email } = await settled()
  const other = await joinWithPassword(system, `o${crypto.randomUUID().slice(0, 8)}`)
  const asked = async (query: string, who: typeof person, scope: string) =>
    (await system.graphql(query, { token: await who.token({ scope }) })).body
  expect(await asked(MY_EMAIL, person, 'identity email')).toEqual({ data: { me: { email } } })
  expect(await asked(MY_EMAIL, person, 'identity')).toEqual({ data: { me: { email: null } } })
  const foreign = `{ identity(id: "${person.id}") { email } }`
  expect(await asked(foreign, other, 'identity email')).toEqual({
    data: { identity: { email: null } },
  })
})

test('a person is notified of important changes, and the old email address of a new one', async () => {
  const { person, browser, email } = await settled()
  await signedInUserAgent(system, person)
  const key = newPasskey(address(''))
  await addPasskey(browser, await confirmIdentity(system, browser), key)
  const form = async (path: string, fields: Record<string, string>) => {
    const { csrf } = formOf(await browser.get(address('/account')), '/sign-out').hidden
    return browser.post(address(path), { csrf: csrf!, ...fields })
  }
  await form('/account/passkeys/remove', { id: key.id })
  await form('/account/username', { username: `${person.username}x` })
  await form('/account/password', {
    currentPassword: PASSWORD,
    newPassword: 'another lamp in the harbour',
    [`keep-email-${email}`]: 'keep',
  })
  expect(await subjectsTo(email)).toEqual([
    'Verify your e-mail address',
    'A new sign-in to your account',
    'A passkey was added',
    'A passkey was removed',
    'Your username was changed',
    'Your password was changed',
  ])
  await form('/account/email/remove', {})
  const last = (await mailTo(system, email)).at(-1)
  expect(last?.subject).toBe('Your e-mail address was changed')
  expect(last?.text).toContain('because this address belonged to your account.')
})

test('a browser that signs in again is not new', async () => {
  const { person, email } = await settled()
  const browser = await signedInUserAgent(system, person)
  const page = await browser.get(address('/sign-in'))
  await browser.submit(page, '/sign-in', { username: person.username, password: PASSWORD })
  const signIns = (await subjectsTo(email)).filter((subject) => subject?.includes('sign-in'))
  expect(signIns).toHaveLength(1)
})

test('"this was not me" locks the account, gives it back to its owner, and works once', async () => {
  const { person, browser, email } = await settled()
  const thief = await signedInUserAgent(system, person)
  const key = newPasskey(address(''))
  await addPasskey(thief, await confirmIdentity(system, thief), key)
  await verifyAddress(system, thief, 'thief@evil.example')
  const app = await registerApp(system)
  const { access_token: token } = await obtainTokens(system, app, person, {}, thief)
  const changed = (await mailTo(system, email)).at(-1)
  expect(changed?.subject).toBe('Your e-mail address was changed')

  const reader = createUserAgent()
  const question = await reader.get(linkTo(changed, '/not-me'))
  expect((await browser.get(address('/account'))).status).toBe(200)
  const claim = await reader.submit(question, '/not-me')
  expect(claim.url).toContain('/claim')
  expect(await isActive(system, token)).toBe(false)
  for (const each of [browser, thief]) {
    expect((await each.get(address('/account'))).location).toBe(address('/sign-in'))
  }
  expect((await reader.get(linkTo(changed, '/not-me'))).location).toBe(claim.url)

  // Neither the password nor the passkey of the thief signs in.
  const signIn = await thief.get(address('/sign-in'))
  const { username } = person
  const refused = await thief.submit(signIn, '/sign-in', { username, password: PASSWORD })
  expect(refused.url).toContain('/claim')
  const challenge = await passkeyChallenge(thief, signIn, '/sign-in/passkey/options')
  const credential = key.get(challenge!, Buffer.from(person.id).toString('base64url'))
  const response = await callScript(thief, signIn, '/sign-in/passkey/verify', { credential })
  expect(response.body).toMatchObject({ location: expect.stringContaining('/claim') as string })

  const proved = await reader.submit(claim, '/claim', { password: PASSWORD })
  const page = await reader.submit(proved, '/claim/address', { address: 'earlier' })
  expect(page.url).toContain('/recover/password')
  const newPassword = 'another lamp in the harbour'
  expect((await reader.submit(page, '/recover/password', { newPassword })).status).toBe(200)
  const again = await reader.get(address('/sign-in'))
  await reader.submit(again, '/sign-in', { username, password: newPassword })
  const account = await reader.get(address('/account/security'))
  expect(account.body).toMatch(new RegExp(`<p class="title">${email}</p>`))
  expect(account.body).not.toContain('evil.example')
})

/** A thief who knows the password, has replaced the owner's address, and has received mail there. */
async function robbed() {
  const { person, browser, email } = await settled()
  const thief = await signedInUserAgent(system, person)
  const stolen = `${person.username}@evil.example`
  await verifyAddress(system, thief, stolen)
  await addPasskey(thief, await confirmIdentity(system, thief), newPasskey(address('')))
  const link = linkTo((await mailTo(system, email)).at(-1), '/not-me')
  return { person, browser, email, stolen, link }
}

/** Queues a notice that is not due for a second. */
async function queueWaiting(identityId: string, to: string): Promise<void> {
  const createdAt = new Date()
  await db()
    .insertInto('mailOutbox')
    .values({
      id: newId('mail'),
      kind: 'passkey_added',
      identityId,
      address: to,
      details: '{}',
      createdAt,
      nextAttemptAt: new Date(createdAt.getTime() + 1_000),
    })
    .execute()
}

async function lockBy(link: string, reader = createUserAgent()): Promise<Page> {
  const page = await reader.get(link)
  return page.status === 200 ? reader.submit(page, '/not-me') : page
}

test('"this was not me" ends the links of earlier notices to that address, and of no later one', async () => {
  const { person, email } = await settled()
  for (let device = 0; device < 3; device += 1) await signedInUserAgent(system, person)
  const notices = (await mailTo(system, email)).slice(-3)
  const [earlier, used, later] = notices.map((mail) => linkTo(mail, '/not-me'))
  expect((await lockBy(used!)).url).toContain('/recover/password')
  expect((await lockBy(earlier!)).status).toBe(403)
  expect((await lockBy(later!)).url).toContain('/recover/password')
})

test('of two addresses that say "this was not me" the earlier one gets the account, whoever is first', async () => {
  const { person, email, stolen, link } = await robbed()
  const [, first] = await mailTo(system, stolen)
  const late = await robbed()
  expect((await lockBy(linkTo(first, '/not-me'))).url).toContain('/recover/password')
  for (const each of [{ person, email, stolen, link }, late]) {
    await queueWaiting(each.person.id, each.stolen)
    const reader = createUserAgent()
    const claim = await lockBy(each.link, reader)
    expect(claim.url).toContain('/claim')
    const links = (await mailTo(system, each.stolen))
      .slice(1)
      .filter(({ text }) => text?.includes('/not-me'))
      .map((mail) => linkTo(mail, '/not-me'))
    expect(links.length).toBeGreaterThan(0)
    for (const theirs of links) expect((await lockBy(theirs)).url).not.toContain('/recover')
    const proved = await reader.submit(claim, '/claim', { password: PASSWORD })
    const page = await reader.submit(proved, '/claim/address', { address: 'earlier' })
    await reader.submit(page, '/recover/password', { newPassword: 'another lamp in the harbour' })
    for (const theirs of links) expect((await lockBy(theirs)).status).toBe(403)
    const found = await db()
      .selectFrom('emailAddresses')
      .select('address')
      .where('identityId', '=', each.person.id)
      .executeTakeFirstOrThrow()
    expect(found.address).toBe(each.email)
  }
})

test('the mails of the system are shown at /dev/mail', async () => {
  const { email } = await settled()
  const page = await createUserAgent().get(address('/dev/mail'))
  expect(page.body).toContain(`To ${email}`)
  const [, path] = /href="(\/dev\/mail\/mail_\w+)"/.exec(String(page.body))!
  const shown = await createUserAgent().get(address(path!))
  expect(shown.headers.get('content-security-policy')).toMatch(/^default-src 'none'/)
  expect((await createUserAgent().get(address('/dev/mail/..%2f..%2fkeys'))).status).toBe(404)
})

test('production without SMTP_URL offers no mail: codes alone get back in (operations, "Mail")', async () => {
  const silent = await startTestSystem({ settings: { NODE_ENV: 'production' } })
  try {
    const person = await joinWithPassword(silent, 'production_1')
    const browser = await signedInUserAgent(silent, person)
    const at = (path: string) => `${silent.address('identity')}${path}`
    for (const path of ['/account', '/account/security']) {
      expect((await browser.get(at(path))).body).not.toContain('id="email-section"')
    }
    expect((await browser.get(at('/recover'))).location).toBe(at('/recover/code'))
    const hidden = formOf(await browser.get(at('/recover/code')), '/recover/code').hidden
    const asked = await browser.post(at('/recover'), { ...hidden, username: person.username })
    expect(asked.location).toBe(at('/recover/code'))
    expect((await browser.get(at('/recover/code'))).body).not.toContain('Get a link by mail')
    expect((await browser.get(at('/dev/mail'))).status).toBe(404)
    const account = await confirmIdentity(silent, browser)
    const { csrf } = formOf(account, '/sign-out').hidden
    const fields = { csrf: csrf!, email: 'x@mail.example' }
    expect((await browser.post(at('/account/email'), fields)).status).toBe(404)
    // From a time when mail was sent.
    const before = { identityId: person.id, address: 'x@mail.example', verifiedAt: new Date() }
    await silent
      .tables<IdentityTables>('identity')
      .insertInto('emailAddresses')
      .values(before)
      .execute()
    const shown = await browser.get(at('/account/security'))
    expect(shown.body).toContain('<p class="title">x@mail.example</p>')
    expect(shown.body).not.toContain('name="email"')
    expect((await browser.submit(shown, '/account/email/remove')).body).not.toContain(
      'x@mail.example',
    )
  } finally {
    await silent.stop()
  }
})

test('a sign-in that meets the lock is refused, or ends with the others (race)', async () => {
  for (let round = 0; round < 2; round += 1) {
    const { person, browser, email } = await settled()
    const key = newPasskey(address(''))
    await addPasskey(browser, await confirmIdentity(system, browser), key)
    await signedInUserAgent(system, person)
    const reader = createUserAgent()
    const link = linkTo((await mailTo(system, email)).at(-1), '/not-me')
    const question = await reader.get(link)
    const thieves = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const thief = createUserAgent()
        const page = await thief.get(address('/sign-in'))
        const challenge = await passkeyChallenge(thief, page, '/sign-in/passkey/options')
        const credential = key.get(challenge!, Buffer.from(person.id).toString('base64url'))
        return () => callScript(thief, page, '/sign-in/passkey/verify', { credential })
      }),
    )
    await Promise.all([reader.submit(question, '/not-me'), ...thieves.map((enter) => enter())])
    const sessions = await db()
      .selectFrom('sessions')
      .select('id')
      .where('identityId', '=', person.id)
      .execute()
    expect(sessions).toEqual([])
  }
})
