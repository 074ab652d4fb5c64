// Who has access to the administrators' console: every page and form, and changes while the access ends.
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#foundation/database/database.ts'
import { newId } from '#foundation/domain/ids.ts'
import { sessionsWaiting } from '#test/database.ts'
import {
  joinWithPassword,
  PASSWORD,
  registerApp,
  signedInUserAgent,
  signInOn,
} from '#test/oauth.ts'
import { TIMEOUT } from '#test/process.ts'
import { createUserAgent, formOf, linkOf, type Page, type UserAgent } from '#test/user-agent.ts'
import { lockAdministrators } from '../../../subgraphs/identity/domain/administration/administrator.ts'
import { sha256 } from '../../../subgraphs/identity/domain/secrets/random.ts'
import type { IdentityTables } from '../../../subgraphs/identity/tables.ts'
import { expectPage } from '../support/page-headers.ts'
import { adminConsole, newName } from './story.ts'

const { system, address, db, admin, alan, console_, prove } = adminConsole()

const WAIT = { ...TIMEOUT, interval: 5 }

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

const PERSON_ACTIONS = ['disable', 'enable', 'sign-out', 'reset-factors', 'rename', 'recovery-code']

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

test('A password alone opens nothing, however recent', async () => {
  const userAgent = createUserAgent()
  const page = await userAgent.get(address('/sign-in'))
  await signInOn(userAgent, page, { username: admin.username })
  expect((await userAgent.get(address('/admin'))).status).not.toBe(200)
})
