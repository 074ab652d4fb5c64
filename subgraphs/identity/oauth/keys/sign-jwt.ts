// Signs the JWTs of this server with ES256 (RFC 7515, section 3.1), in this thread: a signature takes
// 20 microseconds, and handing it to another thread as much again.
import { createPrivateKey, sign, type KeyObject } from 'node:crypto'
import type { JWK } from 'jose'

/** Reading a key takes longer than signing with it. */
const privateKeys = new WeakMap<JWK, KeyObject>()

/** A compact JWT with these claims. `typ` says what it is for. */
export function signJwt(jwk: JWK, typ: string, claims: Readonly<Record<string, unknown>>): string {
  const header = encoded({ alg: 'ES256', typ, kid: jwk.kid! })
  const text = `${header}.${encoded(claims)}`
  const key = { key: privateKeyOf(jwk), dsaEncoding: 'ieee-p1363' } as const
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`
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
