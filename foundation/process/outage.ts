// Logs failures of work that is repeated until it succeeds, once for each outage.
import { asReported, isReported } from '#foundation/domain/errors.ts'
import { loggedError } from '#foundation/telemetry/log/outage-log.ts'
import type { Log } from '#foundation/telemetry/log.ts'

const OVER_MS = 10 * 60_000

interface LogContext {
  log: Log
}

/**
 * Logs the first failure after minutes without one. A success does not end an outage: behind a load balancer, every
 * other request may reach a process that fails.
 */
export function createOutage(message: string) {
  let lastAt = -Infinity
  const isNew = () => {
    const isOver = performance.now() - lastAt > OVER_MS
    lastAt = performance.now()
    return isOver
  }
  return {
    /** Runs the work, and logs why it failed. @throws the reported failure */
    async report({ log }: LogContext, run: () => Promise<void>): Promise<void> {
      try {
        await run()
      } catch (error) {
        if (!isReported(error) && isNew()) log.warn(loggedError(error), message)
        throw asReported(error as Error)
      }
    },
    /**
     * Logs why one of many deliveries failed. The outage of a service is logged once, that of a database not at all,
     * because it has log lines of its own, and anything else each time.
     * @returns the reported error
     */
    deliveryFailed({ log }: LogContext, error: unknown, delivery: object): Error {
      if (isReported(error)) return error as Error
      const logged = loggedError(error)
      if ('err' in logged || isNew()) log.warn({ ...logged, ...delivery }, message)
      return asReported(error as Error)
    },
  }
}
