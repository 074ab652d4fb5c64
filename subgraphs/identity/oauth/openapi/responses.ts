// The common responses of the OAuth endpoints, for OpenAPI: headers, and errors by status.
import {
  exactly,
  reference,
  type JsonSchema,
  type ResponseObject,
} from '#foundation/http/openapi.ts'
import { OAUTH_ERRORS } from '../oauth-error.ts'

/** A text field of a body, or a text parameter. */
export function text(description: string, example: string): JsonSchema {
  return { type: 'string', description, examples: [example] }
}

/** Headers of responses to browsers, which have no rate limit headers. */
export const PAGE_HEADERS = {
  'X-Request-Id': reference('headers', 'RequestId'),
  'API-Version': reference('headers', 'ApiVersion'),
  'Cache-Control': reference('headers', 'NoStore'),
}

const HEADERS = {
  ...PAGE_HEADERS,
  'RateLimit-Policy': reference('headers', 'RateLimitPolicy'),
  RateLimit: reference('headers', 'RateLimit'),
}

export function jsonResponse(description: string, schema: JsonSchema): ResponseObject {
  return { description, headers: HEADERS, content: { 'application/json': { schema } } }
}

/** Errors in the OAuth format (RFC 6749, section 5.2), as components. */
export const REFUSALS: Readonly<Record<string, ResponseObject>> = {
  OAuthRefusal: refusal(400, 'The request cannot be granted.'),
  OAuthClientRefusal: refusal(401, 'The client is not the one it says.', {
    'WWW-Authenticate': reference('headers', 'WwwAuthenticate'),
  }),
  OAuthRateLimit: refusal(429, 'Too many requests.', {
    'Retry-After': reference('headers', 'RetryAfter'),
  }),
  OAuthFailure: refusal(500, 'The server failed.'),
}

/** References to `REFUSALS` by status. */
export const REFUSED = {
  400: reference('responses', 'OAuthRefusal'),
  401: reference('responses', 'OAuthClientRefusal'),
  429: reference('responses', 'OAuthRateLimit'),
  500: reference('responses', 'OAuthFailure'),
}

function refusal(status: number, description: string, headers: object = {}): ResponseObject {
  const errors = Object.entries(OAUTH_ERRORS).filter(([, code]) => code === status)
  const codes = errors.map(([error]) => error)
  const schema = exactly({
    error: { type: 'string', enum: codes },
    error_description: text('For developers.', description),
  })
  const content = { 'application/json': { schema } }
  return { description, headers: { ...HEADERS, ...headers }, content }
}
