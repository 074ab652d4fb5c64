// Logout tokens (OpenID Connect Back-Channel Logout 1.0, section 2.4): which session of a client has ended.
import type { DueNotice } from '../../domain/grants/logout-notice.ts'
import type { Issuer } from './id-token.ts'
import { signJwtByAny } from './sign-jwt.ts'

const LIFETIME_S = 120
const EVENT = 'http://schemas.openid.net/event/backchannel-logout'

/**
 * Signs a logout token with the key of the client's ID tokens. It cannot be mistaken for an ID or access token:
 * it has a `typ` of its own, and no nonce.
 */
export async function signLogoutToken(
  { issuer, idTokenKeys }: Issuer,
  { clientId, identityId, idTokenSignedResponseAlg, sid }: DueNotice,
  now: Date,
): Promise<string> {
  const jwk = await idTokenKeys[idTokenSignedResponseAlg].signingKey()
  const issuedAt = Math.floor(now.getTime() / 1000)
  return signJwtByAny(jwk, 'logout+jwt', {
    iss: issuer,
    aud: clientId,
    sub: identityId,
    sid,
    events: { [EVENT]: {} },
    jti: crypto.randomUUID(),
    iat: issuedAt,
    exp: issuedAt + LIFETIME_S,
  })
}
