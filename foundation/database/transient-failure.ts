// Distinguishes transient failures from errors of a statement.
import { serviceBusy, serviceUnavailable } from '#foundation/domain/errors.ts'

/**
 * @throws `serviceUnavailable` when the database is down, `serviceBusy` when it gave up on the statement,
 * and otherwise the error itself
 */
export function rethrow(service: string, error: unknown): never {
  if (isAway(error)) throw serviceUnavailable(service, error)
  const state = ownState(error)
  if (!BUSY.has(state)) throw error
  // A deadlock is an error: some of our statements lock rows in different orders.
  throw serviceBusy(service, error, state === DEADLOCK ? 'error' : 'warn')
}

/**
 * SQLSTATEs (PostgreSQL manual, appendix A): no connection, shut down, crashed, starting, session
 * ended, too many connections, a standby that is not the primary yet.
 */
const AWAY = /^(08(000|001|003|004|006|007)|57P0[1-5]|25P0[34]|53300|25006)$/
const DEADLOCK = '40P01'
/**
 * SQLSTATEs of transient failures: serialization failure, deadlock, lock timeout, statement timeout (its SQLSTATE
 * does not tell a lock wait from slow work). A full disk or full memory is not transient.
 */
const BUSY = new Set(['40001', DEADLOCK, '55P03', '57014'])
/** Messages of pg without a code: a connection that ended, and a timeout while waiting for one. */
const LOST =
  /^(Connection terminated|timeout |Client (has encountered|was closed)|Cannot use a pool)/

function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // With several addresses, the error of the first.
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
