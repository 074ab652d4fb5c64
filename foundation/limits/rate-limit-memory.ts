// The store of rate limit counts in the memory of one process.
import { LRUCache } from 'lru-cache'
import {
  WINDOW_SECONDS,
  type Quota,
  type RateLimitStore,
  type Window,
  type WindowUsage,
} from '#foundation/limits/rate-limit.ts'

/** A store in memory. `size` is the number of callers it holds. */
export type MemoryStore = RateLimitStore & { readonly size: number }

interface Count {
  start: number
  used: number
}

/**
 * The store of a single process, bounded to `maxKeys` callers. It evicts the least recently seen caller; rejected
 * calls count as seen, so a caller that keeps trying stays. Flooding the store blocks nobody: eviction only resets
 * a quota, and costs an attacker counted calls from `maxKeys` addresses, whose own quotas are worth more.
 */
export function createMemoryStore({ maxKeys = 100_000 } = {}): MemoryStore {
  // With `max`, the cache would reserve its whole memory at once: 3 MB for each service.
  const counts = new LRUCache<string, { hour: Count; burst: Count }>({
    maxSize: maxKeys,
    sizeCalculation: () => 1,
  })
  return {
    get size() {
      return counts.size
    },
    consume(key, cost, quota, now) {
      const held = counts.get(key)
      const hour = countAt(now, 'hour', held?.hour)
      const burst = countAt(now, 'burst', held?.burst)
      const allowed = hour.used + cost <= quota.hour && burst.used + cost <= quota.burst
      if (allowed) {
        hour.used += cost
        burst.used += cost
      }
      // A caller without counted units must not evict others.
      if (hour.used + burst.used > 0) counts.set(key, { hour, burst })
      return {
        allowed,
        hour: usageOf(hour, quota, 'hour', now),
        burst: usageOf(burst, quota, 'burst', now),
      }
    },
  }
}

/** A window starts with its first counted call; before that, and after its end, it starts now. */
function countAt(now: number, window: Window, held?: Count): Count {
  const running = held && held.used > 0 && now < endOf(held, window)
  return running ? held : { start: now, used: 0 }
}

function endOf(count: Count, window: Window): number {
  return count.start + WINDOW_SECONDS[window] * 1000
}

function usageOf(count: Count, quota: Quota, window: Window, now: number): WindowUsage {
  return {
    remaining: Math.max(0, quota[window] - count.used),
    resetSeconds: Math.ceil((endOf(count, window) - now) / 1000),
  }
}
