// A queue for each key, which runs one job at a time, so that no single key fills the queue of
// password hashes, and of right passwords sent at the same moment none is refused because others
// are still being checked.
import { DomainError } from '#foundation/domain/errors.ts'

const MOST_WAITING = 20

/** The last job of each key, and the number of jobs. */
const queues = new Map<string, { last: Promise<unknown>; length: number }>()

/**
 * Runs the job once the earlier ones of the same key in this process have ended.
 * @throws RATE_LIMIT_EXCEEDED when too many are waiting
 */
export async function runInQueue<Result>(key: string, job: () => Promise<Result>): Promise<Result> {
  const queue = queues.get(key) ?? { last: Promise.resolve(), length: 0 }
  if (queue.length > MOST_WAITING) {
    const details = { retryAfterSeconds: 2 }
    throw new DomainError(
      'RATE_LIMIT_EXCEEDED',
      'Too many passwords were sent at once. Try again in a few seconds.',
      details,
    )
  }
  queues.set(key, queue)
  queue.length += 1
  const result = queue.last.then(job)
  queue.last = result.catch(() => undefined)
  try {
    return await result
  } finally {
    queue.length -= 1
    if (queue.length === 0) queues.delete(key)
  }
}
