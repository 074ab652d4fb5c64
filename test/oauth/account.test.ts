// The account page: each form changes what it says, and only for its person.
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { newId } from '#foundation/domain/ids.ts'
import type { IdentityTables } from '../../subgraphs/identity/tables.ts'
import { inRounds } from './support/in-rounds.ts'
import {
  allow,
  authorizeUrl,
  confirmIdentity,
  joinWithPassword,
  obtainTokens,
  PASSWORD,
  proveTwoFactors,
  refresh,
  registerApp,
  signedInUserAgent,
} from '#test/oauth.ts'
import { testSystem, type Person } from '#test/system.ts'
import { createUserAgent, formOf, type Page, type UserAgent } from '#test/user-agent.ts'
import { newWallet } from '#test/wallet.ts'

const MINUTE = 60_000

const system = testSystem()
afterEach(() => {
  system.clock.now = undefined
})

const address = (path: string) => `${system.address('identity')}${path}`
const db = () => system.tables<IdentityTables>('identity')
const newPerson = () => joinWithPassword(system, `p${crypto.randomUUID().slice(0, 8)}`)

function wait(ms: number): void {
  system.clock.now = new Date((system.clock.now ?? new Date()).getTime() + ms)
}

/** A signed-in person with a passkey and a wallet. */
async function settled() {
  const person = await newPerson()
  const browser = await signedInUserAgent(system, person)
  const walletId = await linkWallet(browser, person)
  const passkeyId = crypto.randomUUID()
  const passkey = { publicKey: Buffer.from('x'), counter: 0, name: 'Laptop' }
  await db()
    .insertInto('passkeys')
    .values({
      ...passkey,
      id: passkeyId,
      identityId: person.id,
      createdAt: new Date(),
      lastUsedAt: null,
    })
    .execute()
  await proveTwoFactors(system, person)
  return { person, browser, passkeyId, walletId }
}

async function linkWallet(browser: UserAgent, person: Person): Promise<string> {
  const wallet = newWallet()
  const page = await confirmIdentity(system, browser)
  const asked = { address: wallet.address, chainId: 1 }
  const { body } = await browser.call(page, '/account/wallets/challenge', asked)
  const message = (body as { message: string }).message
  const signed = { message, signature: wallet.sign(message) }
  expect((await browser.call(page, '/account/wallets/link', signed)).status).toBe(200)
  const { id } = await db()
    .selectFrom('wallets')
    .select('id')
    .where('identityId', '=', person.id)
    .executeTakeFirstOrThrow()
  return id
}

type Fields = Record<string, string>

/** The page that has each form. */
const PAGES = {
  '/account/profile': '/account',
  '/account/username': '/account',
  '/account/password': '/account/security',
  '/account/passkeys/remove': '/account/security',
  '/account/wallets/unlink': '/account/security',
  '/account/apps/disconnect': '/account/devices',
  '/account/sessions/end': '/account/devices',
  '/account/sessions/end-all': '/account/devices',
  '/sign-out': '/account',
}

/** Sends a form of the account. */
const send = async (browser: UserAgent, path: keyof typeof PAGES, fields?: Fields): Promise<Page> =>
  browser.submit(await browser.get(address(PAGES[path])), path, fields)

/** Posts fields that no form of the account has. */
async function post(browser: UserAgent, path: string, fields: Fields): Promise<Page> {
  const { csrf } = formOf(await browser.get(address('/account')), '/sign-out').hidden
  return browser.post(address(path), { csrf: csrf!, ...fields })
}

const idsOf = async (table: 'passkeys' | 'wallets' | 'sessions', { id }: Person) =>
  (await db().selectFrom(table).select('id').where('identityId', '=', id).execute()).map(
    (row) => row.id,
  )

