// Verifies the access tokens of a foreign issuer, by the keys that it publishes.
import { errors, jwtVerify, type JSONWebKeySet, type JWTPayload } from 'jose'
import { LRUCache } from 'lru-cache'
import { createRemoteKeys, type TrustedKeys } from '#foundation/auth/remote-keys.ts'
import { invalidToken } from '#foundation/domain/errors.ts'
import type { Log } from '#foundation/telemetry/log.ts'
import type { ForeignTokenSettings } from '../settings.ts'
import { fetchForeignKeys } from './keys.ts'

/** What a valid token says about its bearer. */
export interface TokenClaims {
  /** `sub`; undefined if the token names nobody. */
  subject: string | undefined
  scopes: ReadonlySet<string>
  policies: ReadonlySet<string>
}

/** Verifies a token. @throws INVALID_TOKEN; INTERNAL_ERROR with `retry` while there are no keys */
export type VerifyForeignToken = (token: string) => Promise<TokenClaims>

interface CachedToken {
  claims: TokenClaims
  kid: string | undefined
  /** Milliseconds since the epoch. */
  expiresAt: number
}

/** The maximum length of all cached tokens together, in UTF-16 units. */
const CACHED_UNITS = 8 * 1024 * 1024
const CLOCK_TOLERANCE_S = 5
const ISSUER = { service: 'issuer', title: 'the token issuer' }
/** Whoever knows a shared secret could sign tokens, so only key pairs count. */
const ALGORITHMS = 'ES256 ES384 ES512 EdDSA Ed25519 PS256 PS384 PS512 RS256 RS384 RS512'.split(' ')
/** RFC 8725, section 3.11: a token of another type, such as a logout token, is no access token. */
const TYPES = new Set(['jwt', 'at+jwt', 'application/at+jwt'])

/** Verifies signature, issuer, audience and times. A verified token is cached until it expires or its key is withdrawn. */
export function createForeignTokenVerifier(
  settings: ForeignTokenSettings,
  { log, now }: { log: Log; now: () => Date },
): VerifyForeignToken {
  const fetchKeys = (): Promise<JSONWebKeySet> => fetchForeignKeys(settings.jwksUrl)
  const keys = createRemoteKeys(fetchKeys, { log, now, issuer: ISSUER })
  const cache = new LRUCache<string, CachedToken>({
    maxSize: CACHED_UNITS,
    sizeCalculation: (_cached, token) => token.length,
  })
  return async (token) => {
    const cached = cache.get(token)
    if (cached && cached.expiresAt > now().getTime() && keys.trust(cached.kid)) return cached.claims
    const verified = await verify(token, settings, keys, now())
    cache.set(token, verified)
    return verified.claims
  }
}

async function verify(
  token: string,
  { audience, issuer, policiesClaim }: ForeignTokenSettings,
  keys: TrustedKeys,
  currentDate: Date,
): Promise<CachedToken> {
  try {
    const { payload, protectedHeader } = await jwtVerify(token, keys.find, {
      issuer,
      audience,
      algorithms: ALGORITHMS,
      requiredClaims: ['exp'],
      clockTolerance: CLOCK_TOLERANCE_S,
      currentDate,
    })
    const { kid, typ } = protectedHeader
    if (typ !== undefined && !TYPES.has(typ.toLowerCase())) throw invalidToken('invalid')
    return { claims: claimsOf(payload, policiesClaim), kid, expiresAt: payload.exp! * 1000 }
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw invalidToken('expired')
    throw error instanceof errors.JOSEError ? invalidToken('invalid') : error
  }
}

function claimsOf(payload: JWTPayload, policiesClaim: string): TokenClaims {
  const scope = payload.scope ?? payload.scp ?? payload.scopes
  const policies = Object.hasOwn(payload, policiesClaim) ? payload[policiesClaim] : []
  return {
    subject: payload.sub,
    scopes: new Set(typeof scope === 'string' ? scope.split(' ') : textsOf(scope)),
    policies: new Set(textsOf(policies)),
  }
}

/** The strings of a list; any other value grants nothing. */
function textsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}
