// Decides which responses are stored for repetitions, and converts them.
import { GraphQLError, type ExecutionResult, type GraphQLFormattedError } from 'graphql'
import type { ErrorCode } from '#foundation/domain/errors.ts'

/** The maximum length of a stored response, in UTF-16 units. */
const MAX_RESPONSE_LENGTH = 128 * 1024

/** After these errors a repetition runs again, because it may succeed. */
const NOT_KEPT: ReadonlySet<unknown> = new Set<ErrorCode>([
  'INVALID_TOKEN',
  'INSUFFICIENT_PERMISSIONS',
  'RATE_LIMIT_EXCEEDED',
  'INTERNAL_ERROR',
])

/** True when a repetition of the operation with that root field returns the same response. */
export function isKept({ data, errors = [] }: ExecutionResult, name: string): boolean {
  if (hasValue(data?.[name])) return true
  return !errors.some(({ extensions }) => NOT_KEPT.has(extensions.code))
}

/** True when the root field itself was refused. A response without data is a refusal of the whole operation instead. */
export function isRefused({ data, errors }: ExecutionResult, name: string): boolean {
  return data !== undefined && !hasValue(data?.[name]) && errors !== undefined
}

function hasValue(value: unknown): boolean {
  return value !== undefined && value !== null
}

/** The response as JSON; null when it is too long to be stored. */
export function responseText({ data, errors }: ExecutionResult): string | null {
  const text = JSON.stringify({ errors: errors?.map((error) => error.toJSON()), data })
  return text.length <= MAX_RESPONSE_LENGTH ? text : null
}

/** Parses a stored response. */
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
