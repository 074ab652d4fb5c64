// The administrators' console: who has access, and what the forms do.
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { exportJWK, generateKeyPair } from 'jose'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '#foundation/database/database.ts'
import { newId } from '#foundation/domain/ids.ts'
import { TIMEOUT } from '#test/process.ts'
import { lockAdministrators } from '../../subgraphs/identity/domain/administration/administrator.ts'
import { sha256 } from '../../subgraphs/identity/domain/secrets/random.ts'
import type { IdentityTables } from '../../subgraphs/identity/tables.ts'
import { sessionsWaiting } from '#test/database.ts'
import {
  joinWithPassword,
  PASSWORD,
  registerApp,
  signedInUserAgent,
  signInOn,
  type Member,
} from '#test/oauth.ts'
import { expectPage } from './support/page-headers.ts'
import { testSystem, type Person } from '#test/system.ts'
import { createUserAgent, formOf, linkOf, type Page, type UserAgent } from '#test/user-agent.ts'

const WAIT = { ...TIMEOUT, interval: 5 }

const system = testSystem({ topology: 'Identity alone' })
let admin: Member
let console_: UserAgent
beforeAll(async () => {
  admin = await joinWithPassword(system, 'ada', { role: 'admin' })
  console_ = await signedInUserAgent(system, admin)
  await prove(admin)
})
afterEach(() => {
  system.clock.now = undefined
})

const address = (path: string) => `${system.address('identity')}${path}`
const db = () => system.tables<IdentityTables>('identity')
const newName = () => `p${crypto.randomUUID().slice(0, 8)}`

/** Adds a passkey, and makes the session look signed in with it. */
async function prove({ id: identityId }: Person): Promise<void> {
  const passkey = { publicKey: Buffer.alloc(1), counter: 0, name: 'Key', lastUsedAt: null }
  await db()
    .insertInto('passkeys')
    .values({ ...passkey, id: newId('passkey'), identityId, createdAt: new Date() })
    .execute()
  await db()
    .updateTable('sessions')
    .set({ methods: ['pop', 'user', 'mfa'] })
    .where('identityId', '=', identityId)
    .execute()
}

const auditOf = ({ id }: Pick<Person, 'id'>) =>
  db()
    .selectFrom('auditEvents')
    .select(['kind', 'details'])
    .where('identityId', '=', id)
    .orderBy('at')
    .orderBy('id')
    .execute()

/** Opens the page of the form and sends the form. */
async function send(path: string, fields: Record<string, string> = {}, page = path): Promise<Page> {
  return console_.submit(await console_.get(address(page)), path, fields)
}

let alan: Person
beforeEach(async () => {
  alan = await joinWithPassword(system, newName())
})

const PERSON_ACTIONS = ['disable', 'enable', 'sign-out', 'reset-factors', 'rename', 'recovery-code']

/** Sends all of a form except the last byte, and waits until the console has admitted the sender. */
async function beginToPost(path: string, fields: Record<string, string>) {
  const session = db().updateTable('sessions').where('identityId', '=', admin.id)
  await session.set({ lastSeenAt: new Date(0) }).execute()
  const body = new URLSearchParams(fields).toString()
  const sent = request(address(path), {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': body.length,
      cookie: [...console_.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    },
  })
  sent.write(body.slice(0, -1))
  const seen = db().selectFrom('sessions').select('id').where('identityId', '=', admin.id)
  const now = seen.where('lastSeenAt', '>', new Date(0))
  await expect.poll(() => now.execute(), WAIT).not.toEqual([])
  return async () => {
    const responded = once(sent, 'response') as Promise<[IncomingMessage]>
    sent.end(body.slice(-1))
    const [response] = await responded
    response.resume()
    return response.statusCode
  }
}

