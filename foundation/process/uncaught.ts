// Uncaught errors: after an unhandled rejection the process continues, after an exception it ends.
import type { Log } from '#foundation/telemetry/log.ts'
import { unhandledRejections } from '#foundation/telemetry/metrics.ts'

/**
 * Logs both as fatal and counts rejections. A rejection concerns the one request that lost it; after
 * an exception nobody knows what state the process is in, so `onException` is called to end it.
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
