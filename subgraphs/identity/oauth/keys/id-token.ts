// ID tokens (OpenID Connect Core, section 2): who signed in, for the client that requested it.
import { createLocalJWKSet, errors, jwtVerify, type JSONWebKeySet, type JWTPayload } from 'jose'
import { acrOf } from '../../domain/sessions/second-factor.ts'
import type { IssuedGrant } from '../../domain/grants/grant.ts'
import type { Client } from '../../tables.ts'
import type { Keyring } from './keyring.ts'
import { signJwtByAny } from './sign-jwt.ts'
import type { Algorithm } from './signing-keys.ts'

const LIFETIME_S = 3600

/** The issuer of tokens, and its signing keys. */
export interface Issuer {
  issuer: string
  /** The keys for ID tokens, by `id_token_signed_response_alg` of the client. */
  idTokenKeys: Readonly<Record<Algorithm, Keyring>>
}

interface SignIn {
  grant: IssuedGrant
  client: Pick<Client, 'idTokenSignedResponseAlg'>
  /** The claims of the granted scopes. */
  claims: Readonly<Record<string, unknown>>
  /** The nonce of the request, only for the first ID token of a grant. */
  nonce: string | null
  now: Date
}

/** Signs the ID token of a grant with the scope `openid`. */
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

/** The public keys of all algorithms. */
export async function publishedKeys({
  idTokenKeys,
}: Pick<Issuer, 'idTokenKeys'>): Promise<JSONWebKeySet> {
  // Sequentially, so that a failing start always reports the same file.
  const { keys } = await idTokenKeys.ES256.published()
  return { keys: [...keys, ...(await idTokenKeys.RS256.published()).keys] }
}

/**
 * The claims of an ID token that a client sends as a hint, even if expired (OpenID Connect Core, section
 * 3.1.2.1). Undefined for a token that was not issued here, or whose key was removed.
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
      // A clock at 1970 disables the check of the expiry.
      currentDate: new Date(0),
    })
    return payload
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined
    throw error
  }
}