/** All routes about that person, client and key. */
function routes(person: string, client: string, key: string): { pages: string[]; forms: string[] } {
  const questions = [
    ...PERSON_ACTIONS.map((action) => `/admin/people/${person}/${action}`),
    `/admin/clients/${client}/rotate-secret`,
    `/admin/clients/${client}/disable`,
    '/admin/keys/rotate',
    `/admin/keys/${key}/revoke`,
    `/admin/administrators/${person}/remove`,
  ]
  return {
    pages: [
      '/admin',
      `/admin/people/${person}`,
      '/admin/clients',
      '/admin/clients/new',
      `/admin/clients/${client}`,
      '/admin/keys',
      '/admin/audit',
      '/admin/administrators',
      ...questions,
    ],
    forms: [
      '/admin',
      '/admin/clients/new',
      `/admin/clients/${client}`,
      '/admin/keys',
      '/admin/administrators',
      ...questions,
    ],
  }
}

describe('every page and form', () => {
  let paths: ReturnType<typeof routes>
  beforeAll(async () => {
    const app = await registerApp(system)
    const other = await joinWithPassword(system, newName())
    const key = newId('adminkey')
    await db()
      .insertInto('adminKeys')
      .values({ id: key, name: 'K', keyHash: Buffer.alloc(32) })
      .execute()
    paths = routes(other.id, app.id, key)
  })

  /** The responses of all routes to this person, whose forms carry their own CSRF token. */
  async function requestAll(browser: UserAgent): Promise<Page[]> {
    const page = await browser.get(address('/account'))
    const csrf = /name="csrf" value="([^"]+)"/.exec(String(page.body))?.[1] ?? 'x'
    return Promise.all([
      ...paths.pages.map((path) => browser.get(address(path))),
      ...paths.forms.map((path) => browser.post(address(path), { csrf, reason: 'Because.' })),
    ])
  }

  test('Every page opens to an administrator with a second factor', async () => {
    for (const path of paths.pages) expectPage(await console_.get(address(path)), 200)
  })

  test('No page exists for somebody who is signed out, and a browser offers to sign in and come back', async () => {
    for (const page of await requestAll(createUserAgent())) {
      expect(page.status, page.url).toBe(404)
      expect(page.body).toMatchObject({ error: { code: 'NOT_FOUND' } })
    }
    const path = '/admin/audit'
    const browser = createUserAgent({ accept: 'text/html' })
    const unknown = await browser.get(address(path))
    expect(unknown.status).toBe(404)
    const signIn = await browser.open(linkOf(unknown, 'Sign in'))
    const { action, hidden } = formOf(signIn, '/sign-in')
    const sent = { ...hidden, username: alan.username, password: PASSWORD }
    expect((await browser.post(action, sent)).location).toBe(address(path))
  })

  test('No page exists for a member', async () => {
    const member = await signedInUserAgent(system, alan)
    for (const page of await requestAll(member)) {
      expect(page.status, page.url).toBe(404)
      expect(page.body).toMatchObject({ error: { code: 'NOT_FOUND' } })
    }
  })

  test('An administrator without a second factor is shown how to get one', async () => {
    const newcomer = await joinWithPassword(system, newName())
    const appointed = db().updateTable('identities').set({ role: 'admin' })
    await appointed.where('id', '=', newcomer.id).execute()
    const browser = await signedInUserAgent(system, newcomer)
    for (const page of await requestAll(browser)) {
      expectPage(page, 403)
      expect(page.body).toContain('href="/account/security"')
    }
  })

  test('An administrator who signed in with one factor must confirm with two', async () => {
    const other = await joinWithPassword(system, newName(), { role: 'admin' })
    const browser = await signedInUserAgent(system, other)
    await prove(other)
    const weak = db()
      .updateTable('sessions')
      .set({ methods: ['pwd'] })
    await weak.where('identityId', '=', other.id).execute()
    for (const page of await requestAll(browser)) {
      expectPage(page, 403)
      expect(page.body).toContain('href="/account/confirm?for=console"')
    }
  })

  test('Forms without the CSRF token of this browser are refused and change nothing', async () => {
    const before = await db().selectFrom('auditEvents').select('id').execute()
    for (const path of paths.forms) {
      for (const csrf of ['', 'x']) {
        expectPage(await console_.post(address(path), { csrf, reason: 'Because.' }), 403)
      }
    }
    expect(await db().selectFrom('auditEvents').select('id').execute()).toHaveLength(before.length)
  })

  test('A form of an earlier sign-in is shown again, with its input (usability)', async () => {
    const { id } = await registerApp(system)
    for (const [path, field] of [
      ['/admin', 'looked'],
      ['/admin/clients/new', 'name'],
      [`/admin/clients/${id}`, 'name'],
      ['/admin/keys', 'name'],
      ['/admin/administrators', 'username'],
      [`/admin/people/${alan.id}/disable`, 'reason'],
    ] as const) {
      const here = { 'sec-fetch-site': 'same-origin' }
      const page = await console_.post(address(path), { csrf: 'x', [field]: 'typed_it' }, here)
      expectPage(page, 403)
      expect(page.body).toMatch(/role="alert">This form is out of date/)
      expect(page.body).toContain('value="typed_it"')
    }
  })

  test('Ten minutes after the sign-in, pages are still shown, but changes require a confirmation', async () => {
    const { csrf } = formOf(await console_.get(address('/admin')), '/sign-out').hidden
    const now = new Date()
    const old = { authenticatedAt: new Date(now.getTime() - 10 * 60_000 - 1) }
    const session = db().updateTable('sessions').where('identityId', '=', admin.id)
    await session.set(old).execute()
    system.clock.now = now
    try {
      for (const path of paths.forms.filter((each) => each !== '/admin')) {
        const asked = await console_.post(address(path), { csrf: csrf!, reason: 'Because.' })
        expect(asked.status).toBe(303)
        const { pathname, searchParams } = new URL(asked.location!)
        expect([pathname, ...searchParams]).toEqual([
          '/account/confirm',
          ['for', 'console'],
          ['to', path],
        ])
      }
      // A long form, whose input would be lost if the confirmation came afterwards.
      const form = await console_.get(address('/admin/clients/new'))
      expect(form.location).toContain('/account/confirm')
      expectPage(await console_.get(address('/admin')), 200)
    } finally {
      await session.set({ authenticatedAt: now }).execute()
    }
  })

  test('Confirming leads back to a page of the console, and nowhere else (attack)', async () => {
    const confirm = async (to: string) => {
      const path = `/account/confirm?${new URLSearchParams({ for: 'console', to })}`
      const browser = await signedInUserAgent(system, admin)
      const { action, hidden } = formOf(await browser.get(address(path)), '/account/confirm')
      const code = await admin.showCode!()
      const done = await browser.post(action, { ...hidden, password: PASSWORD, code })
      return done.location
    }
    expect(await confirm('/admin/keys/rotate')).toBe(address('/admin/keys/rotate'))
    for (const to of ['//evil.example', '@evil.example', '/admin//evil.example', '/account']) {
      expect(await confirm(to), to).toBe(address('/admin'))
    }
  })

  test('Signing in leads back to a page of the account or the console, and nowhere else (attack)', async () => {
    const signIn = async (to: string) => {
      const userAgent = createUserAgent()
      const page = await userAgent.get(address(`/sign-in?${new URLSearchParams({ to })}`))
      const { action, hidden } = formOf(page, '/sign-in')
      const sent = { ...hidden, username: alan.username, password: PASSWORD }
      return (await userAgent.post(action, sent)).location
    }
    for (const to of ['/account/security', '/admin/audit']) {
      expect(await signIn(to)).toBe(address(to))
    }
    for (const to of [
      '//evil.example',
      '/\\evil.example',
      '/admin/%2f%2fevil.example',
      '/account/export/download',
    ]) {
      expect(await signIn(to), to).toBe(address('/account'))
    }
  })

  const role = (value: 'member' | 'admin') =>
    db().updateTable('identities').set({ role: value }).where('id', '=', admin.id).execute()

  test('The console is closed when the role is removed', async () => {
    await role('member')
    expect((await console_.get(address('/admin'))).status).toBe(404)
    await role('admin')
  })

  test('A form whose last byte comes after the role was removed is refused (attack)', async () => {
    const { csrf } = formOf(await console_.get(address('/admin')), '/sign-out').hidden
    const finish = await beginToPost('/admin/keys', { csrf: csrf!, name: 'Slow' })
    await role('member')
    expect(await finish()).toBe(404)
    await role('admin')
    const keys = db().selectFrom('adminKeys').select('id').where('name', '=', 'Slow')
    expect(await keys.execute()).toEqual([])
  })
})

