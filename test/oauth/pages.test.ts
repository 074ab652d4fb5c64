// What every page carries, and which forms it takes back: checks 16 to 18 and 22.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { IdentityTables } from '../../subgraphs/identity/tables.ts'
import {
  askConsent,
  authorizeUrl,
  joinWithPassword,
  PASSWORD,
  pageUrl,
  redirected,
  registerApp,
  signedInVisitor,
  signInOn,
  useUpAttempts,
  type App,
} from '#test/oauth.ts'
import { startTestSystem, type Person, type TestSystem } from '#test/system.ts'
import { createVisitor, formOf, linkOf, type Page, type Visitor } from '#test/visitor.ts'

let system: TestSystem
let app: App
let ada: Person
/** Browsers in which they are signed in. */
let hers: Visitor
let his: Visitor
beforeAll(async () => {
  system = await startTestSystem()
  app = await registerApp(system)
  ada = await joinWithPassword(system, 'ada')
  const alan = await joinWithPassword(system, 'alan')
  hers = await signedInVisitor(system, ada)
  his = await signedInVisitor(system, alan)
})
afterEach(() => {
  system.clock.now = undefined
})
afterAll(() => system.stop())

const address = (path: string) => `${system.address('identity')}${path}`
const db = () => system.tables<IdentityTables>('identity')

