// Access tokens: signed JWTs (RFC 9068).
import type { JWK } from 'jose'
import type { Acr } from '#foundation/auth/authentication-context.ts'
import { signJwt } from './sign-jwt.ts'

/** Lifetime in seconds; the `expires_in` of the contract. */
export const ACCESS_TOKEN_LIFETIME = 3600

export interface AccessTokenClaims {
  issuer: string
  audience: string
  /** `sub`: an identity, or the client's own id for a machine client. */
  subject: string
  clientId: string
  /** `grant_id`: the grant that it is issued from. */
  grantId: string
  /** Scopes, separated by spaces. */
  scope: string
  tier: 'authenticated' | 'partner'
  /** When and how the person signed in; absent for a machine client. */
  signedInAt?: Date | undefined
  acr?: Acr | undefined
}

export function signAccessToken(
  key: JWK,
  { issuer, audience, subject, clientId, grantId, scope, tier, signedInAt, acr }: AccessTokenClaims,
  now: Date,
): string {
  const issuedAt = Math.floor(now.getTime() / 1000)
  return signJwt(key, 'at+jwt', {
    client_id: clientId,
    grant_id: grantId,
    scope,
    tier,
    ...(signedInAt && { auth_time: Math.floor(signedInAt.getTime() / 1000) }),
    ...(acr && { acr }),
    iss: issuer,
    aud: audience,
    sub: subject,
    jti: crypto.randomUUID(),
    iat: issuedAt,
    exp: issuedAt + ACCESS_TOKEN_LIFETIME,
  })
}