describe('a change that waits while the sign-in or the role ends', () => {
  const CLIENT = { name: 'Slow', redirectUris: 'https://slow.example/callback' }

  /** Every change with its fields. */
  async function changes(): Promise<[path: string, fields: Record<string, string>][]> {
    const app = await registerApp(system)
    const other = await joinWithPassword(system, newName())
    const key = { id: newId('adminkey'), name: 'K', keyHash: sha256(newName()) }
    await db().insertInto('adminKeys').values(key).execute()
    const given: Record<string, Record<string, string>> = {
      '/admin/clients/new': { ...CLIENT, kind: 'public', 'scope-identity': 'on' },
      [`/admin/clients/${app.id}`]: CLIENT,
      '/admin/keys': { name: 'Slow' },
      '/admin/administrators': { username: alan.username },
      [`/admin/people/${other.id}/rename`]: { username: newName() },
    }
    const paths = routes(other.id, app.id, key.id).forms
    return paths
      .filter((path) => path !== '/admin')
      .map((path) => [path, { reason: 'Because.', ...given[path] }])
  }

  /** Sends each change while `end` is in progress, and undoes `end` afterwards. */
  async function expectRefused(
    end: (trx: Db<IdentityTables>, isOver: boolean) => Promise<unknown>,
  ) {
    const all = await changes()
    const { csrf } = formOf(await console_.get(address('/admin')), '/sign-out').hidden
    const before = await db().selectFrom('auditEvents').select('id').execute()
    const waiting = () => sessionsWaiting(system.tables('identity'))
    for (const [path, fields] of all) {
      const { sent } = await db()
        .transaction()
        .execute(async (trx) => {
          await lockAdministrators(trx)
          const sent = console_.post(address(path), { csrf: csrf!, ...fields })
          await expect.poll(waiting, { ...WAIT, message: path }).toBe(1)
          await end(trx, true)
          return { sent }
        })
      expectPage(await sent, 403)
      await end(db(), false)
    }
    expect(await db().selectFrom('auditEvents').select('id').execute()).toHaveLength(before.length)
  }

  test('A waiting change is refused if the role was removed (race)', async () => {
    await expectRefused((trx, isOver) =>
      trx
        .updateTable('identities')
        .set({ role: isOver ? 'member' : 'admin' })
        .where('id', '=', admin.id)
        .execute(),
    )
  })

  test('A waiting change is refused if the cookie was replaced (race)', async () => {
    const tokenHash = sha256(console_.cookies.get('ecosystem_session')!)
    const another = sha256('another')
    await expectRefused((trx, isOver) =>
      trx
        .updateTable('sessions')
        .set({ tokenHash: isOver ? another : tokenHash })
        .where('tokenHash', '=', isOver ? tokenHash : another)
        .execute(),
    )
  })
})

