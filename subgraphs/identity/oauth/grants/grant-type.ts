// The interface of grant types. One file per grant, one row in grant-types.ts.
import type { IssuedGrant } from '../../domain/grants/grant.ts'
import type { ClientCall } from '../client-authentication.ts'

export interface GrantType {
  /** `grant_type` as registered by RFC 6749 or its extension. */
  name: string
  /** The parameters in the body besides `grant_type` and the client's credentials. */
  parameters: Readonly<Record<string, GrantParameter>>
  /** Checks the request and issues. The endpoint counts and records errors. @throws OAuthError */
  issue(request: ClientCall): Promise<Issue>
}

/** A parameter, for the OpenAPI document. */
export interface GrantParameter {
  description: string
  example: string
  optional?: true
}

/** What the tokens of a response are created from. */
export interface Issue {
  grant: IssuedGrant
  scopes: readonly string[]
  refreshToken?: string
  nonce?: string | null
}
