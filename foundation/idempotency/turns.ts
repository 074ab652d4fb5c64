// One after the other: requests with one key in this process, without a connection while they wait.
import { DomainError } from '#foundation/domain/errors.ts'

/** Of one key, which belongs to one caller. Each waits for the answers of those before it. */
const MAX_WAITING = 20

/**
 * Runs work under names; of the same name, one at a time and in order.
 * @throws INTERNAL_ERROR with `retry` when too much work of the name waits
 */
export function createTurns() {
  const queues = new Map<string, { last: Promise<unknown>; length: number }>()
  return async <Result>(name: string, work: () => Promise<Result>): Promise<Result> => {
    const queue = queues.get(name) ?? { last: Promise.resolve(), length: 0 }
    if (queue.length > MAX_WAITING) throw tooManyRepetitions()
    const turn = queue.length > 0 ? queue.last.then(work, work) : work()
    queue.last = turn
    queue.length += 1
    queues.set(name, queue)
    try {
      return await turn
    } finally {
      queue.length -= 1
      if (queue.length === 0) queues.delete(name)
    }
  }
}

function tooManyRepetitions(): DomainError {
  const message = 'Too many requests with this Idempotency-Key are waiting.'
  return new DomainError('INTERNAL_ERROR', message, { retry: true })
}
