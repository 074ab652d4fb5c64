// The consent page and its outcomes: checks 8, 14, 15 and 23.
import { decodeJwt } from 'jose'
import { beforeAll, expect, test } from 'vitest'
import { sessionsWaiting } from '#test/database.ts'
import { TIMEOUT } from '#test/process.ts'
import type { IdentityTables } from '../../subgraphs/identity/tables.ts'
import {
  allow,
  askConsent,
  askOAuth,
  authorizationRequest,
  authorizeUrl,
  joinWithPassword,
  obtainTokens,
  pageUrl,
  redirected,
  refresh,
  registerApp,
  signedInUserAgent,
  signInOn,
} from '#test/oauth.ts'
import { atOnce } from '#test/simultaneous.ts'
import { testSystem, type Person } from '#test/system.ts'
import { createUserAgent, formOf, type Page } from '#test/user-agent.ts'

const SCOPES = ['identity', 'credentials', 'wallet', 'admin']

const system = testSystem({ topology: 'Identity alone' })
let ada: Person
let grace: Person
beforeAll(async () => {
  ada = await joinWithPassword(system, 'ada', { house: 'Tide' })
  grace = await joinWithPassword(system, 'grace')
})

const db = () => system.tables<IdentityTables>('identity')
const grantsOf = (clientId: string) =>
  db().selectFrom('grants').selectAll().where('clientId', '=', clientId).execute()

/** The consents to a client, with the audit entries about them. */
async function consentsOf(clientId: string) {
  const consents = db().selectFrom('consents').selectAll().where('clientId', '=', clientId)
  const entries = db()
    .selectFrom('auditEvents')
    .select('id')
    .where('kind', '=', 'consent_given')
    .where('clientId', '=', clientId)
  return { consents: await consents.execute(), entries: await entries.execute() }
}

const pathOf = ({ url }: Page) => new URL(url).pathname

test('8 · The scope admin is refused to everybody but administrators, on every way there (decision 0010)', async () => {
  const app = await registerApp(system, { scopes: SCOPES })
  const browser = await signedInUserAgent(system, ada)
  const change = { scope: 'identity admin' }
  const refused = { error: 'invalid_scope', state: 'a state of the app' }
  const asked = await browser.get(authorizeUrl(system, app, change))
  expect(redirected(asked)).toMatchObject(refused)
  const shown = await browser.get(pageUrl(system, app, '/consent', change))
  expect(redirected(shown)).toMatchObject(refused)
  // The form is hers, with fewer scopes, but is sent where more would be granted.
  const page = await askConsent(system, app, ada, {}, browser)
  const { hidden } = formOf(page, '/consent')
  const more = { ...hidden, decision: 'allow', scope: 'identity admin' }
  const forged = await browser.post(pageUrl(system, app, '/consent', change), more)
  expect(redirected(forged)).toMatchObject(refused)
  const request = authorizationRequest(app, change)
  const { body } = await askOAuth(system, app, request, 'par')
  const { request_uri } = body as { request_uri: string }
  const pushed = { ...hidden, decision: 'allow' }
  const query = new URLSearchParams({ client_id: app.id, request_uri }).toString()
  const sent = await browser.post(`${system.address('identity')}/consent?${query}`, pushed)
  expect(redirected(sent)).toMatchObject(refused)
  expect(await grantsOf(app.id)).toEqual([])
})

test('8 · a scope in the form of the consent page adds nothing to the token (decision 0010)', async () => {
  const app = await registerApp(system, { kind: 'confidential', scopes: SCOPES })
  const browser = createUserAgent()
  const page = await askConsent(system, app, ada, {}, browser)
  const { hidden } = formOf(page, '/consent')
  const fields = { ...hidden, decision: 'allow', scope: 'identity admin', scopes: 'admin' }
  const { code } = redirected(await browser.post(page.url, fields))
  const redirect_uri = app.redirectUri
  const exchange = { grant_type: 'authorization_code', code, redirect_uri, scope: 'admin' }
  const { body } = await askOAuth(system, app, exchange)
  const tokens = body as { access_token: string; refresh_token: string }
  expect(decodeJwt(tokens.access_token).scope).toBe('identity')
  const wider = await refresh(system, app, tokens.refresh_token, { scope: 'identity admin' })
  expect(wider).toMatchObject({ status: 400, body: { error: 'invalid_scope' } })
})

