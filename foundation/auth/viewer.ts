// Turns an access token into a Viewer. Every service verifies tokens itself.
import { errors, jwtVerify, type JWTPayload } from 'jose'
import { LRUCache } from 'lru-cache'
import { isAcr, type Acr } from '#foundation/auth/authentication-context.ts'
import type { TrustedKeys } from '#foundation/auth/remote-keys.ts'
import type { RevokedGrants } from '#foundation/auth/revoked-grants.ts'
import { invalidToken } from '#foundation/domain/errors.ts'

/** The caller behind a valid access token. */
export interface Viewer {
  /** `sub`: an identity, or the client itself for a machine client. */
  identityId: string
  clientId: string
  /** `grant_id`: the grant of the token, which is valid until the grant is revoked. */
  grantId: string
  scopes: ReadonlySet<string>
  tier: 'authenticated' | 'partner'
  /** When the token expires, in milliseconds since the epoch. */
  expiresAt: number
  /** When and how the person signed in; undefined for a machine client, and if the token does not say. */
  signedInAt?: number | undefined
  acr?: Acr | undefined
}

/**
 * Checks again the viewer of a token that was verified, without the token: a process may have more open streams than
 * verified tokens in its cache. @throws INVALID_TOKEN
 */
export type RecheckViewer = (viewer: Viewer) => void | Promise<void>

/** The keys that signed the tokens of viewers. */
const keyIds = new WeakMap<Viewer, string | undefined>()

/** Turns an access token into its Viewer, synchronously if it is cached. Rejects with INVALID_TOKEN. */
export type VerifyToken = (token: string) => Viewer | Promise<Viewer>

/** The `aud` of every access token: installations differ by their issuers. */
export const TOKEN_AUDIENCE = 'ecosystem'

export interface VerifierOptions {
  issuer: string
  audience: string
  keys: TrustedKeys
  revokedGrants: Pick<RevokedGrants, 'has'>
  now: () => Date
}

interface CachedToken {
  viewer: Viewer
  kid: string | undefined
}

const CACHED_TOKENS = 10_000

/**
 * Verifies access tokens (RFC 9068 section 4): ES256, `typ: at+jwt`, issuer, audience, times. A valid
 * signature is cached until the token expires or its key is withdrawn; revocation is checked each time.
 */
export function createTokenVerifier(options: VerifierOptions): VerifyToken {
  const { revokedGrants, keys, now } = options
  const cache = new LRUCache<string, CachedToken>({ max: CACHED_TOKENS })
  const cached = (token: string): Viewer | undefined => {
    const { viewer, kid } = cache.get(token) ?? {}
    return viewer && viewer.expiresAt > now().getTime() && keys.trust(kid) ? viewer : undefined
  }
  const verify = async (token: string, known: Viewer | undefined): Promise<Viewer> => {
    let viewer = known
    if (!viewer) {
      const verified = await verifySignature(token, options)
      cache.set(token, verified)
      viewer = verified.viewer
    }
    if (await revokedGrants.has(viewer.grantId)) throw invalidToken('revoked')
    return viewer
  }
  return (token) => {
    const known = cached(token)
    return known && revokedGrants.has(known.grantId) === false ? known : verify(token, known)
  }
}

/** A viewer stays valid until the token expires, its key is withdrawn or its grant is revoked. */
export function createViewerCheck({
  keys,
  revokedGrants,
  now,
}: Pick<VerifierOptions, 'keys' | 'revokedGrants' | 'now'>): RecheckViewer {
  return (viewer) => {
    if (viewer.expiresAt <= now().getTime()) throw invalidToken('expired')
    if (!keys.trust(keyIds.get(viewer))) throw invalidToken('invalid')
    const isRevoked = revokedGrants.has(viewer.grantId)
    const isKnown = typeof isRevoked === 'boolean'
    return isKnown ? refuseRevoked(isRevoked) : isRevoked.then(refuseRevoked)
  }
}

function refuseRevoked(isRevoked: boolean): void {
  if (isRevoked) throw invalidToken('revoked')
}

async function verifySignature(
  token: string,
  { issuer, audience, keys, now }: VerifierOptions,
): Promise<CachedToken> {
  try {
    const { payload, protectedHeader } = await jwtVerify(token, keys.find, {
      issuer,
      audience,
      algorithms: ['ES256'],
      typ: 'at+jwt',
      requiredClaims: ['sub', 'client_id', 'grant_id', 'scope', 'jti', 'iat', 'exp', 'tier'],
      currentDate: now(),
    })
    const viewer = toViewer(payload)
    const { kid } = protectedHeader
    keyIds.set(viewer, kid)
    return { viewer, kid }
  } catch (error) {
    throw tokenError(error)
  }
}

function toViewer(payload: JWTPayload): Viewer {
  const { sub, client_id: clientId, grant_id: grantId, scope, tier, exp } = payload
  const { acr, auth_time: signedInAt } = payload
  if (typeof sub !== 'string' || typeof clientId !== 'string') throw invalidToken('invalid')
  if (typeof grantId !== 'string' || typeof scope !== 'string') throw invalidToken('invalid')
  if (tier !== 'authenticated' && tier !== 'partner') throw invalidToken('invalid')
  return {
    identityId: sub,
    clientId,
    grantId,
    scopes: new Set(scope.split(' ').filter((name) => name !== '')),
    tier,
    expiresAt: exp! * 1000,
    signedInAt: typeof signedInAt === 'number' ? signedInAt * 1000 : undefined,
    acr: isAcr(acr) ? acr : undefined,
  }
}

function tokenError(error: unknown): unknown {
  if (error instanceof errors.JWTExpired) return invalidToken('expired')
  if (error instanceof errors.JOSEError) return invalidToken('invalid')
  return error
}

/**
 * The token of an `Authorization: Bearer …` header (RFC 6750 section 2.1), or undefined when there
 * is none. @throws INVALID_TOKEN when a Bearer header does not contain exactly one token.
 */
export function bearerToken(authorization: string | undefined): string | undefined {
  if (authorization === undefined || !/^bearer\b/i.test(authorization)) return undefined
  const token = /^bearer +([A-Za-z0-9\-._~+/]+=*) *$/i.exec(authorization)?.[1]
  if (token === undefined) throw invalidToken('invalid')
  return token
}