async function counted(table: 'grants' | 'sessions' | 'identities'): Promise<number> {
  const { count } = await db()
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

function expectPageHeaders({ headers, url }: Page): void {
  const policy = new Map(
    headers
      .get('content-security-policy')!
      .split('; ')
      .map((rule) => [rule.split(' ')[0], rule.split(' ').slice(1).join(' ')]),
  )
  expect(Object.fromEntries(policy), url).toMatchObject({
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
  })
  // Apps that redirect on, and apps that open a popup, need both of these to be absent.
  expect(policy.has('form-action'), url).toBe(false)
  const opener = new URL(url).pathname.startsWith('/account') ? 'same-origin' : null
  expect(headers.get('cross-origin-opener-policy'), url).toBe(opener)
  expect(headers.get('x-frame-options'), url).toBe('DENY')
  expect(headers.get('referrer-policy'), url).toBe('no-referrer')
  expect(headers.get('cache-control'), url).toBe('no-store')
  expect(headers.get('x-content-type-options'), url).toBe('nosniff')
  expect(headers.get('access-control-allow-origin'), url).toBeNull()
}

function expectPage(page: Page, status: number): void {
  expect(page.status, page.url).toBe(status)
  expect(page.headers.get('content-type'), page.url).toBe('text/html; charset=utf-8')
  expectPageHeaders(page)
}

test('16 · every page forbids framing, referrers, storing and guessing (RFC 9700 4.16, 4.2)', async () => {
  const nobody = createVisitor()
  const browser = await signedInVisitor(system, ada)
  for (const path of ['/sign-in', '/sign-up', '/sign-out']) {
    expectPage(await nobody.get(address(path)), 200)
  }
  for (const path of ['/account', '/account?done=username', '/sign-in', '/sign-up', '/sign-out']) {
    expectPage(await browser.get(address(path)), 200)
  }
  for (const path of ['/sign-in', '/sign-up', '/consent']) {
    expectPage(await browser.get(pageUrl(system, app, path)), 200)
  }
})

test('16 · so does every refusal (RFC 9700 4.16, 4.2)', async () => {
  const nobody = createVisitor()
  const browser = await signedInVisitor(system, ada)
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

test('16 · so does every redirect between them, and the one with the code (RFC 9700 4.2)', async () => {
  const browser = await signedInVisitor(system, ada)
  const page = await askConsent(system, app, ada, {}, browser)
  const { hidden } = formOf(page, '/consent')
  for (const answer of [
    await browser.get(authorizeUrl(system, app)),
    await browser.post(page.url, { ...hidden, decision: 'allow' }),
    await browser.get(authorizeUrl(system, app)),
  ]) {
    expect(answer.status).toBe(303)
    expectPageHeaders(answer)
  }
})

/** Every form and every call of a script; those that need a person are sent by Ada. */
const FORMS = [
  '/sign-in',
  '/sign-up',
  '/consent',
  '/consent/switch',
  '/sign-out',
  '/account/username',
  '/account/password',
  '/account/confirm',
  '/account/passkeys/remove',
  '/account/wallets/unlink',
  '/account/sessions/end',
  '/account/sessions/end-all',
  '/account/apps/disconnect',
]
const SCRIPTS = [
  '/sign-in/passkey/options',
  '/sign-in/passkey/verify',
  '/sign-in/wallet/challenge',
  '/sign-in/wallet/verify',
  '/account/confirm/passkey/options',
  '/account/confirm/passkey/verify',
  '/account/passkeys/options',
  '/account/passkeys/add',
  '/account/wallets/challenge',
  '/account/wallets/link',
]

/** What each of the forms would be sent with. */
const FIELDS = {
  username: 'ada',
  password: PASSWORD,
  currentPassword: PASSWORD,
  newPassword: 'another lamp in the harbour',
  displayName: 'Ada',
  house: 'Tide',
  archetype: 'Cipher',
  decision: 'allow',
}

type Sending = { csrf?: string | undefined; headers?: Record<string, string> }

/** Sends to a form or a script's address what would do something there. */
async function sendTo(browser: Visitor, path: string, sending: Sending): Promise<Page> {
  const { csrf, headers = {} } = sending
  const isScript = SCRIPTS.includes(path)
  const about = path.startsWith('/consent') ? pageUrl(system, app, path) : address(path)
  const fields = { ...FIELDS, ...(csrf !== undefined && { csrf }) }
  if (!isScript) return browser.post(about, fields, headers)
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const answer = await system.fetch(about, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie, ...headers },
    body: JSON.stringify(fields),
  })
  return { ...answer, url: about, location: undefined }
}

test.each([...FORMS, ...SCRIPTS])(
  '17 · %s takes nothing from another site, and nothing without its own proof (RFC 6819 4.4.1.8)',
  async (path) => {
    const { csrf } = formOf(await hers.get(address('/account')), '/sign-out').hidden
    const before = [await counted('sessions'), await counted('grants'), await counted('identities')]
    const ours = system.address('identity')
    for (const sending of [
      { csrf, headers: { origin: 'https://evil.example' } },
      { csrf, headers: { origin: `${ours}.evil.example` } },
      { csrf, headers: { origin: ours.replace('http:', 'https:') } },
      { csrf, headers: { origin: 'null', 'sec-fetch-site': 'cross-site' } },
      { csrf, headers: { origin: ours, 'sec-fetch-site': 'cross-site' } },
      { csrf, headers: { 'sec-fetch-site': 'same-site' } },
      {},
      { csrf: '' },
      { csrf: `${csrf!.slice(1)}A` },
      { csrf: 'A'.repeat(43), headers: { origin: ours, 'sec-fetch-site': 'same-origin' } },
    ] as Sending[]) {
      const answer = await sendTo(hers, path, sending)
      // An app may post its wish to sign somebody out from its own site: that leads to the question.
      const asks = path === '/sign-out' && !sending.csrf
      expect(answer.status, JSON.stringify(sending)).toBe(asks ? 303 : 403)
      expect(answer.headers.getSetCookie()).toEqual([])
      expect(answer.headers.get('location')).toBe(asks ? address('/sign-out') : null)
      const isScript = SCRIPTS.includes(path)
      if (isScript) expect(answer.body).toEqual({ message: expect.any(String) as string })
    }
    const after = [await counted('sessions'), await counted('grants'), await counted('identities')]
    expect(after).toEqual(before)
    expect((await hers.get(address('/account'))).body).toContain('@ada')
  },
)

test.each([['a', 'list'], 5, null, { a: 'b' }])(
  '17 · a proof that is no text (%j) is none (RFC 6819 4.4.1.8)',
  async (csrf) => {
    const answer = await system.fetch(address('/sign-in/passkey/options'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ csrf }),
    })
    expect(answer.status).toBe(403)
  },
)

test('17 · the same forms work from our own pages, as browsers send them (RFC 6819 4.4.1.8)', async () => {
  for (const headers of [
    { origin: system.address('identity'), 'sec-fetch-site': 'same-origin' },
    { origin: 'null', 'sec-fetch-site': 'same-origin' },
    { origin: 'null', 'sec-fetch-site': 'none' },
    {},
  ]) {
    const visitor = createVisitor()
    const page = await visitor.get(address('/sign-in'))
    const { hidden } = formOf(page, '/sign-in')
    const fields = { ...hidden, username: 'ada', password: PASSWORD }
    expect((await visitor.post(page.url, fields, headers as Record<string, string>)).status).toBe(
      303,
    )
  }
})

