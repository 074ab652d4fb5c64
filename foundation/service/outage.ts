// Logs failures of work that is repeated until it succeeds, once for each outage.
import type { Caller } from '#foundation/auth/caller.ts'
import { isReported, loggedError } from '#foundation/domain/errors.ts'

const OVER_MS = 10 * 60_000

type Logging = Pick<Caller, 'log'>

/**
 * Logs the first failure after minutes without one. A success does not end an outage: behind a load balancer, every
 * other request may reach an Identity of an earlier version.
 */
export function createOutage(message: string) {
  let lastAt = -Infinity
  const isNew = () => {
    const isOver = performance.now() - lastAt > OVER_MS
    lastAt = performance.now()
    return isOver
  }
  return {
    async report({ log }: Logging, run: () => Promise<void>): Promise<void> {
      try {
        await run()
      } catch (error) {
        if (isNew()) log.warn(loggedError(error), message)
      }
    },
    /**
     * Logs why one of many deliveries failed. A service that is away is logged once, a database not at all, because its
     * outage has log lines of its own, and anything else each time.
     */
    deliveryFailed({ log }: Logging, error: unknown, delivery: object): void {
      if (isReported(error)) return
      const logged = loggedError(error)
      if ('err' in logged || isNew()) log.warn({ ...logged, ...delivery }, message)
    },
  }
}
