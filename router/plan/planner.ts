// What the router needs of a query planner.
import type { DocumentNode } from 'graphql'
import type { QueryPlan } from './query-plan.ts'

export interface Planner {
  /** The schema that clients see. */
  readonly apiSchema: DocumentNode
  /**
   * Plans one operation without a name.
   * @param signal ends the planning
   * @throws for an operation that cannot be planned, and the reason of the signal
   */
  plan(operation: string, signal: AbortSignal): Promise<QueryPlan>
  close(): Promise<void>
}
