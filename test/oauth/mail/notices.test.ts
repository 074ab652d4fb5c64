// The mails that an account gets, and what remains without mail.
import { expect, test } from 'vitest'
import { mailTo } from '#test/mail.ts'
import { confirmIdentity, joinWithPassword, PASSWORD, signedInUserAgent } from '#test/oauth.ts'
import { startTestSystem } from '#test/system.ts'
import { createUserAgent, formOf } from '#test/user-agent.ts'
import type { IdentityTables } from '../../../subgraphs/identity/tables.ts'
import { identityAlone } from '../support/identity-alone.ts'
import { newPasskey } from '../support/passkey.ts'
import { addPasskey } from '../support/sign-in-methods.ts'

const { system, address, joinWithAddress } = identityAlone()

const subjectsTo = async (email: string) =>
  (await mailTo(system, email)).map(({ subject }) => subject)

test('A person is notified of important changes, and the old email address of a new one', async () => {
  const { person, browser, email } = await joinWithAddress()
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

test('A browser that signs in again is not new', async () => {
  const { person, email } = await joinWithAddress()
  const browser = await signedInUserAgent(system, person)
  const page = await browser.get(address('/sign-in'))
  await browser.submit(page, '/sign-in', { username: person.username, password: PASSWORD })
  const signIns = (await subjectsTo(email)).filter((subject) => subject?.includes('sign-in'))
  expect(signIns).toHaveLength(1)
})

test('The mails of the system are shown at /dev/mail', async () => {
  const { email } = await joinWithAddress()
  const page = await createUserAgent().get(address('/dev/mail'))
  expect(page.body).toContain(`To ${email}`)
  const [, path] = /href="(\/dev\/mail\/mail_\w+)"/.exec(String(page.body))!
  const shown = await createUserAgent().get(address(path!))
  expect(shown.headers.get('content-security-policy')).toMatch(/^default-src 'none'/)
  expect((await createUserAgent().get(address('/dev/mail/..%2f..%2fkeys'))).status).toBe(404)
})

test('Production without SMTP_URL offers no mail: codes alone get back in (operations, "Mail")', async () => {
  const silent = await startTestSystem({
    topology: 'Identity alone',
    settings: { NODE_ENV: 'production' },
  })
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
