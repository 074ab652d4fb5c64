// Clients that authenticate by a signature (private_key_jwt; RFC 7523): each assertion once, by their keys alone.
import { createHash } from 'node:crypto'
import { exportJWK, exportSPKI, generateKeyPair, SignJWT, UnsecuredJWT, type JWK } from 'jose'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { asCommand } from '../../subgraphs/identity/command.ts'
import { rotateClientSecret } from '../../subgraphs/identity/domain/client.ts'
import type { IdentityTables } from '../../subgraphs/identity/tables.ts'
import { askOAuth, expectRefusal, registerApp, type App } from '#test/oauth.ts'
import { startTestSystem, type TestSystem } from '#test/system.ts'

const TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

interface Keys {
  privateKey: CryptoKey
  publicKey: CryptoKey
  jwk: JWK
}

let system: TestSystem
let ec: Keys
let rsa: Keys
let app: App
beforeAll(async () => {
  system = await startTestSystem()
  ec = await makeKeys('ES256', 'ec')
  rsa = await makeKeys('RS256', 'rsa')
})
beforeEach(async () => {
  // Wrong proofs are throttled by client.
  app = await register([ec.jwk, rsa.jwk])
})
afterEach(() => {
  system.clock.now = undefined
})
afterAll(() => system.stop())

async function makeKeys(alg: string, kid: string): Promise<Keys> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
  return { privateKey, publicKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' } }
}

const register = (keys: JWK[]) =>
  registerApp(system, {
    kind: 'confidential',
    redirectUris: [],
    machineScopes: ['identity'],
    jwks: { keys },
  })

const seconds = () => Math.floor((system.clock.now?.getTime() ?? Date.now()) / 1000)

const claims = (change: object = {}) => ({
  iss: app.id,
  sub: app.id,
  aud: system.address('identity'),
  jti: crypto.randomUUID(),
  iat: seconds(),
  exp: seconds() + 60,
  ...change,
})

const assertion = (change: object = {}, { privateKey, jwk }: Keys = ec) =>
  new SignJWT(claims(change)).setProtectedHeader({ alg: jwk.alg!, kid: jwk.kid! }).sign(privateKey)

const ask = (client_assertion: string | undefined, fields: object = {}) =>
  askOAuth(system, undefined, {
    grant_type: 'client_credentials',
    client_assertion_type: TYPE,
    client_assertion,
    ...fields,
  })

test('its keys give it a token, and no secret does', async () => {
  expect(app.secret).toBeUndefined()
  for (const keys of [ec, rsa]) expect((await ask(await assertion({}, keys))).status).toBe(200)
  const named = await ask(await assertion(), { client_id: app.id })
  expect(named.status).toBe(200)
  for (const secret of [undefined, '', 'any']) {
    const answer = await askOAuth(system, { ...app, secret }, { grant_type: 'client_credentials' })
    expectRefusal(answer, 'invalid_client', 401)
  }
})

test('the token endpoint is an audience, too, alone or among others', async () => {
  const endpoint = `${system.address('identity')}/api/oauth/token`
  for (const aud of [endpoint, [system.address('identity'), endpoint]])
    expect((await ask(await assertion({ aud }))).status).toBe(200)
})

