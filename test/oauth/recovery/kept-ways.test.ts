// What a new password keeps of the other ways into an account, and what it removes.
import { expect, test } from 'vitest'
import { linkTo, mailTo } from '#test/mail.ts'
import { confirmIdentity } from '#test/oauth.ts'
import type { Person } from '#test/system.ts'
import { createUserAgent, type Page } from '#test/user-agent.ts'
import { newPasskey } from '../support/passkey.ts'
import { addPasskey } from '../support/sign-in-methods.ts'
import { NEW_PASSWORD, recovery } from './story.ts'

const {
  system,
  address,
  db,
  joinWithAddress,
  addOnePasskey,
  makeCodes,
  resetLink,
  signsIn,
  useCode,
} = recovery()

test('The link keeps the passkeys that are checked, and removes the others', async () => {
  const { person, browser, email } = await joinWithAddress()
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

test('A new password alone, by a link or a code, takes away no way into the account', async () => {
  const { person, browser, email } = await joinWithAddress()
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
  'Of what is new after "this was not me", nothing stays or goes before its owner says %s',
  async (choice, left) => {
    const { person, browser, email } = await joinWithAddress()
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

test('Mail alone removes no passkey or code of over a week, and a code does', async () => {
  const { person, browser, email } = await joinWithAddress()
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

test('Recovery codes end with the password that a link sets', async () => {
  const { person, browser, email } = await joinWithAddress()
  const [code] = await makeCodes(browser)
  const reader = createUserAgent()
  const page = await reader.get(await resetLink({ person, email }))
  await reader.submit(page, '/recover/password', { newPassword: NEW_PASSWORD })
  expect((await useCode(person.username, code!)).status).toBe(403)
})

test('An address that is not kept after a code of over a week cannot claim the account', async () => {
  const { person, browser, email } = await joinWithAddress()
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