test('the profile is changed; errors are shown beside its fields (contract, "ID Service")', async () => {
  const person = await newPerson()
  const browser = await signedInUserAgent(system, person)
  const profile = { displayName: 'Ada of the Lamp', archetype: 'Keeper', bio: 'I keep it.' }
  for (const [field, wrong, error] of [
    ['displayName', ' ', 'The display name must have 1 to 80 characters, and not blanks alone.'],
    ['displayName', 'Support', 'The display name is reserved.'],
    ['archetype', 'King', 'The archetype must be one of Architect, Navigator, Cipher, Pathfinder'],
    ['bio', 'x'.repeat(301), 'What you say about yourself must have 1 to 300 characters'],
  ] as const) {
    const page = await send(browser, '/account/profile', { ...profile, [field]: wrong })
    expect(page).toMatchObject({ status: 400, url: address('/account/profile#profile-section') })
    expect(page.body).toContain(`id="${field}-error"><strong>Error:</strong> ${error}`)
    // Correct input is not lost.
    expect(page.body).toContain(field === 'bio' ? 'value="Ada of the Lamp"' : '>I keep it.<')
    if (field !== 'archetype') expect(page.body).toContain('<option value="Keeper" selected')
  }
  const sent = { ...profile, bio: ' I keep\r\n  the lamp.\n' }
  const changed = await send(browser, '/account/profile', sent)
  expect(changed.url).toBe(address('/account?done=profile#profile-section'))
  expect(changed.body).toContain('Your profile is changed.')
  const token = await person.token()
  const me = async () =>
    (await system.graphql('{ me { displayName archetype bio house } }', { token })).body.data.me
  expect(await me()).toEqual({ ...profile, bio: 'I keep the lamp.', house: 'Aether' })
  await send(browser, '/account/profile', { ...profile, bio: '' })
  expect(await me()).toMatchObject({ bio: null })
})

test('the username is changed; errors are shown beside it (contract, "ID Service")', async () => {
  const [person, other] = [await newPerson(), await newPerson()]
  const browser = await signedInUserAgent(system, person)
  for (const [username, error] of [
    ['ab', 'The username must be 3 to 30 of a-z, 0-9 and _.'],
    ['', 'The username must be 3 to 30 of a-z, 0-9 and _.'],
    [other.username.toUpperCase(), `The username ${other.username} is taken.`],
  ] as const) {
    const page = await send(browser, '/account/username', { username })
    expect(page.status).toBe(400)
    expect(page.body).toContain(`id="username-error"><strong>Error:</strong> ${error}<`)
  }
  const username = `q${crypto.randomUUID().slice(0, 8)}`
  const changed = await send(browser, '/account/username', { username })
  expect(changed.url).toBe(address('/account?done=username#username-section'))
  expect(changed.body).toContain('Your username is changed.')
  expect(changed.body).toContain(`@${username}`)
})

test('somebody whose names are hidden learns why, and may change the username at once', async () => {
  const person = await newPerson()
  const browser = await signedInUserAgent(system, person)
  await send(browser, '/account/username', { username: `q${crypto.randomUUID().slice(0, 8)}` })
  const admin = await system.join(`a${crypto.randomUUID().slice(0, 8)}`, { role: 'admin' })
  const { body } = await system.graphql(
    'mutation ($input: HideUsernameInput!) { hideUsername(input: $input) { id } }',
    {
      token: await admin.token({ scope: 'identity admin' }),
      variables: { input: { id: person.id, reason: 'It insults people & <b>cats</b>.' } },
    },
  )
  expect(body.errors).toBeUndefined()
  const page = await browser.get(address('/account'))
  expect(page.body).toContain(
    'hidden your names from others: It insults people &amp; &lt;b&gt;cats',
  )
  expect(page.body).not.toContain('You can change it again from')
  const changed = await send(browser, '/account/username', {
    username: `q${crypto.randomUUID().slice(0, 8)}`,
  })
  expect(changed.status).toBe(200)
})

test('a second change within 30 days is refused beside the field, and the old name signs in (contract, "ID Service")', async () => {
  const person = await newPerson()
  const [username, another] = [1, 2].map(() => `q${crypto.randomUUID().slice(0, 8)}`)
  system.clock.now = new Date('2999-03-04T12:00:00.000Z')
  const browser = await signedInUserAgent(system, person)
  await send(browser, '/account/username', { username: username! })
  const page = await send(browser, '/account/username', { username: another! })
  expect(page.status).toBe(400)
  const error = 'You can change your username again from 3 April 2999.'
  expect(page.body).toContain(`id="username-error"><strong>Error:</strong> ${error}<`)
  expect(page.body).toContain(`value="${another}"`)
  expect((await send(browser, '/account/username', { username: username! })).status).toBe(200)
  wait(90 * 24 * 60 * MINUTE - 1)
  const byOldName = await signedInUserAgent(system, person)
  expect((await byOldName.get(address('/account'))).body).toContain(`@${username}`)
  wait(1)
  await expect(signedInUserAgent(system, person)).rejects.toThrow('403')
  await signedInUserAgent(system, { username: username! })
})

