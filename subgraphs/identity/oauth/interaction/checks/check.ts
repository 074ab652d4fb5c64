// What the checks on the way to an authorization read, and what they decide.
import type { AuthorizationRequest } from '../../authorization-request.ts'
import type { Parameters } from '../../parameters.ts'
import type { BrowserSession, SignedInBrowserSession } from '../browser-session.ts'

/** A request for an authorization, in the browser session that it goes through. */
export interface RequestToCheck extends BrowserSession {
  authorization: Pick<
    AuthorizationRequest,
    'acrValues' | 'idTokenHint' | 'maxAge' | 'prompts' | 'scopes'
  >
  /** The parameters in the URL, which pages pass on. */
  sent: Parameters
}

/** A request to check whose person is signed in. */
export type SignedInRequest = RequestToCheck &
  SignedInBrowserSession & {
    /** Whether only a sign-in for this very request lets it have a code, which it can do once. */
    needsFreshness: boolean
  }

/**
 * Gives the path of the page that the person must pass first; undefined to go on.
 * @throws OAuthError, which goes to the client; RATE_LIMIT_EXCEEDED
 */
export type Check = (request: SignedInRequest) => Promise<string | undefined> | string | undefined
