// Passkeys from end to end: signing in with one, and adding one (Web Authentication).
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { IdentityTables } from '../../subgraphs/identity/tables.ts'
import {
  confirmIdentity,
  joinWithPassword,
  proveTwoFactors,
  signedInUserAgent,
  signInOn,
} from '#test/oauth.ts'
import { newPasskey, type TestPasskey } from './support/passkey.ts'
import { testSystem, type Person } from '#test/system.ts'
import { createUserAgent, type Page, type UserAgent } from '#test/user-agent.ts'

const system = testSystem({ topology: 'Identity alone' })
let ada: Person
let browser: UserAgent
beforeAll(async () => {
  ada = await joinWithPassword(system, 'ada')
  browser = await signedInUserAgent(system, ada)
})

const address = (path: string) => `${system.address('identity')}${path}`
const db = () => system.tables<IdentityTables>('identity')

/** A passkey response without a valid signature. */
function credentialFor(challenge: string, id: string, type: 'webauthn.get' | 'webauthn.create') {
  const origin = system.address('identity')
  const data = Buffer.from(JSON.stringify({ type, challenge, origin }))
  return {
    id,
    rawId: id,
    type: 'public-key',
    clientExtensionResults: {},
    response: {
      clientDataJSON: data.toString('base64url'),
      authenticatorData: Buffer.alloc(37).toString('base64url'),
      attestationObject: Buffer.from('oA', 'base64url').toString('base64url'),
      signature: Buffer.alloc(70).toString('base64url'),
    },
  }
}

async function passkeyOptions(userAgent: UserAgent, page: Page, path: string) {
  const response = await userAgent.call(page, path, {})
  expect(response.status).toBe(200)
  return (response.body as { options: Record<string, unknown> & { challenge: string } }).options
}

const openChallenges = async () =>
  (await db().selectFrom('passkeyChallenges').select('challengeHash').execute()).length

test('a passkey is asked for the user’s verification, by a new challenge each time (Web Authentication 7.2)', async () => {
  const userAgent = createUserAgent()
  const page = await userAgent.get(address('/sign-in'))
  const first = await passkeyOptions(userAgent, page, '/sign-in/passkey/options')
  const second = await passkeyOptions(userAgent, page, '/sign-in/passkey/options')
  expect(first).toMatchObject({ userVerification: 'required', rpId: '127.0.0.1' })
  expect(first.challenge).toMatch(/^[\w-]{43}$/)
  expect(second.challenge).not.toBe(first.challenge)
  // No list of passkeys, which would reveal who has any.
  expect(first.allowCredentials ?? []).toEqual([])
})

test('a challenge of another browser, a used, an old and an invented one sign in nobody (Web Authentication 7.2)', async () => {
  await db()
    .insertInto('passkeys')
    .values({
      id: 'cGFzc2tleQ',
      identityId: ada.id,
      publicKey: Buffer.from('x'),
      counter: 0,
      name: 'Laptop',
      createdAt: new Date(),
      lastUsedAt: null,
    })
    .execute()
  const [hers, another] = [createUserAgent(), createUserAgent()]
  const [page, elsewhere] = [
    await hers.get(address('/sign-in')),
    await another.get(address('/sign-in')),
  ]
  const { challenge } = await passkeyOptions(hers, page, '/sign-in/passkey/options')
  const before = await openChallenges()
  const credential = credentialFor(challenge, 'cGFzc2tleQ', 'webauthn.get')
  const refused = {
    status: 403,
    body: { message: 'This passkey cannot sign in to any account here.' },
  }
  const path = '/sign-in/passkey/verify'
  expect(await another.call(elsewhere, path, { credential })).toMatchObject(refused)
  expect(await openChallenges()).toBe(before)
  const invented = credentialFor('A'.repeat(43), 'cGFzc2tleQ', 'webauthn.get')
  expect(await hers.call(page, path, { credential: invented })).toMatchObject(refused)
  const unknown = credentialFor(challenge, 'dW5rbm93bg', 'webauthn.get')
  expect(await hers.call(page, path, { credential: unknown })).toMatchObject(refused)
  // The attempt has consumed the challenge in its own browser.
  expect(await hers.call(page, path, { credential })).toMatchObject(refused)
  expect(await openChallenges()).toBe(before - 1)
  expect(await hers.call(page, path, { credential })).toMatchObject(refused)
  const nothings = [undefined, null, 'x', 5, [], {}]
  const ids = [{}, 'cGFzc2tleQ', '\0', '', 'cGFzc2tleQ==', 'x'.repeat(1_365)]
  const texts = [5, null, {}, 'bnVsbA']
  for (const nonsense of [
    ...nothings,
    ...ids.map((id) => ({ id })),
    ...texts.map((clientDataJSON) => ({ id: 'cGFzc2tleQ', response: { clientDataJSON } })),
  ]) {
    const response = await hers.call(page, path, { credential: nonsense })
    expect(response, JSON.stringify(nonsense)).toMatchObject(refused)
  }
})