test('guesses by the old and by the new name are guesses at one account (throttle)', async () => {
  const person = await newPerson()
  const browser = await signedInUserAgent(system, person)
  const username = `q${crypto.randomUUID().slice(0, 8)}`
  await send(browser, '/account/username', { username })
  const userAgent = createUserAgent()
  const page = await userAgent.get(address('/sign-in'))
  const guess = async (name: string) =>
    (await userAgent.submit(page, '/sign-in', { username: name, password: 'a guess' })).status
  for (let guessed = 0; guessed < 5; guessed += 1) {
    expect([await guess(person.username), await guess(username)]).toEqual([403, 403])
  }
  expect([await guess(person.username), await guess(username)]).toEqual([429, 429])
})

test('a passkey and a wallet are removed, and nobody else’s (RFC 9700; access control)', async () => {
  const [hers, his] = [await settled(), await settled()]
  for (const [path, id, gone] of [
    ['/account/passkeys/remove', his.passkeyId, 'passkeys'],
    ['/account/wallets/unlink', his.walletId, 'wallets'],
  ] as const) {
    for (const wrong of [id, 'unknown', '']) {
      expect((await post(hers.browser, path, { id: wrong })).status, path).toBe(404)
    }
    expect(await idsOf(gone, his.person)).toEqual([id])
    expect(await idsOf(gone, hers.person)).toHaveLength(1)
    expect((await send(his.browser, path, { id })).status).toBe(200)
    expect(await idsOf(gone, his.person)).toEqual([])
    expect(await idsOf(gone, hers.person)).toHaveLength(1)
  }
})

test('another sign-in is ended, or this one, and nobody else’s (access control)', async () => {
  const [person, other] = [await newPerson(), await newPerson()]
  const [here, there] = [
    await signedInUserAgent(system, person),
    await signedInUserAgent(system, person),
  ]
  const stranger = await signedInUserAgent(system, other)
  const [strange] = await idsOf('sessions', other)
  await post(here, '/account/sessions/end', { id: strange! })
  await post(here, '/account/sessions/end', { id: newId('session') })
  expect((await stranger.get(address('/account'))).status).toBe(200)
  const page = await there.get(address('/account/devices'))
  const own = /This one.*?name="id" value="(\w+)"/s.exec(String(page.body))![1]!
  const elsewhere = await send(here, '/account/sessions/end', { id: own })
  expect(elsewhere.body).toContain('That sign-in has ended.')
  expect((await there.get(address('/account'))).status).toBe(303)
  const [last] = await idsOf('sessions', person)
  const ended = await send(here, '/account/sessions/end', { id: last! })
  expect(ended.url).toBe(address('/sign-in'))
  expect(here.cookies.has('ecosystem_session')).toBe(false)
})

test('signing out everywhere ends all of one’s sign-ins and grants, and nobody else’s (access control)', async () => {
  const app = await registerApp(system)
  const [person, other] = [await newPerson(), await newPerson()]
  const [here, there] = [
    await signedInUserAgent(system, person),
    await signedInUserAgent(system, person),
  ]
  const stranger = await signedInUserAgent(system, other)
  const tokens = await obtainTokens(system, app, person, {}, there)
  const strange = await obtainTokens(system, app, other, {}, stranger)
  expect((await send(here, '/account/sessions/end-all')).url).toBe(address('/sign-in'))
  for (const [browser, status] of [
    [here, 303],
    [there, 303],
    [stranger, 200],
  ] as const) {
    expect((await browser.get(address('/account'))).status).toBe(status)
  }
  expect((await refresh(system, app, tokens.refresh_token)).status).toBe(400)
  expect((await refresh(system, app, strange.refresh_token)).status).toBe(200)
})

