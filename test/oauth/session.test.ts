// How a session ends, and what ends with it: check 24, signing out, and expiry.
import { afterEach, beforeAll, expect, test } from 'vitest'
import { asCommand } from '../../subgraphs/identity/commands/command.ts'
import { disableIdentity } from '../../subgraphs/identity/domain/people/person.ts'
import type { IdentityTables } from '../../subgraphs/identity/tables.ts'
import {
  allow,
  askOAuth,
  authorizeUrl,
  confirmIdentity,
  createPkce,
  joinWithPassword,
  obtainTokens,
  PASSWORD,
  refresh,
  registerApp,
  signedInUserAgent,
  signInOn,
  type App,
} from '#test/oauth.ts'
import { sessionsWaiting } from '#test/database.ts'
import { TIMEOUT } from '#test/process.ts'
import { testSystem, type Person } from '#test/system.ts'
import { createUserAgent, formOf, linkOf, type Page, type UserAgent } from '#test/user-agent.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const WITHIN = { ...TIMEOUT, interval: 100 }

const system = testSystem({ pollEveryMs: 500 })
let app: App
beforeAll(async () => {
  app = await registerApp(system)
})
afterEach(() => {
  system.clock.now = undefined
})

const address = (path: string) => `${system.address('identity')}${path}`
const newPerson = () => joinWithPassword(system, `p${crypto.randomUUID().slice(0, 8)}`)

/** True while the browser is signed in. */
const isSignedIn = async (browser: UserAgent) =>
  (await browser.get(address('/account'))).status === 200

/** Two browsers of one person, tokens from each, and an unredeemed code. */
async function story(person: Person) {
  const [here, there] = [
    await signedInUserAgent(system, person),
    await signedInUserAgent(system, person),
  ]
  const tokensHere = await obtainTokens(system, app, person, {}, here)
  const tokensThere = await obtainTokens(system, app, person, {}, there)
  const { verifier, challenge } = createPkce()
  const pkce = { code_challenge: challenge, code_challenge_method: 'S256' }
  const { code } = await allow(system, app, person, pkce, here)
  const redeem = () =>
    askOAuth(system, app, {
      grant_type: 'authorization_code',
      code,
      redirect_uri: app.redirectUri,
      code_verifier: verifier,
    })
  return { here, there, tokensHere, tokensThere, redeem }
}

/** The response of a service to an access token. */
const useAt = (name: string, path: string, token: string) =>
  system.fetch(`${system.address(name)}${path}`, { token }).then(({ status }) => status)

async function expectEnded({ access_token, refresh_token }: Record<string, string>) {
  const refreshed = await refresh(system, app, refresh_token!)
  expect(refreshed).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  for (const [name, path] of [
    ['identity', '/api/claims'],
    ['path', '/api/quests'],
  ] as const) {
    await expect.poll(() => useAt(name, path, access_token!), WITHIN).toBe(401)
  }
}

async function expectAlive({ access_token, refresh_token }: Record<string, string>) {
  expect(await useAt('identity', '/api/claims', access_token!)).toBe(200)
  expect((await refresh(system, app, refresh_token!)).status).toBe(200)
}

test('24 · a changed password ends other sign-ins, refresh tokens, codes and access tokens (RFC 9700 4.14)', async () => {
  const person = await newPerson()
  const bystander = await newPerson()
  const others = await obtainTokens(system, app, bystander)
  const { here, there, tokensHere, tokensThere, redeem } = await story(person)
  expect(await useAt('path', '/api/quests', tokensHere.access_token)).toBe(200)
  const account = await here.get(address('/account/security'))
  const newPassword = 'another lamp in the harbour'
  const fields = { currentPassword: PASSWORD, newPassword }
  const changed = await here.submit(account, '/account/password', fields)
  expect(changed.body).toContain('Your new password is set')
  expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([true, false])
  expect(await redeem()).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  await expectEnded({ ...tokensHere })
  await expectEnded({ ...tokensThere })
  await expectAlive({ ...others })
  const userAgent = createUserAgent()
  const page = await userAgent.get(address('/sign-in'))
  expect((await signInOn(userAgent, page, person, PASSWORD)).status).toBe(403)
  expect((await signInOn(userAgent, page, person, newPassword)).status).toBe(200)
})