test('8 · an administrator is given admin, and no longer once they are none (decision 0005)', async () => {
  const app = await registerApp(system, { scopes: SCOPES })
  const edsger = await joinWithPassword(system, 'edsger', { role: 'admin' })
  const browser = createUserAgent()
  const change = { scope: 'identity admin' }
  const page = await askConsent(system, app, edsger, change, browser)
  expect(page.body).toContain('administrator’s rights')
  const tokens = await obtainTokens(system, app, edsger, change, browser)
  expect(decodeJwt(tokens.access_token).scope).toBe('identity admin')
  await db().updateTable('identities').set({ role: 'member' }).where('id', '=', edsger.id).execute()
  const again = await browser.get(authorizeUrl(system, app, change))
  expect(redirected(again)).toMatchObject({ error: 'invalid_scope' })
})

test.each([{ decision: 'deny' }, { decision: 'ALLOW' }, {}])(
  '14 · the decision %j denies: access_denied with state and iss, no code (RFC 6749 4.1.2.1)',
  async (fields) => {
    const app = await registerApp(system)
    const browser = createUserAgent()
    const page = await askConsent(system, app, ada, {}, browser)
    const { hidden } = formOf(page, '/consent')
    const denied = await browser.post(page.url, { ...hidden, ...(fields as object) })
    expect(redirected(denied)).toEqual({
      error: 'access_denied',
      error_description: expect.any(String) as string,
      state: 'a state of the app',
      iss: system.address('identity'),
    })
    expect(await grantsOf(app.id)).toEqual([])
    expect(pathOf(await browser.open(authorizeUrl(system, app)))).toBe('/consent')
  },
)

test('15 · Allowed scopes are not asked about again; wider ones are, marked as new (RFC 9700 4.1)', async () => {
  const app = await registerApp(system)
  const browser = createUserAgent()
  await allow(system, app, ada, { scope: 'identity credentials' }, browser)
  for (const scope of ['identity credentials', 'identity', 'credentials']) {
    const page = await browser.get(authorizeUrl(system, app, { scope }))
    expect(redirected(page), scope).toHaveProperty('code')
  }
  const wider = { scope: 'identity wallet' }
  const page = await browser.open(authorizeUrl(system, app, wider))
  expect(pathOf(page)).toBe('/consent')
  const [, fresh = '', known = ''] = String(page.body).split('<ul class="wishes">')
  expect(fresh).toContain('<code>wallet</code>')
  expect(fresh).not.toContain('<code>identity</code>')
  expect(known).toContain('<code>identity</code>')
  const denied = await browser.submit(page, '/consent', { decision: 'deny' })
  expect(redirected(denied)).toMatchObject({ error: 'access_denied' })
  // A denial withdraws nothing, and a new consent keeps the earlier ones.
  expect(redirected(await browser.get(authorizeUrl(system, app)))).toHaveProperty('code')
  await allow(system, app, ada, wider, browser)
  const all = await browser.get(authorizeUrl(system, app, { scope: 'credentials wallet identity' }))
  expect(redirected(all)).toHaveProperty('code')
})

test('15 · A consent does not apply to other people or other apps (RFC 9700 4.1)', async () => {
  const [app, other] = [await registerApp(system), await registerApp(system)]
  const browser = createUserAgent()
  await allow(system, app, ada, {}, browser)
  expect(pathOf(await browser.open(authorizeUrl(system, other)))).toBe('/consent')
  expect(pathOf(await askConsent(system, app, grace))).toBe('/consent')
})

test('15 · Simultaneous consents are all remembered (RFC 9700 4.1)', async () => {
  const app = await registerApp(system)
  const browser = createUserAgent()
  const { hidden } = formOf(await askConsent(system, app, ada, {}, browser), '/consent')
  const scopes = ['identity', 'credentials', 'wallet', 'openid']
  const responses = await atOnce(20, (index) => {
    const address = pageUrl(system, app, '/consent', { scope: scopes[index % 4] })
    return browser.post(address, { ...hidden, decision: 'allow' })
  })
  expect(new Set(responses.map((page) => redirected(page).code)).size).toBe(20)
  const all = await browser.get(authorizeUrl(system, app, { scope: scopes.join(' ') }))
  expect(redirected(all)).toHaveProperty('code')
})

