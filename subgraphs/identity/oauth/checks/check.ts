// The input and output of the checks before an authorization.
import type { SignedIn } from '../../domain/sessions/session.ts'
import type { AuthorizationRequest } from '../authorization-request.ts'
import type { Interaction } from '../authorization-result.ts'
import type { Parameters } from '../parameters.ts'
import type { RequestContext } from '../request-context.ts'

/** A request for an authorization, and who is signed in in the browser that sends it. */
export interface RequestToCheck extends RequestContext {
  authorization: Pick<
    AuthorizationRequest,
    'acrValues' | 'idTokenHint' | 'maxAge' | 'prompts' | 'scopes'
  >
  /** The parameters in the URL, which pages pass on. */
  sent: Parameters
  /** A random value that identifies the browser, signed in or not. */
  browser: string
  signedIn: SignedIn | undefined
}

/** A request to check, with a signed-in person. */
export type SignedInRequest = RequestToCheck & {
  signedIn: SignedIn
  /** Whether only a sign-in for this very request can lead to a code, and only to one. */
  needsFreshness: boolean
}

/**
 * Returns the page that the person must pass first; undefined to continue. @throws OAuthError, which is sent to the
 * client; RATE_LIMIT_EXCEEDED
 */
export type Check = (
  request: SignedInRequest,
) => Promise<Interaction | undefined> | Interaction | undefined
