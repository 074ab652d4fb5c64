// The headers of every page, and how pages show user input: checks 16 and 22.
import { afterEach, beforeAll, expect, test } from 'vitest'
import type { IdentityTables } from '../../subgraphs/identity/tables.ts'
import {
  askConsent,
  authorizeUrl,
  joinWithPassword,
  PASSWORD,
  pageUrl,
  proveTwoFactors,
  redirected,
  registerApp,
  signedInUserAgent,
  signInOn,
  type App,
} from '#test/oauth.ts'
import { expectPage, expectPageHeaders } from './support/page-headers.ts'
import { testSystem, type Person } from '#test/system.ts'
import { createUserAgent, formOf, linkOf, type Page } from '#test/user-agent.ts'

const system = testSystem({ topology: 'Identity alone' })
let app: App
let ada: Person
beforeAll(async () => {
  app = await registerApp(system)
  ada = await joinWithPassword(system, 'ada')
})
afterEach(() => {
  system.clock.now = undefined
})

const address = (path: string) => `${system.address('identity')}${path}`
const db = () => system.tables<IdentityTables>('identity')

test('16 · every page forbids framing, referrers, storing and guessing (RFC 9700 4.16, 4.2)', async () => {
  const nobody = createUserAgent()
  const browser = await signedInUserAgent(system, ada)
  for (const path of ['/sign-in', '/sign-up', '/sign-out']) {
    expectPage(await nobody.get(address(path)), 200)
  }
  const account = ['/account', '/account/security', '/account/devices', '/account?done=username']
  for (const path of [...account, '/sign-in', '/sign-up', '/sign-out']) {
    expectPage(await browser.get(address(path)), 200)
  }
  for (const path of ['/sign-in', '/sign-up', '/consent']) {
    expectPage(await browser.get(pageUrl(system, app, path)), 200)
  }
})

test('16 · Every refusal has the same headers (RFC 9700 4.16, 4.2)', async () => {
  const nobody = createUserAgent()
  const browser = await signedInUserAgent(system, ada)
  const account = await browser.get(address('/account'))
  const signIn = await nobody.get(address('/sign-in'))
  const { csrf } = formOf(account, '/sign-out').hidden
  const own = { csrf: csrf! }
  expectPage(await signInOn(nobody, signIn, ada, 'wrong'), 403)
  expectPage(await nobody.submit(signIn, '/sign-in', { csrf: 'x' }), 403)
  expectPage(await nobody.post(address('/sign-up'), {}), 403)
  expectPage(await nobody.post(address('/sign-in'), { csrf: 'x'.repeat(3_000) }), 400)
  expectPage(await nobody.post(address('/sign-in'), { csrf: 'x'.repeat(200_000) }), 400)
  expectPage(await browser.post(address('/account/username'), { ...own, username: '!' }), 400)
  expectPage(await browser.post(address('/account/passkeys/remove'), { ...own, id: 'no' }), 404)
  expectPage(await browser.get(address('/consent')), 400)
  expectPage(await browser.get(address('/api/oauth/authorize')), 400)
  expectPage(await browser.get(address('/sign-in?client_id=a&client_id=b')), 400)
  expectPage(await browser.get(address('/sign-out?post_logout_redirect_uri=x&client_id=y')), 400)
})

test('16 · Every redirect has the same headers, including the one with the code (RFC 9700 4.2)', async () => {
  const browser = await signedInUserAgent(system, ada)
  const page = await askConsent(system, app, ada, {}, browser)
  const { hidden } = formOf(page, '/consent')
  for (const response of [
    await browser.get(authorizeUrl(system, app)),
    await browser.post(page.url, { ...hidden, decision: 'allow' }),
    await browser.get(authorizeUrl(system, app)),
  ]) {
    expect(response.status).toBe(303)
    expectPageHeaders(response)
  }
})

const EVIL = `"'><script>alert(1)</script><img src=x onerror=alert(2)>\`{{7*7}}`

