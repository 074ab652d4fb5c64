// The headers of responses (contract, "REST").
import { reference, type Header, type Reference } from '#foundation/http/openapi.ts'

export const HEADERS = {
  RequestId: {
    description: 'The `X-Request-Id` of the request if it is valid, otherwise a new one.',
    required: true,
    schema: { type: 'string', pattern: '^[\\w.:-]{1,128}$' },
  },
  ApiVersion: {
    description: 'The version of the service.',
    required: true,
    schema: { type: 'string', pattern: '^\\d+\\.\\d+(-beta)?$' },
  },
  NoStore: {
    description: 'Responses must not be cached.',
    required: true,
    schema: { type: 'string', const: 'no-store' },
  },
  Public: {
    description: 'How long the response may be cached.',
    required: true,
    schema: { type: 'string', const: 'public, max-age=300' },
  },
  RateLimitPolicy: {
    description: 'The limits of the caller; absent when rate limits are off.',
    schema: { type: 'string', examples: ['"hour";q=1000;w=3600, "burst";q=100;w=60'] },
  },
  RateLimit: {
    description: 'The units left (`r`), and the seconds until the window is full again (`t`).',
    schema: { type: 'string', examples: ['"hour";r=999;t=3600, "burst";r=99;t=60'] },
  },
  RetryAfter: {
    description: 'Seconds to wait before a retry.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  },
  Link: {
    description:
      'Links to other pages (RFC 8288), as relative URLs: `first`, `prev`, `next` and `last` of a page, and `next` of the named form if there are more items.',
    schema: { type: 'string', examples: ['</api/quests?page=2&limit=100>; rel="next"'] },
  },
  WwwAuthenticate: {
    description: 'The error of the token (RFC 6750), or how a client authenticates.',
    required: true,
    schema: { type: 'string', examples: ['Bearer error="invalid_token"'] },
  },
  ScopeChallenge: {
    description: 'The missing scope, if any (RFC 6750).',
    schema: {
      type: 'string',
      examples: ['Bearer error="insufficient_scope", scope="wallet"'],
    },
  },
  Location: {
    description: 'The URL that the browser is redirected to.',
    required: true,
    schema: { type: 'string', format: 'uri' },
  },
} as const satisfies Record<string, Header>

/** The component names of the standard headers, by header name. */
const COUNTED = {
  'X-Request-Id': 'RequestId',
  'Cache-Control': 'NoStore',
  'RateLimit-Policy': 'RateLimitPolicy',
  RateLimit: 'RateLimit',
} as const

/** References to the standard headers of a REST response and the given ones. */
export function restHeaders(
  further: Readonly<Record<string, keyof typeof HEADERS>> = {},
): Record<string, Reference> {
  const named = { ...COUNTED, 'API-Version': 'ApiVersion', ...further }
  return Object.fromEntries(
    Object.entries(named).map(([name, component]) => [name, reference('headers', component)]),
  )
}
