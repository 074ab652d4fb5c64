// The one place where errors that are not meant for the caller are logged and masked.
import { GraphQLError, type ExecutionResult } from 'graphql'
import type { Caller } from '#foundation/auth/caller.ts'
import { hasCommittedChange } from '#foundation/database/outages/committed-changes.ts'
import { isErrorCode, unstorableText, type ErrorDetails } from '#foundation/domain/errors.ts'
import { logOutage } from '#foundation/telemetry/log/outage-log.ts'
import { isOutcomeUnknown, withUnknownOutcome } from '#foundation/domain/unknown-outcome.ts'

export function maskErrors(result: ExecutionResult, caller: Caller): ExecutionResult {
  if (!result.errors) return result
  return { ...result, errors: result.errors.map((error) => maskError(error, caller)) }
}

/** Only an error with a code is meant for the caller; others are logged, and returned without their cause. */
function maskError(error: GraphQLError, caller: Caller): GraphQLError {
  const { log } = caller
  const { code, details } = error.extensions ?? {}
  if (code === 'INTERNAL_ERROR') {
    logOutage(error.originalError, log)
    return recoded(error, code, internalDetails(details as ErrorDetails, caller))
  }
  if (isErrorCode(code)) return error
  const unstorable = unstorableText(error.originalError)
  if (unstorable) {
    const { message, extensions } = unstorable
    return recoded(error, extensions.code, extensions.details, message)
  }
  log.error({ err: error.originalError ?? error, path: error.path }, 'unexpected error')
  return recoded(
    error,
    'INTERNAL_ERROR',
    internalDetails({}, caller),
    'An unexpected error occurred.',
  )
}

/**
 * Adds the request id, and `outcome` if a change may have taken effect: only a repetition with a key takes effect once.
 * With a key, an error after a commit needs no `outcome`, because a repetition continues there.
 */
function internalDetails(
  details: ErrorDetails,
  { viewer, idempotencyKey, requestId }: Caller,
): ErrorDetails {
  const hasKey = viewer !== undefined && idempotencyKey !== undefined
  const isUnknown =
    isOutcomeUnknown({ code: 'INTERNAL_ERROR', details }) || (!hasKey && hasCommittedChange())
  return { ...(isUnknown ? withUnknownOutcome(details, hasKey) : details), requestId }
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
