// Which forms the pages accept, and where a rejected one leads: checks 17 and 18.
import { afterEach, beforeAll, expect, test } from 'vitest'
import type { IdentityTables } from '../../subgraphs/identity/tables.ts'
import {
  askConsent,
  authorizeUrl,
  joinWithPassword,
  PASSWORD,
  pageUrl,
  registerApp,
  signedInUserAgent,
  signInOn,
  useUpAttempts,
  type App,
} from '#test/oauth.ts'
import { expectPage } from './support/page-headers.ts'
import { testSystem, type Person } from '#test/system.ts'
import { createUserAgent, formOf, linkOf, type Page, type UserAgent } from '#test/user-agent.ts'

const system = testSystem({ topology: 'Identity alone' })
let app: App
let ada: Person
/** Browsers in which they are signed in. */
let hers: UserAgent
let his: UserAgent
beforeAll(async () => {
  app = await registerApp(system)
  ada = await joinWithPassword(system, 'ada')
  const alan = await joinWithPassword(system, 'alan')
  hers = await signedInUserAgent(system, ada)
  his = await signedInUserAgent(system, alan)
})
afterEach(() => {
  system.clock.now = undefined
})

const address = (path: string) => `${system.address('identity')}${path}`
const db = () => system.tables<IdentityTables>('identity')

async function counted(table: 'grants' | 'sessions' | 'identities'): Promise<number> {
  const { count } = await db()
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Every form and every call of a script. Ada sends those that require a session. */
const FORMS = [
  '/sign-in',
  '/sign-up',
  '/consent',
  '/consent/switch',
  '/sign-out',
  '/account/profile',
  '/account/username',
  '/account/password',
  '/account/confirm',
  '/account/passkeys/remove',
  '/account/wallets/unlink',
  '/account/email',
  '/account/recovery-codes',
  '/account/totp',
  '/account/totp/confirm',
  '/account/two-step',
  '/account/export',
  '/account/deletion',
  '/account/sessions/end',
  '/account/sessions/end-all',
  '/account/apps/disconnect',
]
const SCRIPTS = [
  '/sign-in/passkey/options',
  '/sign-in/passkey/verify',
  '/sign-in/wallet/challenge',
  '/sign-in/wallet/verify',
  '/password/strength',
  '/account/confirm/passkey/options',
  '/account/confirm/passkey/verify',
  '/account/passkeys/options',
  '/account/passkeys/add',
  '/account/wallets/challenge',
  '/account/wallets/link',
]

/** Valid fields for the forms. */
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

type SentForm = { csrf?: string | undefined; headers?: Record<string, string> }

/** Sends fields to a form or a script's URL that would have an effect there. */
async function sendTo(browser: UserAgent, path: string, sending: SentForm): Promise<Page> {
  const { csrf, headers = {} } = sending
  const isScript = SCRIPTS.includes(path)
  const about = path.startsWith('/consent') ? pageUrl(system, app, path) : address(path)
  const fields = { ...FIELDS, ...(csrf !== undefined && { csrf }) }
  if (!isScript) return browser.post(about, fields, headers)
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const response = await system.fetch(about, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie, ...headers },
    body: JSON.stringify(fields),
  })
  return { ...response, url: about, location: undefined }
}

test.each([...FORMS, ...SCRIPTS])(
  '17 · %s refuses requests of other sites, and those without its CSRF token (RFC 6819 4.4.1.8)',
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
    ] as SentForm[]) {
      const response = await sendTo(hers, path, sending)
      // An app may post its request to sign somebody out from its own site; that leads to the question.
      const asks = path === '/sign-out' && !sending.csrf
      expect(response.status, JSON.stringify(sending)).toBe(asks ? 303 : 403)
      expect(response.headers.getSetCookie()).toEqual([])
      expect(response.headers.get('location')).toBe(asks ? address('/sign-out') : null)
      const isScript = SCRIPTS.includes(path)
      if (isScript) expect(response.body).toEqual({ message: expect.any(String) as string })
    }
    const after = [await counted('sessions'), await counted('grants'), await counted('identities')]
    expect(after).toEqual(before)
    expect((await hers.get(address('/account'))).body).toContain('@ada')
  },
)

test.each([['a', 'list'], 5, null, { a: 'b' }])(
  '17 · a CSRF token that is no text (%j) is refused (RFC 6819 4.4.1.8)',
  async (csrf) => {
    const response = await system.fetch(address('/sign-in/passkey/options'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ csrf }),
    })
    expect(response.status).toBe(403)
  },
)

