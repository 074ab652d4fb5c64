// The headers of answers (contract, "Headers of the answers").
import { reference, type Header, type Reference } from '#foundation/http/openapi.ts'

export const HEADERS = {
  RequestId: {
    description: 'The `X-Request-Id` of the request if it sent a sane one, else a new one.',
    required: true,
    schema: { type: 'string', pattern: '^[\\w.:-]{1,128}$' },
  },
  ApiVersion: {
    description: 'The version of the service that answers.',
    required: true,
    schema: { type: 'string', pattern: '^\\d+\\.\\d+(-beta)?$' },
  },
  NoStore: {
    description: 'Answers are for their one caller alone.',
    required: true,
    schema: { type: 'string', const: 'no-store' },
  },
  Public: {
    description: 'How long the answer may be kept.',
    required: true,
    schema: { type: 'string', const: 'public, max-age=300' },
  },
  RateLimitPolicy: {
    description: 'The limits of the caller; absent where limits are switched off.',
    schema: { type: 'string', examples: ['"hour";q=1000;w=3600, "burst";q=100;w=60'] },
  },
  RateLimit: {
    description: 'The units left (`r`), and the seconds until the window is full again (`t`).',
    schema: { type: 'string', examples: ['"hour";r=999;t=3600, "burst";r=99;t=60'] },
  },
  RetryAfter: {
    description: 'Seconds to wait before asking again makes sense.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
  },
  Link: {
    description:
      'Where the pages around are (RFC 8288), as relative addresses: `first`, `prev`, `next` and `last` of a page, and `next` of the named form where it does not hold all.',
    schema: { type: 'string', examples: ['</api/quests?page=2&limit=100>; rel="next"'] },
  },
  WwwAuthenticate: {
    description: 'What is wrong with the token (RFC 6750), or how a client authenticates.',
    required: true,
    schema: { type: 'string', examples: ['Bearer error="invalid_token"'] },
  },
  ScopeChallenge: {
    description: 'Where a scope is missing: which (RFC 6750).',
    schema: {
      type: 'string',
      examples: ['Bearer error="insufficient_scope", scope="wallet"'],
    },
  },
  Location: {
    description: 'Where the browser goes on.',
    required: true,
    schema: { type: 'string', format: 'uri' },
  },
} as const satisfies Record<string, Header>

/** By the name they have in an answer, by the name of the component. */
const COUNTED = {
  'X-Request-Id': 'RequestId',
  'Cache-Control': 'NoStore',
  'RateLimit-Policy': 'RateLimitPolicy',
  RateLimit: 'RateLimit',
} as const

/** References to the headers of an answer of a REST path, and to further ones. */
export function restHeaders(
  further: Readonly<Record<string, keyof typeof HEADERS>> = {},
): Record<string, Reference> {
  const named = { ...COUNTED, 'API-Version': 'ApiVersion', ...further }
  return Object.fromEntries(
    Object.entries(named).map(([name, component]) => [name, reference('headers', component)]),
  )
}
