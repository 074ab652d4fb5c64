// Short-lived tokens that identify the calling process to another process of the system.
import { errors, jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import { invalidToken } from '#foundation/domain/errors.ts'

/** The header that carries a service token, beside the caller's own `Authorization`. */
export const SERVICE_TOKEN_HEADER = 'x-service-token'

/** Sent with a service token: the address of the caller that the service acts for. */
export const CALLER_ADDRESS_HEADER = 'x-caller-address'

const LIFETIME_S = 60
const RENEW_BEFORE_S = 30
const TOLERANCE_S = 5
/** Each process of the system renews its token twice a minute. */
const REMEMBERED_TOKENS = 1_000

export interface ServiceTokens {
  /** A token from this service for `audience`, valid for at least 30 more seconds. */
  mint(audience: string): Promise<string>
  /**
   * The name of the calling service. @throws INVALID_TOKEN for a token that was not issued for us.
   */
  verify(token: string): Promise<string>
}

/**
 * Tokens of the service called `self`, signed by HS256 with the secret that all services share:
 * `iss` is the caller, `aud` the called service.
 */
export function createServiceTokens(secret: string, self: string, now: () => Date): ServiceTokens {
  const key = new TextEncoder().encode(secret)
  const minted = new Map<string, { token: string; renewAt: number }>()
  const verified = new LRUCache<string, { issuer: string; expiresAt: number }>({
    max: REMEMBERED_TOKENS,
  })

  return {
    async mint(audience) {
      const seconds = Math.floor(now().getTime() / 1000)
      const known = minted.get(audience)
      if (known && known.renewAt > seconds) return known.token
      const token = await new SignJWT()
        .setProtectedHeader({ alg: 'HS256', typ: 'service+jwt' })
        .setIssuer(self)
        .setAudience(audience)
        .setIssuedAt(seconds)
        .setExpirationTime(seconds + LIFETIME_S)
        .sign(key)
      minted.set(audience, { token, renewAt: seconds + LIFETIME_S - RENEW_BEFORE_S })
      return token
    },

    async verify(token) {
      const known = verified.get(token)
      if (known && now().getTime() / 1000 < known.expiresAt) return known.issuer
      try {
        const { payload } = await jwtVerify(token, key, {
          audience: self,
          algorithms: ['HS256'],
          typ: 'service+jwt',
          requiredClaims: ['iss', 'exp'],
          currentDate: now(),
          clockTolerance: TOLERANCE_S,
        })
        const issuer = payload.iss!
        verified.set(token, { issuer, expiresAt: payload.exp! + TOLERANCE_S })
        return issuer
      } catch (error) {
        if (error instanceof errors.JWTExpired) throw invalidToken('expired')
        if (error instanceof errors.JOSEError) throw invalidToken('invalid')
        throw error
      }
    },
  }
}