test('24 · No sign-in with the old password outlives the change, however they meet (race)', async () => {
  const person = await newPerson()
  const here = await signedInUserAgent(system, person)
  const account = await here.get(address('/account/security'))
  const userAgents = Array.from({ length: 6 }, () => createUserAgent())
  const pages = await Promise.all(userAgents.map((userAgent) => userAgent.get(address('/sign-in'))))
  const fields = { currentPassword: PASSWORD, newPassword: 'another lamp in the harbour' }
  await Promise.all([
    here.submit(account, '/account/password', fields),
    ...userAgents.map((userAgent, index) => signInOn(userAgent, pages[index]!, person, PASSWORD)),
  ])
  expect(await Promise.all(userAgents.map(isSignedIn))).toEqual(userAgents.map(() => false))
  expect(await isSignedIn(here)).toBe(true)
})

/** Password changes that have verified the old password and wait, while something else happens. */
async function whileChanging(
  { id }: Person,
  changing: () => Promise<Page>[],
  meanwhile: () => Promise<unknown>,
): Promise<Page[]> {
  const db = system.tables<IdentityTables>('identity')
  const pages = await db.transaction().execute(async (trx) => {
    await trx
      .selectFrom('passwords')
      .select('hash')
      .where('identityId', '=', id)
      .forUpdate()
      .execute()
    const asked = changing()
    await expect.poll(() => sessionsWaiting(system.tables('identity')), WITHIN).toBe(asked.length)
    await meanwhile()
    return asked
  })
  return Promise.all(pages)
}

async function changePassword(browser: UserAgent, page: Page, newPassword: string): Promise<Page> {
  const { hidden } = formOf(page, '/account/password')
  return browser.post(address('/account/password'), {
    ...hidden,
    currentPassword: PASSWORD,
    newPassword,
  })
}

const passwordWorks = async (person: Person, password: string) => {
  const userAgent = createUserAgent()
  const page = await userAgent.get(address('/sign-in'))
  return (await signInOn(userAgent, page, person, password)).status === 200
}

test('24 · Of two simultaneous changes with one old password, the first succeeds and the other is refused (race)', async () => {
  const person = await newPerson()
  const browsers = [
    await signedInUserAgent(system, person),
    await signedInUserAgent(system, person),
  ]
  const accounts = await Promise.all(browsers.map((each) => each.get(address('/account/security'))))
  const wanted = ['another lamp in the harbour', 'a lamp of somebody else']
  const pages = await whileChanging(
    person,
    () => browsers.map((each, index) => changePassword(each, accounts[index]!, wanted[index]!)),
    () => Promise.resolve(),
  )
  expect(pages.map(({ status }) => status)).toEqual(expect.arrayContaining([303, 400]))
  const first = pages.findIndex(({ status }) => status === 303)
  expect(pages[1 - first]!.body).toContain('That is not your current password.')
  expect(await passwordWorks(person, wanted[first]!)).toBe(true)
  expect(await passwordWorks(person, wanted[1 - first]!)).toBe(false)
  expect(await isSignedIn(browsers[first]!)).toBe(true)
  expect(await isSignedIn(browsers[1 - first]!)).toBe(false)
})

test('24 · a sign-in that ends while it changes the password changes nothing (race)', async () => {
  const person = await newPerson()
  const intruder = await signedInUserAgent(system, person)
  const theirs = await intruder.get(address('/account/security'))
  const devices = await intruder.get(address('/account/devices'))
  const [id] = /This one.*?name="id" value="(\w+)"/s.exec(String(devices.body))!.slice(1)
  const owner = await signedInUserAgent(system, person)
  const account = await owner.get(address('/account'))
  const { csrf } = formOf(account, '/sign-out').hidden
  const [changed] = await whileChanging(
    person,
    () => [changePassword(intruder, theirs, 'a lamp of somebody else')],
    () => owner.post(address('/account/sessions/end'), { csrf: csrf!, id: id! }),
  )
  expect(changed).toMatchObject({ status: 403, location: undefined })
  expect(changed!.body).toContain('This sign-in has ended')
  expect(await passwordWorks(person, PASSWORD)).toBe(true)
  expect(await isSignedIn(owner)).toBe(true)
})

