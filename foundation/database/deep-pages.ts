// Deep pages leave the connections that requests share: PostgreSQL reads every row that a page skips, and
// the statements behind it on a shared connection would wait.
import type { CompiledQuery, Kysely } from 'kysely'
import { executeAlone, executeWith, once, type Values } from '#foundation/database/built-once.ts'
import { DomainError } from '#foundation/domain/errors.ts'
import { currentCaller } from '#foundation/limits/current-caller.ts'
import { FairSemaphore } from '#foundation/limits/fair-semaphore.ts'

/** A page that skips more rows is deep. PostgreSQL skips these in less than a millisecond. */
const MAX_SHARED_ROWS = 1_000
/** Of a database, in one process: as many deep pages at once leave it four connections for others. */
const LIMITS = { total: 2, perCaller: 1, waiting: 100, waitingPerCaller: 30 }
/** As long as a statement may take. */
const WAIT_MS = 10_000

/**
 * Executes the statement of a page that skips so many rows.
 * @throws INTERNAL_ERROR with `retry` while too many deep pages wait, or when the client has left
 */
export async function executePage<Tables, Row>(
  db: Kysely<Tables>,
  statement: CompiledQuery<Row>,
  values: Values,
  skipped: number,
): Promise<Row[]> {
  if (skipped <= MAX_SHARED_ROWS) return executeWith(db, statement, values)
  const caller = currentCaller()
  const wait = { limitMs: WAIT_MS, signal: caller?.left }
  const release = await semaphoreOf(db as Kysely<unknown>).acquire(caller?.key ?? '', wait)
  if (!release) throw tooManyDeepPages()
  try {
    return await executeAlone(db, statement, values)
  } finally {
    release()
  }
}

const semaphoreOf = once((_db: Kysely<unknown>) => new FairSemaphore(LIMITS))

function tooManyDeepPages(): DomainError {
  return new DomainError('INTERNAL_ERROR', 'Too many deep pages are waiting.', { retry: true })
}