test('17 · the same forms work from our own pages, as browsers send them (RFC 6819 4.4.1.8)', async () => {
  for (const headers of [
    { origin: system.address('identity'), 'sec-fetch-site': 'same-origin' },
    { origin: 'null', 'sec-fetch-site': 'same-origin' },
    { origin: 'null', 'sec-fetch-site': 'none' },
    {},
  ]) {
    const userAgent = createUserAgent()
    const page = await userAgent.get(address('/sign-in'))
    const { hidden } = formOf(page, '/sign-in')
    const fields = { ...hidden, username: 'ada', password: PASSWORD }
    expect((await userAgent.post(page.url, fields, headers as Record<string, string>)).status).toBe(
      303,
    )
  }
})

test('18 · what was begun in one browser is not finished in another (RFC 9700 4.7)', async () => {
  const [begun, another] = [createUserAgent(), createUserAgent()]
  const signIn = await begun.open(authorizeUrl(system, app))
  await another.get(address('/sign-in'))
  const { action, hidden } = formOf(signIn, '/sign-in')
  const fields = { ...hidden, username: 'ada', password: PASSWORD }
  const before = await counted('sessions')
  expectPage(await another.post(new URL(action, signIn.url).href, fields), 403)
  expectPage(await createUserAgent().post(new URL(action, signIn.url).href, fields), 403)
  expect(await counted('sessions')).toBe(before)
  expect([...another.cookies.keys()]).toEqual(['ecosystem_browser'])
})

test.each([...FORMS, ...SCRIPTS])(
  '18 · the form %s made for one browser is refused in that of somebody else (RFC 6819 4.4.1.8)',
  async (path) => {
    const { csrf } = formOf(await hers.get(address('/account')), '/sign-out').hidden
    const before = [await counted('sessions'), await counted('grants'), await counted('identities')]
    expect((await sendTo(his, path, { csrf })).status).toBe(403)
    // Nor with only her session cookie, or only her browser cookie.
    for (const name of ['ecosystem_session', 'ecosystem_browser']) {
      const mixed = createUserAgent()
      for (const [each, value] of his.cookies) {
        if (!each.startsWith(name)) mixed.cookies.set(each, value)
      }
      for (const [each, value] of hers.cookies) {
        if (each.startsWith(name)) mixed.cookies.set(each, value)
      }
      expect((await sendTo(mixed, path, { csrf })).status, name).toBe(403)
    }
    const after = [await counted('sessions'), await counted('grants'), await counted('identities')]
    expect(after).toEqual(before)
  },
)

