// Access tokens for the tests of who verifies them: right in everything, or wrong in one thing.
import { exportJWK, generateKeyPair, SignJWT, type JWK, type JWTHeaderParameters } from 'jose'

export const ISSUER = 'https://id.example'
export const AUDIENCE = 'ecosystem'

/** Seconds of 2026-03-04T12:00:00Z, which is now for these tokens. */
export const NOON = Date.UTC(2026, 2, 4, 12) / 1000

/** For a verifier of tokens whose grants all go on. */
export const noneRevoked = { has: () => Promise.resolve(false) }

export interface Signer {
  kid: string
  privateKey: CryptoKey
  publicKey: CryptoKey
  /** As a key set publishes it. */
  jwk: JWK
}

/** A new key under this name. */
export async function createSigner(kid: string, alg = 'ES256'): Promise<Signer> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
  const jwk = { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' }
  return { kid, privateKey, publicKey, jwk }
}

/** What a token of ada's says; undefined leaves a claim out. */
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
