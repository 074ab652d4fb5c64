// What requests of clients to the OAuth endpoints have in common, for OpenAPI.
import type { JsonSchema, RequestBody, SecurityRequirement } from '#foundation/http/openapi.ts'
import { text } from './answers.ts'

export const TAGS = ['ID Service']

/** A client says who it is in the body, or by HTTP Basic. */
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
  client_secret: text('Of a confidential client, without HTTP Basic.', 'demo-server-secret'),
}

/** A body in JSON or in form encoding. */
export function requestBody(description: string, schema: JsonSchema): RequestBody {
  return {
    required: true,
    description,
    content: { 'application/json': { schema }, 'application/x-www-form-urlencoded': { schema } },
  }
}