test('15 · only a decision of the person is recorded: continuing with an earlier one is not (RFC 9700 4.1)', async () => {
  const app = await registerApp(system)
  const browser = createUserAgent()
  await allow(system, app, ada, {}, browser)
  const given = await consentsOf(app.id)
  for (let turn = 0; turn < 3; turn += 1) {
    expect(redirected(await browser.get(authorizeUrl(system, app)))).toHaveProperty('code')
  }
  expect(await consentsOf(app.id)).toEqual(given)
  expect(given.entries).toHaveLength(1)
})

test('15 · an app that is disconnected while it asks again stays so, twenty times (race)', async () => {
  const app = await registerApp(system)
  const browser = await signedInUserAgent(system, ada)
  for (let turn = 0; turn < 20; turn += 1) {
    await allow(system, app, ada, {}, browser)
    const account = await browser.open(`${system.address('identity')}/account/devices`)
    await Promise.all([
      browser.get(authorizeUrl(system, app)),
      browser.submit(account, '/account/apps/disconnect', { id: app.id }),
      browser.get(authorizeUrl(system, app)),
    ])
    expect((await grantsOf(app.id)).filter(({ endedAt }) => endedAt === null)).toEqual([])
    expect(pathOf(await browser.open(authorizeUrl(system, app)))).toBe('/consent')
  }
})

test('5 · A client that is disabled while a person allows it gets no code and no redirect (race)', async () => {
  const app = await registerApp(system)
  const browser = createUserAgent()
  const page = await askConsent(system, app, ada, {}, browser)
  const disabling = db()
    .transaction()
    .execute(async (trx) => {
      const clients = trx.updateTable('clients').set({ disabledAt: new Date() })
      await clients.where('id', '=', app.id).execute()
      const allowing = browser.submit(page, '/consent', { decision: 'allow' })
      await expect.poll(() => sessionsWaiting(db()), { ...TIMEOUT, interval: 5 }).toBe(1)
      return { allowing }
    })
  const { allowing } = await disabling
  expect(await allowing).toMatchObject({ status: 400, location: undefined })
  expect(await grantsOf(app.id)).toEqual([])
  expect((await consentsOf(app.id)).consents).toEqual([])
})

test('23 · the page says which app, where it leads, what for, as whom, and how to get away (OAuth 2.1)', async () => {
  const app = await registerApp(system, {
    name: 'Tidewater Chronicle',
    redirectUris: ['https://chronicle.example:8443/callback'],
  })
  const browser = createUserAgent()
  const scope = 'openid identity credentials wallet'
  const page = await askConsent(system, app, ada, { scope }, browser)
  const text = String(page.body).replace(/\s+/g, ' ')
  for (const printed of [
    'Tidewater Chronicle',
    'chronicle.example:8443',
    '@ada',
    '<strong>Ada</strong>',
    'Know that it is you who signed in',
    'See and change your profile (your username once in 30 days), and take part for you',
    'See your credentials in full',
    'See your linked wallets',
  ]) {
    expect(text).toContain(printed)
  }
  expect(text).toMatch(/<button[^>]* name="decision" value="allow"/)
  expect(text).toMatch(/<button[^>]* name="decision" value="deny"/)
  expect(text).toContain('Use another account')
})

test('23 · another account can be used for the same request (OAuth 2.1)', async () => {
  const app = await registerApp(system)
  const browser = createUserAgent()
  const page = await askConsent(system, app, ada, {}, browser)
  const signIn = await browser.submit(page, '/consent/switch')
  expect(pathOf(signIn)).toBe('/sign-in')
  const account = await browser.get(`${system.address('identity')}/account`)
  expect(account.location).toBe(`${system.address('identity')}/sign-in`)
  const asked = await signInOn(browser, signIn, grace)
  expect(asked.body).toContain('@grace')
  const allowed = await browser.submit(asked, '/consent', { decision: 'allow' })
  expect(redirected(allowed)).toMatchObject({ code: expect.any(String) as string })
})

test('23 · without a sign-in the consent page leads to the sign-in page, and allows nothing (OAuth 2.1)', async () => {
  const app = await registerApp(system)
  const browser = createUserAgent()
  const page = await browser.open(pageUrl(system, app, '/consent'))
  expect(pathOf(page)).toBe('/sign-in')
  const { hidden } = formOf(page, '/sign-in')
  const address = pageUrl(system, app, '/consent')
  const sent = await browser.post(address, { ...hidden, decision: 'allow' })
  expect(sent.location).toContain('/sign-in?')
  expect(await grantsOf(app.id)).toEqual([])
})
