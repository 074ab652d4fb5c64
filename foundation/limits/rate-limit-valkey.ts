// Rate limit counts in a Valkey (or Redis) that processes share.
import { Redis } from 'ioredis'
import type { RateLimitStores } from '#foundation/limits/rate-limit-stores.ts'
import type { Quota, RateLimitStore, Usage } from '#foundation/limits/rate-limit.ts'
import type { Log } from '#foundation/telemetry/log.ts'

/** Milliseconds a call may wait for the store before it passes uncounted. */
const RESPONSE_MS = 250
const RECONNECT_MS = 1_000

/** Stores in the Valkey at the URL (redis://…). The client connects and reconnects by itself. */
export function createValkeyStores(url: string, log: Log): RateLimitStores {
  const client = new Redis(url, {
    lazyConnect: true,
    // While the store is down, calls must pass at once, not wait in a queue.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 1_000,
    commandTimeout: RESPONSE_MS,
    retryStrategy: () => RECONNECT_MS,
  })
  client.on('error', ({ message }) =>
    log.warn({ reason: message }, 'the rate limit store is unreachable'),
  )
  // The client keeps reconnecting; calls pass meanwhile.
  client.connect().catch(() => undefined)
  return {
    of: (service) => createValkeyStore(client, service),
    close: () => client.disconnect(),
  }
}

/**
 * Counts both windows in one step: both have room, or nothing is used. A key lives as long as its
 * window, which starts with the first unit.
 */
const CONSUME = `
local cost = tonumber(ARGV[1])
local used, left, fits = {}, {}, true
for i = 1, 2 do
  used[i] = tonumber(redis.call('GET', KEYS[i]) or '0')
  if used[i] + cost > tonumber(ARGV[i + 1]) then fits = false end
end
for i = 1, 2 do
  if fits then
    if used[i] == 0 then redis.call('SET', KEYS[i], cost, 'PX', ARGV[i + 3])
    else redis.call('INCRBY', KEYS[i], cost) end
    used[i] = used[i] + cost
  end
  left[i] = redis.call('PTTL', KEYS[i])
end
return { fits and 1 or 0, used[1], left[1], used[2], left[2] }`

const HOUR_MS = 3_600_000
const BURST_MS = 60_000

type Counted = [allowed: number, hour: number, hourMs: number, burst: number, burstMs: number]

function createValkeyStore(client: Redis, service: string): RateLimitStore {
  return {
    async consume(caller, cost, quota) {
      // Braces keep both keys of a caller on one node of a cluster.
      const keys = [`rate:${service}:{${caller}}:hour`, `rate:${service}:{${caller}}:burst`]
      const limits = [cost, quota.hour, quota.burst, HOUR_MS, BURST_MS]
      return usageOf((await client.eval(CONSUME, 2, ...keys, ...limits)) as Counted, quota)
    },
  }
}

function usageOf([allowed, hour, hourMs, burst, burstMs]: Counted, quota: Quota): Usage {
  return {
    allowed: allowed === 1,
    hour: windowUsage(quota.hour - hour, hourMs, HOUR_MS),
    burst: windowUsage(quota.burst - burst, burstMs, BURST_MS),
  }
}

/** A window that has not started (a negative time to live) would start now. */
function windowUsage(remaining: number, leftMs: number, lengthMs: number) {
  const resetSeconds = Math.ceil((leftMs < 0 ? lengthMs : leftMs) / 1000)
  return { remaining: Math.max(0, remaining), resetSeconds }
}
