// What callers get for an operation that no planner plans, and what the log has.
import { DomainError } from '#foundation/domain/errors.ts'
import type { Log } from '#foundation/telemetry/log.ts'
import { createRepeatedLog } from '#foundation/telemetry/repeated-log.ts'
import type { Planner } from './planner.ts'

/** A planner whose failures are INTERNAL_ERROR without `retry`, because repeating the operation does not help. */
export function reportFailures(planner: Planner, log: Log): Planner {
  const logRepeatedly = createRepeatedLog()
  return {
    ...planner,
    async plan(operation, signal, override) {
      try {
        return await planner.plan(operation, signal, override)
      } catch (error) {
        signal.throwIfAborted()
        const { message: reason } = error as Error
        logRepeatedly(reason, (repeated) => {
          log.error({ reason, ...repeated }, 'an operation is not planned')
        })
        throw new DomainError('INTERNAL_ERROR', 'The router cannot plan this operation.')
      }
    },
  }
}
