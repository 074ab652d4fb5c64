// Who is asking: an access token becomes a Viewer. Every service verifies it by itself.
import {
  createLocalJWKSet,
  errors,
  jwtVerify,
  type JSONWebKeySet,
  type JWTPayload,
  type JWTVerifyGetKey,
} from 'jose'
import { LRUCache } from 'lru-cache'
import { invalidToken, serviceUnavailable } from '#foundation/errors.ts'

/** The caller behind a valid access token. */
export interface Viewer {
  /** `sub`: an identity, or the client itself when it acts for nobody. */
  identityId: string
  clientId: string
  scopes: ReadonlySet<string>
  tier: 'authenticated' | 'partner'
  /** Milliseconds since the epoch. */
  expiresAt: number
}

/** Turns an access token into its Viewer. @throws INVALID_TOKEN */
export type VerifyToken = (token: string) => Promise<Viewer>

interface VerifierOptions {
  issuer: string
  audience: string
  keys: JWTVerifyGetKey
  now: () => Date
}

const REMEMBERED_TOKENS = 10_000

/**
 * Verifies access tokens as RFC 9068 section 4 says: ES256, `typ: at+jwt`, issuer, audience, times.
 * A good signature is checked once and remembered until the token expires.
 */
export function createTokenVerifier({ issuer, audience, keys, now }: VerifierOptions): VerifyToken {
  const remembered = new LRUCache<string, Viewer>({ max: REMEMBERED_TOKENS })
  return async (token) => {
    const known = remembered.get(token)
    if (known && known.expiresAt > now().getTime()) return known
    try {
      const { payload } = await jwtVerify(token, keys, {
        issuer,
        audience,
        algorithms: ['ES256'],
        typ: 'at+jwt',
        requiredClaims: ['sub', 'client_id', 'scope', 'jti', 'iat', 'exp', 'tier'],
        currentDate: now(),
      })
      const viewer = toViewer(payload)
      remembered.set(token, viewer)
      return viewer
    } catch (error) {
      throw tokenError(error)
    }
  }
}

function toViewer(payload: JWTPayload): Viewer {
  const { sub, client_id: clientId, scope, tier, exp } = payload
  if (typeof sub !== 'string' || typeof clientId !== 'string') throw invalidToken('invalid')
  if (typeof scope !== 'string') throw invalidToken('invalid')
  if (tier !== 'authenticated' && tier !== 'partner') throw invalidToken('invalid')
  return {
    identityId: sub,
    clientId,
    scopes: new Set(scope.split(' ').filter((name) => name !== '')),
    tier,
    expiresAt: exp! * 1000,
  }
}

function tokenError(error: unknown): unknown {
  if (error instanceof errors.JWTExpired) return invalidToken('expired')
  if (error instanceof errors.JOSEError) return invalidToken('invalid')
  return error
}

const FRESH_MS = 5 * 60_000
const KEPT_MS = 24 * 3_600_000
const RETRY_MS = 30_000

/**
 * The ID service's public keys (RFC 7517), fetched when first needed and again every five minutes
 * in the background. An unknown `kid` asks again at most every 30 seconds, and while the ID service
 * is away the last good set is kept for 24 hours: jose's own remote set fails closed after minutes.
 */
export function createRemoteKeys(
  fetchKeys: () => Promise<JSONWebKeySet>,
  now: () => Date,
): JWTVerifyGetKey {
  let keys: JWTVerifyGetKey | undefined
  let fetchedAt = -Infinity
  let triedAt = -Infinity
  let underway: Promise<void> | undefined

  const refresh = (): Promise<void> => {
    if (underway) return underway
    triedAt = now().getTime()
    underway = fetchKeys()
      .then((set) => {
        keys = createLocalJWKSet(set)
        fetchedAt = now().getTime()
      })
      .catch(() => undefined)
      .finally(() => (underway = undefined))
    return underway
  }
  // Whoever comes while a fetch is under way waits for that one.
  const mayTry = (): boolean => underway !== undefined || now().getTime() - triedAt >= RETRY_MS

  return async (header, token) => {
    const age = now().getTime() - fetchedAt
    if (age > KEPT_MS) await refresh()
    else if (age > FRESH_MS && mayTry()) void refresh()
    if (!keys || now().getTime() - fetchedAt > KEPT_MS) throw serviceUnavailable('identity')
    try {
      return await keys(header, token)
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey) || !mayTry()) throw error
      await refresh()
      return keys(header, token)
    }
  }
}

/** Fetches the key set that the issuer publishes. @throws when it does not answer in 5 seconds. */
export async function fetchKeySet(issuer: string): Promise<JSONWebKeySet> {
  const response = await fetch(`${issuer}/.well-known/jwks.json`, {
    signal: AbortSignal.timeout(5_000),
  })
  if (!response.ok) throw new Error(`The key set of ${issuer} answered ${response.status}.`)
  return (await response.json()) as JSONWebKeySet
}

/**
 * The token of an `Authorization: Bearer …` header (RFC 6750 section 2.1), or undefined when there
 * is none. @throws INVALID_TOKEN when the header is Bearer and carries no single token.
 */
export function bearerToken(authorization: string | undefined): string | undefined {
  if (authorization === undefined || !/^bearer\b/i.test(authorization)) return undefined
  const token = /^bearer +([A-Za-z0-9\-._~+/]+=*) *$/i.exec(authorization)?.[1]
  if (token === undefined) throw invalidToken('invalid')
  return token
}
