// Translates the errors of Apollo Server, the gateway and our own into the documented codes.
import type { ApolloServerPlugin } from '@apollo/server'
import type { GraphQLFormattedError } from 'graphql'
import type { Caller } from '#foundation/auth/caller.ts'
import { isErrorCode } from '#foundation/domain/errors.ts'

const PERSISTED_QUERY_CODES = ['PERSISTED_QUERY_NOT_FOUND', 'PERSISTED_QUERY_NOT_SUPPORTED']
const CLIENT_CODES = [
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'BAD_USER_INPUT',
  'BAD_REQUEST',
  'OPERATION_RESOLUTION_FAILURE',
]

/** The documented code for one of Apollo Server's, the gateway's or our own. */
function documentedCode(code: unknown): string {
  if (isErrorCode(code) || PERSISTED_QUERY_CODES.includes(String(code))) return String(code)
  return CLIENT_CODES.includes(String(code)) ? 'VALIDATION_ERROR' : 'INTERNAL_ERROR'
}

/** Where an error holds what a subgraph of somebody else said: no JSON shows it, and no code is read. */
const SAID = Symbol('said by a subgraph of somebody else')

type Extensions = Record<string | symbol, unknown>

/**
 * An error of a subgraph of somebody else, in a form that reaches the caller as it is: message, path
 * and extensions. Whatever stands in these, neither the gateway nor Apollo Server acts on it.
 */
export function passedOn(error: GraphQLFormattedError): GraphQLFormattedError {
  const { message, path, extensions } = error
  const said: Extensions = { [SAID]: { extensions } }
  return { message, ...(path && { path }), extensions: said }
}

/** What `passedOn` has kept of an error, or of what `formatError` has made of it. */
function saidBySubgraph(extensions: object = {}): GraphQLFormattedError | undefined {
  return (extensions as Extensions)[SAID] as GraphQLFormattedError | undefined
}

/** Leaves of an error what is documented: message, place, and `code` with `details`. */
export function formatError(formatted: GraphQLFormattedError): GraphQLFormattedError {
  const { locations, path, extensions = {} } = formatted
  const said = saidBySubgraph(extensions)
  if (said) {
    const { message } = formatted
    const kept: Extensions = { ...said.extensions, [SAID]: said }
    return { message, ...(path && { path }), ...(said.extensions && { extensions: kept }) }
  }
  const code = documentedCode(extensions.code)
  const masked = code === 'INTERNAL_ERROR' && code !== extensions.code
  return {
    message: masked ? 'An unexpected error occurred.' : formatted.message,
    ...(locations && { locations }),
    ...(path && { path }),
    extensions: { code, details: masked ? {} : (extensions.details ?? detailsOf(extensions.code)) },
  }
}

function detailsOf(code: unknown): Record<string, unknown> {
  if (code === 'GRAPHQL_PARSE_FAILED') return { field: 'query', reason: 'is not valid GraphQL' }
  if (code === 'GRAPHQL_VALIDATION_FAILED') {
    return { field: 'query', reason: 'does not fit the schema' }
  }
  if (PERSISTED_QUERY_CODES.includes(code as string)) return {}
  return { field: 'body', reason: 'is not a GraphQL request' }
}

/** Logs unexpected errors, and adds the request id to the response. */
export const logUnexpected: ApolloServerPlugin<{ caller: Caller }> = {
  requestDidStart: () =>
    Promise.resolve({
      didEncounterErrors({ errors, contextValue: { caller } }) {
        for (const error of errors) {
          if (saidBySubgraph(error.extensions)) continue
          if (documentedCode(error.extensions.code) !== 'INTERNAL_ERROR') continue
          if (isErrorCode(error.extensions.code)) continue
          caller.log.error({ err: error, path: error.path }, 'unexpected error')
        }
        return Promise.resolve()
      },
      willSendResponse({ response, contextValue: { caller } }) {
        const errors = response.body.kind === 'single' ? response.body.singleResult.errors : []
        for (const { extensions } of errors ?? []) {
          if (extensions?.code !== 'INTERNAL_ERROR' || saidBySubgraph(extensions)) continue
          extensions.details = { ...(extensions.details as object), requestId: caller.requestId }
        }
        return Promise.resolve()
      },
    }),
}
