// When and how somebody signed in: `auth_time`, `acr` and `amr`, and apps that require more (OpenID Connect Core,
// RFC 9470).
import { decodeJwt } from 'jose'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  allow,
  askOAuth,
  authorizeUrl,
  joinWithPassword,
  obtainTokens,
  pageUrl,
  redirected,
  refresh,
  registerApp,
  signedInUserAgent,
  signInOn,
  withSecondFactor,
  type App,
  type Member,
} from '#test/oauth.ts'
import { addPasskey } from './support/sign-in-methods.ts'
import { expectPage } from './support/page-headers.ts'
import { testSystem } from '#test/system.ts'
import { createUserAgent, formOf, linkOf, type Page, type UserAgent } from '#test/user-agent.ts'
import type { IdentityTables } from '../../subgraphs/identity/tables.ts'

const MINUTE = 60_000

const system = testSystem({ topology: 'Identity alone' })
let app: App
let office: App
let ada: Member
let grace: Member
beforeAll(async () => {
  const scopes = ['identity', 'openid', 'admin']
  app = await registerApp(system, { kind: 'confidential', scopes })
  office = await registerApp(system, { scopes })
  ada = await withSecondFactor(system, await joinWithPassword(system, 'ada'))
  grace = await joinWithPassword(system, 'grace')
})
afterEach(() => {
  system.clock.now = undefined
})

const OPENID = { scope: 'identity openid' }
const allowOn = (userAgent: UserAgent, page: Page) =>
  userAgent.submit(page, '/consent', { decision: 'allow' })
const pathOf = (url: string) => new URL(url).pathname
const unmet = { error: 'unmet_authentication_requirements' }

test('tokens say when and how the person signed in, also after a refresh (OpenID Connect Core, 2; RFC 9068, 2.2.1)', async () => {
  for (const [person, acr, amr] of [
    [grace, '1', ['pwd']],
    [ada, '2', ['pwd', 'otp', 'mfa']],
  ] as const) {
    const signedInAt = new Date(Date.now() + MINUTE)
    system.clock.now = signedInAt
    const tokens = await obtainTokens(system, app, person, OPENID)
    const signIn = { auth_time: Math.floor(signedInAt.getTime() / 1000), acr }
    expect(decodeJwt(tokens.id_token!)).toMatchObject({ ...signIn, amr })
    expect(decodeJwt(tokens.access_token)).toMatchObject(signIn)
    system.clock.now = new Date(signedInAt.getTime() + 20 * MINUTE)
    const { body } = await refresh(system, app, tokens.refresh_token)
    expect(decodeJwt(body.id_token as string)).toMatchObject({ ...signIn, amr })
    expect(decodeJwt(body.access_token as string)).toMatchObject(signIn)
    const token = body.access_token as string
    const seen = await askOAuth(system, app, { token }, 'introspect')
    expect(seen.body).toMatchObject({ active: true, ...signIn })
  }
})

test('the tokens of a machine client say nothing of a sign-in', async () => {
  const machine = await registerApp(system, { kind: 'confidential', scopes: ['identity', 'admin'] })
  const { body } = await askOAuth(system, machine, { grant_type: 'client_credentials' })
  const claims = decodeJwt(body.access_token as string)
  expect(claims).not.toHaveProperty('auth_time')
  expect(claims).not.toHaveProperty('acr')
})

test('the metadata names the values and the claims', async () => {
  const { body } = await system.fetch(
    `${system.address('identity')}/.well-known/openid-configuration`,
  )
  expect(body.acr_values_supported).toEqual(['1', '2'])
  expect(body.claims_supported).toEqual(expect.arrayContaining(['auth_time', 'acr', 'amr']))
})

