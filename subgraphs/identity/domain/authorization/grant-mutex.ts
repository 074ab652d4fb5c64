// Rotations of one grant run one at a time, and those that wait hold no connection: while something else locks
// the grant, one of them waits for the lock, and the others leave the connections of the service free.
import { DomainError } from '#foundation/domain/errors.ts'
import { createKeyedMutex } from '#foundation/limits/keyed-mutex.ts'

const MAX_WAITING = 20
/** As long as a statement may take, which is how long the one before may wait for a lock. */
const WAIT_MS = 10_000
const RETRY_AFTER_S = 5

/** @throws RATE_LIMIT_EXCEEDED when too many of the grant wait, or the wait takes too long */
export const runForGrant = createKeyedMutex({
  maxWaiting: MAX_WAITING,
  waitMs: WAIT_MS,
  refusal: () =>
    new DomainError(
      'RATE_LIMIT_EXCEEDED',
      `Too many refreshes of one sign-in at once. Try again in ${RETRY_AFTER_S} s.`,
      { retryAfterSeconds: RETRY_AFTER_S },
    ),
})