test('18 · what was begun in one browser is not finished in another (RFC 9700 4.7)', async () => {
  const [begun, another] = [createVisitor(), createVisitor()]
  const signIn = await begun.open(authorizeUrl(system, app))
  await another.get(address('/sign-in'))
  const { action, hidden } = formOf(signIn, '/sign-in')
  const fields = { ...hidden, username: 'ada', password: PASSWORD }
  const before = await counted('sessions')
  expectPage(await another.post(new URL(action, signIn.url).href, fields), 403)
  expectPage(await createVisitor().post(new URL(action, signIn.url).href, fields), 403)
  expect(await counted('sessions')).toBe(before)
  expect([...another.cookies.keys()]).toEqual(['ecosystem_browser'])
})

test.each([...FORMS, ...SCRIPTS])(
  '18 · the form %s made for one browser is refused in that of somebody else (RFC 6819 4.4.1.8)',
  async (path) => {
    const { csrf } = formOf(await hers.get(address('/account')), '/sign-out').hidden
    const before = [await counted('sessions'), await counted('grants'), await counted('identities')]
    expect((await sendTo(his, path, { csrf })).status).toBe(403)
    // Nor with her sign-in alone, or with her browser alone.
    for (const name of ['ecosystem_session', 'ecosystem_browser']) {
      const mixed = createVisitor()
      for (const [each, value] of his.cookies) mixed.cookies.set(each, value)
      mixed.cookies.set(name, hers.cookies.get(name)!)
      expect((await sendTo(mixed, path, { csrf })).status, name).toBe(403)
    }
    const after = [await counted('sessions'), await counted('grants'), await counted('identities')]
    expect(after).toEqual(before)
  },
)

test('18 · no form outlives the sign-in it was made for (RFC 6819 4.4.1.8)', async () => {
  const browser = createVisitor()
  const before = await browser.get(address('/sign-in'))
  await signInOn(browser, before, ada)
  const account = await browser.get(address('/account'))
  const stale = formOf(before, '/sign-in').hidden.csrf
  expect((await sendTo(browser, '/account/sessions/end-all', { csrf: stale })).status).toBe(403)
  await browser.submit(account, '/sign-out')
  await signInOn(browser, await browser.get(address('/sign-in')), ada)
  const { csrf } = formOf(account, '/sign-out').hidden
  expect((await sendTo(browser, '/account/sessions/end-all', { csrf })).status).toBe(403)
})

const EVIL = `"'><script>alert(1)</script><img src=x onerror=alert(2)>\`{{7*7}}`

