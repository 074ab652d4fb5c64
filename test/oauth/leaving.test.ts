// Exporting one's data and deleting one's account: who can, what the pages ask first, and what happens then.
import { afterEach, expect, test } from 'vitest'
import { addAdministrator } from '../../subgraphs/identity/domain/administration/administrator.ts'
import { asCommand } from '../../subgraphs/identity/commands/command.ts'
import { issueRecoveryCode } from '../../subgraphs/identity/domain/sign-in/recovery-code.ts'
import { identitySettings } from '../../subgraphs/identity/settings.ts'
import type { IdentityTables } from '../../subgraphs/identity/tables.ts'
import { closeAccount } from '../../subgraphs/identity/domain/departure/account-closing.ts'

import { lockPersonForUpdate } from '../../subgraphs/identity/domain/people/person.ts'
import type { Transaction } from '#foundation/database/database.ts'
import { testLog } from '#test/caller.ts'
import { whileWaiting } from '#test/erasure.ts'
import { createServiceTokens } from '#foundation/auth/service-token.ts'
import { send } from '#test/http.ts'
import {
  askForExport,
  askToLeave,
  downloadExport,
  fetchExport,
  findInDatabase,
  findInFiles,
  letThemLeave,
  tracesOf,
} from '#test/leaving.ts'
import { linkTo, mailTo, sendMail, verifyAddress } from '#test/mail.ts'
import { confirmIdentity, joinWithPassword, PASSWORD, signedInUserAgent } from '#test/oauth.ts'
import { testSystem } from '#test/system.ts'
import { createUserAgent, linkOf, type Page } from '#test/user-agent.ts'
import type { TransactionContext } from '../../subgraphs/identity/context.ts'

const DAY_MS = 86_400_000

const system = testSystem()
afterEach(async () => {
  system.clock.now = undefined
  // Mail that was queued at a later time.
  await db().deleteFrom('mailOutbox').execute()
})

const db = () => system.tables<IdentityTables>('identity')
const address = (path: string) => `${system.address('identity')}${path}`
const later = (ms: number) => {
  system.clock.now = new Date(Date.now() + ms)
}

async function someone() {
  const person = await joinWithPassword(system, `p${crypto.randomUUID().slice(0, 8)}`)
  return { person, browser: await signedInUserAgent(system, person) }
}

test('An export has what every service holds, and only its owner can download it, for seven days', async () => {
  const { person, browser } = await someone()
  const email = `${person.username}@mail.example`
  await verifyAddress(system, browser, email)
  const { browser: other } = await someone()
  const asked = await askForExport(system, browser)
  expect(asked.body).toContain('The services are collecting it')

  const files = await downloadExport(system, browser)
  expect((await browser.get(address('/account/data'))).body).toContain('/account/export/download')
  const { headers } = await fetchExport(system, browser)
  expect(headers.get('content-disposition')).toContain(person.username)
  expect(files['identity/profile.json']).toMatchObject([{ id: person.id }])
  expect(files['identity/email-addresses.json']).toMatchObject([{ address: email }])
  expect(files['README.txt']).toContain('Each folder is a service')
  expect(JSON.stringify(files)).not.toMatch(/argon2|tokenHash|refreshHash/)
  const mails = await mailTo(system, email)
  expect(mails.at(-1)?.subject).toBe('Your data is ready')

  expect((await fetchExport(system, other)).status, 'for somebody else').toBe(404)
  expect((await fetchExport(system, createUserAgent())).status, 'for nobody').toBe(303)
  later(11 * 60_000)
  const unconfirmed = await fetchExport(system, browser)
  expect(unconfirmed.headers.get('location')).toBe(address('/account/confirm?for=export'))
  const page = await browser.get(address('/account/data'))
  expect(page.body).not.toContain('/account/export/download')
  later(7 * DAY_MS + 60_000)
  const late = await signedInUserAgent(system, person)
  expect((await fetchExport(system, late)).status, 'a week later').toBe(404)
})

test('An export can be requested once a day, even by simultaneous requests', async () => {
  const { person, browser } = await someone()
  const account = await confirmIdentity(system, browser)
  const page = await browser.get(address('/account/data'))
  expect(account.status).toBe(200)
  await Promise.all([1, 2, 3].map(() => browser.submit(page, '/account/export')))
  const again = await browser.submit(page, '/account/export')
  expect(again.status).toBe(400)
  expect(again.body).toContain('once a day')
  const entries = await db()
    .selectFrom('auditEvents')
    .select('id')
    .where('kind', '=', 'export_requested')
    .where('identityId', '=', person.id)
    .execute()
  expect(entries).toHaveLength(1)
})

