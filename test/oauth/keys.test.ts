// The published keys: only public members, rotated under load, and cached.
import { decodeProtectedHeader, type JWK } from 'jose'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { joinWithPassword, obtainTokens, refresh, registerApp } from '#test/oauth.ts'
import { testSystem, type Person } from '#test/system.ts'
import { createSigner, signToken } from '#test/token.ts'
import { changeKeys } from '../../subgraphs/identity/oauth/keys/key-file.ts'
import { withNextKey } from '../../subgraphs/identity/oauth/keys/signing-keys.ts'
import { subgraphs } from '../../subgraphs/index.ts'

const NAMES = ['router', ...subgraphs.map(({ name }) => name)]
const MINUTE_MS = 60_000

const system = testSystem({ topology: 'over HTTP' })
let ada: Person
beforeAll(async () => {
  ada = await joinWithPassword(system, 'ada')
})
afterEach(() => {
  system.clock.now = undefined
})

async function publishedKeys(): Promise<JWK[]> {
  const { body } = await system.fetch(`${system.address('identity')}/.well-known/jwks.json`)
  return body.keys as JWK[]
}

/** The keys of access tokens. */
async function accessTokenKeys(): Promise<JWK[]> {
  return (await publishedKeys()).filter(({ alg }) => alg === 'ES256')
}

async function statuses(token: string): Promise<number[]> {
  const responses = NAMES.map((at) => system.graphql('{ __typename }', { at, token }))
  return (await Promise.all(responses)).map(({ status }) => status)
}

test('54 · the key set has public members alone, and may be cached (RFC 7517)', async () => {
  const { body, headers, status } = await system.fetch(
    `${system.address('identity')}/.well-known/jwks.json`,
  )
  expect(status).toBe(200)
  expect(headers.get('cache-control')).toMatch(/^public, max-age=\d+$/)
  expect(Object.keys(body)).toEqual(['keys'])
  const text = expect.stringMatching(/^[\w-]+$/) as string
  const named = { kid: text, use: 'sig' }
  expect(body.keys).toEqual([
    { ...named, kty: 'EC', crv: 'P-256', x: text, y: text, alg: 'ES256' },
    { ...named, kty: 'RSA', n: text, e: text, alg: 'RS256' },
  ])
  const { d: secret } = await system.keyring.signingKey()
  expect(JSON.stringify(body)).not.toContain(secret)
})

test('52 · 200 tokens with random kids cost each service one fetch of the keys at most (rotation)', async () => {
  // However long it takes: services may look again after half a minute.
  system.clock.now = new Date()
  expect(await statuses(await ada.token())).toEqual(NAMES.map(() => 200))
  const before = await keySetsFetched()
  expect(before).toBeGreaterThanOrEqual(NAMES.length)
  const stranger = await createSigner('stranger')
  for (let turn = 0; turn < 200; turn += 20) {
    const tokens = await Promise.all(
      Array.from({ length: 20 }, () => signToken(stranger, {}, { kid: crypto.randomUUID() })),
    )
    const seen = await Promise.all(tokens.map(statuses))
    expect(new Set(seen.flat())).toEqual(new Set([401]))
  }
  expect((await keySetsFetched()) - before).toBeLessThanOrEqual(NAMES.length)
})

/** How often Identity has served its keys, by its own metrics. */
async function keySetsFetched(): Promise<number> {
  const { body } = await system.fetch(`${system.address('identity')}/metrics`)
  const counted = /_count\{[^}]*jwks\.json[^}]*\} (\d+)$/m.exec(body as string)
  return Number(counted![1])
}

test('52 · tokens stay valid for their hour through a rotation under load (rotation)', async () => {
  const app = await registerApp(system)
  const began = Date.now()
  const firstPublished = new Map<string, number>()
  const firstUsed = new Map<string, number>()
  let { access_token: token, refresh_token: refreshToken } = await obtainTokens(system, app, ada)
  let live: { token: string; until: number }[] = []

  for (let minute = 0; minute <= 90; minute += 3) {
    const at = began + minute * MINUTE_MS
    system.clock.now = new Date(at)
    if (minute === 6) await rotate()
    for (const { kid } of await accessTokenKeys()) {
      if (!firstPublished.has(kid!)) firstPublished.set(kid!, at)
    }
    const { body } = await refresh(system, app, refreshToken)
    ;({ access_token: token, refresh_token: refreshToken } = body)
    const { kid } = decodeProtectedHeader(token)
    if (!firstUsed.has(kid!)) firstUsed.set(kid!, at)

    live = [...live.filter(({ until }) => until > at), { token, until: at + 60 * MINUTE_MS }]
    const oldest = live[0]!.token
    expect(await statuses(oldest), `the oldest, minute ${minute}`).toEqual(NAMES.map(() => 200))
    expect(await statuses(token), `the latest, minute ${minute}`).toEqual(NAMES.map(() => 200))
  }
  const [old, next] = [...firstUsed.keys()]
  // Longer than any service caches a key set.
  const ahead = firstUsed.get(next!)! - firstPublished.get(next!)!
  expect(ahead).toBeGreaterThan(5 * MINUTE_MS)
  expect((await accessTokenKeys()).map(({ kid }) => kid)).toEqual([next])
  expect(old).not.toBe(next)
})

/** Rotates like the command does; running processes reload the file. */
async function rotate(): Promise<void> {
  const at = system.clock.now!
  await changeKeys(system.config.dataDir, at, (keys) => withNextKey(keys, at))
}
