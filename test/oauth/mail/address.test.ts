// The e-mail address of an account: who verifies it, and who sees it.
import { expect, test } from 'vitest'
import { linkTo, mailTo } from '#test/mail.ts'
import { confirmIdentity, joinWithPassword, PASSWORD, signedInUserAgent } from '#test/oauth.ts'
import { createUserAgent, formOf, type UserAgent } from '#test/user-agent.ts'
import { identityAlone } from '../support/identity-alone.ts'

const { system, address, db, joinWithAddress } = identityAlone()

async function giveAddress(browser: UserAgent, email: string) {
  const account = await confirmIdentity(system, browser)
  return browser.submit(account, '/account/email', { email })
}

test('An email address is verified once the link in its mail is followed and confirmed by its person', async () => {
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

test('A link verifies nothing without a session, and leads to sign-in and back', async () => {
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

test('A link verifies nothing in somebody else’s session, and says whose account it is for', async () => {
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

test('A link verifies nothing in a session that ends at the same moment (race)', async () => {
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

test('The newest link alone verifies, within a day', async () => {
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

test('Strangers who ask for five mails to an address leave its owner one, and plus-addresses are the same mailbox', async () => {
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

test('Only somebody who has just confirmed who they are can give an email address', async () => {
  const browser = await signedInUserAgent(system, await joinWithPassword(system, 'unconfirmed'))
  const { csrf } = formOf(await browser.get(address('/account')), '/sign-out').hidden
  const fields = { csrf: csrf!, email: 'x@mail.example' }
  system.clock.now = new Date(Date.now() + 10 * 60_000)
  const page = await browser.post(address('/account/email'), fields)
  system.clock.now = undefined
  expect(page.location).toBe(address('/account/confirm?for=email'))
})

const MY_EMAIL = '{ me { email } }'

test('An email address in the graph is visible only to its owner, with the scope email', async () => {
  const { person, email } = await joinWithAddress()
  const other = await joinWithPassword(system, `o${crypto.randomUUID().slice(0, 8)}`)
  const asked = async (query: string, who: typeof person, scope: string) =>
    (await system.graphql(query, { at: 'identity', token: await who.token({ scope }) })).body
  expect(await asked(MY_EMAIL, person, 'identity email')).toEqual({ data: { me: { email } } })
  expect(await asked(MY_EMAIL, person, 'identity')).toEqual({ data: { me: { email: null } } })
  const foreign = `{ identity(id: "${person.id}") { email } }`
  expect(await asked(foreign, other, 'identity email')).toEqual({
    data: { identity: { email: null } },
  })
})