const departureOf = ({ id }: { id: string }) =>
  db().selectFrom('departures').selectAll().where('identityId', '=', id).executeTakeFirst()

test('A deletion needs the username typed again, and a choice about the scrolls', async () => {
  const { person, browser } = await someone()
  const wrong = await askToLeave(system, browser, { confirmation: 'somebody', scrolls: 'sell' })
  expect(wrong.status).toBe(400)
  expect(wrong.body).toContain('This must be your username.')
  expect(wrong.body).toContain('What happens to your scrolls must be keep or erase.')
  const mistyped = await askToLeave(system, browser, { confirmation: 'me', scrolls: 'erase' })
  expect(mistyped.body).toMatch(/value="erase"\s+checked/)
  expect(mistyped.body).not.toMatch(/value="keep"\s+checked/)
  expect(await departureOf(person)).toBeUndefined()
})

test('Until the two weeks are over everything works, every page says so, and one click takes it back', async () => {
  const { person, browser } = await someone()
  const email = `${person.username}@mail.example`
  await verifyAddress(system, browser, email)
  const leaving = await askToLeave(system, browser, { confirmation: person.username })
  expect(leaving.body).toContain('Your account will be deleted on')
  later(13 * DAY_MS)
  const back = await signedInUserAgent(system, person)
  const account = await back.get(address('/account'))
  expect(account.body).toContain('Your account will be deleted on')
  const data = await back.get(linkOf(account, 'Keep it'))
  const staying = await back.submit(data, '/account/deletion/withdraw')
  expect(staying.body).toContain('Your account stays.')
  expect(await departureOf(person)).toBeUndefined()
  const subjects = (await mailTo(system, email)).map(({ subject }) => subject)
  expect(subjects).toContain('Your account will be deleted')
  expect(subjects.at(-1)).toBe('Your account stays')
})

test('A withdrawal that loses against the closing of the account says that it is deleted', async () => {
  const { person, browser } = await someone()
  const email = `${person.username}@mail.example`
  await verifyAddress(system, browser, email)
  await askToLeave(system, browser, { confirmation: person.username })
  const data = await browser.get(address('/account/data'))
  const departure = (await departureOf(person))!
  const close = (trx: Transaction<IdentityTables>) => {
    const ctx = {
      ...asCommand(db()),
      settings: identitySettings.read(system.config.env),
      log: testLog,
      db: trx,
    }
    return closeAccount(ctx as unknown as TransactionContext, departure)
  }
  const late = await whileWaiting<IdentityTables, Page>(
    system,
    'identity',
    () => browser.submit(data, '/account/deletion/withdraw'),
    (trx) => lockPersonForUpdate(trx, person.id),
    close,
  )
  expect(late.url).not.toContain('done=staying')
  expect(late.body).toContain('Your account is deleted')
  expect(late.body).not.toContain('account stays')
  const subjects = (await mailTo(system, email)).map(({ subject }) => subject)
  expect(subjects).not.toContain('Your account stays')
})

test('A page says that the account stays, or does not, only while that is true', async () => {
  const { person, browser } = await someone()
  const page = async (done: string) =>
    (await browser.get(address(`/account/data?done=${done}`))).body
  expect(await page('leaving')).not.toContain('Your account will be deleted')
  await askToLeave(system, browser, { confirmation: person.username })
  expect(await page('staying')).not.toContain('Your account stays')
  expect(await page('leaving')).toContain('Your account will be deleted.')
})

test('"This was not me" withdraws a deletion that somebody else requested', async () => {
  const { person, browser } = await someone()
  const email = `${person.username}@mail.example`
  await verifyAddress(system, browser, email)
  await askToLeave(system, browser, { confirmation: person.username })
  const reader = createUserAgent()
  const page = await reader.get(linkTo((await mailTo(system, email)).at(-1), '/not-me'))
  await reader.submit(page, '/not-me')
  expect(await departureOf(person)).toBeUndefined()
  expect((await mailTo(system, email)).at(-1)?.subject).toBe('Your account stays')
})

