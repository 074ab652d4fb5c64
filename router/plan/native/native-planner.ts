// Hive's planner, a native module.
import { QueryPlanner } from '@graphql-hive/router-query-planner'
import type { QueryPlan } from '../query-plan.ts'
import type { ServedPlanner } from '../planner-messages.ts'

const NO_LABELS = new Set<string>()

/** @throws for a supergraph that it does not understand */
export function createNativePlanner(supergraph: string): ServedPlanner {
  const planner = new QueryPlanner(supergraph)
  return {
    apiSdl: planner.consumerSchema,
    async plan(operation, signal) {
      const plan = await planner.planAsync(operation, undefined, NO_LABELS, 0, signal)
      return plan as QueryPlan
    },
  }
}
