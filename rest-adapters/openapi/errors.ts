// The errors of the REST paths: one response for each documented code, with its possible details.
import { ERROR_CODES, type ErrorCode } from '#foundation/domain/errors.ts'
import { exactly, type JsonSchema, type ResponseObject } from '#foundation/http/openapi.ts'
import { restHeaders, type HEADERS } from './headers.ts'

interface Refusal {
  headers?: Readonly<Record<string, keyof typeof HEADERS>>
  /** Every key that `details` may have (contract, "Errors"). */
  details: Readonly<Record<string, JsonSchema>>
  /** The keys that `details` always has. */
  required?: readonly string[]
  example: { message: string; details: Readonly<Record<string, unknown>> }
}

const TEXT: JsonSchema = { type: 'string' }
const INTEGER: JsonSchema = { type: 'integer' }

const REFUSALS: Readonly<Record<ErrorCode, Refusal>> = {
  VALIDATION_ERROR: {
    details: {
      field: { ...TEXT, description: 'The invalid field, as the caller named it.' },
      reason: { ...TEXT, description: 'The violated rule.' },
      issues: {
        description: 'All issues, if there are several.',
        type: 'array',
        items: {
          type: 'object',
          properties: { field: TEXT, reason: TEXT },
          required: ['field', 'reason'],
          additionalProperties: false,
        },
      },
      availableAt: {
        ...TEXT,
        format: 'date-time',
        description: 'When the action is possible again.',
      },
      limit: { ...INTEGER, description: 'The maximum number.' },
      price: { ...INTEGER, description: 'The price in gold.' },
      balance: { ...INTEGER, description: 'The gold balance of the caller.' },
    },
    example: {
      message: 'limit: must be one whole number from 1 to 100',
      details: { field: 'limit', reason: 'must be one whole number from 1 to 100' },
    },
  },
  INVALID_TOKEN: {
    headers: { 'WWW-Authenticate': 'WwwAuthenticate' },
    details: { reason: { ...TEXT, enum: ['missing', 'expired', 'invalid', 'revoked'] } },
    required: ['reason'],
    example: { message: 'The access token has expired.', details: { reason: 'expired' } },
  },
  INSUFFICIENT_PERMISSIONS: {
    headers: { 'WWW-Authenticate': 'ScopeChallenge' },
    details: {
      requiredScope: { ...TEXT, description: 'The scopes that the token lacks.' },
      reason: {
        ...TEXT,
        description: 'The other missing requirement, e.g. `admin_key`, `no_identity`.',
      },
      requiredLevel: { ...INTEGER, description: 'The required level.' },
      level: { ...INTEGER, description: 'The level of the caller.' },
    },
    example: {
      message: 'The access token lacks the scope wallet.',
      details: { requiredScope: 'wallet' },
    },
  },
  NOT_FOUND: {
    details: {
      resource: { ...TEXT, description: 'The type of the missing resource.' },
      id: { ...TEXT, description: 'The requested id.' },
    },
    example: {
      message: 'Quest quest_1 does not exist.',
      details: { resource: 'Quest', id: 'quest_1' },
    },
  },
  RATE_LIMIT_EXCEEDED: {
    headers: { 'Retry-After': 'RetryAfter' },
    details: {
      tier: { ...TEXT, enum: ['free', 'authenticated', 'partner'] },
      limit: { ...INTEGER, description: 'The limit of the exhausted window, in units.' },
      windowSeconds: { ...INTEGER, enum: [3600, 60] },
      retryAfterSeconds: { ...INTEGER, minimum: 1 },
    },
    required: ['tier', 'limit', 'windowSeconds', 'retryAfterSeconds'],
    example: {
      message: 'The tier free may use 10 units in 60 s; try again in 12 s.',
      details: { tier: 'free', limit: 10, windowSeconds: 60, retryAfterSeconds: 12 },
    },
  },
  INTERNAL_ERROR: {
    details: {
      requestId: { ...TEXT, description: 'The `X-Request-Id` of this response.' },
      service: { ...TEXT, description: 'The service that does not respond.' },
      retry: { type: 'boolean', const: true, description: 'True when a retry may help.' },
      outcome: {
        ...TEXT,
        const: 'unknown',
        description: 'Present when the request may have taken effect.',
      },
    },
    required: ['requestId'],
    example: {
      message: 'The identity service does not answer.',
      details: { service: 'identity', retry: true, requestId: 'a-request-of-mine' },
    },
  },
}

/** The response components by error code. */
export const ERROR_RESPONSES = Object.fromEntries(
  Object.entries(REFUSALS).map(([code, refusal]) => [code, response(code as ErrorCode, refusal)]),
)

function response(code: ErrorCode, refusal: Refusal): ResponseObject {
  const { details, example, headers, required = [] } = refusal
  const properties = {
    code: { ...TEXT, const: code },
    message: { ...TEXT, description: 'For people.' },
    details: { ...exactly(details), required, description: 'For programs.' },
  }
  return {
    description: `${code}: ${ERROR_CODES[code].meaning}`,
    headers: restHeaders(headers),
    content: {
      'application/json': {
        schema: exactly({ success: { type: 'boolean', const: false }, error: exactly(properties) }),
        example: { success: false, error: { code, ...example } },
      },
    },
  }
}
