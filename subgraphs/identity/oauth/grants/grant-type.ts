// The type of a grant type of the token endpoint. One file per grant, one row in grant-types.ts.
import type { IssuedGrant } from '../../domain/grants/grant.ts'
import type { ClientCall } from '../client-authentication.ts'

export interface GrantType {
  /** `grant_type`, as RFC 6749 or its extension registers it. */
  name: string
  /** What it reads from the body besides `grant_type` and the client's credentials. */
  parameters: Readonly<Record<string, GrantParameter>>
  /** Checks the request and issues. @throws OAuthError, which is counted and recorded by the endpoint */
  issue(request: ClientCall): Promise<Issue>
}

/** A parameter, for the OpenAPI document. */
export interface GrantParameter {
  description: string
  example: string
  optional?: true
}

/** What the tokens of a response are made from. */
export interface Issue {
  grant: IssuedGrant
  scopes: readonly string[]
  refreshToken?: string
  nonce?: string | null
}
