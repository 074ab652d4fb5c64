// Loads rows by id: all ids of one request in one statement, up to a limit.
import DataLoader from 'dataloader'
import { sql, type RawBuilder } from 'kysely'

/** How many rows one statement reads, because rows may be long. */
const ROWS_AT_ONCE = 500

/**
 * Loads rows by their ids; undefined for a missing row. `rowsOf` selects the rows whose id equals
 * `anyId`, which stands for any of the requested ids. Use `cache: false` where several mutations of
 * one request may change a row: it is then read each time.
 */
export function createRowLoader<Row extends { id: string }>(
  rowsOf: (anyId: RawBuilder<string>) => { execute: () => Promise<Row[]> },
  { cache = true }: { cache?: boolean } = {},
): DataLoader<string, Row | undefined> {
  return new DataLoader(
    async (ids) => {
      const byId = new Map<string, Row>()
      for (let from = 0; from < ids.length; from += ROWS_AT_ONCE) {
        const some = ids.slice(from, from + ROWS_AT_ONCE)
        const rows = await rowsOf(sql<string>`any(${some})`).execute()
        for (const row of rows) byId.set(row.id, row)
      }
      return ids.map((id) => byId.get(id))
    },
    { cache },
  )
}
