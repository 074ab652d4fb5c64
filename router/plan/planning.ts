// Bounds the planning of operations: how many are planned at once and wait, and how many fetches a plan has.
import type { Gauge } from 'prom-client'
import { DomainError, refused } from '#foundation/domain/errors.ts'
import { currentCallerKey } from '#foundation/limits/current-caller.ts'
import { FairSemaphore } from '#foundation/limits/fair-semaphore.ts'
import { countRefusal } from '#foundation/telemetry/metrics.ts'
import { unservedMetrics, type PlanMetrics } from '../metrics.ts'
import type { OverrideClass } from '../override-labels.ts'
import type { Planner } from './planner.ts'
import type { PlanNode, QueryPlan } from './query-plan.ts'

/**
 * Two plannings run at once, because the planner shares the processors with the router and its
 * services. One caller has at most one of them.
 */
const MAX_PLANNING = { total: 2, perCaller: 1, waiting: 64, waitingPerCaller: 8 }

export type PlanOperation = (
  operation: string,
  signal: AbortSignal,
  override?: OverrideClass,
) => Promise<QueryPlan>

/**
 * Plans operations within the limits.
 * @throws INTERNAL_ERROR with `retry` when too many wait; VALIDATION_ERROR with the reason FETCH_LIMIT; as the
 * planner does
 */
export function boundPlanning(
  planner: Planner,
  maxFetches: number,
  metrics: Pick<PlanMetrics, 'plansRefused' | 'plansWaiting'> = unservedMetrics(),
): PlanOperation {
  const { plansRefused, plansWaiting } = metrics
  const semaphore = new FairSemaphore(MAX_PLANNING)
  const refusal = () => {
    plansRefused.inc({ reason: 'waiting' })
    return tooManyPlanned()
  }
  return async (operation, signal, override) => {
    const endWait = countWait(plansWaiting)
    const work = () => {
      endWait()
      return planner.plan(operation, signal, override)
    }
    const plan = await semaphore.run(currentCallerKey(), work, { refusal, signal }).finally(endWait)
    const fetches = countFetches(plan.node)
    if (fetches <= maxFetches) return plan
    plansRefused.inc({ reason: 'fetch_limit' })
    countRefusal('fetches')
    throw tooManyFetches(fetches, maxFetches)
  }
}

/** Increments the gauge until the returned function is called. */
function countWait(gauge: Gauge): () => void {
  gauge.inc()
  let isWaiting = true
  return () => {
    if (isWaiting) gauge.dec()
    isWaiting = false
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
    case 'Subscription':
      return countFetches(node.primary)
    case 'Condition':
      return countFetches(node.ifClause) + countFetches(node.elseClause)
    default:
      return 0
  }
}
