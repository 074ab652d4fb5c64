// A person who signs up, connects an app and makes mistakes, and keeps every secret that is sent.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { openDatabase } from '#foundation/database/database.ts'
import { stableId } from '#foundation/domain/ids.ts'
import { readLogin, urlOf } from '#foundation/postgres/login.ts'
import { createLog } from '#foundation/telemetry/log.ts'
import type { TestResponse } from '#test/http.ts'
import type { Installation } from '#test/installation.ts'
import { createPkce } from '#test/oauth.ts'
import { createUserAgent, type UserAgent } from '#test/user-agent.ts'
import { newWallet } from '#test/wallet.ts'
import { keep, keepForm, keepSession, marks, secrets } from './kept-secrets.ts'

const PASSWORD = 'seven herons over slack water'
const WRONG_PASSWORD = 'eight herons over slack water'
const NEW_PASSWORD = 'nine herons over slack water'
const CALLBACK = 'http://localhost:4000/callback'
const ADMIN_KEY = 'demo-admin-key'
const SERVER = { client_id: 'demo-server', client_secret: 'demo-server-secret' }

let home: Installation

/** Uses every kind of secret, rightly and wrongly. */
export async function useSecrets(installation: Installation): Promise<void> {
  home = installation
  keep('the demo password', 'demo-password')
  const browser = createUserAgent()
  await signUp(browser)
  const tokens = await connectApp(browser)
  await useTokens(tokens)
  await useSecretsOfClients()
  await signInWithWallet(browser)
  await signInWrongly()
  await changePassword(browser)
  await provokeErrors(browser, tokens)
  keepSession('at the end', browser)
  // Refused, with a secret in each of them.
  for (let times = 0; times < 400; times += 1) {
    await home.ask('identity', '/api/me', { token: tokens.refresh_token })
  }
}

const at = (path: string) => `${home.address('identity')}${path}`

async function signUp(browser: UserAgent): Promise<void> {
  const page = keepForm(await browser.open(at('/sign-up')), '/sign-up')
  keepSession('before signing up', browser)
  const person = {
    username: 'margaret',
    displayName: 'Margaret Hamilton',
    house: 'Aether',
    archetype: 'Architect',
  }
  const reported = await browser.submit(page, '/sign-up', { ...person, password: 'short' })
  expect(reported.status).toBe(400)
  const account = await browser.submit(reported, '/sign-up', {
    ...person,
    password: keep('the password', PASSWORD),
  })
  expect(account.url).toContain('/account')
  keepSession('after signing up', browser)
  marks.set('the username', Buffer.from('margaret'))
  const session = browser.cookies.get('ecosystem_session')!
  marks.set('the hash of the session', createHash('sha256').update(session).digest())
}

interface Tokens {
  access_token: string
  refresh_token: string
  id_token: string
}

/** A pushed request, consent, code and tokens, once refreshed. */
async function connectApp(browser: UserAgent): Promise<Tokens> {
  const { verifier, challenge } = createPkce()
  const parameters = {
    response_type: 'code',
    redirect_uri: CALLBACK,
    scope: 'openid identity credentials wallet',
    state: keep('the state', 'a state that only the app knows'),
    code_challenge: challenge,
    code_challenge_method: 'S256',
  }
  const pushed = await oauth('par', { ...SERVER, ...parameters, state: 'pushed' })
  const requestUri = pushed.body.request_uri as string
  keep('the pushed request', requestUri.split(':').at(-1))
  const query = new URLSearchParams({ client_id: SERVER.client_id, ...parameters })
  const consent = keepForm(await browser.open(at(`/api/oauth/authorize?${query}`)), '/consent')
  const back = await browser.submit(consent, '/consent', { decision: 'allow' })
  const code = keep('the code', new URL(back.location!).searchParams.get('code'))
  const redemption = {
    ...SERVER,
    grant_type: 'authorization_code',
    code,
    redirect_uri: CALLBACK,
    code_verifier: keep('the verifier', verifier),
  }
  const first = (await oauth('token', redemption)).body as Tokens
  keepTokens('first', first)
  const fields = { ...SERVER, grant_type: 'refresh_token', refresh_token: first.refresh_token }
  const second = { ...first, ...(await oauth('token', fields)).body } as Tokens
  keepTokens('second', second)
  const usedAgain = await oauth('token', { ...SERVER, ...redemption })
  expect(usedAgain.status).toBe(400)
  return second
}

function keepTokens(which: string, tokens: Tokens): void {
  for (const name of ['access_token', 'refresh_token', 'id_token'] as const) {
    keep(`the ${which} ${name}`, tokens[name])
  }
}

function oauth(
  name: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<TestResponse> {
  const body = new URLSearchParams(fields)
  return home.ask('identity', `/api/oauth/${name}`, { method: 'POST', headers, body })
}

async function useTokens({ access_token: token, refresh_token: refreshToken }: Tokens) {
  await home.ask('identity', '/api/me', { token })
  await home.ask('router', '/graphql', {
    method: 'POST',
    token,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ me { id credentials { type } } quests { totalCount } }' }),
  })
  // Secrets in the wrong parameters.
  await home.ask('identity', `/api/me?access_token=${token}`)
  await home.ask('identity', `/api/oauth/token?code=${secrets.get('the code')}`, { method: 'POST' })
  await home.ask('identity', '/api/me', { token: refreshToken })
  await oauth('introspect', { ...SERVER, token: refreshToken })
  await oauth('revoke', { ...SERVER, token })
}