test('24 · a password that was not changed ends nothing (RFC 9700 4.14)', async () => {
  const person = await newPerson()
  const { here, there, tokensThere } = await story(person)
  const account = await here.get(address('/account/security'))
  for (const [currentPassword, newPassword] of [
    ['not this one', 'another lamp in the harbour'],
    [PASSWORD, 'short'],
  ] as const) {
    const fields = { currentPassword, newPassword }
    expect((await here.submit(account, '/account/password', fields)).status).toBe(400)
  }
  expect(await isSignedIn(there)).toBe(true)
  await expectAlive({ ...tokensThere })
})

test('24 · a person who is disabled is signed out everywhere, and cannot come back (RFC 9700 4.14)', async () => {
  const person = await newPerson()
  const { here, there, tokensHere, tokensThere, redeem } = await story(person)
  const stale = await createUserAgent().get(address('/sign-in'))
  const db = system.tables<IdentityTables>('identity')
  await disableIdentity(asCommand(db), person.id)
  expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([false, false])
  expect(await redeem()).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  await expectEnded({ ...tokensHere })
  await expectEnded({ ...tokensThere })
  const asked = await here.open(authorizeUrl(system, app))
  expect(asked.url).toContain('/sign-in?')
  expect(stale.status).toBe(200)
  const userAgent = createUserAgent()
  const page = await userAgent.get(address('/sign-in'))
  expect((await signInOn(userAgent, page, person)).status).toBe(403)
})

test('24 · a sign-in of a person who is disabled is none, be its row still there (RFC 9700 4.14)', async () => {
  const person = await newPerson()
  const browser = await signedInUserAgent(system, person)
  const db = system.tables<IdentityTables>('identity')
  await db
    .updateTable('identities')
    .set({ disabledAt: new Date() })
    .where('id', '=', person.id)
    .execute()
  expect(await isSignedIn(browser)).toBe(false)
})

test('signing out: a link shows a form, which ends the session and its grants (OpenID Connect RP-Initiated Logout 2)', async () => {
  const person = await newPerson()
  const { here, there, tokensHere, tokensThere, redeem } = await story(person)
  const page = await here.get(address('/sign-out'))
  expect(page.body).toContain(`@${person.username}`)
  expect(await isSignedIn(here)).toBe(true)
  const copied = here.cookies.get('ecosystem_session')!
  const done = await here.submit(page, '/sign-out')
  expect(done).toMatchObject({
    status: 200,
    body: expect.stringContaining('You are signed out') as string,
  })
  expect(linkOf(done, 'Sign in')).toBe(address('/sign-in'))
  expect(here.cookies.has('ecosystem_session')).toBe(false)
  here.cookies.set('ecosystem_session', copied)
  expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([false, true])
  expect((await redeem()).status).toBe(400)
  await expectEnded({ ...tokensHere })
  await expectAlive({ ...tokensThere })
})

test('signing out ends what was granted in this browser before the person signed in again, too (decision 0012)', async () => {
  const person = await newPerson()
  const another = await registerApp(system)
  const [here, there] = [
    await signedInUserAgent(system, person),
    await signedInUserAgent(system, person),
  ]
  const before = await obtainTokens(system, app, person, {}, here)
  const elsewhere = await obtainTokens(system, app, person, {}, there)
  const after = await obtainTokens(system, another, person, { prompt: 'login' }, here)
  const kept = await refresh(system, app, before.refresh_token)
  expect(kept.status).toBe(200)
  await here.submit(await here.get(address('/sign-out')), '/sign-out')
  for (const [client, token] of [
    [app, kept.body.refresh_token as string],
    [another, after.refresh_token],
  ] as const) {
    expect((await refresh(system, client, token)).status).toBe(400)
  }
  expect((await refresh(system, app, elsewhere.refresh_token)).status).toBe(200)
})

test('signing in as somebody else ends the earlier sign-in, and what was granted in it (decision 0012)', async () => {
  const [person, next] = [await newPerson(), await newPerson()]
  const { here, there, tokensHere, tokensThere, redeem } = await story(person)
  const copy = createUserAgent()
  for (const [name, value] of here.cookies) copy.cookies.set(name, value)
  await signInOn(here, await here.get(address('/sign-in')), next)
  expect(String((await here.get(address('/account'))).body)).toContain(`@${next.username}`)
  expect([await isSignedIn(copy), await isSignedIn(there)]).toEqual([false, true])
  expect((await redeem()).status).toBe(400)
  await expectEnded({ ...tokensHere })
  await expectAlive({ ...tokensThere })
})

