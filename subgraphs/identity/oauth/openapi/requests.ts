// The common parts of client requests to the OAuth endpoints, for OpenAPI.
import type { JsonSchema, RequestBody, SecurityRequirement } from '#foundation/http/openapi.ts'
import { ASSERTION_TYPE } from '../client-assertion.ts'
import { text } from './responses.ts'

export const TAGS = ['ID Service']

/** Clients authenticate in the body or by HTTP Basic. */
export const CLIENT_SECURITY: readonly SecurityRequirement[] = [{}, { clientSecret: [] }]

export const SECURITY_SCHEMES = {
  clientSecret: {
    type: 'http',
    scheme: 'basic',
    description: 'Id and secret of a confidential client (RFC 6749, section 2.3.1).',
  },
}

export const CLIENT_FIELDS: Readonly<Record<string, JsonSchema>> = {
  client_id: text('The client; left out with HTTP Basic.', 'demo-server'),
  client_secret: text(
    'The secret of a confidential client, without HTTP Basic.',
    'demo-server-secret',
  ),
  client_assertion_type: text('For a client with keys (RFC 7523).', ASSERTION_TYPE),
  client_assertion: text(
    'A JWT signed by the client, single use.',
    'eyJhbGciOiJFUzI1NiJ9.e30.c2ln',
  ),
}

/** A request body in JSON or form encoding. */
export function requestBody(description: string, schema: JsonSchema): RequestBody {
  return {
    required: true,
    description,
    content: { 'application/json': { schema }, 'application/x-www-form-urlencoded': { schema } },
  }
}
