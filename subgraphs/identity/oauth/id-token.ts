// ID tokens (OpenID Connect Core, section 2): who signed in, told to the one client that asked.
import { SignJWT } from 'jose'
import type { IssuedGrant } from '../domain/grant.ts'
import type { AuthorizationServer } from './server.ts'

const LIFETIME_S = 3600

/** Signs the ID token of a grant that has the scope `openid`. */
export async function signIdToken(
  { issuer, keyring }: AuthorizationServer,
  { clientId, identityId, nonce, signedInAt }: IssuedGrant,
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