test('an app that is allowed while the person signs in again belongs to the new sign-in (race)', async () => {
  const person = await newPerson()
  const here = await signedInUserAgent(system, person)
  await obtainTokens(system, app, person, {}, here)
  const [page, session] = [
    await here.get(address('/sign-in')),
    here.cookies.get('ecosystem_session')!,
  ]
  const old = createUserAgent()
  for (const [name, value] of here.cookies) old.cookies.set(name, value)
  await Promise.all([
    signInOn(here, page, person),
    ...Array.from({ length: 8 }, () => old.get(authorizeUrl(system, app))),
  ])
  expect(here.cookies.get('ecosystem_session')).not.toBe(session)
  await here.submit(await here.get(address('/sign-out')), '/sign-out')
  const open = await system
    .tables<IdentityTables>('identity')
    .selectFrom('grants')
    .select('id')
    .where('identityId', '=', person.id)
    .where('endedAt', 'is', null)
    .execute()
  expect(open).toEqual([])
})

test('a sign-in ends after seven days without use, and after thirty in all (OWASP Session Management)', async () => {
  const browser = await signedInUserAgent(system, await newPerson())
  const started = Date.now()
  const at = (days: number) => {
    system.clock.now = new Date(started + days * DAY)
    return isSignedIn(browser)
  }
  expect(await at(6)).toBe(true)
  expect(await at(12.9)).toBe(true)
  expect(await at(19.8)).toBe(true)
  expect(await at(26.7)).toBe(true)
  expect(await at(29.9)).toBe(true)
  expect(await at(30.1)).toBe(false)
  const unused = await signedInUserAgent(system, await newPerson())
  system.clock.now = new Date(system.clock.now!.getTime() + 7.1 * DAY)
  expect(await isSignedIn(unused)).toBe(false)
})

test.each<[string, (tab: UserAgent) => Promise<Page>]>([
  [
    'a sign-in',
    async (tab) => signInOn(tab, await tab.get(address('/sign-in')), await newPerson()),
  ],
  ['a sign-out', async (tab) => tab.submit(await tab.get(address('/sign-out')), '/sign-out')],
  ['a confirmation', (tab) => confirmIdentity(system, tab)],
])('A response to %s that arrives after another sign-in changes nothing', async (_, request) => {
  const { here, arrive, next } = await lateResponse(request)
  arrive()
  expect(String((await here.get(address('/account'))).body)).toContain(`@${next.username}`)
  await here.submit(await here.get(address('/sign-out')), '/sign-out')
  expect(await isSignedIn(here)).toBe(false)
})

test('A response to a sign-in that arrives after the sign-out of the next person signs nobody in', async () => {
  const { here, arrive, next } = await lateResponse(async (tab) =>
    signInOn(tab, await tab.get(address('/sign-in')), await newPerson()),
  )
  await here.submit(await here.get(address('/sign-out')), '/sign-out')
  arrive()
  expect(await isSignedIn(here)).toBe(false)
  await signInOn(here, await here.get(address('/sign-in')), next)
  expect(await isSignedIn(here)).toBe(true)
})

/** A request of another tab whose response has not arrived when the next person has signed in. */
async function lateResponse(request: (tab: UserAgent) => Promise<Page>) {
  const [person, next] = [await newPerson(), await newPerson()]
  const here = await signedInUserAgent(system, person)
  const tab = createUserAgent()
  for (const [name, value] of here.cookies) tab.cookies.set(name, value)
  const sent = new Map(tab.cookies)
  await request(tab)
  await signInOn(here, await here.get(address('/sign-in')), next)
  /** Sets and removes what the response to the tab has set and removed. */
  const arrive = () => {
    for (const name of sent.keys()) if (!tab.cookies.has(name)) here.cookies.delete(name)
    for (const [name, value] of tab.cookies) {
      if (sent.get(name) !== value) here.cookies.set(name, value)
    }
  }
  return { here, arrive, next }
}