describe('people', () => {
  const found = async (looked: string) => {
    const page = await send('/admin', { looked })
    return String(page.body).includes(`/admin/people/${alan.id}`)
  }

  test('People are found by name, address and wallet, which stay out of every URL', async () => {
    const wallet = `0x${crypto.randomUUID().replaceAll('-', '').padEnd(40, '0')}`
    await db()
      .insertInto('emailAddresses')
      .values({
        identityId: alan.id,
        address: `${alan.username}@mail.example`,
        verifiedAt: new Date(),
      })
      .execute()
    for (const looked of [alan.username, `@${alan.username}`, `${alan.username}@MAIL.example`]) {
      expect(await found(looked), looked).toBe(true)
    }
    for (const looked of ['nobody_at_all', wallet, 'x@mail.example', '']) {
      expect(await found(looked), looked).toBe(false)
    }
    expect(formOf(await console_.get(address('/admin')), '/admin').action).toBe('/admin')
  })

  test('People are disabled and enabled, and sign in again', async () => {
    const path = `/admin/people/${alan.id}`
    const theirs = await signedInUserAgent(system, alan)
    const refused = await send(`${path}/disable`, { reason: ' ' })
    expect(refused.status).toBe(400)
    expect(refused.body).toContain('id="reason-error"')
    const disabled = await send(`${path}/disable`, { reason: 'Spam.' })
    expect(disabled.body).toContain('The person is disabled')
    expect((await theirs.get(address('/account'))).status).toBe(303)
    const again = createUserAgent()
    const signIn = () => again.get(address('/sign-in')).then((page) => signInOn(again, page, alan))
    expect((await signIn()).status).toBe(403)
    await send(`${path}/enable`, { reason: 'A mistake.' })
    expect((await signIn()).url).toBe(address('/account'))
    const kinds = ['identity_disabled', 'identity_enabled']
    const events = (await auditOf(alan)).filter(({ kind }) => kinds.includes(kind))
    expect(events.map(({ details }) => details)).toEqual([
      { reason: 'Spam.', by: admin.id },
      { reason: 'A mistake.', by: admin.id },
    ])
  })

  test('People are signed out, renamed and given a code', async () => {
    const path = `/admin/people/${alan.id}`
    const theirs = await signedInUserAgent(system, alan)
    await send(`${path}/sign-out`, { reason: 'By telephone.' })
    expect((await theirs.get(address('/account'))).status).toBe(303)
    const taken = await send(`${path}/rename`, { reason: 'Rude.', username: 'ada' })
    expect(taken.body).toContain('The username ada is taken.')
    const username = newName()
    const renamed = await send(`${path}/rename`, { reason: 'Rude.', username })
    expect(renamed.body).toContain(`@${username}`)
    const issued = await send(`${path}/recovery-code`)
    const [, code] = /<code>([A-Z0-9-]{19})<\/code>/.exec(String(issued.body))!
    const owner = createUserAgent()
    const page = await owner.get(address('/recover/code'))
    const used = await owner.submit(page, '/recover/code', { username, code: code! })
    expect(used.body).toContain('Choose a new password')
  })

  test('Unknown actions on people are not found', async () => {
    for (const path of ['/admin/people/identity_x', `/admin/people/${alan.id}/constructor`]) {
      expect((await console_.get(address(path))).status, path).toBe(404)
    }
  })
})

