// Limits how many expensive reads run at a time; callers take turns.
import type { Kysely } from 'kysely'
import { once } from '#foundation/database/built-once.ts'
import { databaseOf } from '#foundation/database/joined-database.ts'
import { overloaded } from '#foundation/domain/errors.ts'
import { currentCaller, currentCallerKey } from '#foundation/limits/current-caller.ts'
import { FairSemaphore } from '#foundation/limits/fair-semaphore.ts'

/**
 * Per database and process: two slots leave four of the six connections to other work. A document has at most
 * fifteen aliases of a field, each a page and a count, so 30 reads of one caller may wait. With more than 100
 * waiting, the last would wait longer than clients do.
 */
const LIMITS = { total: 2, perCaller: 1, waiting: 100, waitingPerCaller: 30 }

export interface ReadSlotOptions {
  /** The message when too many reads wait. */
  refusal: string
  /** How long a read may wait, in milliseconds; unlimited by default. */
  waitMs?: number
}

/**
 * Slots of each database for one kind of read, also inside transactions that join.
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
