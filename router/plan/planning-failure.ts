// Turns the failures of a planner into errors for callers, and logs the reasons.
import { DomainError } from '#foundation/domain/errors.ts'
import type { Log } from '#foundation/telemetry/log.ts'
import { createRepeatedLog } from '#foundation/telemetry/log/repeated-log.ts'
import { PlannerEnded, type Planner } from './planner.ts'

/** Makes failures INTERNAL_ERROR, with `retry` only if the planner has ended: the next one may plan the operation. */
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
        const details = error instanceof PlannerEnded ? { retry: true } : {}
        throw new DomainError('INTERNAL_ERROR', 'The router cannot plan this operation.', details)
      }
    },
  }
}
