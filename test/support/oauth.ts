// Steps of OAuth tests between a client and a person: authorization, consent, tokens.
import { createHash, randomBytes } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { expect } from 'vitest'
import { asCommand } from '../../subgraphs/identity/commands/command.ts'
import { registerClient, type NewClient } from '../../subgraphs/identity/domain/clients/client.ts'
import { hashPassword, setPassword } from '../../subgraphs/identity/domain/sign-in/password.ts'
import { sha256 } from '../../subgraphs/identity/domain/secrets/random.ts'
import { leaveOpen } from '../../subgraphs/identity/domain/sealing/seal.ts'
import type { IdentityTables } from '../../subgraphs/identity/tables.ts'
import { send, type TestResponse } from './http.ts'
import type { NewPerson } from './story.ts'
import type { Person, TestSystem } from './system.ts'
import { createUserAgent, type Page, type UserAgent } from './user-agent.ts'

export const PASSWORD = 'a lamp in the harbour'
export const CALLBACK = 'https://app.example/callback'

/** A server that the tests call from outside: a test's system, or an installation of real processes. */
type Addressed = Pick<TestSystem, 'address'>

/** The person who signs in; the password is that of these tests by default. */
export type SignInPerson = Pick<Person, 'username'> & {
  password?: string
  /** The current code of their authenticator app, if they have one. */
  showCode?: () => Promise<string>
  /** Passes the page for the second factor, if the person has one. */
  passSecondFactor?: (userAgent: UserAgent, page: Page) => Promise<Page>
}

/** A person who can sign in. */
export type Member = Person & SignInPerson

/** Hashed once, because a hash takes 30 ms. */
let passwordHash: Promise<string> | undefined

/** Adds a person who can sign in; an administrator with an authenticator app. */
export async function joinWithPassword(
  system: TestSystem,
  username: string,
  about: Partial<NewPerson> = {},
): Promise<Member> {
  const person = await system.join(username, about)
  const hash = await (passwordHash ??= hashPassword(PASSWORD))
  const db = system.tables<IdentityTables>('identity')
  await setPassword({ db, now: () => new Date() }, person.id, hash)
  return about.role === 'admin' ? withSecondFactor(system, person) : person
}

const TOTP_SECRET = Buffer.from('a key of these tests')

/** Gives the person an authenticator app, whose codes may be used more than once if requested. */
export async function withSecondFactor(system: TestSystem, person: Person): Promise<Member> {
  const db = system.tables<IdentityTables>('identity')
  const now = () => system.clock.now ?? new Date()
  const factor = { secret: leaveOpen(TOTP_SECRET), createdAt: now(), confirmedAt: now() }
  await db
    .insertInto('totpFactors')
    .values({ identityId: person.id, ...factor, lastUsedStep: null })
    .execute()
  const totp = new TOTP({ secret: new Secret({ buffer: new Uint8Array(TOTP_SECRET).buffer }) })
  const showCode = async () => {
    await db
      .updateTable('totpFactors')
      .set({ lastUsedStep: null })
      .where('identityId', '=', person.id)
      .execute()
    return totp.generate({ timestamp: now().getTime() })
  }
  return {
    ...person,
    showCode,
    async passSecondFactor(userAgent, page) {
      return userAgent.submit(page, new URL(page.url).pathname, { code: await showCode() })
    },
  }
}

/** A client with its credentials, as its developer has them. */
export interface App {
  id: string
  secret: string | undefined
  redirectUri: string
}

/** Registers a client: by default public, for every scope but `admin`. */
export async function registerApp(
  system: Pick<TestSystem, 'tables'>,
  about: Partial<NewClient> = {},
): Promise<App> {
  const db = system.tables<IdentityTables>('identity')
  const { client, secret } = await registerClient(asCommand(db), {
    name: 'Harbour',
    kind: 'public',
    redirectUris: [CALLBACK],
    scopes: ['identity', 'credentials', 'wallet', 'openid'],
    tier: 'authenticated',
    ...about,
  })
  return { id: client.id, secret: secret ?? undefined, redirectUri: client.redirectUris[0]! }
}

