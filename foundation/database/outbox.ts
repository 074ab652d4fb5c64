// Rows owed to another service: the request delivers at once, and a sweep retries until it succeeds.
import { sql } from 'kysely'

/** How long the request that wrote a row has before the sweep takes it as well. */
export const LEASE_MS = 10_000
const SWEEP_BATCH = 50
const LONGEST_WAIT_S = 300

/**
 * Puts off a row taken at that moment, as the columns `attempts` and `next_attempt_at` to set: by a
 * second, and twice as long each time, up to five minutes.
 */
export function putOff(at: Date) {
  return {
    attempts: sql<number>`attempts + 1`,
    nextAttemptAt: sql<Date>`${at}::timestamptz
      + least(power(2, least(attempts, 20)), ${LONGEST_WAIT_S}) * interval '1 second'`,
  }
}

/**
 * Settles all rows that are due, one after the other, until there are none or the service stops.
 * `take` puts off the rows it gives, at most `most`, so that no other process takes them as well;
 * `settle` logs its own failures.
 */
export async function sweepOutbox<Row>(
  take: (most: number) => Promise<Row[]>,
  settle: (row: Row) => Promise<unknown>,
  stopping: AbortSignal,
): Promise<void> {
  for (;;) {
    const due = await take(SWEEP_BATCH)
    for (const row of due) {
      if (stopping.aborted) return
      await settle(row)
    }
    if (due.length < SWEEP_BATCH) return
  }
}
