// A browser of the example app belongs to whoever signed in last, whatever arrives late.
import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { IdentityTables } from '../../subgraphs/identity/tables.ts'
import { startExample, type ExampleApp } from './support/example-app.ts'
import { send, type TestResponse } from '#test/http.ts'
import { joinWithPassword, signInOn, type Member } from '#test/oauth.ts'
import { testSystem } from '#test/system.ts'
import { createUserAgent, keepCookie, type Page, type UserAgent } from '#test/user-agent.ts'

const system = testSystem({ topology: 'over HTTP' })
let app: ExampleApp
let browser: UserAgent
let ada: Member
let bob: Member
let people = 0

beforeAll(async () => {
  app = await startExample(system)
})

beforeEach(async () => {
  browser = createUserAgent()
  ada = await joinWithPassword(system, `ada_${++people}`)
  bob = await joinWithPassword(system, `bob_${people}`)
})

afterAll(() => app[Symbol.asyncDispose]())

test.each([
  ['with refreshed tokens', refreshed],
  ['that says the tokens are revoked', revoked],
  ['that says the refresh token is revoked', refreshRevoked],
  ['to a sign-out', signedOut],
  ['to a sign-in', async () => send(await callback(ada), sent())],
])('A response %s that arrives after another sign-in changes nothing', async (_, request) => {
  await signIn(ada)
  const late = await request()
  await signIn(bob)
  arrive(late)
  expect(await whoIsSignedIn()).toBe(bob.username)
  expect(sessionCookies()).toHaveLength(1)
  await expect.poll(() => liveGrants(ada)).toBe(0)
})

test('A response with refreshed tokens that arrives after the sign-out signs nobody in', async () => {
  await signIn(ada)
  const late = await refreshed()
  arrive(await signedOut())
  arrive(late)
  expect(await whoIsSignedIn()).toBeUndefined()
})

test('A session that has ended is not replaced by an earlier one', async () => {
  await signIn(ada)
  const late = await refreshed()
  await signIn(bob)
  arrive(await refreshRevoked(bob))
  arrive(late)
  expect(await whoIsSignedIn()).toBeUndefined()
})

test('The grant of whoever was signed in ends with the sign-in of somebody else', async () => {
  await signIn(ada)
  await signIn(ada)
  expect(await liveGrants(ada)).toBe(2)
  await signIn(bob)
  expect(await liveGrants(ada)).toBe(1)
  expect(await liveGrants(bob)).toBe(1)
})

test.each([
  [1_000, `/search?q=${'a'.repeat(1_000)}`],
  [6_000, '/search'],
])('Whoever opens a URL of %i characters and signs in gets to it', async (length, found) => {
  const page = await browser.get(await callback(ada, `/search?q=${'a'.repeat(length)}`))
  expect(page).toMatchObject({ status: 303, location: app.url + found })
  expect(await whoIsSignedIn()).toBe(ada.username)
})

test('An idle connection outlives that of a load balancer', async () => {
  const { headers } = await send(`${app.url}/healthz`)
  expect(headers.get('keep-alive')).toBe('timeout=75')
})

test('A request under way when the server stops gets its response', async () => {
  await signIn(ada)
  await using stopping = await startExample(system)
  const { headers } = sent()
  const underWay = request(`${stopping.url}/graphql`, {
    method: 'POST',
    headers: { ...(headers as object), origin: stopping.url, expect: '100-continue' },
  })
  underWay.flushHeaders()
  await once(underWay, 'continue')
  stopping.server.send('SIGTERM')
  await expect.poll(() => send(`${stopping.url}/healthz`).catch(() => 'closed')).toBe('closed')
  underWay.end('{"query":"{ me { username } }"}')
  const [response] = (await once(underWay, 'response')) as [IncomingMessage]
  expect(await json(response)).toEqual({ data: { me: { username: ada.username } } })
  expect(await stopping.server.ended()).toEqual({ code: 0, signal: null })
})

async function signIn(person: Member): Promise<void> {
  const page = await browser.get(await callback(person))
  expect(page).toMatchObject({ status: 303, location: `${app.url}/` })
}

/** The address with which the ID service sends the browser back. Each person has a browser of their own there. */
async function callback(person: Member, returnTo = '/'): Promise<string> {
  const userAgent = createUserAgent()
  const search = new URLSearchParams({ return_to: returnTo })
  const begun = await browser.get(`${app.url}/auth/sign-in?${search}`)
  let page: Page = await signInOn(userAgent, await userAgent.open(begun.location!), person)
  if (!page.location) page = await userAgent.submit(page, '/consent', { decision: 'allow' })
  return page.location!
}

/** A request of the browser, whose response waits. */
const sent = (): RequestInit => ({
  redirect: 'manual',
  headers: {
    cookie: [...browser.cookies].map((pair) => pair.join('=')).join('; '),
    origin: app.url,
    'content-type': 'application/json',
    'x-csrf-protection': '1',
  },
})

function arrive({ headers }: TestResponse): void {
  for (const line of headers.getSetCookie()) keepCookie(browser.cookies, line)
}

const graphql = (): Promise<TestResponse> =>
  send(`${app.url}/graphql`, {
    ...sent(),
    method: 'POST',
    body: JSON.stringify({ query: '{ me { username } }' }),
  })

async function whoIsSignedIn(): Promise<string | undefined> {
  const response = await graphql()
  arrive(response)
  return response.body.data?.me.username
}

/** Asks until the response is as expected: a signal or a revocation is on its way. */
async function graphqlUntil(
  isExpected: (response: TestResponse) => boolean,
): Promise<TestResponse> {
  let response = await graphql()
  await expect
    .poll(async () => isExpected(response) || ((response = await graphql()), false))
    .toBe(true)
  return response
}

/** A response for which the server has asked for new tokens. */
async function refreshed(): Promise<TestResponse> {
  app.server.send('SIGUSR2')
  const response = await graphqlUntil(({ headers }) => headers.getSetCookie().length > 0)
  app.server.send('SIGUSR2')
  return response
}

async function revoked(person = ada): Promise<TestResponse> {
  await endGrants(person)
  return graphqlUntil(({ status }) => status === 401)
}

async function refreshRevoked(person = ada): Promise<TestResponse> {
  await endGrants(person)
  return refreshed()
}

function signedOut(): Promise<TestResponse> {
  return send(`${app.url}/auth/sign-out`, { ...sent(), method: 'POST' })
}

const sessionCookies = () =>
  [...browser.cookies.keys()].filter((name) => name.startsWith('session'))

const grants = () => system.tables<IdentityTables>('identity')

async function liveGrants({ id }: Member): Promise<number> {
  const live = await grants()
    .selectFrom('grants')
    .select('id')
    .where('identityId', '=', id)
    .where('redeemedAt', 'is not', null)
    .where('endedAt', 'is', null)
    .execute()
  return live.length
}

async function endGrants({ id }: Member): Promise<void> {
  await grants()
    .updateTable('grants')
    .set({ endedAt: new Date(), endedBy: 'revoked' })
    .where('identityId', '=', id)
    .execute()
}