test('an app is registered, shows its secret once, is changed and is disabled', async () => {
  const values = { name: 'Harbour', tier: 'authenticated' }
  const registered = { ...values, kind: 'confidential' }
  const wrong = await send('/admin/clients/new', { ...registered, redirectUris: 'ftp://x' })
  expect(wrong.status).toBe(400)
  expect(wrong.body).toMatch(/Redirect URI 1 [^<]+/)
  expect(wrong.body).toContain('id="scopes-error"')
  const redirectUris = 'https://harbour.example/callback\nhttps://harbour.example/other'
  const shown = await send('/admin/clients/new', {
    ...registered,
    redirectUris,
    'scope-identity': 'on',
  })
  const [id, secret] = [...String(shown.body).matchAll(/<code>([^<]+)<\/code>/g)].map(
    ([, text]) => text!,
  )
  expect(linkOf(shown, 'I have saved it')).toBe(address(`/admin/clients/${id}`))
  const tokenOf = (client_secret: string) =>
    system.fetch(address('/api/oauth/token'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ grant_type: 'client_credentials', client_id: id, client_secret }),
    })
  // It has no scopes as a machine client, but it is authenticated.
  expect((await tokenOf(secret!)).body).toMatchObject({ error: 'unauthorized_client' })
  const shownAgain = await console_.get(address(`/admin/clients/${id}`))
  expect(shownAgain.body).toContain('https://harbour.example/callback')
  expect(shownAgain.body).not.toContain(secret)
  expect(shownAgain.body).not.toContain('may call every service')
  const { id: publicId } = await registerApp(system)
  const open = await console_.get(address(`/admin/clients/${publicId}`))
  expect(open.body).toContain('may call every service')
  const changed = await send(
    `/admin/clients/${id}`,
    {
      ...values,
      name: 'Harbour 2',
      redirectUris: 'https://harbour.example/new',
      'scope-identity': 'on',
    },
    `/admin/clients/${id}`,
  )
  expect(changed.body).toContain('The app is changed.')
  const stored = db().selectFrom('clients').select(['name', 'redirectUris']).where('id', '=', id!)
  expect(await stored.executeTakeFirst()).toEqual({
    name: 'Harbour 2',
    redirectUris: ['https://harbour.example/new'],
  })
  await send(`/admin/clients/${id}/rotate-secret`)
  expect((await tokenOf(secret!)).body).toMatchObject({ error: 'invalid_client' })
  const gone = await send(`/admin/clients/${id}/disable`)
  expect(gone.body).toContain('The app is disabled')
  const events = db().selectFrom('auditEvents').select('kind').where('clientId', '=', id!)
  expect((await events.orderBy('at').execute()).map(({ kind }) => kind)).toEqual(
    expect.arrayContaining([
      'client_registered',
      'client_changed',
      'client_secret_rotated',
      'client_disabled',
    ]),
  )
})