test('an assertion is good once, of twenty at the same moment', async () => {
  const one = await assertion()
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask(one)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('an assertion used at one endpoint is used at every other', async () => {
  const one = await assertion()
  expect(
    (
      await askOAuth(
        system,
        undefined,
        { token: 'x', client_assertion_type: TYPE, client_assertion: one },
        'revoke',
      )
    ).status,
  ).toBe(200)
  expectRefusal(await ask(one), 'invalid_client', 401)
})

test.each<[string, object]>([
  ['no jti', { jti: undefined }],
  ['no exp', { exp: undefined }],
  ['an exp in the past', { exp: Math.floor(Date.now() / 1000) - 60 }],
  ['an exp of an hour', { exp: Math.floor(Date.now() / 1000) + 3600 }],
  ['an nbf in the future', { nbf: Math.floor(Date.now() / 1000) + 300 }],
  ['another audience', { aud: 'https://other.example' }],
  ['no audience', { aud: undefined }],
  ['another issuer', { iss: 'https://other.example' }],
  ['another subject', { sub: 'client_other' }],
  ['a subject that no table holds', { sub: 'a\u0000b' }],
  ['a jti of any length', { jti: 'x'.repeat(300) }],
])('%s is refused', async (_name, change) => {
  expectRefusal(await ask(await assertion(change)), 'invalid_client', 401)
})

describe('other signatures are refused', () => {
  test('none', async () => {
    expectRefusal(await ask(new UnsecuredJWT(claims()).encode()), 'invalid_client', 401)
  })

  test('HS256 with a public key as the secret', async () => {
    const secrets = [await exportSPKI(rsa.publicKey), JSON.stringify(rsa.jwk), rsa.jwk.n!].map(
      (text) => new TextEncoder().encode(text),
    )
    for (const secret of secrets) {
      const forged = await new SignJWT(claims())
        .setProtectedHeader({ alg: 'HS256', kid: 'rsa' })
        .sign(secret)
      expectRefusal(await ask(forged), 'invalid_client', 401)
    }
  })

  test('by a key in its own header, or of another client', async () => {
    const stranger = await makeKeys('ES256', 'ec')
    expectRefusal(await ask(await assertion({}, stranger)), 'invalid_client', 401)
    const carried = await new SignJWT(claims())
      .setProtectedHeader({ alg: 'ES256', kid: 'ec', jwk: stranger.jwk })
      .sign(stranger.privateKey)
    expectRefusal(await ask(carried), 'invalid_client', 401)
    const other = await register([stranger.jwk])
    const theirs = await assertion({ iss: other.id }, stranger)
    expectRefusal(await ask(theirs), 'invalid_client', 401)
  })

  test('the server’s own ID tokens and access tokens', async () => {
    const jwk = await system.keyring.signingKey()
    const { importJWK } = await import('jose')
    const key = await importJWK(jwk, 'ES256')
    const own = await new SignJWT(claims())
      .setProtectedHeader({ alg: 'ES256', kid: jwk.kid! })
      .sign(key)
    expectRefusal(await ask(own), 'invalid_client', 401)
  })
})

test('two ways at once are refused', async () => {
  for (const fields of [{ client_secret: 'x' }, { client_id: 'client_other' }])
    expectRefusal(await ask(await assertion(), fields), 'invalid_request')
  expectRefusal(await ask(await assertion(), { client_assertion_type: 'other' }), 'invalid_request')
  expectRefusal(await ask(undefined), 'invalid_request')
})

test('another client’s proof is no secret: a client with a secret has no assertion', async () => {
  const plain = await registerApp(system, { kind: 'confidential', machineScopes: ['identity'] })
  const forged = await assertion({ iss: plain.id, sub: plain.id })
  expectRefusal(await ask(forged), 'invalid_client', 401)
})

test('the secret of a client with keys cannot be rotated into being', async () => {
  const command = asCommand(system.tables<IdentityTables>('identity'))
  await expect(rotateClientSecret(command, app.id)).rejects.toMatchObject({
    extensions: { details: { reason: 'CLIENT_HAS_KEYS' } },
  })
})

test('a process of an earlier version refuses it: it has a secret that nobody knows', async () => {
  const { secretHash } = await system
    .tables<IdentityTables>('identity')
    .selectFrom('clients')
    .select('secretHash')
    .where('id', '=', app.id)
    .executeTakeFirstOrThrow()
  expect(secretHash).toHaveLength(32)
  expect(secretHash).not.toEqual(createHash('sha256').update('').digest())
})

describe('registering refuses', () => {
  const privateKey = async () => exportJWK((await makeKeys('ES256', 'x')).privateKey)
  test.each<[string, () => Promise<unknown>]>([
    ['no keys', () => Promise.resolve([])],
    [
      'eleven keys',
      () => Promise.resolve(Array.from({ length: 11 }, (_, at) => ({ ...ec.jwk, kid: `k${at}` }))),
    ],
    ['two keys of one name', () => Promise.resolve([ec.jwk, ec.jwk])],
    ['a private key', async () => [await privateKey()]],
    ['a shared secret', () => Promise.resolve([{ kty: 'oct', k: 'c2VjcmV0' }])],
    [
      'an RSA key of 1024 bits',
      async () => [
        await exportJWK(
          (await import('node:crypto')).generateKeyPairSync('rsa', { modulusLength: 1024 })
            .publicKey,
        ),
      ],
    ],
    ['a key for HS256', () => Promise.resolve([{ ...ec.jwk, alg: 'HS256' }])],
    ['an EC key for RS256', () => Promise.resolve([{ ...ec.jwk, alg: 'RS256' }])],
    [
      'a key that signs as well',
      () => Promise.resolve([{ ...ec.jwk, key_ops: ['sign', 'verify'] }]),
    ],
    ['what is no key', () => Promise.resolve([{ kty: 'EC', crv: 'P-256', x: 'x', y: 'y' }])],
    ['null', () => Promise.resolve([null])],
  ])('%s', async (_name, keys) => {
    await expect(register((await keys()) as JWK[])).rejects.toMatchObject({
      extensions: { code: 'VALIDATION_ERROR' },
    })
  })

  test('keys of a public client', async () => {
    await expect(registerApp(system, { jwks: { keys: [ec.jwk] } })).rejects.toMatchObject({
      extensions: { details: { field: 'jwks' } },
    })
  })
})