describe('an app that asks how the person signed in', () => {
  test.each(['2', '2 3', 'urn:example:silver 2'])(
    'A request with acr_values=%s gets an error if the person has only one factor',
    async (values) => {
      const userAgent = await signedInUserAgent(system, grace)
      const asked = { ...OPENID, acr_values: values }
      expect(redirected(await userAgent.open(authorizeUrl(system, app, asked)))).toMatchObject({
        ...unmet,
        error_description: `The person has no factors that meet acr_values=${values}.`,
      })
      const silent = { ...asked, prompt: 'none' }
      expect(redirected(await userAgent.open(authorizeUrl(system, app, silent)))).toMatchObject(
        unmet,
      )
    },
  )

  test.each(['1', '1 2', '2 1', '3 1', '2 1 urn:example:silver'])(
    'A request with acr_values=%s is satisfied by one factor',
    async (values) => {
      const tokens = await obtainTokens(system, app, grace, { ...OPENID, acr_values: values })
      expect(decodeJwt(tokens.id_token!)).toMatchObject({ acr: '1' })
    },
  )

  test.each(['3', '0', 'urn:example:silver', 'urn:example:silver urn:example:gold'])(
    'A request with the unknown acr_values=%s signs in as usual, and acr says how (OpenID Connect Core 3.1.2.1)',
    async (values) => {
      const asked = { ...OPENID, acr_values: values }
      for (const [person, acr] of [
        [grace, '1'],
        [ada, '2'],
      ] as const) {
        const userAgent = createUserAgent()
        const tokens = await obtainTokens(system, app, person, asked, userAgent)
        expect(decodeJwt(tokens.id_token!)).toMatchObject({ acr })
        const silent = authorizeUrl(system, app, { ...asked, prompt: 'none' })
        expect(redirected(await userAgent.open(silent))).toHaveProperty('code')
      }
    },
  )

  test('A request with unknown acr_values and the scope admin still requires two factors', async () => {
    const chief = await joinWithPassword(system, 'hedy', { role: 'admin' })
    const userAgent = await signedInUserAgent(system, chief)
    await sessionsOf(chief)
      .set({ methods: ['pwd'] })
      .execute()
    const request = { scope: 'identity admin', acr_values: 'urn:example:silver' }
    const page = await userAgent.open(authorizeUrl(system, office, request))
    expect(pathOf(page.url)).toBe('/sign-in/confirm')
  })

  /** A person with a passkey, signed in only with the password. */
  async function oneOfTwo() {
    const person = await joinWithPassword(system, `p${crypto.randomUUID().slice(0, 8)}`)
    const first = await signedInUserAgent(system, person)
    const account = await first.get(`${system.address('identity')}/account`)
    expect((await addPasskey(first, account)).status).toBe(200)
    return { person, strong: first, weak: await signedInUserAgent(system, person) }
  }

  test('A request for two factors sends somebody who proved one to confirm, and never past that (attack)', async () => {
    const { strong, weak } = await oneOfTwo()
    const asked = { ...OPENID, acr_values: '2' }
    const page = await weak.open(authorizeUrl(system, app, asked))
    expect(pathOf(page.url)).toBe('/sign-in/confirm')
    expect(page.body).toContain('data-does="passkey-confirm"')
    expect(page.headers.get('cross-origin-opener-policy')).toBeNull()
    const silent = await weak.open(authorizeUrl(system, app, { ...asked, prompt: 'none' }))
    expect(redirected(silent)).toMatchObject({ error: 'login_required' })
    const consent = await weak.get(pageUrl(system, app, '/consent', asked))
    expect(pathOf(consent.location!)).toBe('/sign-in/confirm')
    const { csrf } = formOf(page, '/consent/switch').hidden
    const forced = await weak.post(pageUrl(system, app, '/consent', asked), {
      csrf: csrf!,
      decision: 'allow',
    })
    expect(pathOf(forced.location!)).toBe('/sign-in/confirm')
    const given = await strong.open(authorizeUrl(system, app, asked))
    const response = await strong.submit(given, '/consent', { decision: 'allow' })
    expect(redirected(response)).toHaveProperty('code')
  })

  test('Confirming returns to the app’s request', async () => {
    const userAgent = createUserAgent()
    const asked = { ...OPENID, acr_values: '2' }
    const signIn = await userAgent.open(authorizeUrl(system, app, asked))
    await signInOn(userAgent, signIn, ada)
    await sessionsOf(ada)
      .set({ methods: ['pwd'] })
      .execute()
    const page = await userAgent.open(authorizeUrl(system, app, asked))
    expect(pathOf(page.url)).toBe('/sign-in/confirm')
    await confirm(userAgent, page.url)
  })

  const sessionsOf = ({ id }: Member) =>
    system.tables<IdentityTables>('identity').updateTable('sessions').where('identityId', '=', id)

  async function confirm(userAgent: UserAgent, url: string): Promise<void> {
    const { passSecondFactor } = ada
    const password = 'a lamp in the harbour'
    const submitting = {
      ...userAgent,
      submit: (page: Parameters<UserAgent['submit']>[0], path: string, fields = {}) =>
        userAgent.submit(page, path, { ...fields, password }),
    }
    const done = await passSecondFactor!(submitting, await userAgent.get(url))
    const next = pathOf(done.url) === '/consent' ? await allowOn(userAgent, done) : done
    expect(redirected(next)).toHaveProperty('code')
  }
})

