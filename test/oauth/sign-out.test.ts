// Where a person goes after signing out, and which clients can decide this (OpenID Connect RP-Initiated Logout).
import { generateKeyPair, SignJWT, UnsecuredJWT } from 'jose'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { asCommand } from '../../subgraphs/identity/commands/command.ts'
import { disableClient } from '../../subgraphs/identity/domain/clients/client.ts'
import type { IdentityTables } from '../../subgraphs/identity/tables.ts'
import {
  CALLBACK,
  joinWithPassword,
  obtainTokens,
  registerApp,
  signedInUserAgent,
  type App,
} from '#test/oauth.ts'
import { testSystem } from '#test/system.ts'
import { createUserAgent, formOf, type UserAgent } from '#test/user-agent.ts'

const system = testSystem({ topology: 'Identity alone' })
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

const signOutAt = (query: Record<string, string>) =>
  address(`/sign-out?${new URLSearchParams(query).toString()}`)

test('after signing out a person goes back to a registered URL, with state (OpenID Connect RP-Initiated Logout 3)', async () => {
  const person = await newPerson()
  const browser = await signedInUserAgent(system, person)
  const { id_token } = await obtainTokens(system, app, person, { scope: 'openid' }, browser)
  const back = { post_logout_redirect_uri: CALLBACK, state: 'a b&c' }
  const page = await browser.get(signOutAt({ ...back, client_id: app.id }))
  const done = await browser.submit(page, '/sign-out')
  expect(done.headers.get('location')).toBe(`${CALLBACK}?state=a+b%26c`)
  expect(await isSignedIn(browser)).toBe(false)
  const hinted = await browser.get(signOutAt({ ...back, id_token_hint: id_token! }))
  expect(hinted.headers.get('location')).toBe(`${CALLBACK}?state=a+b%26c`)
})

test('Signing out redirects to no other URL, and then signs nobody out (RFC 9700 4.11.2)', async () => {
  const other = await registerApp(system, { redirectUris: ['https://other.example/callback'] })
  const browser = await signedInUserAgent(system, await newPerson())
  const { csrf } = formOf(await browser.get(address('/sign-out')), '/sign-out').hidden
  for (const query of [
    { post_logout_redirect_uri: CALLBACK },
    { post_logout_redirect_uri: CALLBACK, client_id: other.id },
    { post_logout_redirect_uri: CALLBACK, client_id: 'unknown' },
    { post_logout_redirect_uri: CALLBACK, id_token_hint: 'no token' },
    { post_logout_redirect_uri: `${CALLBACK}/`, client_id: app.id },
    { post_logout_redirect_uri: `${CALLBACK}?a=b`, client_id: app.id },
    { post_logout_redirect_uri: 'https://app.example.evil.example/callback', client_id: app.id },
    { post_logout_redirect_uri: '//evil.example', client_id: app.id },
    { post_logout_redirect_uri: 'javascript:alert(1)', client_id: app.id },
  ]) {
    const url = signOutAt(query)
    for (const page of [
      await createUserAgent().get(url),
      await browser.get(url),
      await browser.post(url, { csrf: csrf! }),
    ]) {
      expect(page, url).toMatchObject({ status: 400, location: undefined })
    }
  }
  expect(await isSignedIn(browser)).toBe(true)
})

test('a client that is disabled gets nobody back (OpenID Connect RP-Initiated Logout 3)', async () => {
  const gone = await registerApp(system)
  await disableClient(asCommand(system.tables<IdentityTables>('identity')), gone.id)
  const query = { post_logout_redirect_uri: CALLBACK, client_id: gone.id }
  expect(await createUserAgent().get(signOutAt(query))).toMatchObject({
    status: 400,
    location: undefined,
  })
})

/** An ID token as we would sign it, except for the changes. */
async function idToken(
  change: { issuer?: string; audience?: string; typ?: string; key?: CryptoKey } = {},
): Promise<string> {
  const jwk = await system.keyring.signingKey()
  return new SignJWT({})
    .setProtectedHeader({ alg: 'ES256', typ: change.typ ?? 'JWT', kid: jwk.kid! })
    .setIssuer(change.issuer ?? system.address('identity'))
    .setAudience(change.audience ?? app.id)
    .setSubject('somebody')
    .setIssuedAt('2 days ago')
    .setExpirationTime('1 day ago')
    .sign(change.key ?? jwk)
}

test('an ID token names its client if we have signed it, be it expired (OpenID Connect RP-Initiated Logout 2, 4)', async () => {
  const back = { post_logout_redirect_uri: CALLBACK }
  const ask = (query: Record<string, string>) =>
    createUserAgent().get(signOutAt({ ...back, ...query }))
  expect((await ask({ id_token_hint: await idToken() })).location).toBe(CALLBACK)
  const { privateKey } = await generateKeyPair('ES256')
  for (const hint of [
    await idToken({ key: privateKey }),
    await idToken({ issuer: 'https://other.example' }),
    await idToken({ typ: 'at+jwt' }),
    `${(await idToken()).slice(0, -4)}AAAA`,
    new UnsecuredJWT({}).setAudience(app.id).encode(),
    'e30.eyJhdWQiOiJcdTAwMDAifQ.x',
    'no token',
  ]) {
    expect(await ask({ id_token_hint: hint }), hint).toMatchObject({ status: 400 })
    // An unverifiable token is ignored, so the client can be named separately.
    const named = await ask({ id_token_hint: hint, client_id: app.id })
    expect(named, hint).toMatchObject({ status: 303, location: CALLBACK })
  }
})

test('an ID token of another client than the one that is named is refused (OpenID Connect RP-Initiated Logout 2)', async () => {
  const other = await registerApp(system)
  const query = { post_logout_redirect_uri: CALLBACK, client_id: other.id }
  const refused = await createUserAgent().get(
    signOutAt({ ...query, id_token_hint: await idToken() }),
  )
  expect(refused).toMatchObject({ status: 400, location: undefined })
  const sound = await idToken({ audience: other.id })
  const page = await createUserAgent().get(signOutAt({ ...query, id_token_hint: sound }))
  expect(page.location).toBe(CALLBACK)
})

test('an app may post its request from its own site: the person is asked, and goes back (OpenID Connect RP-Initiated Logout 2)', async () => {
  const browser = await signedInUserAgent(system, await newPerson())
  const request = { post_logout_redirect_uri: CALLBACK, client_id: app.id, state: 'a b&c' }
  const headers = { origin: 'https://app.example', 'sec-fetch-site': 'cross-site' }
  // SameSite=Lax: browsers do not send the cookies from there, and must not get new ones.
  const sent = { ...request, client_secret: 'sent by mistake' }
  const posted = await createUserAgent().post(address('/sign-out'), sent, headers)
  expect(posted).toMatchObject({ status: 303, location: signOutAt(request) })
  expect(posted.headers.getSetCookie()).toEqual([])
  const question = await browser.get(posted.location!)
  expect(question.body).toContain('Sign out?')
  expect(await isSignedIn(browser)).toBe(true)
  const done = await browser.submit(question, '/sign-out')
  expect(done.headers.get('location')).toBe(`${CALLBACK}?state=a+b%26c`)
  expect(await isSignedIn(browser)).toBe(false)
  const bare = await createUserAgent().post(address('/sign-out'), { unknown: 'x' }, headers)
  expect(bare.location).toBe(address('/sign-out'))
})
