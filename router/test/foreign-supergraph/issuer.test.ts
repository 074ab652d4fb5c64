// A router accepts the tokens of a foreign issuer as long as its keys and claims are right.
import { expect, test } from 'vitest'
import { createSigner, signToken } from '#test/token.ts'
import { composed } from '../tiny-subgraph.ts'
import { AUDIENCE, CLAIMS, codeOf, foreignRouter, HOUR, ISSUER, START } from './story.ts'

const { ask, issuer, people, phones, post, signer, startOver, tokenWith } = foreignRouter()

test.each<[what: string, claims: object, header: object, reason: string]>([
  ['another issuer', { iss: 'https://other.example' }, {}, 'invalid'],
  ['another audience', { aud: 'elsewhere' }, {}, 'invalid'],
  ['a past expiry', { exp: START / 1000 - 60 }, {}, 'expired'],
  ['no expiry', { exp: undefined }, {}, 'invalid'],
  ['a start in the future', { nbf: START / 1000 + 60 }, {}, 'invalid'],
  ['the type of a logout token', {}, { typ: 'logout+jwt' }, 'invalid'],
  ['an unknown key', {}, { kid: 'key-9' }, 'invalid'],
])('A token with %s is refused', async (_what, claims, header, reason) => {
  const response = await ask('{ me { id } }', await tokenWith(claims, header))
  expect([response.status, response.body.errors[0].extensions]).toEqual([
    401,
    { code: 'INVALID_TOKEN', details: { reason } },
  ])
  expect(people.received).toEqual([])
})

test('A token that is signed with a published key as a shared secret, or not at all, is refused', async () => {
  const { SignJWT, UnsecuredJWT } = await import('jose')
  const claims = { iss: ISSUER, aud: AUDIENCE, exp: START / 1000 + 60 }
  const secret = new TextEncoder().encode(JSON.stringify(signer.jwk))
  const shared = await new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', kid: 'key-1' })
    .sign(secret)
  for (const token of [shared, new UnsecuredJWT(claims).encode(), 'no.token.atall', 'x']) {
    expect(codeOf(await ask('{ me { id } }', token))).toBe('INVALID_TOKEN')
  }
})

test('A token of a new key is accepted, one of a withdrawn key is not', async () => {
  const old = await tokenWith({ exp: (START + 10 * HOUR) / 1000 })
  expect((await ask('{ me { id } }', old)).status).toBe(200)
  const before = issuer.fetched
  expect((await ask('{ me { id } }', await tokenWith({ sub: '2' }))).status).toBe(200)
  expect(issuer.fetched).toBe(before)
  const next = await createSigner('key-2')
  issuer.published = { keys: [next.jwk] }
  issuer.now = START + HOUR
  const fresh = await signToken(next, { ...CLAIMS, exp: (issuer.now + HOUR) / 1000 })
  expect((await ask('{ me { id } }', fresh)).status).toBe(200)
  expect(codeOf(await ask('{ me { id } }', old))).toBe('INVALID_TOKEN')
})

test('Without keys, a router refuses with INTERNAL_ERROR and retry until the issuer publishes a key set', async () => {
  await using unkeyed = new AsyncDisposableStack()
  const other = await startOver(composed({ people, phones }), unkeyed)
  const authorization = `Bearer ${await tokenWith({})}`
  const askWithToken = (query: string) => post({ query }, { authorization }, other)
  const endless = { keys: [signer.jwk], padding: 'x'.repeat(2_000_000) }
  for (issuer.published of [undefined, 'keys', { keys: 'none' }, endless]) {
    const { status, body } = await askWithToken('{ me { id } }')
    expect(status).toBe(500)
    expect(body.errors).toMatchObject([
      { extensions: { code: 'INTERNAL_ERROR', details: { service: 'issuer', retry: true } } },
    ])
    expect((await askWithToken('{ open }')).status).toBe(200)
  }
  issuer.published = { keys: [signer.jwk] }
  expect((await askWithToken('{ me { id } }')).status).toBe(200)
})
