// Short-lived tokens that identify the calling process to another process of the system.
import { errors, jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import { refusedServiceToken, type ServiceTokenFault } from '#foundation/domain/errors.ts'
import type { ServiceSecrets } from '#foundation/process/config.ts'

/** The header that carries a service token, beside the caller's own `Authorization`. */
export const SERVICE_TOKEN_HEADER = 'x-service-token'

/**
 * Sent as well while two secrets are set: a token signed with the newest one. The first header then has a
 * token signed with the oldest, because processes with a single secret read only that header.
 */
export const NEWEST_SERVICE_TOKEN_HEADER = 'x-newest-service-token'

/** Sent with a service token: the address of the caller that the service acts for. */
export const CALLER_ADDRESS_HEADER = 'x-caller-address'

const LIFETIME_S = 60
const RENEW_BEFORE_S = 30
const TOLERANCE_S = 5
/** Each process of the system renews its tokens twice a minute. */
const REMEMBERED_TOKENS = 1_000

export interface ServiceTokens {
  /** A token from this service for `audience`, valid for at least 30 more seconds. */
  mint(audience: string): Promise<string>
  /** The headers that prove this service to `audience`, as alternating names and values. */
  headers(audience: string): Promise<readonly string[]>
  /**
   * The name of the calling service, proved by one of its tokens.
   * @throws INTERNAL_ERROR with `retry` when none of them was issued for this service
   */
  verify(...tokens: readonly string[]): Promise<string>
}

/** The current tokens for one audience. */
interface SignedTokens {
  token: string
  headers: readonly string[]
  renewAt: number
}

/**
 * Tokens of the service `self`, signed with HS256: `iss` is the caller, `aud` the called service. A token may
 * be signed with any of the secrets, and a process with two secrets sends a token of each. So processes with
 * the old secret, the new one and both accept each other.
 */
export function createServiceTokens(
  secrets: ServiceSecrets,
  self: string,
  now: () => Date,
): ServiceTokens {
  const encoder = new TextEncoder()
  const keys = secrets.filter((secret) => secret !== undefined).map((text) => encoder.encode(text))
  const minted = new Map<string, SignedTokens>()
  const verified = new LRUCache<string, { issuer: string; expiresAt: number }>({
    max: REMEMBERED_TOKENS,
  })
  const seconds = () => now().getTime() / 1000

  const mint = async (audience: string): Promise<SignedTokens> => {
    const at = Math.floor(seconds())
    const known = minted.get(audience)
    if (known && known.renewAt > at) return known
    const [newest, previous] = await Promise.all(keys.map((key) => sign(key, self, audience, at)))
    const token = previous ?? newest!
    const headers = [SERVICE_TOKEN_HEADER, token]
    if (previous !== undefined) headers.push(NEWEST_SERVICE_TOKEN_HEADER, newest!)
    const fresh = { token, headers, renewAt: at + LIFETIME_S - RENEW_BEFORE_S }
    minted.set(audience, fresh)
    return fresh
  }

  const findVerified = (token: string): string | undefined => {
    const known = verified.get(token)
    return known && seconds() < known.expiresAt ? known.issuer : undefined
  }

  return {
    mint: async (audience) => (await mint(audience)).token,
    headers: async (audience) => (await mint(audience)).headers,
    async verify(...tokens) {
      for (const token of tokens) {
        const issuer = findVerified(token)
        if (issuer !== undefined) return issuer
      }
      let fault: ServiceTokenFault = 'secret'
      const pairs = tokens.flatMap((token) => keys.map((key) => ({ token, key })))
      for (const { token, key } of pairs) {
        const result = await verifySignature(token, key, self, now())
        if (result === 'clock') fault = result
        if (typeof result === 'string') continue
        verified.set(token, { ...result, expiresAt: result.expiresAt + TOLERANCE_S })
        return result.issuer
      }
      throw refusedServiceToken(self, fault)
    },
  }
}

function sign(key: Uint8Array, self: string, audience: string, at: number): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ alg: 'HS256', typ: 'service+jwt' })
    .setIssuer(self)
    .setAudience(audience)
    .setIssuedAt(at)
    .setExpirationTime(at + LIFETIME_S)
    .sign(key)
}

/** The issuer and expiry of a token, in seconds, or its fault. */
async function verifySignature(
  token: string,
  key: Uint8Array,
  audience: string,
  currentDate: Date,
): Promise<{ issuer: string; expiresAt: number } | ServiceTokenFault> {
  try {
    const { payload } = await jwtVerify(token, key, {
      audience,
      algorithms: ['HS256'],
      typ: 'service+jwt',
      requiredClaims: ['iss', 'exp'],
      currentDate,
      clockTolerance: TOLERANCE_S,
    })
    return { issuer: payload.iss!, expiresAt: payload.exp! }
  } catch (error) {
    if (error instanceof errors.JWTExpired) return 'clock'
    if (error instanceof errors.JOSEError) return 'secret'
    throw error
  }
}
