// PKCE: only a client that knows the verifier can redeem a code.
import { createHash } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import {
  expectRefusal,
  joinWithPassword,
  obtainCode,
  redeem,
  registerApp,
  signedInUserAgent,
  type App,
} from '#test/oauth.ts'
import { testSystem, type TestResponse, type Person } from '#test/system.ts'
import type { UserAgent } from '#test/user-agent.ts'

const system = testSystem({ topology: 'Identity alone' })
let web: App
let server: App
let ada: Person
let browser: UserAgent
beforeAll(async () => {
  ada = await joinWithPassword(system, 'ada')
  browser = await signedInUserAgent(system, ada)
  web = await registerApp(system)
  server = await registerApp(system, { kind: 'confidential' })
})

const verifier = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLM-._~'

/** Requests a code with the challenge of one verifier, and redeems it with another. */
async function redeemWith(
  app: App,
  asked: string | undefined,
  sent: string | undefined,
): Promise<TestResponse> {
  const challenge = asked && createHash('sha256').update(asked).digest('base64url')
  const method = challenge && 'S256'
  const change = { code_challenge: challenge, code_challenge_method: method }
  const { code } = await obtainCode(system, app, ada, change, browser)
  return redeem(system, app, { code, verifier: '' }, { code_verifier: sent })
}

// The accepted cases, without which the rejections would prove little.
test.each([
  ['43 characters', verifier],
  ['128 characters', 'x'.repeat(128)],
])('32 · a verifier of %s is accepted (RFC 7636)', async (_name, text) => {
  for (const app of [web, server]) expect((await redeemWith(app, text, text)).status).toBe(200)
})

const other = `${verifier.slice(0, -1)}x`
test.each<[name: string, asked: string, sent: string | undefined]>([
  ['wrong', verifier, other],
  ['missing', verifier, undefined],
  ['empty', verifier, ''],
  ['in other case', verifier, verifier.toUpperCase()],
  ['the challenge itself', verifier, createHash('sha256').update(verifier).digest('base64url')],
  ['of 42 characters, though it fits', 'x'.repeat(42), 'x'.repeat(42)],
  ['of 129 characters, though it fits', 'x'.repeat(129), 'x'.repeat(129)],
  ['with a space, though it fits', ' '.repeat(43), ' '.repeat(43)],
  ['with a slash, though it fits', '/'.repeat(43), '/'.repeat(43)],
  ['with a letter beyond ASCII, though it fits', 'é'.repeat(43), 'é'.repeat(43)],
  ['with a line end, though it fits', `${verifier}\n`, `${verifier}\n`],
])('32 · a verifier that is %s is refused (RFC 7636)', async (_name, asked, sent) => {
  for (const app of [web, server]) {
    expectRefusal(await redeemWith(app, asked, sent), 'invalid_grant')
  }
})

test('33 · a verifier where no challenge was is a downgrade, and refused (RFC 9700 4.8.2)', async () => {
  expectRefusal(await redeemWith(server, undefined, verifier), 'invalid_grant')
  expect((await redeemWith(server, undefined, undefined)).status).toBe(200)
})
