// Tells errors of a lost connection from errors of a statement.
import { serviceUnavailable } from '#foundation/domain/errors.ts'

/** @throws `serviceUnavailable` when the database is away, and otherwise the error itself */
export function rethrow(service: string, error: unknown): never {
  throw isAway(error) ? serviceUnavailable(service, error) : error
}

/**
 * SQLSTATEs (PostgreSQL manual, appendix A): no connection, shut down, crashed, starting, session
 * ended, too many connections. Not 57014: a statement that timed out would time out again.
 */
const AWAY = /^(08(000|001|003|004|006|007)|57P0[1235]|53300)$/
/** Messages of pg without a code: a connection that ended, and a timeout while waiting for one. */
const LOST =
  /^(Connection terminated|timeout |Client (has encountered|was closed)|Cannot use a pool)/

function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // The system call that failed; with several addresses, the one of the first.
  const failed = error instanceof AggregateError ? (error.errors[0] as Error) : error
  if ('syscall' in failed) return true
  return 'code' in failed ? AWAY.test(String(failed.code)) : LOST.test(failed.message)
}
