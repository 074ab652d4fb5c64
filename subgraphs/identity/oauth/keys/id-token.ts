// ID tokens (OpenID Connect Core, section 2): who signed in, for the one client that asked.
import { createLocalJWKSet, errors, jwtVerify, type JSONWebKeySet, type JWTPayload } from 'jose'
import { acrOf } from '../../domain/sessions/second-factor.ts'
import type { IssuedGrant } from '../../domain/grants/grant.ts'
import type { Client } from '../../tables.ts'
import type { Keyring } from './keyring.ts'
import { signJwtByAny } from './sign-jwt.ts'
import type { Algorithm } from './signing-keys.ts'

const LIFETIME_S = 3600

/** Whose tokens they are, and the keys that sign them. */
export interface Issuer {
  issuer: string
  /** By the `id_token_signed_response_alg` of the client. */
  idTokenKeys: Readonly<Record<Algorithm, Keyring>>
}

interface SignIn {
  grant: IssuedGrant
  client: Pick<Client, 'idTokenSignedResponseAlg'>
  /** The claims of its scopes. */
  claims: Readonly<Record<string, unknown>>
  /** For the first ID token of a grant alone. */
  nonce: string | null
  now: Date
}

/** Signs the ID token of a grant that has the scope `openid`. */
export async function signIdToken(
  { issuer, idTokenKeys }: Issuer,
  { grant, client, claims, nonce, now }: SignIn,
): Promise<string> {
  const { clientId, identityId, methods, sid, signedInAt } = grant
  const jwk = await idTokenKeys[client.idTokenSignedResponseAlg].signingKey()
  const issuedAt = Math.floor(now.getTime() / 1000)
  return signJwtByAny(jwk, 'JWT', {
    ...claims,
    auth_time: Math.floor(signedInAt!.getTime() / 1000),
    ...(methods && { acr: acrOf(methods), amr: methods }),
    ...(nonce !== null && { nonce }),
    ...(sid !== null && { sid }),
    iss: issuer,
    aud: clientId,
    sub: identityId!,
    iat: issuedAt,
    exp: issuedAt + LIFETIME_S,
  })
}

/** The public keys of every algorithm. */
export async function publishedKeys({
  idTokenKeys,
}: Pick<Issuer, 'idTokenKeys'>): Promise<JSONWebKeySet> {
  // One after the other, so that a start that cannot read them always names the same file.
  const { keys } = await idTokenKeys.ES256.published()
  return { keys: [...keys, ...(await idTokenKeys.RS256.published()).keys] }
}

/**
 * The claims of an ID token that a client hands back as a hint, expired or not (OpenID Connect
 * Core, section 3.1.2.1). Undefined for a token that was not issued here, or whose key is gone.
 */
export async function readIdTokenHint(
  issuer: Issuer,
  hint: string,
): Promise<JWTPayload | undefined> {
  try {
    const keys = createLocalJWKSet(await publishedKeys(issuer))
    const { payload } = await jwtVerify(hint, keys, {
      issuer: issuer.issuer,
      algorithms: ['ES256', 'RS256'],
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