test('An administrator’s code withdraws a deletion that was requested before it', async () => {
  const { person, browser } = await someone()
  await askToLeave(system, browser, { confirmation: person.username })
  const { code } = await issueRecoveryCode(asCommand(db()), person.id)
  const owner = createUserAgent()
  const form = await owner.get(address('/recover/code'))
  const page = await owner.submit(form, '/recover/code', { username: person.username, code })
  await owner.submit(page, '/recover/password', { newPassword: 'another lamp in the harbour' })
  expect(await departureOf(person)).toBeUndefined()
})

test('The last administrator cannot leave, and one of two can', async () => {
  const first = await someone()
  const second = await someone()
  await db().updateTable('identities').set({ role: 'member' }).where('role', '=', 'admin').execute()
  await addAdministrator(asCommand(db()), first.person.username)
  const refused = await askToLeave(system, first.browser, { confirmation: first.person.username })
  expect(refused.body).toContain('You are the last administrator.')
  await addAdministrator(asCommand(db()), second.person.username)
  await askToLeave(system, first.browser, { confirmation: first.person.username })
  expect(await departureOf(first.person)).toBeDefined()
  const left = await askToLeave(system, second.browser, { confirmation: second.person.username })
  expect(left.body).toContain('You are the last administrator.')
  await db().deleteFrom('departures').execute()
})

test('A service gets only its own tasks, and sends no parts for another', async () => {
  const { person, browser } = await someone()
  await askForExport(system, browser)
  const { id: exportId } = await db()
    .selectFrom('exports')
    .select('id')
    .where('identityId', '=', person.id)
    .executeTakeFirstOrThrow()
  await downloadExport(system, browser)
  const task = await db()
    .updateTable('personalDataTasks')
    .set({ doneAt: null, attempts: 7, nextAttemptAt: new Date(Date.now() + DAY_MS) })
    .where('exportId', '=', exportId)
    .where('service', '=', 'market')
    .returning('id')
    .executeTakeFirstOrThrow()
  const input = { taskId: task.id, attempt: 7, sequence: 9, name: 'forged', rows: '{}' }
  const add = (token?: string) =>
    send(address('/graphql'), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(token !== undefined && { 'x-service-token': token }),
      },
      body: JSON.stringify({
        query: 'mutation ($input: ExportPartInput!) { addExportPart(input: $input) }',
        variables: { input },
      }),
    })
  const tokenOf = (name: string) =>
    createServiceTokens(system.config.serviceSecrets!, name, () => new Date()).mint('identity')
  expect((await add(await tokenOf('guild'))).body.data).toEqual({ addExportPart: false })
  expect((await add(await tokenOf('market'))).body.data).toEqual({ addExportPart: true })
  expect((await add(await person.token())).body.data?.addExportPart ?? null).toBeNull()
})

test('Somebody who left is nowhere to be found, and their name is free after 90 days', async () => {
  const { person, browser } = await someone()
  const email = `${person.username}@mail.example`
  await verifyAddress(system, browser, email)
  await askForExport(system, browser)
  await askToLeave(system, browser, { confirmation: person.username, scrolls: 'erase' })
  await sendMail(system)
  await letThemLeave(db())

  const traces = tracesOf(person, email)
  expect(await findInDatabase(db(), traces)).toEqual([])
  expect(await findInFiles(system.config.dataDir, traces)).toEqual([])
  const facts = await db()
    .selectFrom('auditEvents')
    .select(['identityId', 'details'])
    .where('kind', '=', 'account_deleted')
    .execute()
  expect(facts).toEqual([{ identityId: null, details: {} }])
  const page = await createUserAgent().get(address('/sign-in'))
  const refused = await createUserAgent().submit(page, '/sign-in', {
    username: person.username,
    password: PASSWORD,
  })
  expect(refused.status).not.toBe(200)

  expect((await signUp(person.username)).body).toContain('is taken')
  later(91 * DAY_MS)
  expect((await signUp(person.username)).status).toBe(200)
})

async function signUp(username: string) {
  const userAgent = createUserAgent()
  const page = await userAgent.get(address('/sign-up'))
  return userAgent.submit(page, '/sign-up', {
    username,
    displayName: 'Somebody else',
    house: 'Ember',
    archetype: 'Cipher',
    password: 'quite another lamp in the harbour',
  })
}
