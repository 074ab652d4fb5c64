// Searches run a few at a time. One whose letters are in nearly every title keeps PostgreSQL busy for a second,
// and the other requests of the service need its connections.
import type { Kysely } from 'kysely'
import { once } from '#foundation/database/built-once.ts'
import type { Connection } from '#foundation/database/pagination.ts'
import { DomainError } from '#foundation/domain/errors.ts'

/** Of a database, in one process. It has eight connections. */
const AT_ONCE = 2
/** Further ones are refused: they would wait longer than any client. */
const MOST_WAITING = 100

/**
 * The same list, which is read and counted when it is its turn. Both throw INTERNAL_ERROR with `retry`
 * while too many others wait.
 */
export function inSearchTurn<Tables, Row>(
  db: Kysely<Tables>,
  { page, count }: Connection<Row>,
): Connection<Row> {
  const inTurn = turnsOf(db as Kysely<unknown>)
  let read: ReturnType<typeof page> | undefined
  return { page: () => (read ??= inTurn(page)), count: () => inTurn(count) }
}

function tooManySearches(): DomainError {
  return new DomainError('INTERNAL_ERROR', 'Too many searches are waiting.', { retry: true })
}

const turnsOf = once((_db: Kysely<unknown>) => {
  let running = 0
  const waiting: (() => void)[] = []
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (waiting.length === MOST_WAITING) throw tooManySearches()
    if (running === AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
})