test('18 · no form outlives the sign-in it was made for (RFC 6819 4.4.1.8)', async () => {
  const browser = createUserAgent()
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

const AGAIN = 'Open the page again'
const PUSHED = 'urn:ietf:params:oauth:request_uri:'

/** A new person, signed in, on their account page. */
async function settled() {
  const person = await joinWithPassword(system, `p${crypto.randomUUID().slice(0, 8)}`)
  const browser = await signedInUserAgent(system, person)
  const page = await browser.get(address('/account'))
  const { csrf } = formOf(page, '/sign-out').hidden
  return { person, browser, csrf: csrf! }
}

let shared: ReturnType<typeof settled> | undefined
/** Shared by all tests that do not change the account. */
const settledOnce = () => (shared ??= settled())

/** The page of the form. */
function pageOf(path: string): string {
  if (!path.startsWith('/account')) return `/${path.split('/')[1]}`
  if (path === '/account/confirm') return path
  if (/profile|username/.test(path)) return '/account'
  if (/export|deletion/.test(path)) return '/account/data'
  return /sessions|apps/.test(path) ? '/account/devices' : '/account/security'
}

test.each(FORMS)('the form %s that is out of date leads to its page (usability)', async (path) => {
  const { browser } = await settledOnce()
  const refused = await sendTo(browser, path, { csrf: 'x' })
  expect(refused.status).toBe(403)
  expect(refused.body).not.toContain('eload')
  const page = await browser.open(linkOf(refused, AGAIN))
  const { pathname, search } = new URL(page.url)
  expect(pathname).toBe(pageOf(path))
  expect(search).toBe(path.startsWith('/consent') ? new URL(refused.url).search : '')
  expect(page.status).toBe(200)
  // The rejected form works from there.
  const isGroup = path.startsWith('/account') && path !== '/account/confirm'
  formOf(page, isGroup ? '/sign-out' : path)
})

test('a script that is refused says to reload the page, which stays open (usability)', async () => {
  const refused = await sendTo(hers, '/account/passkeys/options', { csrf: 'x' })
  const message = 'This form is out of date. Reload the page and try again.'
  expect(refused.body).toEqual({ message })
})

test('whoever tries too often, or removes what is gone, is led to the page (usability)', async () => {
  const userAgent = createUserAgent()
  const asked = await userAgent.open(authorizeUrl(system, app))
  await useUpAttempts(system, 'hopper')
  const refused = await signInOn(userAgent, asked, { username: 'hopper' })
  expect(refused.status).toBe(429)
  const again = await userAgent.open(linkOf(refused, AGAIN))
  expect(again).toMatchObject({ status: 200, url: asked.url })
  expect(again.body).toContain('to continue to <strong>Harbour</strong>')
  const { browser, csrf } = await settled()
  const gone = await browser.post(address('/account/passkeys/remove'), { csrf, id: 'gone' })
  expect(gone.status).toBe(404)
  expect(await browser.open(linkOf(gone, AGAIN))).toMatchObject({
    status: 200,
    url: address('/account/security'),
  })
})

test('somebody who signed in long ago is led to confirm, and to sign in again once the session has ended (usability)', async () => {
  const { browser, csrf } = await settled()
  const remove = () => browser.post(address('/account/passkeys/remove'), { csrf, id: 'x' })
  system.clock.now = new Date(Date.now() + 2 * 3_600_000)
  const late = await remove()
  const confirm = await browser.open(late.location!)
  const account = await browser.submit(confirm, '/account/confirm', { password: PASSWORD })
  expect(account.url).toBe(address('/account/security#passkeys-section'))
  system.clock.now = new Date(Date.now() + 31 * 86_400_000)
  const over = await remove()
  expect(over.status).toBe(403)
  const page = await browser.open(linkOf(over, AGAIN))
  const signIn = address('/sign-in?to=%2Faccount%2Fsecurity')
  expect(page).toMatchObject({ status: 200, url: signIn })
})

/** The header of browsers for a form that is sent from our own page. */
const SENT_HERE = { 'sec-fetch-site': 'same-origin' }

/** Input of forms, except passwords and codes, and what of it is shown again. */
const TYPED = [
  ['/sign-in', { username: 'ada' }],
  ['/sign-up', { username: 'ada', displayName: 'Ada L.', house: 'Tide', archetype: 'Cipher' }],
  ['/recover', { username: 'ada' }],
  ['/recover/code', { username: 'ada' }],
  ['/device', { user_code: 'BCDF-BCDF' }],
  ['/account/profile', { displayName: 'Ada L.', archetype: 'Cipher', bio: 'I count & count.' }],
  ['/account/username', { username: 'countess' }],
  ['/account/email', { email: 'ada@mail.example' }],
] as const

test.each(TYPED)(
  'the form %s of an earlier sign-in is shown again with what was typed, but no password (usability)',
  async (path, typed) => {
    const { browser, person } = await settledOnce()
    const secrets = {
      password: 'a secret word',
      newPassword: 'a secret word',
      code: 'a secret word',
    }
    const before = await db().selectFrom('auditEvents').select('id').execute()
    const shown = await browser.post(address(path), { csrf: 'x', ...secrets, ...typed }, SENT_HERE)
    expect(shown.status).toBe(403)
    for (const value of Object.values(typed)) {
      expect(shown.body).toContain(value.replaceAll('&', '&amp;'))
    }
    expect(shown.body).not.toContain('a secret word')
    expect(shown.body).toContain('role="alert"')
    expect(shown.body).toContain(`@${person.username}`)
    // The form belongs to this sign-in and can be sent.
    expect(formOf(shown, path).hidden.csrf).toBe(
      formOf(await browser.get(address('/account')), '/sign-out').hidden.csrf,
    )
    expect(await db().selectFrom('auditEvents').select('id').execute()).toHaveLength(before.length)
  },
)

test('what another site sends is not shown as if it had been typed (attack)', async () => {
  const { browser } = await settledOnce()
  const fields = { csrf: 'x', displayName: 'Mallory', archetype: 'Cipher', bio: 'Mallory' }
  for (const headers of [
    {},
    { origin: 'null' },
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'cross-site', origin: system.address('identity') },
    { 'sec-fetch-site': 'same-site' },
    { ...SENT_HERE, origin: 'https://evil.example' },
  ]) {
    const refused = await browser.post(address('/account/profile'), fields, headers)
    expect(refused.status).toBe(403)
    expect(refused.body).not.toContain('Mallory')
  }
})

test('a sign-in form left open while somebody signs in elsewhere offers to go on as them (usability)', async () => {
  const browser = createUserAgent(SENT_HERE)
  const [first, second] = [
    await browser.open(authorizeUrl(system, app)),
    await browser.open(authorizeUrl(system, app, { state: 'second' })),
  ]
  await signInOn(browser, first, ada)
  const stale = await browser.submit(second, '/sign-in', { username: 'ada', password: PASSWORD })
  expect(stale.status).toBe(403)
  const consent = await browser.open(linkOf(stale, 'Continue as @ada'))
  expect(new URL(consent.url)).toMatchObject({ pathname: '/consent' })
  expect(new URL(consent.url).searchParams.get('state')).toBe('second')
})

/** The target of the page's button. */
function wayOn({ body, url }: Page): string {
  const href = /<a class="button" href="([^"]+)"/.exec(String(body))?.[1]
  expect(href, url).toBeDefined()
  return new URL(href!.replaceAll('&amp;', '&'), url).href
}

