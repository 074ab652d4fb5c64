// Uncaught errors: an unhandled rejection is logged and the process continues; an exception ends it.
import type { Log } from '#foundation/telemetry/log.ts'
import { unhandledRejections } from '#foundation/telemetry/metrics.ts'

/**
 * Logs both as fatal, and counts rejections. A rejection only affects its request. After an exception the state of the
 * process is unknown, so `onException` is called to end it.
 */
export function watchUncaught(log: () => Log, onException: (error: Error) => void): void {
  process.on('unhandledRejection', (reason) => {
    unhandledRejections.inc()
    log().fatal({ err: reason }, 'unhandled rejection')
  })
  process.on('uncaughtException', (error, origin) => {
    // With `--unhandled-rejections=strict` Node reports a rejection here as well.
    if (origin === 'unhandledRejection') return
    log().fatal({ err: error }, 'uncaught exception')
    onException(error)
  })
}