test('an app that is disconnected loses its grants and asks again; others and other people stay (access control)', async () => {
  const [app, another] = [await registerApp(system), await registerApp(system)]
  const [person, other] = [await newPerson(), await newPerson()]
  const browser = await signedInUserAgent(system, person)
  const tokens = await obtainTokens(system, app, person, {}, browser)
  const kept = [
    [another, await obtainTokens(system, another, person, {}, browser)],
    [app, await obtainTokens(system, app, other)],
  ] as const
  const stranger = await signedInUserAgent(system, await newPerson())
  await post(stranger, '/account/apps/disconnect', { id: another.id })
  const devices = await browser.get(address('/account/devices'))
  expect(devices.body).toContain('See and change your profile')
  await browser.submit(devices, '/account/apps/disconnect', { id: app.id })
  expect((await refresh(system, app, tokens.refresh_token)).status).toBe(400)
  expect((await browser.open(authorizeUrl(system, app))).url).toContain('/consent?')
  for (const [client, { refresh_token }] of kept) {
    expect((await refresh(system, client, refresh_token)).status).toBe(200)
  }
})

const auditOf = async ({ id }: Person) =>
  (
    await db()
      .selectFrom('auditEvents')
      .select(['kind', 'clientId'])
      .where('identityId', '=', id)
      .orderBy('at')
      .execute()
  ).filter(({ kind }) => kind !== 'sign_in')

test('disconnecting is recorded once, and not for what was not connected (decision 0008)', async () => {
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

test('of 105 changes 100 are checked, and signing out always is (throttle)', async () => {
  const [person, other] = [await newPerson(), await newPerson()]
  const browser = await signedInUserAgent(system, person)
  const stranger = await signedInUserAgent(system, other)
  const { csrf } = formOf(await browser.get(address('/account')), '/sign-out').hidden
  const pages = await inRounds(105, () =>
    browser.post(address('/account/username'), { csrf: csrf!, username: '!' }),
  )
  const refused = pages.filter(({ status }) => status === 429)
  expect([pages.filter(({ status }) => status === 400).length, refused.length]).toEqual([100, 5])
  expect(Number(refused[0]!.headers.get('retry-after'))).toBeGreaterThan(0)
  for (const path of ['passkeys/remove', 'wallets/unlink', 'apps/disconnect']) {
    expect((await post(browser, `/account/${path}`, { id: 'x' })).status, path).toBe(429)
  }
  expect((await send(stranger, '/account/username', { username: '!' })).status).toBe(400)
  const ended = await send(browser, '/account/sessions/end-all')
  expect(ended.url).toBe(address('/sign-in'))
  wait(15 * MINUTE)
  const again = await signedInUserAgent(system, person)
  expect((await send(again, '/account/username', { username: '!' })).status).toBe(400)
})

test('no change is made without its entry in the audit trail (decision 0008)', async () => {
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

test('each change is recorded, with what it was about (decision 0008)', async () => {
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

test('without a sign-in every form does nothing, and leads by the sign-in page back to its own (access control)', async () => {
  const app = await registerApp(system)
  const { person, passkeyId, walletId } = await settled()
  await allow(system, app, person)
  const [session] = await idsOf('sessions', person)
  const userAgent = createUserAgent()
  const { hidden } = formOf(await userAgent.get(address('/sign-in')), '/sign-in')
  const [signIn, security, devices] = [
    '/sign-in',
    '/sign-in?to=%2Faccount%2Fsecurity',
    '/sign-in?to=%2Faccount%2Fdevices',
  ]
  for (const [path, fields, to] of [
    ['/account/username', { username: 'nobody_1' }, signIn],
    ['/account/password', { currentPassword: PASSWORD, newPassword: 'x'.repeat(20) }, security],
    ['/account/passkeys/remove', { id: passkeyId }, security],
    ['/account/wallets/unlink', { id: walletId }, security],
    ['/account/totp', {}, security],
    ['/account/sessions/end', { id: session! }, devices],
    ['/account/sessions/end-all', {}, devices],
    ['/account/apps/disconnect', { id: app.id }, devices],
  ] as const) {
    const page = await userAgent.post(address(path), { ...hidden, ...fields })
    expect(page, path).toMatchObject({ status: 303, location: address(to) })
  }
  const left = [await idsOf('passkeys', person), await idsOf('wallets', person)]
  expect(left).toEqual([[passkeyId], [walletId]])
  expect(await idsOf('sessions', person)).toContain(session)
  expect((await userAgent.get(address('/account'))).location).toBe(address('/sign-in'))
})