test('an app has in the console all that the command registers, and each error stands beside its field', async () => {
  const jwks = { keys: [await exportJWK((await generateKeyPair('ES256')).publicKey)] }
  const fields = {
    name: 'Machine',
    kind: 'confidential',
    redirectUris: 'https://machine.example/callback',
    'scope-identity': 'on',
    deviceFlow: 'on',
    'machine-scope-credentials': 'on',
    jwks: JSON.stringify(jwks),
    backchannelLogoutUri: 'https://machine.example/logout',
    idTokenSignedResponseAlg: 'ES256',
    tier: 'partner',
  }
  for (const [wrong, field, error] of [
    [
      { jwks: '{"keys": 1}' },
      'jwks',
      'The key set must be {&quot;keys&quot;: […]} with 1 to 10 keys.',
    ],
    [{ jwks: 'no JSON' }, 'jwks', 'The key set must be'],
    // As long as the field allows: browsers send two characters per line break.
    [{ jwks: '"a",\r\n'.repeat(1_638) }, 'jwks', 'The key set must be'],
    [
      { jwks: JSON.stringify({ keys: [{ kty: 'oct' }] }) },
      'jwks',
      'Key 1 must be a key of the type RSA or EC.',
    ],
    [
      { backchannelLogoutUri: 'http://machine.example/' },
      'backchannelLogoutUri',
      'The URI must be https, or http on loopback.',
    ],
    [
      { kind: 'public' },
      'machineScopes',
      'What it may do for itself is for confidential clients alone.',
    ],
    [
      { redirectUris: 'https://machine.example/callback '.repeat(21) },
      'redirectUris',
      'The list of redirect URIs must',
    ],
  ] as const) {
    const refused = await send('/admin/clients/new', { ...fields, ...wrong })
    expectPage(refused, 400)
    expect(refused.body).toMatch(new RegExp(`id="${field}-error"><strong>Error:</strong> `))
    expect(refused.body).toContain(error)
    expect(refused.body).toMatch(new RegExp(`role="alert">.*<a href="#${field}">`, 's'))
    expect(refused.body).toMatch(new RegExp(`id="${field}"`))
    expect(refused.body).toContain('value="Machine"')
  }
  const shown = await send('/admin/clients/new', fields)
  expect(shown.body).toContain('It has no secret: it signs with its keys.')
  const [, id] = /<code>(client_[^<]+)<\/code>/.exec(String(shown.body))!
  const stored = async () => {
    const {
      createdAt: _,
      disabledAt: __,
      id: ___,
      secretHash,
      ...client
    } = await db().selectFrom('clients').selectAll().where('id', '=', id!).executeTakeFirstOrThrow()
    return { client, secretHash }
  }
  const registered = {
    name: 'Machine',
    kind: 'confidential',
    redirectUris: ['https://machine.example/callback'],
    scopes: ['identity'],
    tier: 'partner',
    idTokenSignedResponseAlg: 'ES256',
    deviceFlow: true,
    machineScopes: ['credentials'],
    jwks,
    backchannelLogoutUri: 'https://machine.example/logout',
  }
  const before = await stored()
  expect(before.client).toEqual(registered)
  // A form that is sent as shown changes nothing.
  const path = `/admin/clients/${id}`
  const { kind: _, ...same } = fields
  await send(path, same, path)
  expect(await stored()).toEqual(before)
  const { deviceFlow: __, 'machine-scope-credentials': ___, ...fewer } = same
  const wrong = await send(path, { ...fewer, jwks: 'x', backchannelLogoutUri: 'x' }, path)
  expectPage(wrong, 400)
  for (const field of ['jwks', 'backchannelLogoutUri']) {
    expect(wrong.body).toContain(`id="${field}-error"`)
  }
  const changed = await send(
    path,
    {
      ...fewer,
      jwks: '',
      backchannelLogoutUri: '',
      idTokenSignedResponseAlg: 'RS256',
      tier: 'authenticated',
      'scope-wallet': 'on',
    },
    path,
  )
  expect(changed.body).toContain('The app is changed.')
  expect(changed.body).toContain('Give it a new secret')
  const after = await stored()
  expect(after.client).toEqual({
    ...registered,
    scopes: ['identity', 'wallet'],
    tier: 'authenticated',
    idTokenSignedResponseAlg: 'RS256',
    deviceFlow: false,
    machineScopes: null,
    jwks: null,
    backchannelLogoutUri: null,
  })
  // Nobody knows the new secret.
  expect(after.secretHash).not.toEqual(before.secretHash)
  const last = await db()
    .selectFrom('auditEvents')
    .select('details')
    .where('clientId', '=', id!)
    .where('kind', '=', 'client_changed')
    .orderBy('at', 'desc')
    .executeTakeFirstOrThrow()
  expect(last.details).toMatchObject({ authentication: 'secret', tier: 'authenticated' })
})

