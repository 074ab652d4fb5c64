// Logs failures of work that runs every few seconds, once for each outage.
import type { Caller } from '#foundation/auth/caller.ts'
import { loggedError } from '#foundation/domain/errors.ts'

const OVER_MS = 10 * 60_000

/**
 * Logs the first failure after minutes without one. A success does not end an outage: behind a load balancer, every
 * other request may reach an Identity of an earlier version.
 */
export function createOutage(message: string) {
  let lastAt = -Infinity
  return {
    async report({ log }: Pick<Caller, 'log'>, run: () => Promise<void>): Promise<void> {
      try {
        await run()
      } catch (error) {
        if (performance.now() - lastAt > OVER_MS) {
          log.warn(loggedError(error), message)
        }
        lastAt = performance.now()
      }
    },
  }
}
