// A queue for each key, which checks one password at a time, so that no single key fills the queue of
// password hashes, and of right passwords sent at the same moment none is refused because others
// are still being checked.
import { DomainError } from '#foundation/domain/errors.ts'
import { createKeyedMutex } from '#foundation/limits/keyed-mutex.ts'

const MAX_WAITING = 20
const RETRY_AFTER_S = 2

/**
 * Checks a password once the earlier ones of its key in this process are checked.
 * @throws RATE_LIMIT_EXCEEDED when too many are waiting
 */
export const runInPasswordQueue = createKeyedMutex({
  maxWaiting: MAX_WAITING,
  refusal: () =>
    new DomainError(
      'RATE_LIMIT_EXCEEDED',
      'Too many passwords were sent at once. Try again in a few seconds.',
      { retryAfterSeconds: RETRY_AFTER_S },
    ),
})
