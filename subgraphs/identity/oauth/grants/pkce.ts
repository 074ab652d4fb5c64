// Proof Key for Code Exchange (RFC 7636): a code can be redeemed only by the client that requested it.
import { sameHash, sha256 } from '../../domain/secrets/random.ts'
import type { Grant } from '../../tables.ts'
import { OAuthError } from '../oauth-error.ts'

/** 43 to 128 of the unreserved characters (RFC 7636, section 4.1). */
const VERIFIER = /^[A-Za-z0-9\-._~]{43,128}$/

/**
 * @throws invalid_grant when the verifier does not fit the challenge of the grant: missing where
 * there was one, or sent where there was none, which would be a downgrade (RFC 9700, section 4.8.2)
 */
export function checkVerifier({ codeChallenge }: Grant, verifier: string | undefined): void {
  const neither = codeChallenge === null && verifier === undefined
  if (neither || (verifier !== undefined && fits(codeChallenge, verifier))) return
  throw new OAuthError('invalid_grant', 'The code_verifier does not fit the code_challenge.')
}

function fits(codeChallenge: string | null, verifier: string): boolean {
  if (codeChallenge === null || !VERIFIER.test(verifier)) return false
  return sameHash(sha256(verifier), Buffer.from(codeChallenge, 'base64url'))
}
