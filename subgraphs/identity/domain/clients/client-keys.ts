// The algorithms of clients, and the public keys of a client that authenticates with `private_key_jwt`.
import { createPublicKey } from 'node:crypto'
import type { Issue } from '#foundation/domain/errors.ts'
import { shown } from '#foundation/domain/shown-value.ts'
import { jsonIssues } from './json-bounds.ts'

/** The values of `id_token_signed_response_alg`; the first is the default. */
export const ID_TOKEN_ALGORITHMS = ['RS256', 'ES256'] as const

const MAX_KEYS = 10
const MIN_RSA_BITS = 2048
/** The minimum of FIPS 186-5. A small exponent makes signatures easier to forge, and 1 makes it trivial. */
const MIN_RSA_EXPONENT = 65_537n
/** The algorithms of client assertions; none use a shared secret. */
const ALGORITHMS_OF = { RSA: ['RS256', 'PS256'], EC: ['ES256'] }
export const ASSERTION_ALGORITHMS = Object.values(ALGORITHMS_OF).flat()
const PUBLIC_MEMBERS = {
  RSA: ['kty', 'n', 'e', 'kid', 'alg', 'use', 'key_ops'],
  EC: ['kty', 'crv', 'x', 'y', 'kid', 'alg', 'use', 'key_ops'],
}

/** The issues of a key set to register: it must hold only public keys, each with a unique `kid`. */
export function keySetIssues(field: string, value: Record<string, unknown>): Issue[] {
  const tooLarge = jsonIssues(field, value)
  if (tooLarge.length > 0) return tooLarge
  const { keys } = value
  if (!Array.isArray(keys) || keys.length === 0 || keys.length > MAX_KEYS) {
    return [{ field, reason: `must be {"keys": […]} with 1 to ${MAX_KEYS} keys` }]
  }
  const kids = new Set(keys.map((key: { kid?: unknown } | null) => key?.kid))
  if (keys.length > 1 && (kids.size < keys.length || kids.has(undefined))) {
    return [{ field, reason: 'must give each key its own kid' }]
  }
  return keys.flatMap((key: unknown, at) => {
    const reason = brokenRule(key)
    return reason === undefined ? [] : [{ field: `${field}.keys.${at}`, reason }]
  })
}

function brokenRule(key: unknown): string | undefined {
  if (typeof key !== 'object' || key === null) return 'must be an object'
  const { alg, key_ops, kid = '', kty, use = 'sig' } = key as Record<string, unknown>
  if (kty !== 'RSA' && kty !== 'EC') return 'must be a key of the type RSA or EC'
  const stray = Object.keys(key).find((name) => !PUBLIC_MEMBERS[kty].includes(name))
  if (stray !== undefined) return `must hold public members alone, without ${shown(stray)}`
  if (typeof kid !== 'string' || use !== 'sig') return 'must have a text as kid, and sig as use'
  if (alg !== undefined && !ALGORITHMS_OF[kty].includes(alg as string)) {
    return `must be for ${ALGORITHMS_OF[kty].join(' or ')}`
  }
  if (key_ops !== undefined && JSON.stringify(key_ops) !== '["verify"]') {
    return 'must have ["verify"] as key_ops, if any'
  }
  return brokenPublicKey(key)
}

/** Why a key is too weak or not a public key; undefined for a strong one, RSA or on P-256. */
export function brokenPublicKey(jwk: object): string | undefined {
  try {
    const { asymmetricKeyDetails = {} } = createPublicKey({ key: jwk, format: 'jwk' })
    const { modulusLength, namedCurve, publicExponent = 0n } = asymmetricKeyDetails
    if (modulusLength === undefined) {
      return namedCurve === 'prime256v1' ? undefined : 'must be on the curve P-256'
    }
    if (modulusLength < MIN_RSA_BITS) return `must have an RSA key of ${MIN_RSA_BITS} bits or more`
    if (publicExponent >= MIN_RSA_EXPONENT) return undefined
    return `must have the exponent ${MIN_RSA_EXPONENT} or a greater one`
  } catch {
    return 'is no key'
  }
}
