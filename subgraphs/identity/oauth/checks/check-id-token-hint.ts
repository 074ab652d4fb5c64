// The client expects the person of an ID token (OpenID Connect Core, section 3.1.2.1, `id_token_hint`).
import { readIdTokenHint } from '../keys/id-token.ts'
import { OAuthError } from '../oauth-error.ts'
import type { SignedInRequest } from './check.ts'

/**
 * Compares the person of `id_token_hint` with the one who is signed in (OpenID Connect Core, section 3.1.2.2).
 * @throws login_required if the client expects somebody else
 */
export async function checkIdTokenHint(request: SignedInRequest): Promise<undefined> {
  const { authorization, server, signedIn } = request
  if (authorization.idTokenHint === undefined) return
  const hinted = await readIdTokenHint(server, authorization.idTokenHint)
  if (hinted?.sub === signedIn.identity.id) return
  throw new OAuthError('login_required', 'The person of the id_token_hint is not signed in.')
}
