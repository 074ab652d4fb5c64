// Translates the errors of Apollo Server, the gateway and our own into the documented codes.
import type { GraphQLError, GraphQLFormattedError } from 'graphql'
import type { Caller } from '#foundation/auth/caller.ts'
import type { GraphQLContext } from '#foundation/graphql/context.ts'
import { isErrorCode } from '#foundation/domain/errors.ts'
import { shortened, visible } from '#foundation/domain/shown-value.ts'
import { pluginOf } from '#foundation/graphql/plugin.ts'
import { isJsonObject } from '#foundation/http/exact-json.ts'
import { outcomeOf } from '#foundation/telemetry/outcome.ts'
import { createRepeatedLog } from '#foundation/telemetry/log/repeated-log.ts'

/** Long enough for every message of graphql-js about a document that people write. */
const MAX_MESSAGE_CHARACTERS = 1_000

const PERSISTED_QUERY_CODES = ['PERSISTED_QUERY_NOT_FOUND', 'PERSISTED_QUERY_NOT_SUPPORTED']
const CLIENT_CODES = [
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'BAD_USER_INPUT',
  'BAD_REQUEST',
  'OPERATION_RESOLUTION_FAILURE',
]

/** The documented code for a code of Apollo Server, the gateway or ours. */
function documentedCode(code: unknown): string {
  if (isErrorCode(code) || PERSISTED_QUERY_CODES.includes(String(code))) return String(code)
  return CLIENT_CODES.includes(String(code)) ? 'VALIDATION_ERROR' : 'INTERNAL_ERROR'
}

/** The key under which our error holds the foreign subgraph's; a symbol is not serialized to JSON. */
const ORIGINAL = Symbol('error of a foreign subgraph')

type Extensions = Record<string | symbol, unknown>

/**
 * Wraps the error of a foreign subgraph, so that its message, path and extensions reach the caller unchanged, and
 * the gateway and Apollo Server ignore its code.
 */
export function passedOn(error: GraphQLFormattedError): GraphQLFormattedError {
  const { message, path, extensions } = error
  const passed: Extensions = { [ORIGINAL]: isJsonObject(extensions) ? { extensions } : {} }
  return { message, ...(path && { path }), extensions: passed }
}

/** The original error that `passedOn` kept, also after `formatError`. */
function originalError(extensions: object = {}): GraphQLFormattedError | undefined {
  return (extensions as Extensions)[ORIGINAL] as GraphQLFormattedError | undefined
}

/** Reduces an error to its documented parts: message, location, path, and `code` with `details`. */
export function formatError(formatted: GraphQLFormattedError): GraphQLFormattedError {
  const { locations, path, extensions = {} } = formatted
  const passed = originalError(extensions)
  if (passed) {
    const { message } = formatted
    const kept: Extensions = { ...passed.extensions, [ORIGINAL]: passed }
    return { message, ...(path && { path }), ...(passed.extensions && { extensions: kept }) }
  }
  const code = documentedCode(extensions.code)
  const masked = code === 'INTERNAL_ERROR' && code !== extensions.code
  return {
    message: masked ? 'An unexpected error occurred.' : messageOf(formatted),
    ...(locations && { locations }),
    ...(path && { path }),
    extensions: {
      code,
      details: masked
        ? maskedDetails(extensions)
        : (extensions.details ?? detailsOf(extensions.code)),
    },
  }
}

/** Shortens messages of graphql-js, which quote parts of the document of any length. */
function messageOf({ message, extensions }: GraphQLFormattedError): string {
  if (isErrorCode(extensions?.code)) return message
  return visible(shortened(message, MAX_MESSAGE_CHARACTERS))
}

/** The details of a masked error: only the service, which the router's executor adds for a fault of a subgraph. */
function maskedDetails({ serviceName }: Record<string, unknown>): Record<string, unknown> {
  return typeof serviceName === 'string' ? { service: serviceName } : {}
}

function detailsOf(code: unknown): Record<string, unknown> {
  if (code === 'GRAPHQL_PARSE_FAILED') return { field: 'query', reason: 'is not valid GraphQL' }
  if (code === 'GRAPHQL_VALIDATION_FAILED') {
    return { field: 'query', reason: 'does not fit the schema' }
  }
  if (PERSISTED_QUERY_CODES.includes(code as string)) return {}
  return { field: 'body', reason: 'is not a GraphQL request' }
}

const logRepeatedly = createRepeatedLog()

/** Logs unexpected errors. One without a cause is logged rarely: a response may contain it a thousand times. */
export function logErrors(errors: readonly GraphQLError[], caller: Caller): void {
  for (const error of errors) {
    if (originalError(error.extensions)) continue
    if (documentedCode(error.extensions.code) !== 'INTERNAL_ERROR') continue
    if (isErrorCode(error.extensions.code)) continue
    const write = (repeated: object) =>
      caller.log.error({ err: error, path: error.path, ...repeated }, 'unexpected error')
    if (error.originalError) write({})
    else logRepeatedly(error.message, write)
  }
}

/** Adds the request id to our own internal errors. */
export function addRequestIds(
  errors: readonly GraphQLFormattedError[] = [],
  { requestId }: Pick<Caller, 'requestId'>,
): void {
  for (const { extensions } of errors) {
    if (extensions?.code !== 'INTERNAL_ERROR' || originalError(extensions)) continue
    extensions.details = { ...(extensions.details as object), requestId }
  }
}

/** Logs unexpected errors, and adds the request id to the response. */
export const logUnexpected = pluginOf<Pick<GraphQLContext, 'caller' | 'req'>>({
  didEncounterErrors({ errors, contextValue: { caller } }) {
    logErrors(errors, caller)
    return Promise.resolve()
  },
  willSendResponse({ response, contextValue: { caller, req } }) {
    const errors = response.body.kind === 'single' ? response.body.singleResult.errors : []
    // Errors of a foreign subgraph are not ours, whatever their codes.
    const ours = errors?.map(({ extensions }) => (originalError(extensions) ? {} : { extensions }))
    if (req.step) req.step.outcome = outcomeOf(ours)
    addRequestIds(errors, caller)
    return Promise.resolve()
  },
})