async function useSecretsOfClients(): Promise<void> {
  keep('the client secret', SERVER.client_secret)
  const wrong = keep('the wrong client secret', 'demo-server-secrets-are-two')
  const basic = (secret: string) => ({
    authorization: `Basic ${Buffer.from(`demo-server:${secret}`).toString('base64')}`,
  })
  const fields = { grant_type: 'client_credentials' }
  const right = await oauth('token', fields, basic(SERVER.client_secret))
  const admin = keep("the client's own token", right.body.access_token)
  expect((await oauth('token', fields, basic(wrong))).status).toBe(401)
  // Secrets in the wrong fields.
  await oauth('token', { ...fields, client_id: wrong, client_secret: 'x' })

  keep('the admin key', ADMIN_KEY)
  const issue = (key: string, type: string) =>
    home.ask('identity', '/api/credentials/issue', {
      method: 'POST',
      token: admin,
      headers: { 'content-type': 'application/json', 'x-admin-api-key': key },
      body: JSON.stringify({ identityId: stableId('identity', 'grace'), type }),
    })
  expect((await issue(ADMIN_KEY, 'lighthouse_keeper')).status).toBe(201)
  expect((await issue(keep('the wrong admin key', 'another-admin-key'), 'x')).status).toBe(403)
}

/** Links a wallet, and signs in with it. */
async function signInWithWallet(browser: UserAgent): Promise<void> {
  const wallet = newWallet()
  const about = { address: wallet.address, chainId: 1 }
  const confirming = keepForm(await browser.open(at('/account/confirm')), '/account/confirm')
  const confirmed = await browser.submit(confirming, '/account/confirm', { password: PASSWORD })
  const page = keepForm(confirmed, '/account/wallets/link')
  const challenge = await browser.call(page, '/account/wallets/challenge', about)
  const message = challenge.body.message as string
  keep('the nonce of the link', /Nonce: (\w+)/.exec(message)?.[1])
  const signature = keep('the signature of the link', wallet.sign(message))
  const linked = await browser.call(page, '/account/wallets/link', { message, signature })
  expect(linked.status).toBe(200)

  const another = createUserAgent()
  const signInPage = keepForm(await another.open(at('/sign-in')), '/sign-in')
  const challenged = await another.call(signInPage, '/sign-in/wallet/challenge', about)
  const text = challenged.body.message as string
  keep('the nonce of the sign-in', /Nonce: (\w+)/.exec(text)?.[1])
  const proof = { message: text, signature: keep('the signature', wallet.sign(text)) }
  const verified = await another.call(signInPage, '/sign-in/wallet/verify', proof)
  expect(verified.status).toBe(200)
  keepSession('of the wallet', another)
}

async function signInWrongly(): Promise<void> {
  const browser = createUserAgent()
  const page = await browser.open(at('/sign-in'))
  const password = keep('the wrong password', WRONG_PASSWORD)
  const refused = await browser.submit(page, '/sign-in', { username: 'margaret', password })
  expect(refused.status).toBe(403)
  // People type it there by mistake, too.
  const mistaken = keep('the password in place of the name', 'ten-herons-over-slack-water')
  await browser.submit(refused, '/sign-in', { username: mistaken, password: 'x' })
  await browser.submit(refused, '/sign-in', { username: 'margaret', password: PASSWORD })
  keepSession('of another browser', browser)
}

async function changePassword(browser: UserAgent): Promise<void> {
  const page = keepForm(await browser.open(at('/account/security')), '/account/password')
  const changed = await browser.submit(page, '/account/password', {
    currentPassword: PASSWORD,
    newPassword: keep('the new password', NEW_PASSWORD),
  })
  expect(changed.status).toBe(200)
}

/** Requests while the database refuses to write, and with bodies that cannot be read. */
async function provokeErrors(browser: UserAgent, tokens: Tokens): Promise<void> {
  const json = { 'content-type': 'application/json' }
  const broken = `{"password": "${PASSWORD}", "token": "${tokens.refresh_token}"`
  for (const path of ['/api/oauth/token', '/sign-in', '/account/wallets/link', '/graphql']) {
    await home.ask('identity', path, { method: 'POST', headers: json, body: broken })
  }
  await home.ask('identity', '/api/wallets/link', {
    method: 'POST',
    headers: json,
    body: broken,
    token: tokens.access_token,
  })

  const page = await browser.open(at('/account/security'))
  const userAgent = createUserAgent()
  const signIn = await userAgent.open(at('/sign-in'))
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: SERVER.client_id,
    redirect_uri: CALLBACK,
  })
  const url = urlOf((await readLogin(home.dataDir))!)
  const db = openDatabase<never>(url, 'identity', createLog('silent', 'test'))
  const tables = ['sessions', 'grants', 'pushed_requests', 'passwords', 'wallet_challenges']
  // The message contains the whole refused row.
  for (const table of tables) {
    await sql`alter table ${sql.table(table)} add constraint broken check (false) not valid`.execute(
      db,
    )
  }
  const password = keep('the password of an error', 'eleven herons over slack water')
  const failed = [
    await userAgent.submit(signIn, '/sign-in', { username: 'margaret', password: NEW_PASSWORD }),
    await browser.submit(page, '/account/password', {
      currentPassword: NEW_PASSWORD,
      newPassword: password,
    }),
    await browser.open(at(`/api/oauth/authorize?${query}`)),
    await oauth('par', { ...SERVER, response_type: 'code', redirect_uri: CALLBACK }),
    await oauth('token', { ...SERVER, grant_type: 'client_credentials' }),
  ]
  expect(failed.map(({ status }) => status)).toEqual(failed.map(() => 500))
  await sql`alter table audit_events rename to audit_events_away`.execute(db)
  await oauth('token', {
    ...SERVER,
    grant_type: 'refresh_token',
    refresh_token: tokens.refresh_token,
  })
  await sql`alter table audit_events_away rename to audit_events`.execute(db)
  await db.destroy()
}
