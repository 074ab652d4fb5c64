// A mutex for each key: work with one key runs one at a time, in order of arrival.
import type { DomainError } from '#foundation/domain/errors.ts'
import { FairSemaphore } from '#foundation/limits/fair-semaphore.ts'

export interface KeyedMutexOptions {
  /** How many calls with one key may wait. */
  maxWaiting: number
  /** How long a call may wait, in milliseconds; unlimited by default. */
  waitMs?: number
  refusal: () => DomainError
}

export type KeyedMutex = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>

/**
 * A mutex for each key, in this process. Waiting work holds no connection. The number of keys is not limited,
 * because each entry is an admitted request.
 * @throws the refusal when too many calls with the key wait, or the wait takes too long
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
