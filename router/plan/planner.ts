// What the router needs of a query planner.
import type { DocumentNode } from 'graphql'
import type { OverrideClass, SupergraphLabels } from '../override-labels.ts'
import type { QueryPlan } from './query-plan.ts'

export interface Planner {
  /** The schema that clients see. */
  readonly apiSchema: DocumentNode
  /** The labels of its progressive overrides. */
  readonly labels: SupergraphLabels
  /**
   * Plans one operation without a name.
   * @param signal ends the planning
   * @param override which labels hold; by default none
   * @throws for an operation that cannot be planned, and the reason of the signal
   */
  plan(operation: string, signal: AbortSignal, override?: OverrideClass): Promise<QueryPlan>
  close(): Promise<void>
}

/** Thrown when a planner has ended, perhaps because of another operation. The next operation starts a new one. */
export class PlannerEnded extends Error {
  constructor(reason: string) {
    super(`The query planner has ended: ${reason}.`)
  }
}

/** No label holds, and `percent(n)` for no n. */
export const NO_LABELS: OverrideClass = { activeLabels: new Set(), percentage: 100 }
