// The result of an authorization request: a page that the person must pass first, or the response to the client.
import type { Redirection, ResponseMode } from './authorization-request.ts'

/** A page that the person must pass first. */
export type Interaction = 'sign-in' | 'confirmation' | 'second-factor-needed' | 'consent'

/** A code or an error, which the browser takes to the client (RFC 6749, sections 4.1.2 and 4.1.2.1). */
export interface AuthorizationResponse {
  clientName: string
  redirectUri: string
  responseMode: ResponseMode
  /** The parameters of the response. */
  fields: Readonly<Record<string, string>>
}

export type AuthorizationResult = Interaction | AuthorizationResponse

/** The response to the client. `iss` names the sender (RFC 9207). */
export function authorizationResponse(
  { client, redirectUri, responseMode, state }: Redirection,
  issuer: string,
  outcome: Readonly<Record<string, string>>,
): AuthorizationResponse {
  const fields = { ...outcome, ...(state !== undefined && { state }), iss: issuer }
  return { clientName: client.name, redirectUri, responseMode, fields }
}
