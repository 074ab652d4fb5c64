// Caches plans by the planned text, which most operations that differ only in aliases share (`responseNames`).
import { LRUCache } from 'lru-cache'
import type { PlanOperation } from './planning.ts'
import type { QueryPlan } from './query-plan.ts'
import { SharedWork } from './shared-work.ts'

/**
 * Plans each text once.
 * @param maxSize of all texts and their plans as JSON, in UTF-16 units
 */
export function keepPlans(plan: PlanOperation, maxSize: number): PlanOperation {
  const kept = new LRUCache<string, QueryPlan>({ maxSize })
  const running = new SharedWork<QueryPlan>()
  return async (text, signal) => {
    const known = kept.get(text)
    if (known) return known
    const start = async (ends: AbortSignal) => {
      const planned = await plan(text, ends)
      kept.set(text, planned, { size: text.length + JSON.stringify(planned).length })
      return planned
    }
    return running.join(text, start, signal)
  }
}
