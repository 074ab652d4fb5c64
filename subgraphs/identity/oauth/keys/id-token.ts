// ID tokens (OpenID Connect Core, section 2): who signed in, told to the one client that asked.
import { createLocalJWKSet, errors, jwtVerify, SignJWT, type JWTPayload } from 'jose'
import type { IssuedGrant } from '../../domain/grant.ts'
import type { AuthorizationServer } from '../request-context.ts'

const LIFETIME_S = 3600

/** Signs the ID token of a grant that has the scope `openid`; a nonce is for the first one alone. */
export async function signIdToken(
  { issuer, keyring }: AuthorizationServer,
  { clientId, identityId, signedInAt }: IssuedGrant,
  nonce: string | null,
  now: Date,
): Promise<string> {
  const jwk = await keyring.signingKey()
  const issuedAt = Math.floor(now.getTime() / 1000)
  const claims = {
    auth_time: Math.floor(signedInAt!.getTime() / 1000),
    ...(nonce !== null && { nonce }),
  }
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'ES256', typ: 'JWT', kid: jwk.kid! })
    .setIssuer(issuer)
    .setAudience(clientId)
    .setSubject(identityId!)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + LIFETIME_S)
    .sign(jwk)
}

/**
 * The claims of an ID token that a client hands back as a hint, expired or not (OpenID Connect
 * Core, section 3.1.2.1). Undefined for what was not issued here, or by a key that is gone.
 */
export async function readIdTokenHint(
  { issuer, keyring }: AuthorizationServer,
  hint: string,
): Promise<JWTPayload | undefined> {
  try {
    const keys = createLocalJWKSet(await keyring.published())
    const { payload } = await jwtVerify(hint, keys, {
      issuer,
      algorithms: ['ES256'],
      typ: 'JWT',
      // None has expired by then.
      currentDate: new Date(0),
    })
    return payload
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined
    throw error
  }
}
