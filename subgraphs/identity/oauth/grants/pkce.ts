// Proof Key for Code Exchange (RFC 7636): only the client that requested a code can redeem it.
import { sameHash, sha256 } from '../../domain/secrets/random.ts'
import type { Grant } from '../../tables.ts'
import { OAuthError } from '../oauth-error.ts'

/** 43 to 128 unreserved characters (RFC 7636, section 4.1). */
const VERIFIER = /^[A-Za-z0-9\-._~]{43,128}$/

/**
 * Checks the verifier against the challenge of the grant. A verifier without a challenge would be a downgrade
 * (RFC 9700, section 4.8.2). @throws invalid_grant if either is missing, or they do not match
 */
export function checkVerifier({ codeChallenge }: Grant, verifier: string | undefined): void {
  const neither = codeChallenge === null && verifier === undefined
  if (neither || (verifier !== undefined && fits(codeChallenge, verifier))) return
  throw new OAuthError('invalid_grant', 'The code_verifier does not match the code_challenge.')
}

function fits(codeChallenge: string | null, verifier: string): boolean {
  if (codeChallenge === null || !VERIFIER.test(verifier)) return false
  return sameHash(sha256(verifier), Buffer.from(codeChallenge, 'base64url'))
}