test('two administrators who change different fields of an app at once lose neither change', async () => {
  const { id } = await registerApp(system, { scopes: ['openid', 'wallet', 'identity'] })
  const path = `/admin/clients/${id}`
  const earlier = await console_.get(address(path))
  const fields = {
    name: 'Beacon',
    redirectUris: 'https://app.example/callback',
    'scope-identity': 'on',
    'scope-openid': 'on',
    idTokenSignedResponseAlg: 'RS256',
    tier: 'authenticated',
  }
  await send(path, fields)
  const changed = { ...fields, 'scope-wallet': 'on', name: 'Lamp', tier: 'partner' }
  const wrong = await console_.submit(earlier, path, { ...changed, redirectUris: 'x' })
  expectPage(wrong, 400)
  await console_.submit(wrong, path, changed)
  const client = db().selectFrom('clients').select(['name', 'scopes', 'tier']).where('id', '=', id)
  expect(await client.executeTakeFirst()).toEqual({
    name: 'Lamp',
    scopes: ['identity', 'openid'],
    tier: 'partner',
  })
})

test('apps are found by name and by id, page by page', async () => {
  const ids = await Promise.all(
    Array.from({ length: 51 }, async (_, at) => {
      const { id } = await registerApp(system, { name: `Lighthouse ${at}` })
      return id
    }),
  )
  const { id: other } = await registerApp(system, { name: 'Quay' })
  const found = async (path: string) => {
    const page = await console_.get(address(path))
    expectPage(page, 200)
    const links = String(page.body).matchAll(/href="\/admin\/clients\/(client_\w+)"/g)
    const next = /rel="next" href="([^"]+)"/.exec(String(page.body))?.[1]
    return { ids: [...links].map(([, id]) => id!), next: next?.replaceAll('&amp;', '&') }
  }
  const first = await found('/admin/clients?search=lighthouse')
  expect(first.ids).toHaveLength(50)
  const second = await found(first.next!)
  expect(second.next).toBeUndefined()
  expect([...first.ids, ...second.ids].toSorted()).toEqual(ids.toSorted())
  expect((await found(`/admin/clients?search=${other}`)).ids).toEqual([other])
  expect((await found('/admin/clients?search=Lihgthouse+7')).ids).toContain(ids[7])
  expect((await found('/admin/clients?search=nothing_like_it')).ids).toEqual([])
  expect((await found(`/admin/clients?search=${'x'.repeat(2_000)}`)).ids).toEqual([])
  expect((await found('/admin/clients')).ids).toHaveLength(50)
})

