// Accounts without a password: created with a passkey, or with the password removed. The last way in cannot be
// removed.
import { expect, test } from 'vitest'
import { TIMEOUT } from '#test/process.ts'
import { lockPersonForUpdate } from '../../subgraphs/identity/domain/people/person.ts'
import type { IdentityTables } from '../../subgraphs/identity/tables.ts'
import { sessionsWaiting } from '#test/database.ts'
import {
  authorizeUrl,
  joinWithPassword,
  pageUrl,
  PASSWORD,
  registerApp,
  signedInUserAgent,
  signInOn,
} from '#test/oauth.ts'
import { newPasskey } from './support/passkey.ts'
import { changeAccount, codesOn, giveCode, setUpTotp } from '#test/second-factor.ts'
import {
  addPasskey,
  linkWallet,
  passkeyChallenge,
  signedChallenge,
} from './support/sign-in-methods.ts'
import { atOnce } from '#test/simultaneous.ts'
import { testSystem } from '#test/system.ts'
import { createUserAgent, formOf, type Page, type UserAgent } from '#test/user-agent.ts'
import { newWallet } from '#test/wallet.ts'

const WAIT = { ...TIMEOUT, interval: 5 }

const system = testSystem({ topology: 'Identity alone' })

const address = (path: string) => `${system.address('identity')}${path}`
const db = () => system.tables<IdentityTables>('identity')

const named = (username: string) => ({
  username,
  displayName: 'Somebody new',
  house: 'Tide',
  archetype: 'Navigator',
})

interface Made {
  options: { challenge: string; user: { id: string } }
  identityId: string
}

async function optionsFor(userAgent: UserAgent, page: Page, fields: object) {
  const response = await userAgent.call(page, '/sign-up/passkey/options', fields)
  return { status: response.status, body: response.body as Made & { message: string } }
}

test('somebody signs up with a passkey alone, gets recovery codes, and continues to the app', async () => {
  const app = await registerApp(system)
  const userAgent = createUserAgent()
  const page = await userAgent.get(
    authorizeUrl(system, app).replace('/api/oauth/authorize', '/sign-up'),
  )
  const fields = named('only_passkey')
  const { body } = await optionsFor(userAgent, page, fields)
  expect(Buffer.from(body.options.user.id, 'base64url').toString()).toBe(body.identityId)
  const passkey = newPasskey(address(''))
  const credential = passkey.create(body.options.challenge)
  const sent = { ...fields, identityId: body.identityId, credential }
  const response = await userAgent.call(page, '/sign-up/passkey/verify', sent)
  const { location } = response.body as { location: string }
  expect(new URL(location).pathname).toBe('/sign-up/recovery-codes')
  const offer = await userAgent.get(location)
  const codes = await userAgent.submit(offer, '/sign-up/recovery-codes')
  expect(codesOn(codes)).toHaveLength(10)
  const [, onwards = ''] = /<a class="button" href="([^"]+)"/.exec(String(codes.body))!
  const consent = await userAgent.open(onwards.replaceAll('&amp;', '&'))
  expect(new URL(consent.url).pathname).toBe('/consent')
  // Signing up for that request counts as a fresh sign-in for it.
  expect(onwards).toContain('fresh=')
  const other = pageUrl(system, app, '/sign-up/recovery-codes', { prompt: 'login' })
  expect((await userAgent.get(other)).location).not.toContain('fresh=')
  // The second time, codes already exist.
  expect((await userAgent.get(location)).status).toBe(303)
  const signedIn = await signInWith(passkey, body.identityId)
  expect(signedIn.body).toEqual({ location: address('/account') })
})

async function signInWith(passkey: ReturnType<typeof newPasskey>, identityId: string) {
  const userAgent = createUserAgent()
  const page = await userAgent.get(address('/sign-in'))
  const challenge = await passkeyChallenge(userAgent, page, '/sign-in/passkey/options')
  const credential = passkey.get(challenge!, Buffer.from(identityId).toString('base64url'))
  return userAgent.call(page, '/sign-in/passkey/verify', { credential })
}

