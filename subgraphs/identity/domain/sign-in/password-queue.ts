// Checks one password of a key at a time, so that no key fills the queue, and parallel right passwords all succeed.
import { DomainError } from '#foundation/domain/errors.ts'
import { createKeyedMutex } from '#foundation/limits/keyed-mutex.ts'
import { countRefusal } from '#foundation/telemetry/metrics.ts'

const MAX_WAITING = 20
const RETRY_AFTER_S = 2

/**
 * Checks a password after the earlier ones of its key in this process. @throws RATE_LIMIT_EXCEEDED when too
 * many are waiting
 */
export const runInPasswordQueue = createKeyedMutex({
  maxWaiting: MAX_WAITING,
  refusal() {
    countRefusal('sign_ins')
    return new DomainError(
      'RATE_LIMIT_EXCEEDED',
      'Too many passwords were sent at once. Try again in a few seconds.',
      { retryAfterSeconds: RETRY_AFTER_S },
    )
  },
})
