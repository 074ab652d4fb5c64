// A pending authorization request: pages pass its parameters on in their URLs, and each page validates them again.
import {
  readAuthorizationRequest,
  readRedirection,
  type AuthorizationRequest,
  type Redirection,
} from './authorization-request.ts'
import { authorizationResponse, type AuthorizationResult } from './authorization-result.ts'
import { toRedirectedError, type OAuthError } from './oauth-error.ts'
import { readQuery, type Parameters } from './parameters.ts'
import { pushedParameters } from './pushed-request.ts'
import type { RequestContext } from './request-context.ts'

/** The request in the URL: its redirect URI is validated, the other parameters are not yet. */
export interface PendingRequest {
  /** The parameters in the URL, which pages pass on. */
  sent: Parameters
  parameters: Parameters
  redirection: Redirection
  /** A malformed parameter, which is reported to the client. */
  fault: OAuthError | undefined
}

/** Reads the request from the URL. @throws errors that must not be sent to any redirect URI */
export async function readPendingRequest({ ctx, req }: RequestContext): Promise<PendingRequest> {
  const { parameters: sent, fault } = readQuery(req)
  const parameters = await pushedParameters(ctx, sent)
  const redirection = await readRedirection(ctx, parameters).catch((refusal: unknown) => {
    throw fault ?? refusal
  })
  return { sent, parameters, redirection, fault }
}

/** Validates the request for `next`. Its errors become a response to the client (RFC 6749, section 4.1.2.1). */
export async function continueOrRefuse<Next>(
  { res, server }: RequestContext,
  { parameters, redirection, fault }: PendingRequest,
  next: (authorization: AuthorizationRequest) => Promise<Next>,
): Promise<Next | AuthorizationResult> {
  try {
    if (fault) throw fault
    return await next(readAuthorizationRequest(redirection, parameters))
  } catch (thrown) {
    const refusal = toRedirectedError(thrown)
    if (!refusal) throw thrown
    // On a redirect, the header would delay the browser rather than the client.
    res.removeHeader('Retry-After')
    const { error, message } = refusal
    return authorizationResponse(redirection, server.issuer, { error, error_description: message })
  }
}
