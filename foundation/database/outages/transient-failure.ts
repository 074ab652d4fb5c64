// Distinguishes transient failures from errors of a statement.
import { DatabaseError } from 'pg'
import { isReadOnly, READ_ONLY } from '#foundation/database/connections/standby.ts'
import type { DatabaseWatch } from '#foundation/database/outages/database-watch.ts'
import { UnreplicatedChange } from '#foundation/database/outages/unreplicated-change.ts'
import {
  asReported,
  databaseUnavailable,
  serviceBusy,
  type DomainError,
} from '#foundation/domain/errors.ts'
import { ownSqlState, sqlStateOf } from '#foundation/domain/sql-state.ts'
import { outcomeUnknown } from '#foundation/domain/unknown-outcome.ts'

export interface FailedStatement {
  service: string
  watch: DatabaseWatch | undefined
  /** True for a statement that commits a change: without its response, the outcome is unknown. */
  mayCommit?: boolean
}

/**
 * Translates the error of a statement.
 * @throws `databaseUnavailable` when the database is down or lacks resources, `outcomeUnknown` when it has not
 * confirmed a change, `serviceBusy` when it gave up on the statement, and otherwise the error itself
 */
export function rethrow(error: unknown, failed: FailedStatement): never {
  const { service, watch, mayCommit = false } = failed
  if (error instanceof UnreplicatedChange) {
    watch?.changeUnreplicated(error)
    throw outcomeUnknown(service, error)
  }
  if (isAway(error)) {
    const isUnknown = mayCommit && hasBeenSent(error)
    watch?.statementFailed(error, isUnknown)
    throw isUnknown ? outcomeUnknown(service, error) : databaseUnavailable(service, error)
  }
  const state = ownSqlState(error)
  if (LACKING.test(state)) {
    watch?.resourcesLacking(error as Error)
    throw databaseUnavailable(service, error)
  }
  if (!BUSY.has(state)) throw error
  // A deadlock is an error: some of our statements lock rows in different orders.
  throw serviceBusy(service, error, state === DEADLOCK ? 'error' : 'warn')
}

/**
 * Translates the error of a statement that got no connection.
 * @throws `serviceBusy` when other statements use all of them, otherwise `databaseUnavailable`
 */
export function rethrowUnconnected(error: unknown, { service, watch }: FailedStatement): never {
  const isFull = error instanceof Error && error.message === POOL_FULL
  if (isFull) throw noConnectionFree(error, service, watch)
  watch?.statementFailed(error, false)
  throw databaseUnavailable(service, error)
}

/** The error of a statement for which no connection became free: others use them all, or the database is down. */
export function noConnectionFree(
  error: Error,
  service: string,
  watch: DatabaseWatch | undefined,
): DomainError {
  if (watch?.isAway) {
    watch.statementFailed(error, false)
    return databaseUnavailable(service, error)
  }
  watch?.poolFull(error)
  const busy = serviceBusy(service, error)
  // The watch has logged it, once for all requests.
  delete busy.logged
  return asReported(busy)
}

/** pg's message when no connection of a pool is free. */
const POOL_FULL = 'timeout exceeded when trying to connect'

/**
 * SQLSTATEs (PostgreSQL manual, appendix A): no connection, shut down, crashed, starting, session
 * ended, too many connections, login refused, a standby that is not the primary yet.
 */
const AWAY = /^(08(000|001|003|004|006|007)|57P0[1-5]|25P0[34]|53300|28...|3D000|25006)$/
/** SQLSTATEs: a full disk, no memory, another limit of the server, a disk that fails. The statement is rolled back. */
const LACKING = /^(53...|58030)$/
const DEADLOCK = '40P01'
/**
 * SQLSTATEs of transient failures: serialization failure, deadlock, lock timeout, statement timeout (its SQLSTATE
 * does not tell a lock wait from slow work).
 */
const BUSY = new Set(['40001', DEADLOCK, '55P03', '57014'])
/** Messages of pg without a code: a connection that ended or is silent, and a timeout while waiting for one. */
const LOST = /^(Connection terminated|timeout |Query read timeout|Cannot use a pool)/
/** Messages of pg for a statement that it has not sent, because the connection had ended before. */
const NOT_SENT = /^(Client (has encountered|was closed)|Cannot use a pool)/

/** True for the failure of a database that is down, unreachable, or no longer the primary. */
function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // For a host with several addresses, the error of the first one.
  const failed = error instanceof AggregateError ? (error.errors[0] as Error) : error
  if ('syscall' in failed || endsSession(failed)) return true
  if ('code' in failed) return AWAY.test(String(failed.code))
  return LOST.test(failed.message) || NOT_SENT.test(failed.message)
}

/** True when the connection cannot be used again: it is lost, silent, about to be closed, or one to a standby. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof DatabaseError)) return isAway(error)
  return endsSession(error) || isReadOnly(error)
}

/** PostgreSQL closes the connection after such an error. Its severity is a word of the server's language. */
function endsSession(error: Error): boolean {
  if (!(error instanceof DatabaseError)) return false
  const { code = '', severity } = error
  return severity === 'FATAL' || (AWAY.test(code) && !isReadOnly(error))
}

/** True if the statement may have run. PostgreSQL rolls back what it refuses, unless it closes the connection. */
function hasBeenSent(error: unknown): boolean {
  if (error instanceof DatabaseError) return endsSession(error)
  return !NOT_SENT.test((error as Error).message)
}

/** True for the error of a server that is a standby, also one that `rethrow` has translated. */
export function isOfStandby(error: unknown): boolean {
  return sqlStateOf(error) === READ_ONLY
}
