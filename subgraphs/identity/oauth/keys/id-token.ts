// ID tokens (OpenID Connect Core, section 2): who signed in, for the one client that asked.
import { createLocalJWKSet, errors, jwtVerify, type JWTPayload } from 'jose'
import type { IssuedGrant } from '../../domain/grant.ts'
import type { Keyring } from './keyring.ts'
import { signJwt } from './sign-jwt.ts'

const LIFETIME_S = 3600

/** Whose tokens they are, and the keys that sign them. */
interface Issuer {
  issuer: string
  keyring: Keyring
}

interface SignIn {
  grant: IssuedGrant
  /** For the first ID token of a grant alone. */
  nonce: string | null
  now: Date
}

/** Signs the ID token of a grant that has the scope `openid`. */
export async function signIdToken(
  { issuer, keyring }: Issuer,
  { grant: { clientId, identityId, signedInAt }, nonce, now }: SignIn,
): Promise<string> {
  const jwk = await keyring.signingKey()
  const issuedAt = Math.floor(now.getTime() / 1000)
  return signJwt(jwk, 'JWT', {
    auth_time: Math.floor(signedInAt!.getTime() / 1000),
    ...(nonce !== null && { nonce }),
    iss: issuer,
    aud: clientId,
    sub: identityId!,
    iat: issuedAt,
    exp: issuedAt + LIFETIME_S,
  })
}

/**
 * The claims of an ID token that a client hands back as a hint, expired or not (OpenID Connect
 * Core, section 3.1.2.1). Undefined for a token that was not issued here, or whose key is gone.
 */
export async function readIdTokenHint(
  { issuer, keyring }: Issuer,
  hint: string,
): Promise<JWTPayload | undefined> {
  try {
    const keys = createLocalJWKSet(await keyring.published())
    const { payload } = await jwtVerify(hint, keys, {
      issuer,
      algorithms: ['ES256'],
      typ: 'JWT',
      // No token has expired at that date.
      currentDate: new Date(0),
    })
    return payload
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined
    throw error
  }
}