/** Final pages and the targets of their links, with a method, a URL, and form fields. */
const ENDS = [
  ['GET', '/consent', '/account'],
  ['GET', '/sign-in?client_id=a&client_id=b', '/account'],
  ['GET', '/api/oauth/authorize', '/account'],
  ['GET', '/api/oauth/authorize?client_id=nobody', '/account'],
  ['GET', '/sign-in?client_id=nobody', '/account'],
  ['POST', '/consent?client_id=nobody', '/account'],
  ['GET', '/sign-out?client_id=nobody&post_logout_redirect_uri=x', '/account'],
  ['GET', '/email/verify', '/account/security'],
  ['GET', '/email/verify?token=used', '/account/security'],
  ['POST', '/email/verify', '/account/security'],
  ['GET', '/recover/password?token=used', '/recover'],
  ['POST', '/recover/password', '/recover'],
  ['GET', '/not-me?token=used', '/sign-in'],
  ['POST', '/not-me', '/sign-in'],
  ['GET', '/claim', '/sign-in'],
  ['POST', '/claim?token=used', '/sign-in'],
  ['POST', '/claim/open?token=used', '/sign-in'],
  ['POST', '/claim/dispute?token=used', '/sign-in'],
  ['GET', '/claim/ended', '/sign-in'],
  ['GET', '/account/export/download', '/account/data'],
  ['GET', '/sign-up/recovery-codes', '/account/security'],
  ['POST', '/sign-up/recovery-codes', '/account/security'],
  ['POST', '/account/passkeys/remove', '/account/security'],
  ['POST', '/account/wallets/unlink', '/account/security'],
  ['POST', '/account/email/remove', '/account/security'],
  ['POST', '/account/sessions/end', '/account/devices'],
  ['POST', '/account/apps/disconnect', '/account/devices'],
] as const

test.each(ENDS)(
  'the page at the end of %s %s leads on to %s (usability)',
  async (method, path, to) => {
    const { browser, csrf } = await settledOnce()
    const end =
      method === 'GET'
        ? await browser.get(address(path))
        : await browser.post(address(path), { csrf, id: 'gone', token: 'used' })
    // Something that no longer exists may count as removed.
    if (end.location) expect(end.status).toBe(303)
    const next = end.location ?? wayOn(end)
    expect(new URL(next).pathname).toBe(to)
    const opened = await browser.open(next)
    expect(opened.status).toBe(200)
    expect(end.body).not.toMatch(/does not exist\.|This was not allowed/)
  },
)

test('a form of an app that is disabled meanwhile, or whose request is used up, leads on (usability)', async () => {
  const { browser, person } = await settled()
  const asking = await registerApp(system)
  const page = await askConsent(system, asking, person, {}, browser)
  await db()
    .updateTable('clients')
    .set({ disabledAt: new Date() })
    .where('id', '=', asking.id)
    .execute()
  const over = await browser.submit(page, '/consent', { decision: 'allow' })
  expect(over.status).toBe(400)
  expect(over.body).toContain('Go back to where you came from')
  expect(await browser.open(wayOn(over))).toMatchObject({ status: 200, url: address('/account') })
  const query = new URLSearchParams({ client_id: app.id, request_uri: `${PUSHED}used` })
  const expired = await browser.get(address(`/api/oauth/authorize?${query}`))
  expect(expired.body).toContain('does not work or has expired')
  expect(await browser.open(wayOn(expired))).toMatchObject({ status: 200 })
})

test('the page of a form in which nobody is signed in any more leads to signing in (usability)', async () => {
  const { browser, csrf, person } = await settled()
  const session = db().deleteFrom('sessions').where('identityId', '=', person.id)
  await session.execute()
  const asked = await browser.get(address('/account/devices'))
  expect(asked.location).toBe(address('/sign-in?to=%2Faccount%2Fdevices'))
  const refused = await browser.post(address('/account/sessions/end-all'), { csrf })
  expect(refused.status).toBe(403)
  expect((await browser.open(wayOn(refused))).body).toContain('<h1>Sign in</h1>')
})
