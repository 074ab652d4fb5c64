// Why a peer did not respond, as a label of a metric.
import type { FailureKind } from '#foundation/domain/errors.ts'
import { UnexpectedResponse } from '#foundation/peers/unexpected-response.ts'

export function failureKind(error: unknown): FailureKind {
  if (error instanceof UnexpectedResponse) return 'http'
  const { name, code } = error as { name?: unknown; code?: unknown }
  if (name === 'TimeoutError' || /TIMEOUT|TIMEDOUT/.test(String(code))) return 'timeout'
  // With several addresses, the error of each is in an AggregateError, which has a code, too.
  return typeof code === 'string' ? 'network' : 'other'
}

/** The error of a call that has waited for too long. */
export function timeoutError(message: string): Error {
  return Object.assign(new Error(message), { name: 'TimeoutError' })
}
