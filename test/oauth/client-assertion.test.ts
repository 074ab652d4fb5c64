// Clients that authenticate with a signature (private_key_jwt; RFC 7523): each assertion once, only with their keys.
import { createHash } from 'node:crypto'
import { exportJWK, exportSPKI, generateKeyPair, SignJWT, UnsecuredJWT, type JWK } from 'jose'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { asCommand } from '../../subgraphs/identity/commands/command.ts'
import { rotateClientSecret } from '../../subgraphs/identity/domain/clients/client.ts'
import type { IdentityTables } from '../../subgraphs/identity/tables.ts'
import { askOAuth, expectRefusal, registerApp, type App } from '#test/oauth.ts'
import { testSystem } from '#test/system.ts'

const TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

interface Keys {
  privateKey: CryptoKey
  publicKey: CryptoKey
  jwk: JWK
}

const system = testSystem()
let ec: Keys
let rsa: Keys
let app: App
beforeAll(async () => {
  ec = await makeKeys('ES256', 'ec')
  rsa = await makeKeys('RS256', 'rsa')
})
beforeEach(async () => {
  // A client per test, because wrong proofs are throttled by client.
  app = await register([ec.jwk, rsa.jwk])
})
afterEach(() => {
  system.clock.now = undefined
})

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

test('A client with keys gets a token with them, and with no secret', async () => {
  expect(app.secret).toBeUndefined()
  for (const keys of [ec, rsa]) expect((await ask(await assertion({}, keys))).status).toBe(200)
  const named = await ask(await assertion(), { client_id: app.id })
  expect(named.status).toBe(200)
  for (const secret of [undefined, '', 'any']) {
    const response = await askOAuth(
      system,
      { ...app, secret },
      { grant_type: 'client_credentials' },
    )
    expectRefusal(response, 'invalid_client', 401)
  }
})

describe('the audience', () => {
  /** A request to each endpoint with client authentication, and its response to an authenticated client. */
  const ENDPOINTS = {
    token: [{ grant_type: 'client_credentials' }, 200],
    par: [{ response_type: 'code', redirect_uri: 'https://app.example/callback' }, 201],
    introspect: [{ token: 'x' }, 200],
    revoke: [{ token: 'x' }, 200],
    device_authorization: [{ scope: 'identity' }, 200],
  } as const
  type Endpoint = keyof typeof ENDPOINTS
  const NAMES = Object.keys(ENDPOINTS) as Endpoint[]
  const address = (name: string) => `${system.address('identity')}/api/oauth/${name}`

  beforeEach(async () => {
    app = await registerApp(system, {
      kind: 'confidential',
      machineScopes: ['identity'],
      deviceFlow: true,
      jwks: { keys: [ec.jwk] },
    })
  })

  const statusAt = async (name: Endpoint, aud: unknown) => {
    const [fields] = ENDPOINTS[name]
    const proof = { client_assertion_type: TYPE, client_assertion: await assertion({ aud }) }
    return (await askOAuth(system, undefined, { ...fields, ...proof }, name)).status
  }

  test.each(NAMES)(
    'The audience at %s is the issuer, the token endpoint, that endpoint, or several of them (RFC 9126, section 2)',
    async (name) => {
      const own = [system.address('identity'), address('token'), address(name)]
      for (const aud of [...own, own, [own[2]], [own[2], own[0]]]) {
        expect(await statusAt(name, aud), String(aud)).toBe(ENDPOINTS[name][1])
      }
    },
  )

  test.each(NAMES)(
    'The audience at %s is neither another server nor another endpoint',
    async (name) => {
      const issuer = system.address('identity')
      const other = address(name === 'par' ? 'revoke' : 'par')
      const foreign = 'https://other.example'
      for (const aud of [
        other,
        [issuer, foreign],
        [foreign, address('token')],
        [address(name), foreign],
        [issuer, 5],
        [issuer, [issuer]],
        [],
        `${issuer}/`,
        `${address(name)}?x`,
        foreign,
      ]) {
        expect(await statusAt(name, aud), JSON.stringify(aud)).toBe(401)
      }
    },
  )
})

