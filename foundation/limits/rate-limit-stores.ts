// Stores for rate limit counts: in this process, or in a Valkey (or Redis) that processes share.
import { createMemoryStore } from '#foundation/limits/rate-limit-memory.ts'
import type { RateLimitStore } from '#foundation/limits/rate-limit.ts'
import type { Log } from '#foundation/telemetry/log.ts'

export interface RateLimitStores {
  /** The store of one service, separate from all others. */
  of(service: string): RateLimitStore
  close(): void
}

/** Stores in the Valkey at the URL (redis://…), whose client is loaded then, or in memory without one. */
export async function createRateLimitStores(
  url: string | undefined,
  log: Log,
): Promise<RateLimitStores> {
  if (url === undefined) return { of: () => createMemoryStore(), close: () => undefined }
  const { createValkeyStores } = await import('#foundation/limits/rate-limit-valkey.ts')
  return createValkeyStores(url, log)
}
