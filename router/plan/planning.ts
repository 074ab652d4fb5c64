// Bounds the planning of operations: how many are planned at once and wait, and how many fetches a plan has.
import { DomainError, refused } from '#foundation/domain/errors.ts'
import { currentCallerKey } from '#foundation/limits/current-caller.ts'
import { FairSemaphore } from '#foundation/limits/fair-semaphore.ts'
import type { Planner } from './planner.ts'
import type { PlanNode, QueryPlan } from './query-plan.ts'

/**
 * Two at once, so that the pool of libuv (four threads) has room for password hashing, compression and DNS. One
 * caller has one of them.
 */
const MAX_PLANNING = { total: 2, perCaller: 1, waiting: 64, waitingPerCaller: 8 }

/** Plans one operation. */
export type PlanOperation = (operation: string, signal: AbortSignal) => Promise<QueryPlan>

/**
 * Plans operations within the limits.
 * @throws INTERNAL_ERROR with `retry` when too many wait; VALIDATION_ERROR with the reason FETCH_LIMIT; as the
 * planner does
 */
export function boundPlanning(planner: Planner, maxFetches: number): PlanOperation {
  const semaphore = new FairSemaphore(MAX_PLANNING)
  return async (operation, signal) => {
    const plan = await semaphore.run(currentCallerKey(), () => planner.plan(operation, signal), {
      refusal: tooManyPlanned,
      signal,
    })
    const fetches = countFetches(plan.node)
    if (fetches > maxFetches) throw tooManyFetches(fetches, maxFetches)
    return plan
  }
}

function tooManyPlanned(): DomainError {
  const { waiting, waitingPerCaller } = MAX_PLANNING
  const message =
    `Too many new operations wait to be planned: at most ${waitingPerCaller} of one caller, ` +
    `and ${waiting} in all. Send operations that were sent before, or retry later.`
  return new DomainError('INTERNAL_ERROR', message, { retry: true, limit: waitingPerCaller })
}

function tooManyFetches(count: number, limit: number): DomainError {
  const message = `The operation needs ${count} requests to services; the fetch limit is ${limit}.`
  return refused('FETCH_LIMIT', message, { limit })
}

/** How many requests a plan makes, if every part of it runs. */
export function countFetches(node: PlanNode | undefined): number {
  switch (node?.kind) {
    case 'Fetch':
    case 'BatchFetch':
      return 1
    case 'Sequence':
    case 'Parallel':
      return node.nodes.reduce((sum, child) => sum + countFetches(child), 0)
    case 'Flatten':
      return countFetches(node.node)
    case 'Condition':
      return countFetches(node.ifClause) + countFetches(node.elseClause)
    default:
      return 0
  }
}
