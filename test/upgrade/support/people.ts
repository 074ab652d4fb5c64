// The people of an installation and their actions in every service, over REST and GraphQL.
import { expect, vi } from 'vitest'
import { send, type TestResponse } from '#test/http.ts'
import type { Installation } from '#test/installation.ts'
import { askOAuth, obtainTokens, PASSWORD, type App, type Tokens } from '#test/oauth.ts'
import { TIMEOUT } from '#test/process.ts'
import { appOf, giveCode } from '#test/second-factor.ts'
import { createUserAgent, type Page, type UserAgent } from '#test/user-agent.ts'
import { newWallet } from '#test/wallet.ts'
import { DEMO_PASSWORD, DEMO_TOTP_KEY } from '../../../subgraphs/identity/demo.ts'

/** A public client of the demo data, whose redirect URI nobody serves. */
export const APP: App = {
  id: 'demo-web',
  secret: undefined,
  redirectUri: 'http://localhost:4000/callback',
}
const SCOPE = 'openid identity credentials wallet'

/** The addresses of the services and the router. */
export type Site = Pick<Installation, 'address'>

/** Somebody who uses an app, in a browser of their own. */
export interface User {
  site: Site
  username: string
  userAgent: UserAgent
  tokens: Tokens
}

/** A demo person signs in and allows the app. */
export async function signInDemo(site: Site, username: string, scope = SCOPE): Promise<User> {
  const userAgent = createUserAgent()
  const person = { username, password: DEMO_PASSWORD, passSecondFactor: giveDemoCode }
  return {
    site,
    username,
    userAgent,
    tokens: await obtainTokens(site, APP, person, { scope }, userAgent),
  }
}

/** The current code, or the next one if that has been used. */
async function giveDemoCode(userAgent: UserAgent, page: Page): Promise<Page> {
  const app = appOf({ clock: { now: undefined } }, DEMO_TOTP_KEY)
  const next = await giveCode(userAgent, page, app.code())
  return next.url === page.url ? giveCode(userAgent, page, app.code(1)) : next
}

/** Ada, the one administrator of the demo data. */
export function signInAda(site: Site): Promise<User> {
  return signInDemo(site, 'ada', `${SCOPE} admin`)
}

/** Somebody new signs up and allows the app. */
export async function signUp(site: Site, username: string): Promise<User> {
  const userAgent = createUserAgent()
  const page = await userAgent.open(`${site.address('identity')}/sign-up`)
  const about = { displayName: username, house: 'Tide', archetype: 'Keeper', password: PASSWORD }
  const account = await userAgent.submit(page, '/sign-up', { username, ...about })
  expect(account.status, String(account.body)).toBe(200)
  const tokens = await obtainTokens(site, APP, { username }, { scope: SCOPE }, userAgent)
  return { site, username, userAgent, tokens }
}

type Body = TestResponse['body']

/** Calls a path of a service, and fails unless it succeeds. */
export async function call(
  { site, tokens }: User,
  [service, path]: [service: string, path: string],
  body?: object,
  { method = body ? 'POST' : 'GET', ...headers }: Record<string, string> = {},
): Promise<Body> {
  const response = await send(`${site.address(service)}${path}`, {
    method,
    token: tokens.access_token,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  expect(response.status, `${method} ${path}: ${JSON.stringify(response.body)}`).toBeOneOf([
    200, 201,
  ])
  return response.body
}

/** Sends a request to the router, and fails if the response has an error. */
export async function query(
  { site, tokens }: User,
  document: string,
  variables: object = {},
): Promise<Body> {
  const { body } = await send(`${site.address('router')}/graphql`, {
    method: 'POST',
    token: tokens.access_token,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: document, variables }),
  })
  expect(body.errors, document).toBeUndefined()
  return body.data
}

/** A person's day: something in every service, half of it through the router. */
export async function liveADay(user: User, ada: User): Promise<void> {
  await completeQuests(user)
  await purchase(user, await offer(ada, 20))
  await study(user)
  await joinIn(user)
  await takePart(user, ada)
  await write(user)
  await prove(user, ada)
}

async function completeQuests(user: User): Promise<void> {
  const [first, second] = await stories(user)
  const completed = await call(user, ['path', `/api/quests/${first}/complete`], {})
  expect(completed.success).toBe(true)
  await query(user, 'mutation ($id: ID!) { completeQuest(questId: $id) { newXP } }', { id: second })
  await vi.waitUntil(async () => (await goldOf(user)) > completed.goldEarned, TIMEOUT)
}

/** The ids of quests that are completed once, the same ones in each installation. */
export async function stories(user: User): Promise<string[]> {
  const { quests } = await call(user, ['path', '/api/quests'])
  return (quests as { id: string; type: string; title: string }[])
    .filter(({ type }) => type === 'story')
    .sort((a, b) => a.title.localeCompare(b.title))
    .map(({ id }) => id)
}