test('a session that ends while it waits for another change makes no first recovery codes (race)', async () => {
  const userAgent = createUserAgent()
  const page = await userAgent.get(address('/sign-up'))
  const fields = named('ended_early')
  const { body } = await optionsFor(userAgent, page, fields)
  const credential = newPasskey(address('')).create(body.options.challenge)
  const sent = { ...fields, identityId: body.identityId, credential }
  await userAgent.call(page, '/sign-up/passkey/verify', sent)
  const offer = await userAgent.get(address('/sign-up/recovery-codes'))
  const { refused } = await db()
    .transaction()
    .execute(async (trx) => {
      await lockPersonForUpdate(trx, body.identityId)
      const refused = userAgent.submit(offer, '/sign-up/recovery-codes')
      await expect.poll(() => sessionsWaiting(system.tables('identity')), WAIT).toBe(1)
      await trx.deleteFrom('sessions').where('identityId', '=', body.identityId).execute()
      return { refused }
    })
  expect((await refused).status).toBe(403)
  const codes = db().selectFrom('recoveryCodes').where('identityId', '=', body.identityId)
  expect(await codes.select('identityId').execute()).toEqual([])
})

test('the page says what is wrong with the names before a passkey is made', async () => {
  await joinWithPassword(system, 'taken_name')
  const userAgent = createUserAgent()
  const page = await userAgent.get(address('/sign-up'))
  const wrong = await optionsFor(userAgent, page, { ...named('x!'), house: 'Nowhere' })
  expect(wrong.status).toBe(400)
  expect(wrong.body.message).toMatch(/^The username .* The house must be one of/)
  const { body } = await optionsFor(userAgent, page, named('taken_name'))
  const credential = newPasskey(address('')).create(body.options.challenge)
  const sent = { ...named('taken_name'), identityId: body.identityId, credential }
  const taken = await userAgent.call(page, '/sign-up/passkey/verify', sent)
  expect(taken).toMatchObject({
    status: 400,
    body: { message: 'The username taken_name is taken.' },
  })
})

test('nobody signs up under an id of their own choice, in another browser, or twice (attack)', async () => {
  const victim = await joinWithPassword(system, 'victim')
  const userAgent = createUserAgent()
  const page = await userAgent.get(address('/sign-up'))
  const stranger = createUserAgent()
  const elsewhere = await stranger.get(address('/sign-up'))
  const fields = named('attacker')
  const verify = '/sign-up/passkey/verify'
  const join = async (by: UserAgent, from: Page, change: object) => {
    const { body } = await optionsFor(userAgent, page, fields)
    const credential = newPasskey(address('')).create(body.options.challenge)
    const sent = { ...fields, identityId: body.identityId, credential, ...change }
    return by.call(from, verify, sent)
  }
  expect((await join(userAgent, page, { identityId: victim.id })).status).toBe(400)
  expect((await join(userAgent, page, { identityId: 'identity_x' })).status).toBe(400)
  expect((await join(stranger, elsewhere, {})).status).toBe(400)
  const { body } = await optionsFor(userAgent, page, fields)
  const credential = newPasskey(address('')).create(body.options.challenge)
  const sent = { ...fields, identityId: body.identityId, credential }
  const responses = await atOnce(5, () => userAgent.call(page, verify, sent))
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
})

/** A signed-in person with a password and a passkey. */
async function settled(username: string) {
  const person = await joinWithPassword(system, username)
  const browser = await signedInUserAgent(system, person)
  const passkey = newPasskey(address(''))
  await addPasskey(browser, await browser.get(address('/account')), passkey)
  return { person, browser, passkey }
}

test('a password is removed beside a passkey and recovery codes, and refused without the codes', async () => {
  const { person, browser, passkey } = await settled('without_password')
  const remove = () => changeAccount(system, browser, '/account/password/remove')
  const early = await remove()
  expect(early.status).toBe(400)
  expect(early.body).toContain('To remove your password, you need a passkey, and recovery codes')
  await changeAccount(system, browser, '/account/recovery-codes')
  const done = await remove()
  expect(done.body).toContain('Your password is removed')
  const userAgent = createUserAgent()
  const page = await userAgent.get(address('/sign-in'))
  expect((await signInOn(userAgent, page, person, PASSWORD)).status).toBe(403)
  expect((await signInWith(passkey, person.id)).status).toBe(200)
  // The passkey is now the last way in.
  const { csrf } = formOf(await browser.get(address('/account')), '/sign-out').hidden
  const removal = { csrf: csrf!, id: passkey.id }
  const refused = await browser.post(address('/account/passkeys/remove'), removal)
  expect(refused.status).toBe(400)
  expect(refused.body).toContain('This is your last way to sign in.')
})