describe('an assertion that names no key', () => {
  const unnamed = ({ privateKey, jwk }: Keys) =>
    new SignJWT(claims()).setProtectedHeader({ alg: jwk.alg! }).sign(privateKey)

  test('An assertion without a key id is checked with each key of its algorithm', async () => {
    const more = await Promise.all(
      ['a', 'b', 'c', 'd'].map((kid) => makeKeys(kid < 'c' ? 'ES256' : 'RS256', kid)),
    )
    app = await register([ec.jwk, rsa.jwk, ...more.map(({ jwk }) => jwk)])
    for (const keys of [ec, rsa, ...more]) expect((await ask(await unnamed(keys))).status).toBe(200)
    expectRefusal(await ask(await unnamed(await makeKeys('ES256', 'ec'))), 'invalid_client', 401)
  })

  test('An assertion without a key id is checked with RSA keys that name no algorithm', async () => {
    const { alg: _, ...plain } = rsa.jwk
    const { alg: _alg, ...other } = (await makeKeys('RS256', 'other')).jwk
    app = await register([other, plain])
    expect((await ask(await unnamed(rsa))).status).toBe(200)
  })

  test('An assertion without a key id is refused with a wrong claim, and consumed with right ones', async () => {
    const { jwk } = await makeKeys('ES256', 'other')
    app = await register([jwk, ec.jwk])
    const wrong = await new SignJWT(claims({ aud: 'https://other.example' }))
      .setProtectedHeader({ alg: 'ES256' })
      .sign(ec.privateKey)
    expectRefusal(await ask(wrong), 'invalid_client', 401)
    const one = await unnamed(ec)
    expect((await ask(one)).status).toBe(200)
    expectRefusal(await ask(one), 'invalid_client', 401)
  })
})

test('of twenty simultaneous uses of one assertion, one succeeds', async () => {
  const one = await assertion()
  const responses = await Promise.all(Array.from({ length: 20 }, () => ask(one)))
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
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
])('an assertion with %s is refused', async (_name, change) => {
  expectRefusal(await ask(await assertion(change)), 'invalid_client', 401)
})

describe('other signatures are refused', () => {
  test('An assertion without a signature is refused', async () => {
    expectRefusal(await ask(new UnsecuredJWT(claims()).encode()), 'invalid_client', 401)
  })

  test('An assertion with HS256 and a public key as the secret is refused', async () => {
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

  test('An assertion signed by a key in its own header, or of another client, is refused', async () => {
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

  test('The server’s own ID tokens and access tokens are refused', async () => {
    const jwk = await system.keyring.signingKey()
    const { importJWK } = await import('jose')
    const key = await importJWK(jwk, 'ES256')
    const own = await new SignJWT(claims())
      .setProtectedHeader({ alg: 'ES256', kid: jwk.kid! })
      .sign(key)
    expectRefusal(await ask(own), 'invalid_client', 401)
  })
})

test('Two ways of authentication at once are refused', async () => {
  for (const fields of [{ client_secret: 'x' }, { client_id: 'client_other' }])
    expectRefusal(await ask(await assertion(), fields), 'invalid_request')
  expectRefusal(await ask(await assertion(), { client_assertion_type: 'other' }), 'invalid_request')
  expectRefusal(await ask(undefined), 'invalid_request')
})

test('A client with a secret cannot authenticate with an assertion', async () => {
  const plain = await registerApp(system, { kind: 'confidential', machineScopes: ['identity'] })
  const forged = await assertion({ iss: plain.id, sub: plain.id })
  expectRefusal(await ask(forged), 'invalid_client', 401)
})

test('a rotation gives no secret to a client with keys', async () => {
  const command = asCommand(system.tables<IdentityTables>('identity'))
  await expect(rotateClientSecret(command, app.id)).rejects.toMatchObject({
    extensions: { details: { reason: 'CLIENT_HAS_KEYS' } },
  })
})

test('a client with keys has a secret that nobody knows', async () => {
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
    [
      'an RSA key with the exponent 3',
      async () => [
        await exportJWK(
          (await import('node:crypto')).generateKeyPairSync('rsa', {
            modulusLength: 2048,
            publicExponent: 3,
          }).publicKey,
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
  ])('A client with %s is refused', async (_name, keys) => {
    await expect(register((await keys()) as JWK[])).rejects.toMatchObject({
      extensions: { code: 'VALIDATION_ERROR' },
    })
  })

  test('Keys of a public client are refused', async () => {
    await expect(registerApp(system, { jwks: { keys: [ec.jwk] } })).rejects.toMatchObject({
      extensions: { details: { field: 'jwks' } },
    })
  })
})