export async function goldOf(user: User): Promise<number> {
  return (await query(user, '{ me { gold } }')).me.gold as number
}

/** A machine client of the demo data, whose changes need no sign-in. */
const SERVER: App = { id: 'demo-server', secret: 'demo-server-secret', redirectUri: '' }

async function actAsServer({ site }: User): Promise<User> {
  const fields = { grant_type: 'client_credentials', scope: 'identity admin' }
  const { status, body } = await askOAuth(site, SERVER, fields)
  expect(status, JSON.stringify(body)).toBe(200)
  return { site, username: SERVER.id, userAgent: createUserAgent(), tokens: body as Tokens }
}

/** Ada lists an asset that was made for her; returns the listing. */
async function offer(ada: User, price: number): Promise<string> {
  const { me } = await query(ada, '{ me { id } }')
  const about = { name: 'Ember Lantern', description: 'Burns for a night.', kind: 'tool' }
  const { mintAsset } = await query(
    await actAsServer(ada),
    'mutation ($input: MintAssetInput!) { mintAsset(input: $input) { id } }',
    { input: { ...about, ownerId: me.id } },
  )
  const { listAsset } = await query(
    ada,
    'mutation ($input: ListAssetInput!) { listAsset(input: $input) { id } }',
    { input: { assetId: mintAsset.id, price } },
  )
  return listAsset.id as string
}

async function purchase(user: User, listing: string): Promise<void> {
  const before = await goldOf(user)
  const { data } = await call(user, ['market', `/api/listings/${listing}/purchase`], {})
  expect(data).toMatchObject({ listingId: listing, goldBalance: before - data.price })
}

async function study(user: User): Promise<void> {
  const { courses } = await call(user, ['learn', '/api/courses'])
  const { id, lessons } = courses[0]
  await call(user, ['learn', `/api/courses/${id}/enroll`], {})
  const complete = `mutation ($input: CompleteLessonInput!) {
    completeLesson(input: $input) { lessonsCompleted }
  }`
  for (const lesson of [1, lessons]) {
    await query(user, complete, { input: { courseId: id, lesson } })
  }
}

async function joinIn(user: User): Promise<void> {
  const { organizations } = await call(user, ['guild', '/api/organizations'])
  for (const { id } of organizations)
    await call(user, ['guild', `/api/organizations/${id}/join`], {})
  const { roles } = await call(user, ['guild', '/api/roles'])
  const { id } = roles.find(({ minLevel }: { minLevel: number }) => minLevel === 1)
  await call(user, ['guild', `/api/roles/${id}/apply`], { message: 'I can carry oil.' })
  const input = { name: `Friends of ${user.username}`, description: 'All of us.', openToJoin: true }
  const found =
    'mutation ($input: FoundOrganizationInput!) { foundOrganization(input: $input) { id } }'
  await query(user, found, { input })
}

async function takePart(user: User, ada: User): Promise<void> {
  const about = { title: 'Plant a Grove', description: 'A tree for every house.' }
  const { data } = await call(ada, ['governance', '/api/proposals'], about)
  await call(user, ['governance', `/api/proposals/${data.id}/vote`], { vote: 'yes' })
  const cast = 'mutation ($id: ID!) { castVote(proposalId: $id, input: { vote: no }) { noVotes } }'
  await query(ada, cast, { id: data.id })
}

async function write(user: User): Promise<void> {
  const about = { title: 'The First Day', content: 'I came by the gate — and stayed. 🌿' }
  await call(user, ['scroll', '/api/scrolls'], { ...about, visibility: 'house' })
  const publish = 'mutation ($input: PublishScrollInput!) { publishScroll(input: $input) { id } }'
  await query(user, publish, { input: { ...about, visibility: 'private' } })
  const { realms } = await call(user, ['realm', '/api/realms'])
  const { min } = realms[0].bounds
  const presence = ['realm', `/api/realms/${realms[0].id}/presence`] as [string, string]
  await call(user, presence, { position: min }, { method: 'PUT' })
}

async function prove(user: User, ada: User): Promise<void> {
  const { address, sign } = newWallet()
  const { data } = await call(user, ['identity', '/api/wallets/challenge'], { address })
  const { message } = data
  await call(user, ['identity', '/api/wallets/link'], { message, signature: sign(message) })
  const { identityId } = await call(user, ['identity', '/api/claims'])
  const credential = { identityId, type: 'path_founder', claims: { seat: 3 } }
  const key = { 'x-admin-api-key': 'demo-admin-key' }
  await call(ada, ['identity', '/api/credentials/issue'], credential, key)
}
