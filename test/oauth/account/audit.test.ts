// The entries of the audit trail for changes on the account page.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { newId } from '#foundation/domain/ids.ts'
import {
  allow,
  obtainTokens,
  PASSWORD,
  refresh,
  registerApp,
  signedInUserAgent,
} from '#test/oauth.ts'
import type { Person } from '#test/system.ts'
import { createUserAgent } from '#test/user-agent.ts'
import { accountPages } from './story.ts'

const { system, address, db, idsOf, newPerson, post, send, settled } = accountPages()

const auditOf = async ({ id }: Person) =>
  (
    await db()
      .selectFrom('auditEvents')
      .select(['kind', 'clientId'])
      .where('identityId', '=', id)
      .orderBy('at')
      .execute()
  ).filter(({ kind }) => kind !== 'sign_in')

test('Disconnecting is recorded once, and not for what was not connected (decision 0008)', async () => {
  const app = await registerApp(system)
  const person = await newPerson()
  const browser = await signedInUserAgent(system, person)
  await allow(system, app, person, {}, browser)
  await db().deleteFrom('auditEvents').where('identityId', '=', person.id).execute()
  const disconnected = await send(browser, '/account/apps/disconnect', { id: app.id })
  expect(disconnected.body).toContain('You have allowed no app.')
  for (const id of [app.id, 'unknown', '', '漢'.repeat(2_048)]) {
    expect((await post(browser, '/account/apps/disconnect', { id })).status, id).toBe(303)
  }
  expect(await auditOf(person)).toEqual([{ kind: 'app_disconnected', clientId: app.id }])
})

test('No change is made without its entry in the audit trail (decision 0008)', async () => {
  const app = await registerApp(system)
  const { person, browser, passkeyId } = await settled()
  const { refresh_token } = await obtainTokens(system, app, person, {}, browser)
  const [sessionId] = await idsOf('sessions', person)
  const userAgent = createUserAgent()
  const [signInPage, signUpPage] = [
    await userAgent.get(address('/sign-in')),
    await userAgent.get(address('/sign-up')),
  ]
  const newcomer = `n${crypto.randomUUID().slice(0, 8)}`
  const joining = { username: newcomer, displayName: 'N', house: 'Tide', archetype: 'Cipher' }
  await sql`alter table audit_events add constraint no_room check (false) not valid`.execute(db())
  try {
    const newPassword = 'another lamp in the harbour'
    for (const [path, fields] of [
      ['/account/password', { currentPassword: PASSWORD, newPassword }],
      ['/account/passkeys/remove', { id: passkeyId }],
      ['/account/apps/disconnect', { id: app.id }],
      ['/account/sessions/end', { id: sessionId! }],
      ['/account/sessions/end-all', {}],
      ['/sign-out', {}],
    ] as const) {
      expect((await send(browser, path, fields)).status, path).toBe(500)
    }
    const credentials = { username: person.username, password: PASSWORD }
    expect((await userAgent.submit(signInPage, '/sign-in', credentials)).status).toBe(500)
    const joined = await userAgent.submit(signUpPage, '/sign-up', {
      ...joining,
      password: PASSWORD,
    })
    expect(joined.status).toBe(500)
  } finally {
    await sql`alter table audit_events drop constraint no_room`.execute(db())
  }
  expect(await idsOf('passkeys', person)).toEqual([passkeyId])
  expect(await idsOf('sessions', person)).toEqual([sessionId])
  expect((await refresh(system, app, refresh_token)).status).toBe(200)
  const named = db().selectFrom('identities').select('id').where('username', '=', newcomer)
  expect(await named.execute()).toEqual([])
  await signedInUserAgent(system, person)
})

test('Each change is recorded, with what it was about (decision 0008)', async () => {
  const { person, browser, passkeyId } = await settled()
  await signedInUserAgent(system, person)
  await send(browser, '/account/passkeys/remove', { id: passkeyId })
  const sessions = await idsOf('sessions', person)
  await send(browser, '/account/sessions/end', { id: newId('session') })
  const newPassword = 'another lamp in the harbour'
  await send(browser, '/account/password', { currentPassword: PASSWORD, newPassword })
  await browser.submit(await browser.get(address('/sign-out')), '/sign-out')
  const page = await browser.get(address('/sign-in'))
  await browser.submit(page, '/sign-in', { username: person.username, password: newPassword })
  await send(browser, '/account/sessions/end-all')
  expect(sessions).toHaveLength(2)
  const kinds = (await auditOf(person)).map(({ kind }) => kind)
  expect(kinds).toEqual([
    'wallet_linked',
    'passkey_removed',
    'password_changed',
    // Nothing was kept: the wallet went with the old password.
    'wallet_unlinked',
    'sign_out',
    'session_ended',
  ])
})
