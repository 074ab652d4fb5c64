// The interface of grant types. One file per grant, one row in grant-types.ts.
import type { IssuedGrant } from '../../domain/grants/grant.ts'
import type { ClientCall } from '../client-authentication.ts'

export interface GrantType {
  /** `grant_type` as registered by RFC 6749 or its extension. */
  name: string
  /** The parameters in the body besides `grant_type` and the client's credentials. */
  parameters: Readonly<Record<string, GrantParameter>>
  /** Checks the request, and returns the grant to issue tokens for. @throws OAuthError, which the endpoint records */
  issue(request: ClientCall): Promise<Issue>
}

/** A parameter, for the OpenAPI document. */
interface GrantParameter {
  description: string
  example: string
  optional?: true
}

/** The grant and scopes from which the tokens of a response are created. */
export interface Issue {
  grant: IssuedGrant
  scopes: readonly string[]
  refreshToken?: string
  nonce?: string | null
}
