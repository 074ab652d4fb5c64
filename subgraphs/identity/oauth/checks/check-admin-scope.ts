// Only administrators can grant the scope `admin`: a client cannot extend a person's rights (RFC 6749, section 3.3).
import { OAuthError } from '../oauth-error.ts'
import type { SignedInRequest } from './check.ts'

/** Reads the role at each step. @throws invalid_scope if the person is no administrator (RFC 6749, section 4.1.2.1) */
export function checkAdminScope({ authorization, signedIn }: SignedInRequest): undefined {
  if (!authorization.scopes.includes('admin') || signedIn.identity.role === 'admin') return
  throw new OAuthError('invalid_scope', 'The scope admin is only for administrators.')
}
