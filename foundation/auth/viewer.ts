// Who is asking: an access token becomes a Viewer. Every service verifies it by itself.
import { errors, jwtVerify, type JWTPayload } from 'jose'
import { LRUCache } from 'lru-cache'
import type { TrustedKeys } from '#foundation/auth/remote-keys.ts'
import type { EndedGrants } from '#foundation/auth/revoked-grants.ts'
import { invalidToken } from '#foundation/domain/errors.ts'

/** The caller behind a valid access token. */
export interface Viewer {
  /** `sub`: an identity, or the client itself when it acts for nobody. */
  identityId: string
  clientId: string
  /** `grant_id`: the authorization that the token is of; once it has ended, so has the token. */
  grantId: string
  scopes: ReadonlySet<string>
  tier: 'authenticated' | 'partner'
  /** Milliseconds since the epoch. */
  expiresAt: number
}

/** Turns an access token into its Viewer. @throws INVALID_TOKEN */
export type VerifyToken = (token: string) => Promise<Viewer>

export interface VerifierOptions {
  issuer: string
  audience: string
  keys: TrustedKeys
  endedGrants: Pick<EndedGrants, 'has'>
  now: () => Date
}

interface Remembered {
  viewer: Viewer
  kid: string | undefined
}

const REMEMBERED_TOKENS = 10_000

/**
 * Verifies access tokens as RFC 9068 section 4 says: ES256, `typ: at+jwt`, issuer, audience, times.
 * A good signature is checked once and remembered until the token expires or its key is withdrawn;
 * whether the grant has ended is asked each time.
 */
export function createTokenVerifier(options: VerifierOptions): VerifyToken {
  const { endedGrants, keys, now } = options
  const remembered = new LRUCache<string, Remembered>({ max: REMEMBERED_TOKENS })
  const recall = (token: string): Viewer | undefined => {
    const { viewer, kid } = remembered.get(token) ?? {}
    return viewer && viewer.expiresAt > now().getTime() && keys.trust(kid) ? viewer : undefined
  }
  return async (token) => {
    let viewer = recall(token)
    if (!viewer) {
      const verified = await verifySignature(token, options)
      remembered.set(token, verified)
      viewer = verified.viewer
    }
    if (await endedGrants.has(viewer.grantId)) throw invalidToken('revoked')
    return viewer
  }
}

async function verifySignature(
  token: string,
  { issuer, audience, keys, now }: VerifierOptions,
): Promise<Remembered> {
  try {
    const { payload, protectedHeader } = await jwtVerify(token, keys.find, {
      issuer,
      audience,
      algorithms: ['ES256'],
      typ: 'at+jwt',
      requiredClaims: ['sub', 'client_id', 'grant_id', 'scope', 'jti', 'iat', 'exp', 'tier'],
      currentDate: now(),
    })
    return { viewer: toViewer(payload), kid: protectedHeader.kid }
  } catch (error) {
    throw tokenError(error)
  }
}

function toViewer(payload: JWTPayload): Viewer {
  const { sub, client_id: clientId, grant_id: grantId, scope, tier, exp } = payload
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
  }
}

function tokenError(error: unknown): unknown {
  if (error instanceof errors.JWTExpired) return invalidToken('expired')
  if (error instanceof errors.JOSEError) return invalidToken('invalid')
  return error
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
