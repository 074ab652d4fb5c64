// Tells failures that may not happen again from errors of a statement.
import { serviceBusy, serviceUnavailable } from '#foundation/domain/errors.ts'

/**
 * @throws `serviceUnavailable` when the database is away, `serviceBusy` when it gave up on the statement,
 * and otherwise the error itself
 */
export function rethrow(service: string, error: unknown): never {
  if (isAway(error)) throw serviceUnavailable(service, error)
  const state = ownState(error)
  if (!BUSY.has(state)) throw error
  // The order in which our statements lock rows is wrong somewhere.
  throw serviceBusy(service, error, state === DEADLOCK ? 'error' : 'warn')
}

/**
 * SQLSTATEs (PostgreSQL manual, appendix A): no connection, shut down, crashed, starting, session
 * ended, too many connections, a standby that is not the primary yet.
 */
const AWAY = /^(08(000|001|003|004|006|007)|57P0[1-5]|25P0[34]|53300|25006)$/
const DEADLOCK = '40P01'
/**
 * SQLSTATEs of what passes by itself: serialization failure, deadlock, no lock in time, cut off by the statement
 * timeout (its SQLSTATE does not tell a lock wait from slow work). A full disk or memory does not.
 */
const BUSY = new Set(['40001', DEADLOCK, '55P03', '57014'])
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

/** The SQLSTATE of an error, also one that `rethrow` has translated; empty without one. */
export function sqlStateOf(error: unknown): string {
  return ownState(error) || ownState((error as { cause?: unknown }).cause)
}

function ownState(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' ? code : ''
}