/** A code verifier and its challenge (RFC 7636). */
export function createPkce(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

type Fields = Record<string, string | undefined>

/** The parameters that are not undefined. */
function withoutUndefined(fields: Fields): Record<string, string> {
  const defined = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(defined) as Record<string, string>
}

/** An authorization request; `change` overrides or, with undefined, leaves out a parameter. */
export function authorizationRequest(app: App, change: Fields = {}): Record<string, string> {
  return withoutUndefined({
    response_type: 'code',
    client_id: app.id,
    redirect_uri: app.redirectUri,
    scope: 'identity',
    state: 'a state of the app',
    ...(app.secret === undefined && {
      code_challenge: createPkce().challenge,
      code_challenge_method: 'S256',
    }),
    ...change,
  })
}

/** The address of the authorization request. */
export function authorizeUrl(system: Addressed, app: App, change: Fields = {}): string {
  return pageUrl(system, app, '/api/oauth/authorize', change)
}

/** The address of a page between an app's request and its response. */
export function pageUrl(system: Addressed, app: App, path: string, change: Fields = {}): string {
  const query = new URLSearchParams(authorizationRequest(app, change)).toString()
  return `${system.address('identity')}${path}?${query}`
}

/** The encoding of a body. */
export type Encoding = 'JSON' | 'form'
export const ENCODINGS: readonly Encoding[] = ['JSON', 'form']

/** Sends an authorization request by POST, without following redirects. */
export function postAuthorize(
  system: Addressed,
  fields: Record<string, unknown>,
  encoding: Encoding = 'JSON',
): Promise<TestResponse> {
  return send(`${system.address('identity')}/api/oauth/authorize`, {
    method: 'POST',
    redirect: 'manual',
    ...(encoding === 'form'
      ? { body: new URLSearchParams(fields as Record<string, string>) }
      : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(fields) }),
  })
}

/** Signs in on a sign-in page. */
export async function signInOn(
  userAgent: UserAgent,
  page: Page,
  { username, passSecondFactor }: SignInPerson,
  password = PASSWORD,
): Promise<Page> {
  const next = await userAgent.submit(page, '/sign-in', { username, password })
  const isAsked = new URL(next.url).pathname === '/sign-in/second-factor'
  return isAsked && passSecondFactor ? passSecondFactor(userAgent, next) : next
}

/** A user agent with a session. */
export async function signedInUserAgent(
  system: Addressed,
  person: SignInPerson,
): Promise<UserAgent> {
  const userAgent = createUserAgent()
  const page = await userAgent.open(`${system.address('identity')}/sign-in`)
  const account = await signInOn(userAgent, page, person)
  if (account.status !== 200) throw new Error(`Signing in failed with ${account.status}.`)
  return userAgent
}

/**
 * Confirms with the password, if it is the person's strongest factor, and returns the account page afterwards.
 */
export async function confirmIdentity(
  system: Addressed,
  userAgent: UserAgent,
  password = PASSWORD,
): Promise<Page> {
  const page = await userAgent.get(`${system.address('identity')}/account/confirm`)
  // Adding a second factor has confirmed it.
  const isWanted =
    /name="password"/.test(String(page.body)) && !/name="code"/.test(String(page.body))
  if (!isWanted) return userAgent.get(`${system.address('identity')}/account/security`)
  const account = await userAgent.submit(page, '/account/confirm', { password })
  if (account.status !== 200) throw new Error(`Confirming failed with ${account.status}.`)
  return account
}

/** Marks each of the person's sessions as just confirmed with a second factor. */
export async function proveTwoFactors(
  system: TestSystem,
  { id }: Pick<Person, 'id'>,
): Promise<void> {
  await system
    .tables<IdentityTables>('identity')
    .updateTable('sessions')
    .set({ methods: ['pwd', 'otp', 'mfa'], authenticatedAt: system.clock.now ?? new Date() })
    .where('identityId', '=', id)
    .execute()
}

/** Uses up the person's password attempts, so that the next one is refused. */
export async function useUpAttempts(system: TestSystem, username: string): Promise<void> {
  const throttle = {
    key: sha256(`account:${username}`).toString('base64url'),
    attempts: 10,
    until: new Date(Date.now() + 15 * 60_000),
  }
  await system.tables<IdentityTables>('identity').insertInto('brakes').values(throttle).execute()
}

/** The parameters of a redirect to the app. @throws when the page is not a redirect */
export function redirected(page: Page): Record<string, string> {
  if (page.location === undefined) {
    throw new Error(`No redirect, but ${page.status} at ${page.url}:\n${String(page.body)}`)
  }
  return Object.fromEntries(new URL(page.location).searchParams)
}