/** Expects that no input became markup, and that the page has no inline script. */
function expectEscaped(page: Page): void {
  const body = String(page.body)
  for (const [tag] of body.matchAll(/<script\b[^>]*>/g)) {
    expect(tag, page.url).toMatch(/^<script type="module" src="\/assets\/\w+\.js\?v=[\w-]+">$/)
  }
  const tags = body
    .replace(/"[^"]*"/g, '""')
    .match(/<[a-z][^>]*>/gi)!
    .join('\n')
  expect(tags, page.url).not.toMatch(/<img src=[^"]|\son\w+=|['`{]/)
  expect(body, page.url).not.toMatch(/(href|action|src)="javascript:/)
  expectPageHeaders(page)
}

test('22 · HTML in a client’s name, a state and whatever else comes along stays text (OWASP Cross Site Scripting Prevention)', async () => {
  const evil = await registerApp(system, { name: EVIL.slice(0, 100) })
  const change = { state: EVIL, nonce: EVIL, ui_locales: EVIL, [EVIL]: EVIL }
  const browser = createUserAgent()
  const signIn = await browser.open(authorizeUrl(system, evil, change))
  expect(signIn.body).toContain('&lt;script&gt;alert(1)')
  expectEscaped(signIn)
  expectEscaped(await browser.open(pageUrl(system, evil, '/sign-up', change)))
  expectEscaped(await signInOn(browser, signIn, { username: EVIL }, 'wrong'))
  const consent = await signInOn(browser, signIn, ada)
  expect(new URL(consent.url).pathname).toBe('/consent')
  expectEscaped(consent)
  const response = redirected(await browser.submit(consent, '/consent', { decision: 'allow' }))
  expect(response).toMatchObject({ code: expect.any(String) as string, state: EVIL })
  expectEscaped(await browser.get(address('/account/devices')))
  const twice = `${authorizeUrl(system, evil, { client_id: undefined })}&${new URLSearchParams([
    [EVIL, 'a'],
    [EVIL, 'b'],
  ]).toString()}`
  expectEscaped(await browser.get(twice))
})

test('22 · HTML in a scope is refused without being repeated (OWASP Cross Site Scripting Prevention)', async () => {
  const browser = await signedInUserAgent(system, ada)
  const page = await browser.get(authorizeUrl(system, app, { scope: `identity ${EVIL}` }))
  expect(redirected(page).error).toBe('invalid_scope')
  expect(decodeURIComponent(page.location!)).not.toContain('<')
  expectEscaped(await browser.get(authorizeUrl(system, app, { redirect_uri: EVIL })))
  expectEscaped(await browser.get(authorizeUrl(system, { ...app, id: EVIL })))
  expectEscaped(await browser.get(address(`/account?done=${encodeURIComponent(EVIL)}`)))
  expectEscaped(await browser.get(address('/account?done=__proto__')))
})

test('22 · HTML in names of people, browsers and passkeys stays text (OWASP Cross Site Scripting Prevention)', async () => {
  await joinWithPassword(system, 'mallory', { displayName: EVIL, archetype: EVIL, house: EVIL })
  const browser = createUserAgent()
  const page = await browser.get(address('/sign-in'))
  const { hidden } = formOf(page, '/sign-in')
  const fields = { ...hidden, username: 'mallory', password: PASSWORD }
  await browser.post(page.url, fields, { 'user-agent': EVIL })
  const { id } = await db()
    .selectFrom('identities')
    .select('id')
    .where('username', '=', 'mallory')
    .executeTakeFirstOrThrow()
  await db()
    .insertInto('passkeys')
    .values({
      id: EVIL,
      identityId: id,
      publicKey: Buffer.from('x'),
      counter: 0,
      name: EVIL,
      createdAt: new Date(),
      lastUsedAt: null,
    })
    .execute()
  await proveTwoFactors(system, { id })
  const security = await browser.get(address('/account/security'))
  expect(security.body).toContain('&lt;img src=x onerror=alert(2)&gt;')
  expectEscaped(security)
  const account = await browser.get(address('/account'))
  expectEscaped(account)
  expectEscaped(await browser.get(address('/sign-out')))
  expectEscaped(await browser.submit(account, '/account/username', { username: EVIL }))
  const profile = { displayName: EVIL, archetype: 'King', bio: `</textarea>${EVIL}` }
  expectEscaped(await browser.submit(account, '/account/profile', profile))
  expectEscaped(await askConsent(system, app, { username: 'mallory' }, {}, browser))
  const signUp = await browser.get(address('/sign-up'))
  const values = { username: EVIL, displayName: EVIL, house: EVIL, archetype: EVIL, password: EVIL }
  expectEscaped(await browser.submit(signUp, '/sign-up', values))
})

/** The headers of browsers that open a page. */
const NAVIGATION = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
}

test('a browser sees a page with a way on at an unknown path, also after a form (usability)', async () => {
  const browser = await signedInUserAgent(system, ada)
  const nobody = createUserAgent()
  for (const path of [
    '/nope',
    '/email',
    '/admin',
    '/admin/people/x',
    '/assets/nope',
    '/%E0%A4%A',
    '//x',
    '//[',
  ]) {
    for (const page of [
      await browser.get(address(path), NAVIGATION),
      await browser.post(address(path), {}, NAVIGATION),
    ]) {
      expect(page.status, path).toBe(404)
      expect(page.headers.get('content-type'), path).toBe('text/html; charset=utf-8')
      expect(await browser.open(linkOf(page, 'Open your account'))).toMatchObject({ status: 200 })
    }
    const asked = await nobody.get(address(path), NAVIGATION)
    expect(asked.headers.getSetCookie()).toEqual([])
    expect((await nobody.open(linkOf(asked, 'Sign in'))).body).toContain('<h1>Sign in</h1>')
  }
})

test.each([
  ['/nope', { accept: '*/*' }],
  ['/nope', { accept: 'application/json' }],
  ['/nope', { accept: 'application/json, text/html;q=0.9' }],
  ['/api/nope', NAVIGATION],
  ['/api/oauth/token', NAVIGATION],
  ['/graphql/nope', NAVIGATION],
  ['/.well-known/nope', NAVIGATION],
] as const)('an unknown path is the documented JSON to a program: %s %j', async (path, headers) => {
  const message = `GET ${path} does not exist.`
  const error = { code: 'NOT_FOUND', message, details: {} }
  const response = await fetch(address(path), { headers })
  expect(response.status).toBe(404)
  expect(await response.text()).toBe(JSON.stringify({ success: false, error }))
})

test('the URL of a form leads a browser to the page with the form (usability)', async () => {
  const browser = await signedInUserAgent(system, ada)
  for (const [path, page] of [
    ['/account/username', '/account'],
    ['/account/passkeys/remove', '/account/security'],
    ['/device/decision', '/device'],
    ['/consent/switch?client_id=x', '/consent?client_id=x'],
    ['/sign-in/passkey/verify', '/sign-in'],
  ] as const) {
    const opened = await browser.get(address(path), NAVIGATION)
    expect([opened.status, opened.location], path).toEqual([303, address(page)])
    expect((await browser.get(address(path))).body).toMatchObject({ error: { code: 'NOT_FOUND' } })
  }
})

test('the console is an unknown path to strangers, in every header and by every method', async () => {
  const seen = async (path: string, init: RequestInit) => {
    const response = await fetch(address(path), { redirect: 'manual', ...init })
    const body = (await response.text()).replaceAll(path, '')
    const { 'x-request-id': _, date: __, ...headers } = Object.fromEntries(response.headers)
    return { status: response.status, headers, body: body.replaceAll(encodeURIComponent(path), '') }
  }
  const cookie = `ecosystem_session=${'x'.repeat(43)}`
  for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'HEAD']) {
    for (const headers of [{}, NAVIGATION, { cookie }, { ...NAVIGATION, cookie }]) {
      const init = { method, headers: headers as Record<string, string> }
      const unknown = await seen('/about', init)
      expect(unknown.status).toBe(404)
      expect(await seen('/admin', init), `${method} ${JSON.stringify(headers)}`).toEqual(unknown)
    }
  }
})
