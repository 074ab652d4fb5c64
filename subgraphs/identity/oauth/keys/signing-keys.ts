// The successive signing keys of one algorithm. Each is published before, while and after it signs.
import {
  CompactSign,
  compactVerify,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JSONWebKeySet,
  type JWK,
} from 'jose'
import { ACCESS_TOKEN_LIFETIME } from './access-token.ts'

export interface SigningKey {
  /** The key with its private part. */
  jwk: JWK
  /** When it starts to sign. It stops when the next one starts. */
  signsFrom: Date
}

/** The keys in the order in which they sign. A key is removed some time after its last token has expired. */
export type SigningKeys = readonly [SigningKey, ...SigningKey[]]

/**
 * ES256 signs access tokens, and ID tokens of clients that chose it. RS256 signs all other ID tokens, because
 * every client must support it (OpenID Connect Core, section 15.1).
 */
export type Algorithm = 'ES256' | 'RS256'

export const ALGORITHMS: readonly Algorithm[] = ['ES256', 'RS256']

const MINUTE_MS = 60_000
const ROTATED_AFTER_MS = 30 * 24 * 60 * MINUTE_MS
/** How long a key is published before it signs, because services may use a key set that is ten minutes old. */
const PUBLISHED_BEFORE_MS = 15 * MINUTE_MS
/** How long a key is published after it signs: until its last token has expired, with extra minutes for clock skew. */
const PUBLISHED_AFTER_MS = ACCESS_TOKEN_LIFETIME * 1_000 + 5 * MINUTE_MS

/** The key that signs at that time; the first one if it was created with a clock that was ahead. */
export function signingKeyAt(keys: SigningKeys, at: Date): SigningKey {
  return keys.findLast(({ signsFrom }) => signsFrom <= at) ?? keys[0]
}

/** When a key stops being published; undefined for the last one. */
export function publishedUntil(keys: SigningKeys, key: SigningKey): Date | undefined {
  const successor = keys[keys.indexOf(key) + 1]
  return successor && new Date(successor.signsFrom.getTime() + PUBLISHED_AFTER_MS)
}

/** The keys that are published at that time, always including the last one. */
export function publishedKeysAt(keys: SigningKeys, at: Date): SigningKeys {
  const published = keys.filter((key) => {
    const until = publishedUntil(keys, key)
    return until === undefined || until > at
  })
  return published as unknown as SigningKeys
}

/** Whether the newest key has signed for 30 days. */
export function isRotationDue(keys: SigningKeys, at: Date): boolean {
  return keys.at(-1)!.signsFrom.getTime() + ROTATED_AFTER_MS <= at.getTime()
}

/** Adds the next key, which signs 15 minutes later, unless there is one. */
export async function withNextKey(keys: SigningKeys, at: Date): Promise<SigningKeys> {
  const newest = keys.at(-1)!
  if (newest.signsFrom > at) return keys
  const signsFrom = new Date(at.getTime() + PUBLISHED_BEFORE_MS)
  return [...keys, await makeKey(signsFrom, algorithmOf(newest.jwk))]
}

export async function makeKey(
  signsFrom: Date,
  algorithm: Algorithm = 'ES256',
): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair(algorithm, { extractable: true })
  const jwk = await exportJWK(privateKey)
  return { jwk: { ...jwk, kid: crypto.randomUUID(), alg: algorithm, use: 'sig' }, signsFrom }
}

/** Whether the public and private parts of the key belong together and fit the algorithm. */
export async function canSign(
  { jwk, signsFrom }: SigningKey,
  algorithm: Algorithm,
): Promise<boolean> {
  try {
    if (typeof jwk.kid !== 'string' || Number.isNaN(signsFrom.getTime())) return false
    if (algorithmOf(jwk) !== algorithm) return false
    const text = new CompactSign(new Uint8Array(1)).setProtectedHeader({ alg: algorithm })
    const signed = await text.sign(await importJWK(jwk, algorithm))
    await compactVerify(signed, await importJWK(publicPart(jwk), algorithm))
    return true
  } catch {
    return false
  }
}

export function algorithmOf({ alg }: JWK): Algorithm {
  return alg === 'RS256' ? 'RS256' : 'ES256'
}

/** The public members only (RFC 7517). */
export function publicKeySet(keys: SigningKeys): JSONWebKeySet {
  return { keys: keys.map(({ jwk }) => publicPart(jwk)) }
}

function publicPart({ kty, crv, x, y, n, e, kid, alg, use }: JWK): JWK {
  return (kty === 'RSA' ? { kty, n, e, kid, alg, use } : { kty, crv, x, y, kid, alg, use }) as JWK
}
