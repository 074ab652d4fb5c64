// When an app gets a code without a click because of earlier consents, and when it never does (RFC 8252, section
// 8.6).
import { beforeAll, describe, expect, test } from 'vitest'
import {
  allow,
  askOAuth,
  authorizationRequest,
  authorizeUrl,
  joinWithPassword,
  obtainTokens,
  PASSWORD,
  redirected,
  registerApp,
  signedInUserAgent,
  signInOn,
  withSecondFactor,
  type App,
  type Member,
} from '#test/oauth.ts'
import { testSystem } from '#test/system.ts'
import type { IdentityTables } from '../../subgraphs/identity/tables.ts'
import { createUserAgent, type Page, type UserAgent } from '#test/user-agent.ts'

const LOOPBACK = [
  'http://127.0.0.1:49152/callback',
  'http://[::1]:49152/callback',
  'http://localhost:49152/callback',
]
/** Any program on the device can listen there; with a certificate, also at an https URL. */
const HTTPS_ON_LOOPBACK = [
  'https://localhost:8443/callback',
  'https://127.0.0.2:8443/callback',
  'https://app.localhost/callback',
  'https://localhost./callback',
]
const PRIVATE_USE = 'com.example.harbour:/callback'
const HTTPS = 'https://app.example/callback'

const system = testSystem({ topology: 'Identity alone' })
let open: App
let secret: App
let ada: Member
let olga: Member
/**
 * Browsers in which Ada and Olga, an administrator, have allowed both apps everything that these tests request.
 */
let browser: UserAgent
let office: UserAgent
beforeAll(async () => {
  const about = {
    redirectUris: [HTTPS, ...LOOPBACK, ...HTTPS_ON_LOOPBACK],
    scopes: ['identity', 'openid', 'admin'],
  }
  open = await registerApp(system, {
    ...about,
    redirectUris: [...about.redirectUris, PRIVATE_USE],
  })
  secret = await registerApp(system, { ...about, kind: 'confidential' })
  ada = await joinWithPassword(system, 'ada')
  olga = await joinWithPassword(system, 'olga', { role: 'admin' })
  browser = await signedInUserAgent(system, ada)
  office = await signedInUserAgent(system, olga)
  for (const app of [open, secret]) {
    await allow(system, app, ada, { scope: 'identity openid' }, browser)
    await allow(system, app, olga, { scope: 'identity openid admin' }, office)
  }
})

type Change = Record<string, string>

/** Each way to a code without a consent page, if earlier consents suffice. */
const WAYS: Readonly<
  Record<string, (app: App, change: Change, person: Member, userAgent: UserAgent) => Promise<Page>>
> = {
  'a request': (app, change, _person, userAgent) =>
    userAgent.open(authorizeUrl(system, app, change)),
  async 'a pushed request'(app, change, _person, userAgent) {
    const { body } = await askOAuth(system, app, authorizationRequest(app, change), 'par')
    const pushed = { client_id: app.id, request_uri: body.request_uri as string }
    const query = new URLSearchParams(pushed).toString()
    return userAgent.open(`${system.address('identity')}/api/oauth/authorize?${query}`)
  },
  'a max_age that is not over': (app, change, _person, userAgent) =>
    userAgent.open(authorizeUrl(system, app, { ...change, max_age: '3600' })),
  async 'an id_token_hint'(app, change, person, userAgent) {
    const asked = { scope: 'openid', redirect_uri: HTTPS }
    const { id_token } = await obtainTokens(
      system,
      { ...app, redirectUri: HTTPS },
      person,
      asked,
      userAgent,
    )
    return userAgent.open(authorizeUrl(system, app, { ...change, id_token_hint: id_token }))
  },
  async 'signing in'(app, change, person) {
    const userAgent = createUserAgent()
    return signInOn(userAgent, await userAgent.open(authorizeUrl(system, app, change)), person)
  },
  async 'signing in again'(app, change, person, userAgent) {
    const asked = authorizeUrl(system, app, { ...change, prompt: 'login' })
    return signInOn(userAgent, await userAgent.open(asked), person)
  },
  async 'switching to the account'(app, change, person) {
    const grace = await joinWithPassword(system, `p${crypto.randomUUID().slice(0, 8)}`)
    const userAgent = await signedInUserAgent(system, grace)
    const consent = await userAgent.open(
      authorizeUrl(system, app, { ...change, scope: 'identity' }),
    )
    return signInOn(userAgent, await userAgent.submit(consent, '/consent/switch', {}), person)
  },
}

const isConsentPage = ({ url, location }: Page) =>
  location === undefined && new URL(url).pathname === '/consent'

