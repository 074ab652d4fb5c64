// Access tokens: how they are verified (RFC 9068, section 4), and what is cached.
import { createLocalJWKSet, exportSPKI, SignJWT, type JWTVerifyGetKey } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { bearerToken, createTokenVerifier } from '#foundation/auth/viewer.ts'
import {
  AUDIENCE,
  claimsWith,
  createSigner,
  ISSUER,
  NOON,
  signToken,
  type Signer,
} from '#test/token.ts'

let signer: Signer
/** A foreign key with the same id. */
let forger: Signer
/** A published key of an algorithm that signs no access token. */
let edwards: Signer
beforeAll(async () => {
  signer = await createSigner('key-1')
  forger = await createSigner('key-1')
  edwards = await createSigner('key-2', 'EdDSA')
})

/** A verifier on the test's clock, and the number of its key lookups. */
function startVerifier() {
  const known = createLocalJWKSet({ keys: [signer.jwk, edwards.jwk] })
  const withdrawn = new Set<string | undefined>()
  const revoked = new Set<string>()
  const clock = { now: new Date(NOON * 1000) }
  let asked = 0
  const find: JWTVerifyGetKey = (header, token) => {
    asked += 1
    return known(header, token)
  }
  const now = () => clock.now
  const keys = { find, trust: (kid: string | undefined) => !withdrawn.has(kid) }
  const revokedGrants = { has: (id: string) => Promise.resolve(revoked.has(id)) }
  const verify = createTokenVerifier({
    issuer: ISSUER,
    audience: AUDIENCE,
    keys,
    revokedGrants,
    now,
  })
  return { verify, clock, withdrawn, revoked, asked: () => asked }
}

const refusal = (reason: string) => ({ extensions: { code: 'INVALID_TOKEN', details: { reason } } })
const base64url = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('a valid token', () => {
  test('a valid token becomes its viewer', async () => {
    expect(await startVerifier().verify(await signToken(signer))).toEqual({
      identityId: 'identity_ada',
      clientId: 'test-client',
      grantId: 'grant_of_ada',
      scopes: new Set(['identity', 'wallet']),
      tier: 'authenticated',
      expiresAt: (NOON + 3600) * 1000,
    })
  })

  test.each([
    ['of a partner', { tier: 'partner' }, { tier: 'partner' }],
    ['without any scope', { scope: '' }, { scopes: new Set() }],
    ['for several audiences', { aud: ['another', AUDIENCE] }, { identityId: 'identity_ada' }],
    ['that holds from now on', { nbf: NOON }, { identityId: 'identity_ada' }],
    ['with claims that nobody knows', { colour: 'blue' }, { identityId: 'identity_ada' }],
  ])('a valid token may be one %s', async (_what, claims, viewer) => {
    const { verify } = startVerifier()
    expect(await verify(await signToken(signer, claims))).toMatchObject(viewer)
  })
})

describe('a token is refused', () => {
  const CLAIMS: [what: string, claims: Record<string, unknown>, reason?: string][] = [
    ['of another issuer', { iss: 'https://id.example.evil' }],
    ['of an issuer with a slash', { iss: `${ISSUER}/` }],
    ['for another audience', { aud: 'another' }],
    ['that expired a second ago', { exp: NOON - 1 }, 'expired'],
    ['that expires now', { exp: NOON }, 'expired'],
    ['that holds from a second ahead', { nbf: NOON + 1 }],
    ['of an unknown tier', { tier: 'admin' }],
    ['of an inherited tier', { tier: 'toString' }],
    ['whose scope is a list', { scope: ['identity'] }],
    ['whose client is a number', { client_id: 7 }],
    ['whose subject is a number', { sub: 7 }],
    ['whose grant is a number', { grant_id: 7 }],
    ['whose expiry is text', { exp: String(NOON + 3600) }],
    ['whose start is text', { nbf: String(NOON) }],
    ...['iss', 'aud', 'sub', 'client_id', 'grant_id', 'scope', 'jti', 'iat', 'exp', 'tier'].map(
      (claim): [string, Record<string, unknown>] => [`without ${claim}`, { [claim]: undefined }],
    ),
  ]
  test.each(CLAIMS)('a token %s is refused', async (_what, claims, reason = 'invalid') => {
    const { verify } = startVerifier()
    await expect(verify(await signToken(signer, claims))).rejects.toMatchObject(refusal(reason))
  })

  test.each([
    ['of the type JWT', { typ: 'JWT' }],
    ['of a service token’s type', { typ: 'service+jwt' }],
    ['of no type', { typ: undefined }],
    ['of an unknown key', { kid: 'key-3' }],
  ])('a token with a header %s is refused', async (_what, header: object) => {
    const { verify } = startVerifier()
    await expect(verify(await signToken(signer, {}, header))).rejects.toMatchObject(
      refusal('invalid'),
    )
  })

  test('a token with a critical header is refused', async () => {
    const token = await new SignJWT(claimsWith())
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: 'key-1', crit: ['hue'], hue: 'blue' })
      .sign(signer.privateKey, { crit: { hue: true } })
    await expect(startVerifier().verify(token)).rejects.toMatchObject(refusal('invalid'))
  })

  test('a token signed by another key of the same name is refused', async () => {
    const { verify } = startVerifier()
    await expect(verify(await signToken(forger))).rejects.toMatchObject(refusal('invalid'))
  })

  test('a token signed by another algorithm than ES256 is refused, even with a published key', async () => {
    const token = await signToken(edwards, {}, { alg: 'EdDSA' })
    await expect(startVerifier().verify(token)).rejects.toMatchObject(refusal('invalid'))
  })

  test('a token signed by a key in its own header is refused', async () => {
    const { verify } = startVerifier()
    for (const kid of ['key-1', undefined]) {
      const header = { jwk: forger.jwk, jku: 'https://evil.example', kid } as object
      const token = await signToken(forger, {}, header)
      await expect(verify(token)).rejects.toMatchObject(refusal('invalid'))
    }
  })

  test.each(['none', 'None', 'NONE', ''])(
    'a token without a signature is refused, with the algorithm %j',
    async (alg) => {
      const { verify } = startVerifier()
      const [, , signature] = (await signToken(signer)).split('.')
      const unsigned = `${base64url({ alg, typ: 'at+jwt', kid: 'key-1' })}.${base64url(claimsWith())}`
      for (const end of ['', signature]) {
        await expect(verify(`${unsigned}.${end}`)).rejects.toMatchObject(refusal('invalid'))
      }
    },
  )

  test('a token signed by HS256 with the public key as the secret is refused', async () => {
    const { verify } = startVerifier()
    const secrets = [await exportSPKI(signer.publicKey), JSON.stringify(signer.jwk), signer.jwk.x!]
    for (const secret of secrets) {
      const token = await new SignJWT(claimsWith())
        .setProtectedHeader({ alg: 'HS256', typ: 'at+jwt', kid: 'key-1' })
        .sign(new TextEncoder().encode(secret))
      await expect(verify(token)).rejects.toMatchObject(refusal('invalid'))
    }
  })

  test('a token with any of its bytes changed is refused', async () => {
    const { verify } = startVerifier()
    const parts = (await signToken(signer)).split('.').map((part) => Buffer.from(part, 'base64url'))
    for (const part of parts) {
      for (const index of part.keys()) {
        part[index]! ^= 1
        const token = parts.map((bytes) => bytes.toString('base64url')).join('.')
        await expect(verify(token), token).rejects.toMatchObject(refusal('invalid'))
        part[index]! ^= 1
      }
    }
  })

  test.each(['', '.', '..', 'x.y.z', 'e30.e30.', 'bnVsbA.bnVsbA.bnVsbA', 'a.b.c.d.e', '\u0000'])(
    'a malformed token is refused: %j',
    async (token) => {
      await expect(startVerifier().verify(token)).rejects.toMatchObject(refusal('invalid'))
    },
  )
})

