// Runs the rotations of one grant one at a time. While another transaction locks the grant, one rotation waits for
// the lock, and the others hold no database connection.
import { DomainError } from '#foundation/domain/errors.ts'
import { createKeyedMutex } from '#foundation/limits/keyed-mutex.ts'
import { countRefusal } from '#foundation/telemetry/metrics.ts'

const MAX_WAITING = 20
/** The statement timeout, which is how long the previous rotation may wait for a lock. */
const WAIT_MS = 10_000
const RETRY_AFTER_S = 5

/**
 * Runs a rotation after the earlier ones of its grant. @throws RATE_LIMIT_EXCEEDED when too many wait, or the
 * wait takes too long
 */
export const runForGrant = createKeyedMutex({
  maxWaiting: MAX_WAITING,
  waitMs: WAIT_MS,
  refusal() {
    countRefusal('sign_ins')
    return new DomainError(
      'RATE_LIMIT_EXCEEDED',
      `Too many refreshes of one sign-in at once. Try again in ${RETRY_AFTER_S} s.`,
      { retryAfterSeconds: RETRY_AFTER_S },
    )
  },
})
