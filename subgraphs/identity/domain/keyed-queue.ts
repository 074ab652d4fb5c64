// One after the other: nobody fills the queue of the password hashes alone, and of right passwords sent
// at the same moment none is refused because the others are still being looked at.
import { DomainError } from '#foundation/errors.ts'

const MOST_WAITING = 20

/** The last of each key, and how many there are. */
const queues = new Map<string, { last: Promise<unknown>; length: number }>()

/**
 * Works when what came before it by the same key in this process has ended.
 * @throws RATE_LIMIT_EXCEEDED when too many are waiting
 */
export async function runInQueue<Result>(
  key: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const queue = queues.get(key) ?? { last: Promise.resolve(), length: 0 }
  if (queue.length > MOST_WAITING) {
    const details = { retryAfterSeconds: 2 }
    throw new DomainError('RATE_LIMIT_EXCEEDED', 'Too many passwords are sent at once.', details)
  }
  queues.set(key, queue)
  queue.length += 1
  const result = queue.last.then(work)
  queue.last = result.catch(() => undefined)
  try {
    return await result
  } finally {
    queue.length -= 1
    if (queue.length === 0) queues.delete(key)
  }
}