describe('a token that was valid', () => {
  test('a token is cached until it expires, and then refused', async () => {
    const { verify, clock, asked } = startVerifier()
    const token = await signToken(signer)
    const viewer = await verify(token)
    clock.now = new Date((NOON + 3600) * 1000 - 1)
    expect(await verify(token)).toBe(viewer)
    expect(asked()).toBe(1)
    clock.now = new Date((NOON + 3600) * 1000)
    await expect(verify(token)).rejects.toMatchObject(refusal('expired'))
  })

  test('a token is refused once its grant is revoked', async () => {
    const { verify, revoked, asked } = startVerifier()
    const token = await signToken(signer)
    await verify(token)
    revoked.add('grant_of_ada')
    await expect(verify(token)).rejects.toMatchObject(refusal('revoked'))
    await expect(verify(await signToken(signer, { jti: 'new' }))).rejects.toMatchObject(
      refusal('revoked'),
    )
    expect(await verify(await signToken(signer, { grant_id: 'another' }))).toMatchObject({
      grantId: 'another',
    })
    expect(asked()).toBe(3)
  })

  test('a token is checked again once its key is withdrawn', async () => {
    const { verify, withdrawn, asked } = startVerifier()
    const token = await signToken(signer)
    await verify(token)
    withdrawn.add('key-1')
    await verify(token)
    expect(asked()).toBe(2)
  })

  test('a cached token does not make another one valid', async () => {
    const { verify, asked } = startVerifier()
    const token = await signToken(signer)
    await verify(token)
    const forged =
      token.slice(0, token.lastIndexOf('.') + 1) + (await signToken(forger)).split('.')[2]!
    await expect(verify(forged)).rejects.toMatchObject(refusal('invalid'))
    expect(asked()).toBe(2)
  })

  test('a refused token is checked again', async () => {
    const { verify, clock } = startVerifier()
    const token = await signToken(signer, { nbf: NOON + 60 })
    await expect(verify(token)).rejects.toMatchObject(refusal('invalid'))
    clock.now = new Date((NOON + 60) * 1000)
    expect(await verify(token)).toMatchObject({ identityId: 'identity_ada' })
  })
})

describe('the Authorization header', () => {
  test.each([
    ['Bearer abc', 'abc'],
    ['bearer abc', 'abc'],
    ['BEARER   abc  ', 'abc'],
    ['Bearer a-b._~+/c==', 'a-b._~+/c=='],
  ])('%j carries the token %s', (header, token) => {
    expect(bearerToken(header)).toBe(token)
  })

  test.each([undefined, '', 'Basic YWRhOg==', 'Bearerabc', 'abc', 'Token Bearer abc'])(
    '%j carries no token',
    (header) => {
      expect(bearerToken(header)).toBeUndefined()
    },
  )

  test.each([
    'Bearer',
    'Bearer ',
    'Bearer a b',
    'Bearer a,Bearer b',
    'Bearer "a"',
    'Bearer =',
    'Bearer ä',
  ])('%j is refused', (header) => {
    expect(() => bearerToken(header)).toThrow('The access token is not valid.')
  })
})
