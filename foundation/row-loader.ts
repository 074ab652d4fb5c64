// Rows by their ids: all that one request asks for in one statement.
import DataLoader from 'dataloader'
import { sql, type RawBuilder } from 'kysely'

/**
 * Loads rows by their ids; undefined for one that is not there. `rowsOf` selects the rows whose id
 * equals `anyId`, which stands for any of the ids asked for. With `cache: false` a row is read anew
 * each time, where in one request a mutation that changes it may follow another.
 */
export function createRowLoader<Row extends { id: string }>(
  rowsOf: (anyId: RawBuilder<string>) => { execute: () => Promise<Row[]> },
  { cache = true }: { cache?: boolean } = {},
): DataLoader<string, Row | undefined> {
  return new DataLoader(
    async (ids) => {
      const rows = await rowsOf(sql<string>`any(${[...ids]})`).execute()
      const byId = new Map(rows.map((row) => [row.id, row]))
      return ids.map((id) => byId.get(id))
    },
    { cache },
  )
}
