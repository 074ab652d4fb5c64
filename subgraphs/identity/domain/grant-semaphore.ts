// Rotations of one grant run one at a time, and those that wait hold no connection: while something else locks
// the grant, one of them waits for the lock, and the others leave the connections of the service free.
import { once } from '#foundation/database/built-once.ts'
import type { Kysely } from '#foundation/database/database.ts'
import { DomainError } from '#foundation/domain/errors.ts'
import { FairSemaphore } from '#foundation/limits/fair-semaphore.ts'
import type { IdentityTables } from '../tables.ts'

/** Of a process. The slots of all grants are more than its connections, which have a limit of their own. */
const LIMITS = { total: 500, perCaller: 1, waiting: 1_000, waitingPerCaller: 20 }
/** As long as a statement may take, which is how long the one before may wait for a lock. */
const WAIT_MS = 10_000
const RETRY_AFTER_S = 5

const semaphoreOf = once((_db: Kysely<IdentityTables>) => new FairSemaphore(LIMITS))

/** @throws RATE_LIMIT_EXCEEDED when too many of the grant wait, or the wait takes too long */
export async function runForGrant<Result>(
  db: Kysely<IdentityTables>,
  grant: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const semaphore = semaphoreOf(db)
  const release =
    semaphore.takeFree(grant) ?? (await semaphore.acquire(grant, { limitMs: WAIT_MS }))
  if (!release) throw tooManyRefreshes()
  try {
    return await work()
  } finally {
    release()
  }
}

function tooManyRefreshes(): DomainError {
  return new DomainError(
    'RATE_LIMIT_EXCEEDED',
    `Too many refreshes of one sign-in at once. Try again in ${RETRY_AFTER_S} s.`,
    { retryAfterSeconds: RETRY_AFTER_S },
  )
}