/** Opens the consent page, signing in if necessary. @throws when none is shown */
export async function askConsent(
  system: Addressed,
  app: App,
  person: SignInPerson,
  change: Fields = {},
  userAgent = createUserAgent(),
): Promise<Page> {
  let page = await userAgent.open(authorizeUrl(system, app, change))
  if (page.url.includes('/sign-in')) page = await signInOn(userAgent, page, person)
  if (page.url.includes('/consent')) return page
  throw new Error(`No consent page, but ${page.status} at ${page.location ?? page.url}.`)
}

/** The app's authorization response after the person has signed in, if necessary, and allowed it. */
export async function allow(
  system: Addressed,
  app: App,
  person: SignInPerson,
  change: Fields = {},
  userAgent = createUserAgent(),
): Promise<Record<string, string>> {
  let page = await userAgent.open(authorizeUrl(system, app, change))
  if (page.url.includes('/sign-in')) page = await signInOn(userAgent, page, person, person.password)
  if (page.location === undefined)
    page = await userAgent.submit(page, '/consent', { decision: 'allow' })
  return redirected(page)
}

/** Sends a request to the token endpoint, or to the OAuth endpoint of that name. */
export function askOAuth(
  system: Addressed,
  app: App | undefined,
  fields: Fields,
  name = 'token',
  headers: Record<string, string> = {},
): Promise<TestResponse> {
  const credentials = { client_id: app?.id, client_secret: app?.secret }
  return send(`${system.address('identity')}/api/oauth/${name}`, {
    method: 'POST',
    headers,
    body: new URLSearchParams(withoutUndefined({ ...credentials, ...fields })),
  })
}

export interface Tokens {
  access_token: string
  refresh_token: string
  id_token?: string
}

/** The whole flow: the person allows the app, and the app redeems the code. */
export async function obtainTokens(
  system: Addressed,
  app: App,
  person: SignInPerson,
  change: Fields = {},
  userAgent = createUserAgent(),
): Promise<Tokens> {
  const { verifier, challenge } = createPkce()
  const pkce = { code_challenge: challenge, code_challenge_method: 'S256' }
  const { code } = await allow(system, app, person, { ...pkce, ...change }, userAgent)
  const response = await askOAuth(system, app, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: app.redirectUri,
    code_verifier: verifier,
  })
  if (response.status !== 200)
    throw new Error(`The code was refused: ${JSON.stringify(response.body)}`)
  return response.body as Tokens
}

/** Requests new tokens with a refresh token. */
export function refresh(
  system: Addressed,
  app: App,
  refreshToken: string,
  fields: Fields = {},
): Promise<TestResponse> {
  return askOAuth(system, app, {
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
    ...fields,
  })
}

export interface Code {
  code: string
  verifier: string
}

/** An authorization code, and the verifier that belongs to it. */
export async function obtainCode(
  system: Addressed,
  app: App,
  person: SignInPerson,
  change: Fields = {},
  userAgent = createUserAgent(),
): Promise<Code> {
  const { verifier, challenge } = createPkce()
  const pkce = { code_challenge: challenge, code_challenge_method: 'S256' }
  const { code } = await allow(system, app, person, { ...pkce, ...change }, userAgent)
  if (code === undefined) throw new Error(`${person.username} got no code.`)
  return { code, verifier }
}

/** Redeems a code; `change` overrides or, with undefined, leaves out a parameter. */
export function redeem(
  system: Addressed,
  app: App,
  { code, verifier }: Code,
  change: Fields = {},
): Promise<TestResponse> {
  return askOAuth(system, app, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: app.redirectUri,
    code_verifier: verifier,
    ...change,
  })
}

/** Whether a token is active, as a client that may introspect all of them sees it. */
export async function isActive(system: TestSystem, token: string): Promise<boolean> {
  const scopes = ['identity', 'admin']
  const app = await registerApp(system, { kind: 'confidential', redirectUris: [], scopes })
  const { body } = await askOAuth(system, app, { token }, 'introspect')
  return body.active as boolean
}

/** Expects an OAuth error response: its two documented fields alone, not to be cached. */
export function expectRefusal(response: TestResponse, error: string, status = 400): void {
  const { body, headers } = response
  const description = expect.stringMatching(/./) as string
  expect({ status: response.status, body }).toEqual({
    status,
    body: { error, error_description: description },
  })
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('content-type')).toMatch(/^application\/json/)
}