describe('an app that asks for a fresh sign-in', () => {
  test.each([{ max_age: '0' }, { prompt: 'login' }, { prompt: 'login', max_age: '0' }])(
    'A request with %j requires a fresh sign-in, even right after one, and as a pushed request',
    async (request) => {
      const userAgent = await signedInUserAgent(system, grace)
      system.clock.now = new Date()
      const asked = { ...OPENID, ...request }
      const page = await userAgent.open(authorizeUrl(system, app, asked))
      expect(pathOf(page.url)).toBe('/sign-in')
      const { code } = await allow(system, app, grace, asked, userAgent)
      expect(code).toBeDefined()
      const silent = authorizeUrl(system, app, { ...OPENID, max_age: '0', prompt: 'none' })
      expect(redirected(await userAgent.open(silent))).toMatchObject({ error: 'login_required' })
    },
  )

  test('A request with max_age requires a fresh sign-in if the last one is older, and auth_time says so', async () => {
    const userAgent = await signedInUserAgent(system, grace)
    await allow(system, app, grace, OPENID, userAgent)
    const asked = { ...OPENID, max_age: '600' }
    expect(redirected(await userAgent.open(authorizeUrl(system, app, asked)))).toHaveProperty(
      'code',
    )
    system.clock.now = new Date(Date.now() + 11 * MINUTE)
    expect(pathOf((await userAgent.open(authorizeUrl(system, app, asked))).url)).toBe('/sign-in')
    const tokens = await obtainTokens(system, app, grace, asked, userAgent)
    const { auth_time: signedInAt } = decodeJwt(tokens.id_token!)
    expect(signedInAt).toBe(Math.floor(system.clock.now.getTime() / 1000))
  })
})

describe('the scope admin', () => {
  const asked = { scope: 'identity admin' }

  test('The scope admin is refused to an administrator without a second factor, who is shown how to get one', async () => {
    const person = await joinWithPassword(system, 'olga')
    await system
      .tables<IdentityTables>('identity')
      .updateTable('identities')
      .set({ role: 'admin' })
      .where('id', '=', person.id)
      .execute()
    const userAgent = await signedInUserAgent(system, person)
    const page = await userAgent.open(authorizeUrl(system, office, asked))
    expect(pathOf(page.url)).toBe('/sign-in/second-factor-needed')
    expect(page.body).toContain('/account/security#factors-section')
    const refused = new URL(linkOf(page, 'Go back without it'))
    expect(Object.fromEntries(refused.searchParams)).toMatchObject({
      ...unmet,
      state: 'a state of the app',
    })
    const inForm = { ...asked, response_mode: 'form_post' }
    const shown = await userAgent.open(authorizeUrl(system, office, inForm))
    // Otherwise browsers send `Origin: null` with the form.
    expectPage(shown, 200, 'origin')
    expect(formOf(shown, '/callback').hidden).toMatchObject({
      ...unmet,
      state: 'a state of the app',
    })
    for (const path of ['/consent', '/api/oauth/authorize']) {
      const { location } = await userAgent.get(pageUrl(system, office, path, asked))
      expect(pathOf(location!)).toBe('/sign-in/second-factor-needed')
    }
    const { csrf } = formOf(page, '/consent/switch').hidden
    const fields = { csrf: csrf!, decision: 'allow' }
    const forced = await userAgent.post(pageUrl(system, office, '/consent', asked), fields)
    expect(pathOf(forced.location!)).toBe('/sign-in/second-factor-needed')
    const silent = await userAgent.open(authorizeUrl(system, office, { ...asked, prompt: 'none' }))
    expect(redirected(silent)).toMatchObject(unmet)

    const account = await userAgent.get(`${system.address('identity')}/account`)
    expect((await addPasskey(userAgent, account)).status).toBe(200)
    const consent = await userAgent.open(linkOf(page, '2. Continue to Harbour'))
    const response = await userAgent.submit(consent, '/consent', { decision: 'allow' })
    expect(redirected(response)).toHaveProperty('code')
  })

  test('The scope admin is refused to a person who is not an administrator, even with two factors', async () => {
    expect(await allow(system, office, ada, asked)).toMatchObject({ error: 'invalid_scope' })
  })
})
