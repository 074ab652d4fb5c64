// Logs why telemetry does not reach its collector.
import type { Log } from '#foundation/telemetry/log.ts'
import { createRepeatedLog } from '#foundation/telemetry/repeated-log.ts'

/** Logs a failure, each reason at most once a minute. A text is a message of the SDK. */
export type LogExportFailure = (failure: unknown) => void

/** @param message what the failures mean */
export function createExportFailureLog(log: Log, message: string): LogExportFailure {
  const logRepeatedly = createRepeatedLog()
  return (failure) => {
    const reason = reasonOf(failure)
    logRepeatedly(reason, (repeated) => log.warn({ reason, ...repeated }, message))
  }
}

/** Only the beginning of a message, which may contain the response of the collector. */
function reasonOf(failure: unknown): string {
  if (typeof failure === 'string') return failure.slice(0, 100)
  const { code, message } = failure as { code?: string | number; message?: string }
  return String(code ?? message ?? 'unknown').slice(0, 100)
}
