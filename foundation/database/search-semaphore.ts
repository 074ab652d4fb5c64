// Searches run a few at a time, and callers take turns. A search for very common letters keeps PostgreSQL
// busy for a second, and the other requests of the service need its connections.
import type { Kysely } from 'kysely'
import { once } from '#foundation/database/built-once.ts'
import type { Connection } from '#foundation/database/pagination.ts'
import { DomainError } from '#foundation/domain/errors.ts'
import { currentCaller } from '#foundation/limits/current-caller.ts'
import { FairSemaphore } from '#foundation/limits/fair-semaphore.ts'

/**
 * Of a database, in one process. A document has at most fifteen aliases of a field, each a page and a
 * count: that much of one caller may wait. Further searches would wait longer than any client.
 */
const LIMITS = { total: 2, perCaller: 1, waiting: 100, waitingPerCaller: 30 }

/**
 * The same list, which is read and counted once a slot is free. Both throw INTERNAL_ERROR with `retry`
 * while too many others of the caller wait, and when the client has left.
 */
export function withSearchSlot<Tables, Row>(
  db: Kysely<Tables>,
  { page, count }: Connection<Row>,
): Connection<Row> {
  const semaphore = semaphoreOf(db as Kysely<unknown>)
  let read: ReturnType<typeof page> | undefined
  return {
    page: () => (read ??= runInSlot(semaphore, page)),
    count: () => runInSlot(semaphore, count),
  }
}

const semaphoreOf = once((_db: Kysely<unknown>) => new FairSemaphore(LIMITS))

async function runInSlot<Result>(
  semaphore: FairSemaphore,
  search: () => Promise<Result>,
): Promise<Result> {
  const caller = currentCaller()
  const release = await semaphore.acquire(caller?.key ?? '', { signal: caller?.left })
  if (!release) throw tooManySearches()
  try {
    return await search()
  } finally {
    release()
  }
}

function tooManySearches(): DomainError {
  return new DomainError('INTERNAL_ERROR', 'Too many searches are waiting.', { retry: true })
}
