// Measures how long a planner takes.
import type { PlanMetrics } from '../metrics.ts'
import type { PlannerName } from './choose-planners.ts'
import type { Planner } from './planner.ts'

export function measuredPlanner(
  name: PlannerName,
  planner: Planner,
  { planSeconds }: Pick<PlanMetrics, 'planSeconds'>,
): Planner {
  return {
    ...planner,
    async plan(operation, signal, override) {
      const end = planSeconds.startTimer({ planner: name })
      try {
        const plan = await planner.plan(operation, signal, override)
        end({ result: 'planned' })
        return plan
      } catch (error) {
        end({ result: signal.aborted ? 'ended' : 'refused' })
        throw error
      }
    },
  }
}
