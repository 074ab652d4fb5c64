// Deletes expired idempotency keys.
import { sql, type Kysely } from 'kysely'
import { oldestKey } from '#foundation/idempotency/keys.ts'
import type { Worker } from '#foundation/process/workers.ts'

const SWEEP_BATCH = 1_000

interface SweepContext {
  db: unknown
  now: () => Date
}

/** The worker of every service that has mutations. */
export const sweepKeys: Worker<SweepContext> = {
  name: 'sweep idempotency keys',
  everyMs: 10 * 60_000,
  async run({ db, now }, stopping) {
    const before = oldestKey(now())
    for (let deleted = SWEEP_BATCH; deleted === SWEEP_BATCH && !stopping.aborted;) {
      // Compares the time again, because a key may have been used again while the statement waited for its lock.
      const { numAffectedRows } = await sql`
        delete from idempotency_keys where (identity_id, client_id, field, key) in (
          select identity_id, client_id, field, key from idempotency_keys
          where created_at <= ${before} order by created_at limit ${SWEEP_BATCH}
        ) and created_at <= ${before}`.execute(db as Kysely<unknown>)
      deleted = Number(numAffectedRows ?? 0)
    }
  },
}
