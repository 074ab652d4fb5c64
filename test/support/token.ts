// Access tokens for tests of verification: valid, or wrong in one claim.
import { exportJWK, generateKeyPair, SignJWT, type JWK, type JWTHeaderParameters } from 'jose'

export const ISSUER = 'https://id.example'
export const AUDIENCE = 'ecosystem'

/** 2026-03-04T12:00:00Z in seconds, the current time for these tokens. */
export const NOON = Date.UTC(2026, 2, 4, 12) / 1000

/** A verifier for which no grant is revoked. */
export const noneRevoked = { has: () => Promise.resolve(false) }

export interface Signer {
  kid: string
  privateKey: CryptoKey
  publicKey: CryptoKey
  /** The public key, as a key set publishes it. */
  jwk: JWK
}

/** A new key with this id. */
export async function createSigner(kid: string, alg = 'ES256'): Promise<Signer> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
  const jwk = { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' }
  return { kid, privateKey, publicKey, jwk }
}

/** The claims of a token of ada's; undefined leaves one out. */
export function claimsWith(claims: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    iss: ISSUER,
    aud: AUDIENCE,
    sub: 'identity_ada',
    client_id: 'test-client',
    grant_id: 'grant_of_ada',
    scope: 'identity wallet',
    tier: 'authenticated',
    jti: 'one of a kind',
    iat: NOON,
    exp: NOON + 3600,
    ...claims,
  }
}

/** An access token (RFC 9068) signed by the signer. */
export function signToken(
  { kid, privateKey }: Signer,
  claims: Record<string, unknown> = {},
  header: Partial<JWTHeaderParameters> = {},
): Promise<string> {
  return new SignJWT(claimsWith(claims))
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid, ...header })
    .sign(privateKey)
}