/** Adds a passkey on the open account page. `change` overrides what is sent. */
async function add(userAgent: UserAgent, page: Page, passkey: TestPasskey, change: object = {}) {
  const { challenge } = await passkeyOptions(userAgent, page, '/account/passkeys/options')
  const credential = passkey.create(challenge)
  return userAgent.call(page, '/account/passkeys/add', { name: 'Phone', credential, ...change })
}

/** A new person, signed in, on their account page. */
async function settled(username: string) {
  const person = await joinWithPassword(system, username)
  const userAgent = await signedInUserAgent(system, person)
  const page = await confirmIdentity(system, userAgent)
  const userHandle = Buffer.from(person.id).toString('base64url')
  return { person, userAgent, page, userHandle }
}

const passkeysOf = ({ id }: Person) =>
  db().selectFrom('passkeys').selectAll().where('identityId', '=', id).execute()

test('a passkey signs in whom it was made for, and nobody when it names somebody else (Web Authentication 7.2, step 6)', async () => {
  const { userAgent, page, userHandle } = await settled('joan')
  const passkey = newPasskey(system.address('identity'))
  expect((await add(userAgent, page, passkey)).status).toBe(200)
  const enter = async (handle: unknown) => {
    const nobody = createUserAgent()
    const page = await nobody.get(address('/sign-in'))
    const { challenge } = await passkeyOptions(nobody, page, '/sign-in/passkey/options')
    const credential = passkey.get(challenge, handle)
    return (await nobody.call(page, '/sign-in/passkey/verify', { credential })).status
  }
  for (const wrong of [Buffer.from(ada.id).toString('base64url'), undefined, null, '', 5]) {
    expect(await enter(wrong), String(wrong)).toBe(403)
  }
  expect(await enter(userHandle)).toBe(200)
})

test('a passkey that one person was asked to make is not added to another in the same browser (Web Authentication 7.1)', async () => {
  const { userAgent, page } = await settled('linus')
  const mary = await joinWithPassword(system, 'mary')
  const { challenge } = await passkeyOptions(userAgent, page, '/account/passkeys/options')
  await signInOn(userAgent, await userAgent.get(address('/sign-in')), mary)
  const hers = await confirmIdentity(system, userAgent)
  const credential = newPasskey(system.address('identity')).create(challenge)
  const body = { name: 'Phone', credential }
  expect((await userAgent.call(hers, '/account/passkeys/add', body)).status).toBe(400)
  expect(await passkeysOf(mary)).toEqual([])
})