describe.each(Object.keys(WAYS))('%s', (way) => {
  test.each([...LOOPBACK, ...HTTPS_ON_LOOPBACK, PRIVATE_USE])(
    'of a public client at %s asks the person: any program of the device can receive the code',
    async (redirect_uri) => {
      const page = await WAYS[way]!(open, { redirect_uri }, ada, browser)
      expect(isConsentPage(page), page.location ?? page.url).toBe(true)
    },
  )

  test('No click is needed for an https URL, nor on loopback for a client with a secret', async () => {
    expect(
      redirected(await WAYS[way]!(open, { redirect_uri: HTTPS }, ada, browser)),
    ).toHaveProperty('code')
    for (const redirect_uri of LOOPBACK) {
      const page = await WAYS[way]!(secret, { redirect_uri }, ada, browser)
      expect(redirected(page)).toHaveProperty('code')
    }
  })
})

/** A person who may not have `admin` cannot switch accounts: that request is rejected. */
const WAYS_OF_ADMIN = Object.keys(WAYS).filter((way) => way !== 'switching to the account')

describe.each(WAYS_OF_ADMIN)('%s for the scope admin', (way) => {
  test.each(['public', 'confidential'] as const)(
    'of a %s client asks the administrator each time',
    async (kind) => {
      const asked = { redirect_uri: HTTPS, scope: 'identity admin' }
      const app = kind === 'public' ? open : secret
      const page = await WAYS[way]!(app, asked, olga, office)
      expect(isConsentPage(page), page.location ?? page.url).toBe(true)
    },
  )
})

test.each([...LOOPBACK, ...HTTPS_ON_LOOPBACK, PRIVATE_USE])(
  'prompt=none at %s is consent_required',
  async (uri) => {
    const asked = { redirect_uri: uri, prompt: 'none' }
    expect(redirected(await browser.get(authorizeUrl(system, open, asked)))).toMatchObject({
      error: 'consent_required',
    })
  },
)

test('prompt=none with the scope admin is consent_required, whatever the client', async () => {
  for (const app of [open, secret]) {
    const asked = { redirect_uri: HTTPS, scope: 'identity admin', prompt: 'none' }
    expect(redirected(await office.get(authorizeUrl(system, app, asked)))).toMatchObject({
      error: 'consent_required',
    })
  }
})

test('a person who clicks on loopback gets a code each time', async () => {
  const asked = { redirect_uri: LOOPBACK[0]! }
  for (const _time of [1, 2]) {
    const page = await browser.open(authorizeUrl(system, open, asked))
    expect(page.body).toContain('You have allowed it to')
    const allowed = await browser.submit(page, '/consent', { decision: 'allow' })
    expect(redirected(allowed)).toHaveProperty('code')
  }
})

test('Confirming with a second factor does not replace the click', async () => {
  const person = await withSecondFactor(system, await joinWithPassword(system, 'edith'))
  const userAgent = await signedInUserAgent(system, person)
  const asked = { redirect_uri: LOOPBACK[0]!, acr_values: '2' }
  await allow(system, open, person, asked, userAgent)
  await system
    .tables<IdentityTables>('identity')
    .updateTable('sessions')
    .set({ methods: ['pwd'] })
    .where('identityId', '=', person.id)
    .execute()
  const confirmation = await userAgent.open(authorizeUrl(system, open, asked))
  expect(new URL(confirmation.url).pathname).toBe('/sign-in/confirm')
  const code = await person.showCode!()
  const fields = { password: PASSWORD, code }
  const page = await userAgent.submit(confirmation, '/sign-in/confirm', fields)
  expect(isConsentPage(page), page.location ?? page.url).toBe(true)
})

test('a device whose code is in the URL gets nothing before the person has allowed it', async () => {
  const device = await registerApp(system, { redirectUris: [], deviceFlow: true })
  const started = async () =>
    (await askOAuth(system, device, { scope: 'identity' }, 'device_authorization')).body
  for (const _time of [1, 2]) {
    const { device_code, user_code, verification_uri_complete } = await started()
    const page = await browser.open(verification_uri_complete as string)
    const asked = await browser.submit(page, '/device', { user_code: user_code as string })
    const grant_type = 'urn:ietf:params:oauth:grant-type:device_code'
    const polled = await askOAuth(system, device, { grant_type, device_code })
    expect(polled.body).toMatchObject({ error: 'authorization_pending' })
    const decided = await browser.submit(asked, '/device/decision', { decision: 'allow' })
    expect(decided.body).toContain('Your device is connected')
  }
})
