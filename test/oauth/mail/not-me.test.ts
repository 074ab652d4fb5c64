// "This was not me": a notice locks the account and gives it back to its owner.
import { expect, test } from 'vitest'
import { newId } from '#foundation/domain/ids.ts'
import { linkTo, mailTo, verifyAddress } from '#test/mail.ts'
import {
  confirmIdentity,
  isActive,
  obtainTokens,
  PASSWORD,
  registerApp,
  signedInUserAgent,
} from '#test/oauth.ts'
import { createUserAgent, type Page } from '#test/user-agent.ts'
import { identityAlone } from '../support/identity-alone.ts'
import { newPasskey } from '../support/passkey.ts'
import { addPasskey, passkeyChallenge } from '../support/sign-in-methods.ts'

const { system, address, db, joinWithAddress } = identityAlone()

test('"This was not me" locks the account, gives it back to its owner, and works once', async () => {
  const { person, browser, email } = await joinWithAddress()
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
  const response = await thief.call(signIn, '/sign-in/passkey/verify', { credential })
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
  const { person, browser, email } = await joinWithAddress()
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

test('"This was not me" ends the links of earlier notices to that address, and of no later one', async () => {
  const { person, email } = await joinWithAddress()
  for (let device = 0; device < 3; device += 1) await signedInUserAgent(system, person)
  const notices = (await mailTo(system, email)).slice(-3)
  const [earlier, used, later] = notices.map((mail) => linkTo(mail, '/not-me'))
  expect((await lockBy(used!)).url).toContain('/recover/password')
  expect((await lockBy(earlier!)).status).toBe(403)
  expect((await lockBy(later!)).url).toContain('/recover/password')
})

test('Of two addresses that say "this was not me" the earlier one gets the account, whoever is first', async () => {
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

test('A sign-in that meets the lock is refused, or ends with the others (race)', async () => {
  for (let round = 0; round < 2; round += 1) {
    const { person, browser, email } = await joinWithAddress()
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
        return () => thief.call(page, '/sign-in/passkey/verify', { credential })
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