test('a key is issued once and revoked, and signing keys are rotated', async () => {
  const issued = await send('/admin/keys', { name: 'Archive' })
  const [, key] = /<code>([^<]+)<\/code>/.exec(String(issued.body))!
  const page = await console_.get(address('/admin/keys'))
  expect(page.body).not.toContain(key)
  const [, id] = /\/admin\/keys\/(adminkey_\w+)\/revoke/.exec(String(page.body))!
  expect((await send(`/admin/keys/${id}/revoke`)).body).toContain('The key is revoked.')
  const rotations = db().selectFrom('auditEvents').select('id')
  const recorded = () => rotations.where('kind', '=', 'signing_keys_rotated').execute()
  const before = (await recorded()).length
  const rotated = await send('/admin/keys/rotate')
  expect(rotated.body).toContain('New keys are published.')
  expect(String(rotated.body).match(/next, signs from \d+ \w+ \d{4}</g)).toHaveLength(2)
  expect(await recorded()).toHaveLength(before + 1)
  expect((await send('/admin/keys/rotate')).body).toContain('Nothing has changed')
  expect(await recorded()).toHaveLength(before + 1)
})

test('the trail is shown by person and by kind', async () => {
  await send(`/admin/people/${alan.id}/sign-out`, { reason: 'By telephone.' })
  const trail = async (query: string) =>
    String((await console_.get(address(`/admin/audit?${query}`))).body)
  expect(await trail(`person=${alan.username}&kind=session_ended`)).toContain('By telephone.')
  expect(await trail(`person=${alan.id}&kind=sign_up`)).not.toContain('By telephone.')
  expect(await trail('kind=session_ended')).toContain('By telephone.')
  expect(await trail('person=nobody_at_all')).toContain('Nobody has that username.')
  // People are named, including the administrator.
  const named = await trail('kind=session_ended')
  expect(named).toContain(`<a href="/admin/people/${alan.id}">@${alan.username}</a>`)
  expect(named).toContain('<dd>@ada</dd>')
})

test('the trail of an app has its entries alone, each with its request', async () => {
  const { id } = await registerApp(system)
  await send(`/admin/clients/${id}/disable`)
  const page = await console_.get(address(`/admin/clients/${id}`))
  const trail = await console_.open(linkOf(page, 'The audit trail of this app'))
  const events = await db()
    .selectFrom('auditEvents')
    .select('requestId')
    .where('clientId', '=', id)
    .orderBy('at', 'desc')
    .execute()
  const shown = String(trail.body).matchAll(/<dt>Request<\/dt>\s*<dd>([^<]+)</g)
  expect([...shown].map(([, requestId]) => ({ requestId }))).toEqual(events)
  expect(events).not.toEqual([])
})

test('an administrator is added and removed, but the last is neither removed nor disabled', async () => {
  const added = await send('/admin/administrators', { username: alan.username })
  expect(added.body).toContain(`@${alan.username}`)
  await send(`/admin/administrators/${alan.id}/remove`)
  expect((await auditOf(alan)).map(({ kind }) => kind)).toEqual([
    'administrator_added',
    'administrator_removed',
  ])
  const others = db().updateTable('identities').set({ role: 'member' }).where('id', '!=', admin.id)
  await others.execute()
  const refused = await send(`/admin/administrators/${admin.id}/remove`)
  expect(refused.status).toBe(400)
  expect(refused.body).toMatch(/role="alert">There is no other administrator, or the others are/)
  expect(refused.body).toContain('Add an administrator')
  const disabled = await send(`/admin/people/${admin.id}/disable`, { reason: 'Out of office.' })
  expectPage(disabled, 400)
  expect(disabled.body).toMatch(/role="alert">There is no other administrator, or the others are/)
  expect(disabled.body).toContain('value="Out of office."')
  expect((await console_.get(address('/admin'))).status).toBe(200)
})

test('a password alone opens nothing, however recent', async () => {
  const userAgent = createUserAgent()
  const page = await userAgent.get(address('/sign-in'))
  await signInOn(userAgent, page, { username: admin.username })
  expect((await userAgent.get(address('/admin'))).status).not.toBe(200)
})
