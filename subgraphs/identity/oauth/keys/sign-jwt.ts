// Signs the JWTs of this server (RFC 7515, section 3.1). ES256 signs on this thread, because a signature takes 20
// microseconds, and passing it to another thread takes as long again.
import { createPrivateKey, sign, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import type { JWK } from 'jose'

/** Cached, because importing a key takes longer than signing with it. */
const privateKeys = new WeakMap<JWK, KeyObject>()

const signAside = promisify(sign)

type Claims = Readonly<Record<string, unknown>>

/** A compact JWT with these claims, signed with ES256. */
export function signJwt(jwk: JWK, typ: string, claims: Claims): string {
  const text = signingInput(jwk, typ, claims)
  const key = { key: privateKeyOf(jwk), dsaEncoding: 'ieee-p1363' } as const
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`
}

/** A compact JWT, signed with the algorithm of the key. RS256 takes a millisecond, so it runs on another thread. */
export async function signJwtByAny(jwk: JWK, typ: string, claims: Claims): Promise<string> {
  if (jwk.alg !== 'RS256') return signJwt(jwk, typ, claims)
  const text = signingInput(jwk, typ, claims)
  const signature = await signAside('sha256', Buffer.from(text), privateKeyOf(jwk))
  return `${text}.${signature.toString('base64url')}`
}

function signingInput({ alg = 'ES256', kid }: JWK, typ: string, claims: Claims): string {
  return `${encoded({ alg, typ, kid: kid! })}.${encoded(claims)}`
}

function privateKeyOf(jwk: JWK): KeyObject {
  const known = privateKeys.get(jwk)
  if (known) return known
  const key = createPrivateKey({ key: jwk, format: 'jwk' })
  privateKeys.set(jwk, key)
  return key
}

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}
