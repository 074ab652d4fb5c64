// Reads that keep PostgreSQL busy run a few at a time, and callers take turns.
import type { Kysely } from 'kysely'
import { once } from '#foundation/database/built-once.ts'
import { databaseOf } from '#foundation/database/joined-database.ts'
import { overloaded } from '#foundation/domain/errors.ts'
import { currentCaller, currentCallerKey } from '#foundation/limits/current-caller.ts'
import { FairSemaphore } from '#foundation/limits/fair-semaphore.ts'

/**
 * Per database and process: two leave four of the six connections to other work. A document has at most fifteen
 * aliases of a field, each a page and a count: that much of one caller may wait. Further reads would wait longer
 * than any client.
 */
const LIMITS = { total: 2, perCaller: 1, waiting: 100, waitingPerCaller: 30 }

export interface ReadSlotOptions {
  /** Says that too many reads of the kind wait. */
  refusal: string
  /** How long a read may wait, in milliseconds; without one, until its turn. */
  waitMs?: number
}

/**
 * Slots for one kind of reads, of each database, also for what joins a transaction of it.
 * @throws INTERNAL_ERROR with `retry` while too many reads wait, and `clientLeft`
 */
export function createReadSlots({ refusal, waitMs }: ReadSlotOptions) {
  const semaphoreOf = once((_db: Kysely<unknown>) => new FairSemaphore(LIMITS))
  return <Tables, Result>(db: Kysely<Tables>, read: () => Promise<Result>): Promise<Result> =>
    semaphoreOf(databaseOf(db)).run(currentCallerKey(), read, {
      limitMs: waitMs,
      signal: currentCaller()?.left,
      refusal: () => overloaded(refusal),
    })
}
