// Deep pages do not run on shared connections: PostgreSQL reads every row that a page skips, and other
// statements on the connection would wait.
import type { CompiledQuery, Kysely } from 'kysely'
import { executeAlone, executeWith, type Values } from '#foundation/database/built-once.ts'
import { createReadSlots } from '#foundation/database/reads/read-slots.ts'

/** A page that skips more rows is deep. PostgreSQL skips this many in less than a millisecond. */
const MAX_SHARED_ROWS = 1_000

const runInSlot = createReadSlots({
  refusal: 'Too many deep pages are waiting.',
  // The same as the statement timeout.
  waitMs: 10_000,
})

export interface PageCost {
  /** How many rows the page skips. */
  skipped: number
  /** True if the page may read far more rows than it returns, so that no other statement must wait behind it. */
  isSlow?: boolean
}

/**
 * Executes the statement of a page.
 * @throws INTERNAL_ERROR with `retry` while too many deep pages wait, `clientLeft` when the client has left
 */
export async function executePage<Tables, Row>(
  db: Kysely<Tables>,
  statement: CompiledQuery<Row>,
  values: Values,
  { skipped, isSlow = false }: PageCost,
): Promise<Row[]> {
  if (skipped <= MAX_SHARED_ROWS) {
    return isSlow ? executeAlone(db, statement, values) : executeWith(db, statement, values)
  }
  return runInSlot(db, () => executeAlone(db, statement, values))
}
