// Responses as they are kept: which ones, and as what text.
import { GraphQLError, type ExecutionResult, type GraphQLFormattedError } from 'graphql'
import type { ErrorCode } from '#foundation/domain/errors.ts'

/** In UTF-16 units. A longer answer is not kept, as one that holds a secret. */
const MAX_RESPONSE_LENGTH = 128 * 1024

/** A repetition runs again after these, because the next one may succeed. */
const NOT_KEPT: ReadonlySet<unknown> = new Set<ErrorCode>([
  'INVALID_TOKEN',
  'INSUFFICIENT_PERMISSIONS',
  'RATE_LIMIT_EXCEEDED',
  'INTERNAL_ERROR',
])

/** True for the response of an operation with that root field, if a repetition gets the same one. */
export function isKept({ data, errors = [] }: ExecutionResult, name: string): boolean {
  if (hasValue(data?.[name])) return true
  return !errors.some(({ extensions }) => NOT_KEPT.has(extensions.code))
}

/** True when the root field itself was refused. A response without data is refused as a whole, after it. */
export function isRefused({ data, errors }: ExecutionResult, name: string): boolean {
  return data !== undefined && !hasValue(data?.[name]) && errors !== undefined
}

function hasValue(value: unknown): boolean {
  return value !== undefined && value !== null
}

/** The response as text; null when it is too long to be kept. */
export function responseText({ data, errors }: ExecutionResult): string | null {
  const text = JSON.stringify({ errors: errors?.map((error) => error.toJSON()), data })
  return text.length <= MAX_RESPONSE_LENGTH ? text : null
}

/** The response of that text. */
export function responseOf(text: string): ExecutionResult {
  const { data, errors } = JSON.parse(text) as {
    data?: Record<string, unknown> | null
    errors?: GraphQLFormattedError[]
  }
  return {
    ...(errors && { errors: errors.map(errorOf) }),
    ...(data !== undefined && { data }),
  }
}

function errorOf({ message, path, locations, extensions }: GraphQLFormattedError): GraphQLError {
  const error = new GraphQLError(message, { path, extensions })
  return Object.assign(error, locations && { locations })
}