/** Nothing of what was sent became markup, and no script is in the page itself. */
function expectEscaped(page: Page): void {
  const body = String(page.body)
  for (const [tag] of body.matchAll(/<script\b[^>]*>/g)) {
    expect(tag, page.url).toMatch(/^<script type="module" src="\/assets\/\w+\.js\?v=[\w-]+">$/)
  }
  const tags = body
    .replace(/"[^"]*"/g, '""')
    .match(/<[a-z][^>]*>/gi)!
    .join('\n')
  expect(tags, page.url).not.toMatch(/<img|\son\w+=|['`{]/)
  expect(body, page.url).not.toMatch(/(href|action|src)="javascript:/)
  expectPageHeaders(page)
}

test('22 · HTML in a client’s name, a state and whatever else comes along stays text (OWASP Cross Site Scripting Prevention)', async () => {
  const evil = await registerApp(system, { name: EVIL.slice(0, 100) })
  const change = { state: EVIL, nonce: EVIL, ui_locales: EVIL, [EVIL]: EVIL }
  const browser = createVisitor()
  const signIn = await browser.open(authorizeUrl(system, evil, change))
  expect(signIn.body).toContain('&lt;script&gt;alert(1)')
  expectEscaped(signIn)
  expectEscaped(await browser.open(pageUrl(system, evil, '/sign-up', change)))
  expectEscaped(await signInOn(browser, signIn, { username: EVIL }, 'wrong'))
  const consent = await signInOn(browser, signIn, ada)
  expect(new URL(consent.url).pathname).toBe('/consent')
  expectEscaped(consent)
  const answer = redirected(await browser.submit(consent, '/consent', { decision: 'allow' }))
  expect(answer).toMatchObject({ code: expect.any(String) as string, state: EVIL })
  expectEscaped(await browser.get(address('/account')))
  const twice = `${authorizeUrl(system, evil, { client_id: undefined })}&${new URLSearchParams([
    [EVIL, 'a'],
    [EVIL, 'b'],
  ]).toString()}`
  expectEscaped(await browser.get(twice))
})

test('22 · HTML in a scope is refused without being repeated (OWASP Cross Site Scripting Prevention)', async () => {
  const browser = await signedInVisitor(system, ada)
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
  const browser = createVisitor()
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
  const account = await browser.get(address('/account'))
  expect(account.body).toContain('&lt;img src=x onerror=alert(2)&gt;')
  expectEscaped(account)
  expectEscaped(await browser.get(address('/sign-out')))
  expectEscaped(await browser.submit(account, '/account/username', { username: EVIL }))
  expectEscaped(await askConsent(system, app, { username: 'mallory' }, {}, browser))
  const signUp = await browser.get(address('/sign-up'))
  const values = { username: EVIL, displayName: EVIL, house: EVIL, archetype: EVIL, password: EVIL }
  expectEscaped(await browser.submit(signUp, '/sign-up', values))
})

const AGAIN = 'Open the page again'

/** Somebody new, signed in and on their account page. */
async function settled() {
  const person = await joinWithPassword(system, `p${crypto.randomUUID().slice(0, 8)}`)
  const browser = await signedInVisitor(system, person)
  const page = await browser.get(address('/account'))
  const { csrf } = formOf(page, '/sign-out').hidden
  return { person, browser, csrf: csrf! }
}

test.each(FORMS)('the form %s that is out of date leads to its page (usability)', async (path) => {
  const { browser } = await settled()
  const refused = await sendTo(browser, path, { csrf: 'x' })
  expect(refused.status).toBe(403)
  expect(refused.body).not.toContain('eload')
  const page = await browser.open(linkOf(refused, AGAIN))
  const { pathname, search } = new URL(page.url)
  expect(pathname).toBe(`/${path.split('/')[1]}`)
  expect(search).toBe(path.startsWith('/consent') ? new URL(refused.url).search : '')
  expect(page.status).toBe(200)
  // What was refused works from there.
  formOf(page, path.startsWith('/account') ? '/account/sessions/end-all' : path)
})

test('a script that is refused says to reload the page, which stays open (usability)', async () => {
  const refused = await sendTo(hers, '/account/passkeys/options', { csrf: 'x' })
  const message = 'This form is out of date. Reload the page and try again.'
  expect(refused.body).toEqual({ message })
})

test('whoever tries too often, or removes what is gone, is led to the page (usability)', async () => {
  const visitor = createVisitor()
  const asked = await visitor.open(authorizeUrl(system, app))
  await useUpAttempts(system, 'hopper')
  const refused = await signInOn(visitor, asked, { username: 'hopper' })
  expect(refused.status).toBe(429)
  const again = await visitor.open(linkOf(refused, AGAIN))
  expect(again).toMatchObject({ status: 200, url: asked.url })
  expect(again.body).toContain('to continue to <strong>Harbour</strong>')
  const { browser, csrf } = await settled()
  const gone = await browser.post(address('/account/passkeys/remove'), { csrf, id: 'gone' })
  expect(gone.status).toBe(404)
  expect(await browser.open(linkOf(gone, AGAIN))).toMatchObject({
    status: 200,
    url: address('/account'),
  })
})

test('whoever signed in long ago is led to signing in, and so is whose sign-in is over (usability)', async () => {
  const { person, browser, csrf } = await settled()
  const remove = () => browser.post(address('/account/passkeys/remove'), { csrf, id: 'x' })
  system.clock.now = new Date(Date.now() + 2 * 3_600_000)
  const late = await remove()
  expect(late.status).toBe(403)
  const signInPage = await browser.open(linkOf(late, 'Sign in again'))
  expect((await signInOn(browser, signInPage, person)).url).toBe(address('/account'))
  system.clock.now = new Date(Date.now() + 31 * 86_400_000)
  const over = await remove()
  expect(over.status).toBe(403)
  const page = await browser.open(linkOf(over, AGAIN))
  expect(page).toMatchObject({ status: 200, url: address('/sign-in') })
})

test('a page that cannot be shown leads nowhere, least of all to itself (usability)', async () => {
  for (const path of ['/consent', '/sign-in?client_id=a&client_id=b', '/api/oauth/authorize']) {
    const page = await hers.get(address(path))
    expect(page.status).toBe(400)
    expect(page.body).not.toContain('class="button"')
  }
})
