// A passkey is both factors, or the second one, and people may choose to be asked for it.
import { expect, test } from 'vitest'
import { mailTo, verifyAddress } from '#test/mail.ts'
import { joinWithPassword, signedInUserAgent } from '#test/oauth.ts'
import { changeAccount, codesOn } from '#test/second-factor.ts'
import type { Person } from '#test/system.ts'
import { createUserAgent } from '#test/user-agent.ts'
import type { AuditKind } from '../../../subgraphs/identity/tables/audit-entries.ts'
import { addAccountPasskey, passkeyChallenge } from '../support/sign-in-methods.ts'
import { secondFactors } from './story.ts'

const { system, address, db, halfSignedIn, isSignedIn, sessionsOf, settled } = secondFactors()

const detailsOf = async ({ id }: Person, kind: AuditKind) => {
  const events = db().selectFrom('auditEvents').select('details')
  const own = events.where('identityId', '=', id).where('kind', '=', kind)
  return (await own.execute()).map(({ details }) => details)
}

test('A passkey is both factors by itself, or the second one after a password', async () => {
  const { person, browser } = await settled()
  const passkey = await addAccountPasskey(system, browser)
  const alone = createUserAgent()
  const signIn = await alone.get(address('/sign-in'))
  const challenge = await passkeyChallenge(alone, signIn, '/sign-in/passkey/options')
  const handle = Buffer.from(person.id).toString('base64url')
  const credential = passkey.get(challenge!, handle)
  const strong = await alone.call(signIn, '/sign-in/passkey/verify', { credential })
  expect(strong.body).toEqual({ location: address('/account') })
  const { userAgent, page } = await halfSignedIn(person)
  const options = '/sign-in/second-factor/passkey/options'
  const second = passkey.get((await passkeyChallenge(userAgent, page, options))!, handle)
  const verify = '/sign-in/second-factor/passkey/verify'
  // Challenges of the sign-in page are not accepted here.
  const other = passkey.get((await passkeyChallenge(userAgent, page, '/sign-in/passkey/options'))!)
  expect((await userAgent.call(page, verify, { credential: other })).status).toBe(403)
  const response = await userAgent.call(page, verify, { credential: second })
  expect(response.body).toEqual({ location: address('/account') })
  const methods = (await sessionsOf(person)).map((session) => session.methods.join(' '))
  expect(await detailsOf(person, 'sign_in')).toContainEqual({
    method: 'password',
    methods: ['pwd', 'pop', 'user', 'mfa'],
  })
  expect(methods.toSorted()).toEqual(['pop user mfa', 'pwd otp mfa pop user', 'pwd pop user mfa'])
})

test('A passkey is required after a password of people who choose so, and of administrators', async () => {
  const person = await joinWithPassword(system, 'two_steps')
  const browser = await signedInUserAgent(system, person)
  const twoStep = (wanted: string) =>
    changeAccount(system, browser, '/account/two-step', { wanted })
  expect((await twoStep('yes')).status).toBe(400)
  await addAccountPasskey(system, browser)
  await signedInUserAgent(system, person)
  expect(codesOn(await twoStep('yes')), 'for the day the passkey is lost').toHaveLength(10)
  const { page } = await halfSignedIn(person)
  expect(page.body).toContain('data-does="passkey-confirm"')
  await twoStep('no')
  await signedInUserAgent(system, person)
  const role = 'admin'
  await db().updateTable('identities').set({ role }).where('id', '=', person.id).execute()
  await halfSignedIn(person)
})

test('Mail reports the choice to require a passkey, which ends with the last passkey and does not come back with another', async () => {
  const person = await joinWithPassword(system, 'asked_for')
  const browser = await signedInUserAgent(system, person)
  const email = 'asked_for@mail.example'
  await verifyAddress(system, browser, email)
  const { id } = await addAccountPasskey(system, browser)
  for (const wanted of ['yes', 'no', 'yes']) {
    await changeAccount(system, browser, '/account/two-step', { wanted })
  }
  const subjects = (await mailTo(system, email)).map(({ subject }) => subject)
  expect(subjects).toContain('Signing in now asks for a passkey')
  expect(subjects).toContain('Signing in no longer asks for a passkey')
  await changeAccount(system, browser, '/account/passkeys/remove', { id })
  await addAccountPasskey(system, browser)
  expect(await isSignedIn(await signedInUserAgent(system, person))).toBe(true)
})
