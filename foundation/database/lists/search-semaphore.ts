// Searches run a few at a time, and callers take turns. A search for very common letters keeps PostgreSQL
// busy for a second, and the other requests of the service need its connections.
import type { Kysely } from 'kysely'
import type { Connection } from '#foundation/database/lists/pagination.ts'
import { createReadSlots } from '#foundation/database/reads/read-slots.ts'

const runInSlot = createReadSlots({ refusal: 'Too many searches are waiting.' })

/**
 * Reads and counts a list in a search slot. Both throw INTERNAL_ERROR with `retry` while too many searches wait,
 * and `clientLeft` when the client has left.
 */
export function withSearchSlot<Tables, Row>(
  db: Kysely<Tables>,
  { page, count }: Connection<Row>,
): Connection<Row> {
  let read: ReturnType<typeof page> | undefined
  return {
    page: () => (read ??= runInSlot(db, page)),
    count: () => runInSlot(db, count),
  }
}
