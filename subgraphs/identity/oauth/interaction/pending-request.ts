// What a browser carries from page to page: a client's request, in the address, checked at each step.
import {
  readAuthorizationRequest,
  readRedirection,
  redirectWith,
  type AuthorizationRequest,
  type Redirection,
} from '../authorization-request.ts'
import { OAuthError } from '../oauth-error.ts'
import { readQuery, type Parameters } from '../parameters.ts'
import { pushedParameters } from '../pushed-request.ts'
import type { AuthorizationServer, RequestContext } from '../request-context.ts'

/** What the address of a page, or of the endpoint itself, asks for. */
export interface PendingRequest {
  /** As they stand in the address; they go along from page to page. */
  sent: Parameters
  parameters: Parameters
  redirection: Redirection
  /** What is wrong with how a parameter stands there: for the client to be told. */
  fault: OAuthError | undefined
}

/** @throws what must not be sent to any redirect URI */
export async function readPendingRequest({ ctx, req }: RequestContext): Promise<PendingRequest> {
  const { parameters: sent, fault } = readQuery(req)
  const parameters = await pushedParameters(ctx, sent)
  const redirection = await readRedirection(ctx, parameters).catch((refusal: unknown) => {
    throw fault ?? refusal
  })
  return { sent, parameters, redirection, fault }
}

/**
 * Where to go next, undefined for nowhere; a refusal goes to the client, by the redirect URI
 * (RFC 6749, section 4.1.2.1).
 */
export async function answerOrRefuse<Next extends string | undefined>(
  server: AuthorizationServer,
  { parameters, redirection, fault }: PendingRequest,
  next: (request: AuthorizationRequest) => Promise<Next>,
): Promise<Next | string> {
  try {
    if (fault) throw fault
    return await next(readAuthorizationRequest(redirection, parameters, server.config.openid))
  } catch (refusal) {
    if (!(refusal instanceof OAuthError)) throw refusal
    const { error, message } = refusal
    return redirectWith(redirection, server.issuer, { error, error_description: message })
  }
}
