// Limits the reads that scrapes cause: however often somebody scrapes, one runs at a time, at most every few seconds.
import { setTimeout as delay } from 'node:timers/promises'

export interface ReadingBounds {
  /** How long a result is used. After a failure, the next read is a minute later at the latest. */
  keepMs: number
  /** How long a scrape waits. The read goes on, and a later scrape gets its result. */
  deadlineMs: number
}

const RETRY_MS = 60_000

/** Shorter than the timeout of a scrape, which Prometheus ends after ten seconds. */
const SCRAPED: ReadingBounds = { keepMs: 5_000, deadlineMs: 2_000 }

/** Reads at most as often as the bounds say. The returned function gets undefined while there is no result. */
export function boundedReading<Value>(
  read: () => Promise<Value>,
  { keepMs, deadlineMs }: ReadingBounds = SCRAPED,
): () => Promise<Value | undefined> {
  let underWay: Promise<Value | undefined> | undefined
  let last: { value: Value | undefined; at: number } | undefined
  const start = async () => {
    // A failure counts as a result, so that a database that is down is not read more often than one that responds.
    const value = await read().catch(() => undefined)
    last = { value, at: performance.now() }
    underWay = undefined
    return value
  }
  const keepOf = (value: Value | undefined) =>
    value === undefined ? Math.min(keepMs, RETRY_MS) : keepMs
  return async () => {
    if (last && performance.now() - last.at < keepOf(last.value)) return last.value
    const deadline = new AbortController()
    const late = delay(deadlineMs, undefined, { signal: deadline.signal }).catch(() => undefined)
    try {
      return await Promise.race([(underWay ??= start()), late])
    } finally {
      deadline.abort()
    }
  }
}
