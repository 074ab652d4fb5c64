// Access tokens: signed JWTs as RFC 9068 describes them.
import { importJWK, SignJWT } from 'jose'
import type { SigningKeys } from './signing-keys.ts'

/** Seconds an access token lives; the `expires_in` of the contract. */
export const ACCESS_TOKEN_LIFETIME = 3600

export interface AccessTokenClaims {
  issuer: string
  audience: string
  /** `sub`: an identity, or the client itself when it acts for nobody. */
  subject: string
  clientId: string
  /** `grant_id`: the authorization it is issued from. */
  grantId: string
  /** Space separated. */
  scope: string
  tier: 'authenticated' | 'partner'
}

/** Signs an access token with the first of the keys. */
export async function signAccessToken(
  keys: SigningKeys,
  { issuer, audience, subject, clientId, grantId, scope, tier }: AccessTokenClaims,
  now: Date,
): Promise<string> {
  const [jwk] = keys
  const issuedAt = Math.floor(now.getTime() / 1000)
  return new SignJWT({ client_id: clientId, grant_id: grantId, scope, tier })
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: jwk.kid! })
    .setIssuer(issuer)
    .setAudience(audience)
    .setSubject(subject)
    .setJti(crypto.randomUUID())
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + ACCESS_TOKEN_LIFETIME)
    .sign(await importJWK(jwk))
}
