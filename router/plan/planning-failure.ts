// What callers get for an operation that no planner plans, and what the log has.
import { DomainError } from '#foundation/domain/errors.ts'
import type { Log } from '#foundation/telemetry/log.ts'
import { createRepeatedLog } from '#foundation/telemetry/repeated-log.ts'
import type { Planner } from './planner.ts'

/** A planner whose failures are INTERNAL_ERROR without `retry`, because repeating the operation does not help. */
export function reportFailures(planner: Planner, log: Log): Planner {
  const logRepeatedly = createRepeatedLog()
  return {
    apiSchema: planner.apiSchema,
    async plan(operation, signal) {
      try {
        return await planner.plan(operation, signal)
      } catch (error) {
        signal.throwIfAborted()
        const { message: reason } = error as Error
        logRepeatedly(reason, (repeated) => {
          log.error({ reason, ...repeated }, 'an operation is not planned')
        })
        throw new DomainError('INTERNAL_ERROR', 'The router cannot plan this operation.')
      }
    },
    close: () => planner.close(),
  }
}
