// The log lines about a service or a database that does not respond.
import { DomainError } from '#foundation/domain/errors.ts'
import type { Log } from '#foundation/telemetry/log.ts'

/** True for the error of a service that does not respond. */
function isOutage(error: unknown): error is DomainError {
  if (!(error instanceof DomainError)) return false
  const { code, details } = error.extensions
  return code === 'INTERNAL_ERROR' && details.retry === true && details.service !== undefined
}

/** An error for a log line: a sentence for a service that does not respond, the whole error for anything else. */
export function loggedError(error: unknown): { reason: string } | { err: unknown } {
  return isOutage(error) ? { reason: outageReason(error) } : { err: error }
}

/** The message, with PostgreSQL's own if a database is unavailable. */
function outageReason({ message, reason, cause }: DomainError): string {
  if (reason !== undefined) return reason
  return cause instanceof Error ? `${message} (${cause.message})` : message
}

const loggedOutages = new WeakSet<Log>()

/** Logs the cause of `serviceBusy`, once for each request. */
export function logOutage(error: unknown, log: Log): void {
  if (!(error instanceof DomainError) || !error.logged || loggedOutages.has(log)) return
  loggedOutages.add(log)
  const { level, message } = error.logged
  log[level]({ err: error.cause, ...error.extensions.details }, message)
}
