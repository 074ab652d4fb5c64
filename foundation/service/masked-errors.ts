// The one place where errors that are not meant for the caller are logged and masked.
import { GraphQLError, type ExecutionResult } from 'graphql'
import type { Caller } from '#foundation/auth/caller.ts'
import {
  isErrorCode,
  logOutage,
  unstorableText,
  type ErrorDetails,
} from '#foundation/domain/errors.ts'

export function maskErrors(result: ExecutionResult, caller: Caller): ExecutionResult {
  if (!result.errors) return result
  return { ...result, errors: result.errors.map((error) => maskError(error, caller)) }
}

/** Only an error with a code is meant for the caller; others are logged, and returned without their cause. */
function maskError(error: GraphQLError, { requestId, log }: Caller): GraphQLError {
  const { code, details } = error.extensions ?? {}
  if (code === 'INTERNAL_ERROR') {
    logOutage(error.originalError, log)
    return recoded(error, code, { ...(details as object), requestId })
  }
  if (isErrorCode(code)) return error
  const unstorable = unstorableText(error.originalError)
  if (unstorable) {
    const { message, extensions } = unstorable
    return recoded(error, extensions.code, extensions.details, message)
  }
  log.error({ err: error.originalError ?? error, path: error.path }, 'unexpected error')
  return recoded(error, 'INTERNAL_ERROR', { requestId }, 'An unexpected error occurred.')
}

function recoded(
  error: GraphQLError,
  code: string,
  details: ErrorDetails,
  message = error.message,
): GraphQLError {
  return new GraphQLError(message, {
    ...(error.path && { path: error.path }),
    extensions: { code, details },
  })
}
