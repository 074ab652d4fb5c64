// The input and output of the checks before an authorization.
import type { AuthorizationRequest } from '../authorization-request.ts'
import type { Parameters } from '../parameters.ts'
import type {
  BrowserSession,
  SignedInBrowserSession,
} from '../../pages/handlers/browser-session.ts'

/** A request for an authorization, in its browser session. */
export interface RequestToCheck extends BrowserSession {
  authorization: Pick<
    AuthorizationRequest,
    'acrValues' | 'idTokenHint' | 'maxAge' | 'prompts' | 'scopes'
  >
  /** The parameters in the URL, which pages pass on. */
  sent: Parameters
}

/** A request to check, with a signed-in person. */
export type SignedInRequest = RequestToCheck &
  SignedInBrowserSession & {
    /** Whether only a sign-in for this very request can lead to a code, and only to one. */
    needsFreshness: boolean
  }

/**
 * Returns the path of the page that the person must pass first; undefined to continue. @throws OAuthError,
 * which is sent to the client; RATE_LIMIT_EXCEEDED
 */
export type Check = (request: SignedInRequest) => Promise<string | undefined> | string | undefined