test('Every part of a new passkey is checked before it is stored (Web Authentication 7.1)', async () => {
  const { person, userAgent, page } = await settled('edsger')
  const origin = system.address('identity')
  for (const name of ['a\0b', 'a\ud800']) {
    expect((await add(userAgent, page, newPasskey(origin), { name })).status).toBe(400)
  }
  expect((await add(userAgent, page, newPasskey(origin, { idBytes: 1_024 }))).status).toBe(400)
  expect(await passkeysOf(person)).toEqual([])
  const { challenge } = await passkeyOptions(userAgent, page, '/account/passkeys/options')
  const made = newPasskey(origin, { idBytes: 1_023 }).create(challenge) as { response: object }
  const credential = { ...made, response: { ...made.response, transports: 'x' } }
  expect((await add(userAgent, page, newPasskey(origin), { credential })).status).toBe(200)
  expect(await passkeysOf(person)).toHaveLength(1)
})

/** Faults of a new passkey, and the message of the page. */
const UNFIT: Readonly<Record<string, readonly [Parameters<typeof newPasskey>[1], string]>> = {
  'an RSA key of 1,024 bits': [
    { rsa: { modulusLength: 1_024 } },
    'an RSA key of 2048 bits or more',
  ],
  'an RSA key of 2,047 bits': [
    { rsa: { modulusLength: 2_047 } },
    'an RSA key of 2048 bits or more',
  ],
  'an RSA key with the exponent 3': [
    { rsa: { modulusLength: 2_048, publicExponent: 3 } },
    'the exponent 65537 or a greater one',
  ],
  'an id of 15 bytes': [{ idBytes: 15 }, 'an id of 16 to 1023 bytes'],
  'an id of 1,024 bytes': [{ idBytes: 1_024 }, 'an id of 16 to 1023 bytes'],
  'a frame of another site': [{ clientData: { crossOrigin: true } }, 'in a frame of another site'],
  'a frame that says which site': [
    { clientData: { crossOrigin: true, topOrigin: 'https://evil.example' } },
    'in a frame of another site',
  ],
  'another site at the top alone': [
    { clientData: { topOrigin: 'https://evil.example' } },
    'in a frame of another site',
  ],
  'a text for crossOrigin': [{ clientData: { crossOrigin: 'true' } }, 'in a frame of another site'],
}

test.each(Object.entries(UNFIT))(
  'a passkey with %s is refused, on the account page and in signing up (Web Authentication 7.1)',
  async (_name, [peculiar, words]) => {
    const { person, userAgent, page } = await settled(`p${crypto.randomUUID().slice(0, 8)}`)
    const passkey = newPasskey(system.address('identity'), peculiar)
    const refused = { status: 400, body: { message: expect.stringContaining(words) as string } }
    expect(await add(userAgent, page, passkey)).toMatchObject(refused)
    expect(await passkeysOf(person)).toEqual([])

    const newcomer = createUserAgent()
    const signUp = await newcomer.get(address('/sign-up'))
    const username = `p${crypto.randomUUID().slice(0, 8)}`
    const about = { username, displayName: 'Mary', house: 'Tide', archetype: 'Keeper' }
    const { body } = await newcomer.call(signUp, '/sign-up/passkey/options', about)
    const { identityId, options } = body as { identityId: string; options: { challenge: string } }
    const credential = passkey.create(options.challenge)
    const sent = { ...about, identityId, credential }
    expect(await newcomer.call(signUp, '/sign-up/passkey/verify', sent)).toMatchObject(refused)
  },
)

test.each<[string, Parameters<typeof newPasskey>[1]]>([
  ['an RSA key of 2,048 bits', { rsa: { modulusLength: 2_048 } }],
  ['an id of 16 bytes', { idBytes: 16 }],
  ['a browser that says that it is in no frame', { clientData: { crossOrigin: false } }],
])('a passkey with %s is added, and signs in', async (_name, peculiar) => {
  const { userAgent, page, userHandle } = await settled(`p${crypto.randomUUID().slice(0, 8)}`)
  const passkey = newPasskey(system.address('identity'), peculiar)
  expect((await add(userAgent, page, passkey)).status).toBe(200)
  const nobody = createUserAgent()
  const signIn = await nobody.get(address('/sign-in'))
  const { challenge } = await passkeyOptions(nobody, signIn, '/sign-in/passkey/options')
  const credential = passkey.get(challenge, userHandle)
  expect((await nobody.call(signIn, '/sign-in/passkey/verify', { credential })).status).toBe(200)
})

