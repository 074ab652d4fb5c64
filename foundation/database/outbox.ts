// Rows to deliver to another service: the request delivers at once, and a sweep retries until it
// succeeds.
import { sql } from 'kysely'

/** How long the request that wrote a row may deliver it before the sweep does. */
export const LEASE_MS = 10_000
const SWEEP_BATCH = 50
const MAX_WAIT_S = 300

/** `attempts` and `next_attempt_at` for a row claimed at that time: one second later, doubling up to five minutes. */
export function putOff(at: Date) {
  return {
    attempts: sql<number>`attempts + 1`,
    nextAttemptAt: sql<Date>`${at}::timestamptz
      + least(power(2, least(attempts, 20)), ${MAX_WAIT_S}) * interval '1 second'`,
  }
}

/**
 * Settles all due rows one after the other, until none is left or the service stops. `take` claims at most `max`
 * rows by postponing them, so that no other process takes them. `settle` logs its own failures.
 */
export async function sweepOutbox<Row>(
  take: (max: number) => Promise<Row[]>,
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
