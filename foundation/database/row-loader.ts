// Loads rows by id: all ids of one request in one statement, up to a limit.
import DataLoader from 'dataloader'
import type { Compilable, Kysely, RawBuilder } from 'kysely'
import { ANY_ID, executeWith, statementOf, type Values } from '#foundation/database/built-once.ts'

/** How many rows one statement reads, because rows may be long. */
const ROWS_AT_ONCE = 500

/**
 * Loads rows by their ids; undefined for a missing row. `rowsOf` selects the rows whose id equals `anyId`, which
 * stands for any of the requested ids. A `rowsOf` that requests share is built once, with `values` for its other
 * placeholders. Use `cache: false` where several mutations of one request may change a row.
 */
export function createRowLoader<Tables, Row extends { id: string }>(
  db: Kysely<Tables>,
  rowsOf: (anyId: RawBuilder<string>) => Compilable<Row>,
  { cache = true, values }: { cache?: boolean; values?: () => Values } = {},
): DataLoader<string, Row | undefined> {
  return new DataLoader(
    async (ids) => {
      const byId = new Map<string, Row>()
      const statement = statementOf(rowsOf, 'by id', () => rowsOf(ANY_ID))
      for (let from = 0; from < ids.length; from += ROWS_AT_ONCE) {
        const some = ids.slice(from, from + ROWS_AT_ONCE)
        const rows = await executeWith(db, statement, { ...values?.(), ids: some })
        for (const row of rows) byId.set(row.id, row)
      }
      return ids.map((id) => byId.get(id))
    },
    { cache },
  )
}