test.each([
  { crossOrigin: true },
  { crossOrigin: true, topOrigin: 'https://evil.example' },
  { topOrigin: 'https://evil.example' },
])(
  'what a passkey signs in a frame of another site, %j, signs in nobody (7.2)',
  async (clientData) => {
    const { userAgent, page, userHandle } = await settled(`p${crypto.randomUUID().slice(0, 8)}`)
    const framed: object = {}
    const passkey = newPasskey(system.address('identity'), { clientData: framed })
    expect((await add(userAgent, page, passkey)).status).toBe(200)
    const nobody = createUserAgent()
    const signIn = await nobody.get(address('/sign-in'))
    const enter = async () => {
      const { challenge } = await passkeyOptions(nobody, signIn, '/sign-in/passkey/options')
      const credential = passkey.get(challenge, userHandle)
      return (await nobody.call(signIn, '/sign-in/passkey/verify', { credential })).status
    }
    Object.assign(framed, clientData)
    expect(await enter()).toBe(403)
    for (const name of Object.keys(clientData)) Reflect.deleteProperty(framed, name)
    expect(await enter()).toBe(200)
  },
)

test('a fault of the database is reported as one, and not as a wrong passkey (robustness)', async () => {
  const { userAgent, page, userHandle } = await settled('barbara')
  const [passkey, another] = [
    newPasskey(system.address('identity')),
    newPasskey(system.address('identity')),
  ]
  await add(userAgent, page, passkey)
  await confirmIdentity(system, userAgent)
  const sent = await passkeyOptions(userAgent, page, '/account/passkeys/options')
  const asked = await passkeyOptions(userAgent, page, '/sign-in/passkey/options')
  const refusals = () =>
    db().selectFrom('auditEvents').select('id').where('kind', '=', 'sign_in_refused').execute()
  const before = await refusals()
  await sql`alter table passkey_challenges rename to away`.execute(db())
  const responses = [
    await userAgent.call(page, '/sign-in/passkey/verify', {
      credential: passkey.get(asked.challenge, userHandle),
    }),
    await userAgent.call(page, '/account/passkeys/add', {
      name: 'Phone',
      credential: another.create(sent.challenge),
    }),
  ]
  await sql`alter table away rename to passkey_challenges`.execute(db())
  expect(responses.map(({ status }) => status)).toEqual([500, 500])
  expect(await refusals()).toEqual(before)
})

test('Adding a passkey requires a sign-in, a name and a passkey for this challenge (Web Authentication 7.1)', async () => {
  await proveTwoFactors(system, ada)
  const account = await confirmIdentity(system, browser)
  const options = await passkeyOptions(browser, account, '/account/passkeys/options')
  expect(options).toMatchObject({
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    user: { name: 'ada' },
  })
  const credential = credentialFor(options.challenge, 'bmV3', 'webauthn.create')
  for (const [body, status] of [
    [{ name: 'Phone', credential }, 400],
    [{ name: 'Phone' }, 400],
    [{ name: 'Phone', credential: 'x' }, 400],
    [{ credential }, 400],
    [{ name: ' ', credential }, 400],
    [{ name: 'x'.repeat(61), credential }, 400],
  ] as const) {
    const response = await browser.call(account, '/account/passkeys/add', body)
    expect(response, JSON.stringify(body)).toMatchObject({
      status,
      body: { message: expect.any(String) as string },
    })
  }
  const userAgent = createUserAgent()
  const page = await userAgent.get(address('/sign-in'))
  for (const path of ['/account/passkeys/options', '/account/passkeys/add']) {
    expect((await userAgent.call(page, path, { name: 'x', credential })).status).toBe(403)
  }
})
