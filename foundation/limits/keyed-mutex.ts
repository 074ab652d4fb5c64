// Work of one key runs one at a time, in the order of its arrival, while that of other keys goes on.
import type { DomainError } from '#foundation/domain/errors.ts'
import { FairSemaphore } from '#foundation/limits/fair-semaphore.ts'

export interface KeyedMutexOptions {
  /** How much work of one key may wait. */
  maxWaiting: number
  /** How long work may wait, in milliseconds; without one, until its turn. */
  waitMs?: number
  refusal: () => DomainError
}

/** Runs work under its key. */
export type KeyedMutex = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>

/**
 * A mutex for each key, in this process. What waits holds no connection. All keys together have no limit: each
 * entry is a request that a server has admitted.
 * @throws the refusal when too much work of the key waits, or the wait takes too long
 */
export function createKeyedMutex({ maxWaiting, waitMs, refusal }: KeyedMutexOptions): KeyedMutex {
  const semaphore = new FairSemaphore({
    total: Infinity,
    perCaller: 1,
    waiting: Infinity,
    waitingPerCaller: maxWaiting,
  })
  return (key, work) => semaphore.run(key, work, { limitMs: waitMs, refusal })
}
