// Accounts are recovered with a link from a mail.
import { expect, test } from 'vitest'
import { send } from '#test/http.ts'
import { linkTo, mailTo, sendMail, verifyAddress } from '#test/mail.ts'
import {
  confirmIdentity,
  isActive,
  joinWithPassword,
  obtainTokens,
  PASSWORD,
  registerApp,
  signInOn,
} from '#test/oauth.ts'
import { createUserAgent, formOf, linkOf } from '#test/user-agent.ts'
import { asCommand } from '../../../subgraphs/identity/commands/command.ts'
import { disableIdentity } from '../../../subgraphs/identity/domain/people/person.ts'
import { MINUTE, NEW_PASSWORD, recovery } from './story.ts'

const { system, address, db, joinWithAddress, askForMail, followLink, resetLink, signsIn } =
  recovery()

test('A link from a mail sets a new password, and every session and grant ends with it', async () => {
  const { person, browser, email } = await joinWithAddress()
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

test('A link works once, for half an hour, and the newest alone', async () => {
  const { person, email } = await joinWithAddress()
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

test('A weak password is refused beside its field, and the link still works', async () => {
  const link = await resetLink(await joinWithAddress())
  const refused = await followLink(link, 'passwordpassword')
  expect(refused.status).toBe(400)
  expect(refused.body).toContain('id="newPassword-error"')
  expect((await followLink(link)).status).toBe(200)
})

test('A password change ends a link that was not used yet', async () => {
  const { person, browser, email } = await joinWithAddress()
  const link = await resetLink({ person, email })
  const { hidden } = formOf(await browser.get(address('/account/security')), '/account/password')
  const passwords = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }
  const changed = await browser.post(address('/account/password'), { ...hidden, ...passwords })
  expect(changed.location).toContain('done=password')
  expect((await followLink(link)).status).toBe(403)
})

test('A link ends when the address that it went to is replaced or removed', async () => {
  for (const change of ['replace', 'remove']) {
    const { person, browser, email } = await joinWithAddress()
    const link = await resetLink({ person, email })
    if (change === 'replace') await verifyAddress(system, browser, `new-${email}`)
    else {
      const page = await confirmIdentity(system, browser)
      await browser.submit(page, '/account/email/remove')
    }
    expect((await followLink(link)).status, change).toBe(403)
  }
})

test('A link that is composed while the address changes is that of the new address, or is over (race)', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { person, browser, email } = await joinWithAddress()
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
    const { person, browser, email } = await joinWithAddress()
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
  const { person, email } = await joinWithAddress()
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

test('The form of a link that is out of date is shown again, and its link still works (usability)', async () => {
  const { person, email } = await joinWithAddress()
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

test('Every name gets the same response: known, unknown, without an address, disabled, malformed', async () => {
  const { person } = await joinWithAddress()
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

test('A link names the configured address, whatever host the headers of a request name (poisoning)', async () => {
  const { person, email } = await joinWithAddress()
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

test('Five mails an hour are sent to one name, and an unknown one is refused as early (throttle)', async () => {
  for (const name of ['asked_often', 'nobody_often']) {
    if (name === 'asked_often') await joinWithPassword(system, name)
    const statuses = []
    for (let round = 0; round < 6; round += 1) statuses.push((await askForMail(name)).status)
    expect(statuses, name).toEqual([200, 200, 200, 200, 200, 429])
  }
})
