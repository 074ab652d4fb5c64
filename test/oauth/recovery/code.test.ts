// Accounts are recovered with a recovery code, or with the code of an administrator.
import { expect, test } from 'vitest'
import { mailTo } from '#test/mail.ts'
import { atOnce } from '#test/simultaneous.ts'
import type { Person } from '#test/system.ts'
import { createUserAgent, formOf, linkOf } from '#test/user-agent.ts'
import { asCommand } from '../../../subgraphs/identity/commands/command.ts'
import { issueRecoveryCode } from '../../../subgraphs/identity/domain/sign-in/recovery-code.ts'
import { MINUTE, NEW_PASSWORD, recovery } from './story.ts'

const { system, address, db, joinWithAddress, followLink, makeCodes, resetLink, signsIn, useCode } =
  recovery()

test('Ten recovery codes are shown once, and each sets a password once, however it is typed', async () => {
  const { person, browser, email } = await joinWithAddress()
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

test('The audit trail says whether a link, a code or the code of an administrator set a password', async () => {
  const { person, browser } = await joinWithAddress()
  const [own] = await makeCodes(browser)
  const resetWith = async (code: string) => {
    const userAgent = createUserAgent()
    const page = await useCode(person.username, code, userAgent)
    await userAgent.submit(page, '/recover/password', { newPassword: NEW_PASSWORD })
  }
  await resetWith(own!)
  await resetWith((await issueRecoveryCode(asCommand(db()), person.id)).code)
  const other = await joinWithAddress()
  await followLink(await resetLink(other))
  expect(await resetsOf(person)).toEqual([{ by: 'code' }, { by: 'administrator_code' }])
  expect(await resetsOf(other.person)).toEqual([{ by: 'link' }])
})

async function resetsOf({ id }: Person) {
  const events = db().selectFrom('auditEvents').select('details').where('identityId', '=', id)
  const rows = await events.where('kind', '=', 'password_changed').orderBy('at').execute()
  return rows.map(({ details }) => details)
}

test('New codes replace all earlier ones', async () => {
  const { person, browser } = await joinWithAddress()
  const [old] = await makeCodes(browser)
  await makeCodes(browser)
  expect((await useCode(person.username, old!)).status).toBe(403)
})

test('A code used ten times at once is accepted once (race)', async () => {
  const { person, browser } = await joinWithAddress()
  const [code] = await makeCodes(browser)
  const userAgent = createUserAgent()
  const { hidden } = formOf(await userAgent.get(address('/recover/code')), '/recover/code')
  const fields = { ...hidden, username: person.username, code: code! }
  const pages = await atOnce(10, () => userAgent.post(address('/recover/code'), fields))
  expect(pages.filter(({ status }) => status === 303)).toHaveLength(1)
})

test('Wrong codes for an account do not keep its owner from the right one', async () => {
  const { person, browser } = await joinWithAddress()
  const [code] = await makeCodes(browser)
  for (let guess = 0; guess < 11; guess += 1) {
    expect((await useCode(person.username, 'AAAA-AAAA-AAAA-AAAA')).status).toBe(403)
  }
  expect((await useCode(person.username, code!)).status).toBe(200)
})

test('Only somebody who has just confirmed who they are can create codes', async () => {
  const { browser } = await joinWithAddress()
  const { csrf } = formOf(await browser.get(address('/account')), '/sign-out').hidden
  system.clock.now = new Date(Date.now() + 10 * MINUTE)
  const page = await browser.post(address('/account/recovery-codes'), { csrf: csrf! })
  system.clock.now = undefined
  expect(page.location).toBe(address('/account/confirm?for=recovery'))
})

test('A code of an administrator sets a password once, within a day, and its person is notified', async () => {
  const { person, email } = await joinWithAddress()
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

test('Requesting mails does not stop somebody who recovers with a code', async () => {
  const { person, browser, email } = await joinWithAddress()
  const [code] = await makeCodes(browser)
  const userAgent = createUserAgent()
  const page = await useCode(person.username, code!, userAgent)
  await resetLink({ person, email })
  const done = await userAgent.submit(page, '/recover/password', { newPassword: NEW_PASSWORD })
  expect(done.body).toContain('Your password is set')
})
