// Service tokens: valid for one audience and for a minute.
import { generateKeyPair, SignJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { createServiceTokens } from '#foundation/auth/service-token.ts'
import { createSigner, NOON, signToken } from '#test/token.ts'

const SECRET = 'a secret that every service shares'

/** Two services on one clock, with one secret. */
function startServices() {
  const clock = { now: NOON }
  const service = (name: string, ...secrets: string[]) =>
    createServiceTokens([secrets[0] ?? SECRET, secrets[1]], name, () => new Date(clock.now * 1000))
  return { clock, service, path: service('path'), identity: service('identity') }
}

const refusal = (fault: string) => ({
  extensions: {
    code: 'INTERNAL_ERROR',
    details: { service: 'identity', reason: 'service_token', fault, retry: true },
  },
})

interface Written {
  claims?: Record<string, unknown>
  header?: Record<string, unknown>
  secret?: string
}

/** A token of Path for Identity with the given faults. */
function write({ claims, header, secret = SECRET }: Written = {}): Promise<string> {
  const usual = { iss: 'path', aud: 'identity', iat: NOON, exp: NOON + 60 }
  return new SignJWT({ ...usual, ...claims })
    .setProtectedHeader({ alg: 'HS256', typ: 'service+jwt', ...header })
    .sign(new TextEncoder().encode(secret))
}

test('a service token identifies the caller', async () => {
  const { path, identity } = startServices()
  expect(await identity.verify(await path.mint('identity'))).toBe('path')
  expect(await identity.verify(await write())).toBe('path')
})

describe('while secrets are rotated', () => {
  const NEXT = 'the secret that every service will share'
  const SETS = [[SECRET], [NEXT, SECRET], [NEXT]]
  const neighbours = SETS.flatMap((secrets, at) =>
    SETS.slice(Math.max(0, at - 1), at + 2).map((others) => [secrets, others] as const),
  )

  test.each(neighbours)(
    'a service with the secrets %j is accepted by one with %j',
    async (secrets, others) => {
      const { service } = startServices()
      const headers = await service('path', ...secrets).headers('identity')
      const tokens = headers.filter((_, index) => index % 2 === 1)
      expect(tokens).toHaveLength(secrets.length)
      expect(await service('identity', ...others).verify(...tokens)).toBe('path')
    },
  )

  test('a service of an earlier version, with one secret and one header, accepts a peer with two', async () => {
    const { service, identity } = startServices()
    const [name, token, ...more] = await service('path', NEXT, SECRET).headers('identity')
    expect(name).toBe('x-service-token')
    expect(await identity.verify(token!)).toBe('path')
    expect(more).toHaveLength(2)
    expect(await service('path', SECRET).headers('identity')).toHaveLength(2)
  })
})

describe('a service token', () => {
  test('a service token is reused for 30 seconds, for one audience only', async () => {
    const { path, clock, service } = startServices()
    const token = await path.mint('identity')
    expect(await path.mint('market')).not.toBe(token)
    expect(await service('market').verify(await path.mint('market'))).toBe('path')
    clock.now += 29
    expect(await path.mint('identity')).toBe(token)
    clock.now += 1
    expect(await path.mint('identity')).not.toBe(token)
  })

  test('a service token is valid for a minute, plus five seconds of clock skew', async () => {
    const { path, identity, clock } = startServices()
    const token = await path.mint('identity')
    clock.now += 64
    expect(await identity.verify(token)).toBe('path')
    clock.now += 1
    await expect(identity.verify(token)).rejects.toMatchObject(refusal('clock'))
  })

  test.each<[string, Written]>([
    ['for another service', { claims: { aud: 'market' } }],
    ['for nobody', { claims: { aud: undefined } }],
    ['of nobody', { claims: { iss: undefined } }],
    ['without an end', { claims: { exp: undefined } }],
    ['that begins later', { claims: { nbf: NOON + 6 } }],
    ['of another type', { header: { typ: 'at+jwt' } }],
    ['of no type', { header: { typ: undefined } }],
    ['of another algorithm', { header: { alg: 'HS512' }, secret: SECRET.repeat(2) }],
    ['of another secret', { secret: `${SECRET}.` }],
  ])('%s is refused', async (_what, written) => {
    const { identity } = startServices()
    await expect(identity.verify(await write(written))).rejects.toMatchObject(refusal('secret'))
  })

  test('a service token without a signature is refused', async () => {
    const { identity, path } = startServices()
    const [header, claims] = (await path.mint('identity')).split('.')
    const none = Buffer.from('{"alg":"none","typ":"service+jwt"}').toString('base64url')
    for (const token of [`${none}.${claims}.`, `${header}.${claims}.`, 'x.y.z', '']) {
      await expect(identity.verify(token)).rejects.toMatchObject(refusal('secret'))
    }
  })

  test('an access token, or a token signed by its key, is no service token', async () => {
    const { identity } = startServices()
    const claims = { iss: 'path', aud: 'identity' }
    const accessToken = await signToken(await createSigner('key-1'), claims)
    const { privateKey } = await generateKeyPair('ES256')
    const dressedUp = await new SignJWT({ ...claims, exp: NOON + 60 })
      .setProtectedHeader({ alg: 'ES256', typ: 'service+jwt' })
      .sign(privateKey)
    for (const token of [accessToken, dressedUp]) {
      await expect(identity.verify(token)).rejects.toMatchObject(refusal('secret'))
    }
  })

  test('a service token with any of its bytes changed is refused', async () => {
    const { identity, path } = startServices()
    const parts = (await path.mint('identity'))
      .split('.')
      .map((text) => Buffer.from(text, 'base64url'))
    for (const part of parts) {
      for (const index of part.keys()) {
        part[index]! ^= 1
        const token = parts.map((bytes) => bytes.toString('base64url')).join('.')
        await expect(identity.verify(token), token).rejects.toMatchObject(refusal('secret'))
        part[index]! ^= 1
      }
    }
  })
})