test('somebody without a password sets one without the old one, though the session began with it', async () => {
  const { person, browser } = await settled('with_a_password_again')
  // The recovery codes are needed as well.
  const app = await setUpTotp(system, browser)
  await changeAccount(system, browser, '/account/password/remove')
  const newPassword = 'another lamp in the harbour'
  const done = await changeAccount(system, browser, '/account/password', { newPassword })
  expect(done.body).toContain('Your new password is set')
  const userAgent = createUserAgent()
  const page = await userAgent.get(address('/sign-in'))
  const second = await signInOn(userAgent, page, person, newPassword)
  expect((await giveCode(userAgent, second, app.code(1))).url).toBe(address('/account'))
})

test('an app that is set up after the password was removed does not bring it back', async () => {
  const { person, browser } = await settled('an_app_later')
  await changeAccount(system, browser, '/account/recovery-codes')
  await changeAccount(system, browser, '/account/password/remove')
  await setUpTotp(system, browser)
  const { methods } = await db()
    .selectFrom('sessions')
    .select('methods')
    .where('identityId', '=', person.id)
    .executeTakeFirstOrThrow()
  expect(methods).toEqual(['pop', 'user', 'mfa', 'otp'])
  const newPassword = 'another lamp in the harbour'
  const done = await changeAccount(system, browser, '/account/password', { newPassword })
  expect(done.body).toContain('Your new password is set')
})

test('somebody without a password keeps an email address or recovery codes', async () => {
  const { person, browser } = await settled('one_way_back')
  const reachable = { identityId: person.id, address: 'one@mail.example', verifiedAt: new Date() }
  await db().insertInto('emailAddresses').values(reachable).execute()
  await changeAccount(system, browser, '/account/password/remove')
  const removal = () => changeAccount(system, browser, '/account/email/remove')
  const refused = await removal()
  expect(refused.status).toBe(400)
  expect(refused.body).toContain('this address is your last way to recover')
  expect(refused.body).toContain('one@mail.example')
  await changeAccount(system, browser, '/account/recovery-codes')
  expect((await removal()).body).toContain('The address is removed.')
})

test('if the password and the last passkey are removed at once, one stays (race)', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { person, browser, passkey } = await settled(`both_${round}`)
    await changeAccount(system, browser, '/account/recovery-codes')
    const { csrf } = formOf(await browser.get(address('/account')), '/sign-out').hidden
    const fields = { csrf: csrf!, id: passkey.id }
    const done = await Promise.all([
      browser.post(address('/account/password/remove'), fields),
      browser.post(address('/account/passkeys/remove'), fields),
    ])
    expect(done.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([303, 400])
    const passwords = await db()
      .selectFrom('passwords')
      .select('identityId')
      .where('identityId', '=', person.id)
      .execute()
    const passkeys = await db()
      .selectFrom('passkeys')
      .select('id')
      .where('identityId', '=', person.id)
      .execute()
    expect(passwords.length + passkeys.length).toBe(1)
  }
})

test('a wallet alone does not sign in a person with an app, and the last wallet stays', async () => {
  const person = await joinWithPassword(system, 'wallet_owner')
  const browser = await signedInUserAgent(system, person)
  const wallet = newWallet()
  const account = await browser.get(address('/account'))
  expect((await linkWallet(browser, account, wallet)).status).toBe(200)
  const app = await setUpTotp(system, browser)
  const userAgent = createUserAgent()
  const page = await userAgent.get(address('/sign-in'))
  const entering = await signedChallenge(userAgent, page, '/sign-in/wallet', wallet)
  const { body } = await userAgent.call(page, '/sign-in/wallet/verify', entering)
  expect(body).toEqual({ location: address('/sign-in/second-factor') })
  expect((await userAgent.get(address('/account'))).status).toBe(303)
  const second = await userAgent.get(address('/sign-in/second-factor'))
  expect((await giveCode(userAgent, second, app.code(1))).url).toBe(address('/account'))
  await db().deleteFrom('passwords').where('identityId', '=', person.id).execute()
  const linked = await db()
    .selectFrom('wallets')
    .select('id')
    .where('identityId', '=', person.id)
    .executeTakeFirstOrThrow()
  const { csrf } = formOf(await browser.get(address('/account')), '/sign-out').hidden
  const refused = await browser.post(address('/account/wallets/unlink'), {
    csrf: csrf!,
    id: linked.id,
  })
  expect(refused.body).toContain('This is your last way to sign in.')
})
