// The public keys and the server metadata, for OpenAPI.
import {
  exactly,
  reference,
  type JsonSchema,
  type OpenApiPart,
  type PathItem,
} from '#foundation/http/openapi.ts'
import { text } from './responses.ts'
import { TAGS } from './requests.ts'

/** A public document, which is not rate-limited and is cached for a while. */
function published(
  operationId: string,
  summary: string,
  description: string,
  schema: JsonSchema,
): PathItem {
  const headers = {
    'X-Request-Id': reference('headers', 'RequestId'),
    'Cache-Control': reference('headers', 'Public'),
  }
  const response = { description: summary, headers, content: { 'application/json': { schema } } }
  const operation = { operationId, summary, description, tags: TAGS, security: [] }
  return { get: { ...operation, responses: { 200: response } } }
}

const KID = text(
  'Its name; tokens say which key signed them.',
  '5b4c0d3e-2a55-4f0e-8f6a-0f6c3d1b7a11',
)

const EC_KEY = exactly({
  kty: { type: 'string', const: 'EC' },
  crv: { type: 'string', const: 'P-256' },
  x: text('A coordinate.', 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU'),
  y: text('A coordinate.', 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0'),
  kid: KID,
  alg: { type: 'string', const: 'ES256' },
  use: { type: 'string', const: 'sig' },
})

const RSA_KEY = exactly({
  kty: { type: 'string', const: 'RSA' },
  n: text('The modulus.', '0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAtVT86z'),
  e: text('The exponent.', 'AQAB'),
  kid: KID,
  alg: { type: 'string', const: 'RS256' },
  use: { type: 'string', const: 'sig' },
})

const KEY: JsonSchema = { oneOf: [EC_KEY, { title: 'RSA', ...RSA_KEY }] }

const KEYS = exactly({ keys: { type: 'array', items: KEY, minItems: 1 } })

const ISSUER = 'http://localhost:7000'

/** Servers may add further fields (RFC 8414). */
const METADATA: JsonSchema = {
  type: 'object',
  properties: {
    issuer: text('The authorization server; `iss` of its tokens.', ISSUER),
    authorization_endpoint: text(
      'The authorization endpoint, for browsers.',
      `${ISSUER}/api/oauth/authorize`,
    ),
    token_endpoint: text('The token endpoint.', `${ISSUER}/api/oauth/token`),
    jwks_uri: text('The URL of the public keys.', `${ISSUER}/.well-known/jwks.json`),
  },
  required: ['issuer', 'authorization_endpoint', 'token_endpoint', 'jwks_uri'],
}

export const WELL_KNOWN_PATHS: OpenApiPart['paths'] = {
  '/.well-known/jwks.json': published(
    'publicKeys',
    'The public keys of access tokens and ID tokens',
    'A JSON Web Key Set (RFC 7517). Keys change: ask again for an unknown `kid`.',
    KEYS,
  ),
  '/.well-known/oauth-authorization-server': published(
    'serverMetadata',
    'The metadata of the authorization server',
    'RFC 8414.',
    METADATA,
  ),
  '/.well-known/openid-configuration': published(
    'openidConfiguration',
    'The same for OpenID Connect',
    'OpenID Connect Discovery.',
    METADATA,
  ),
}
