// Reads rows by ids: those of one request in one statement, and with them those of other requests of the same turn.
import type { CompiledQuery, Kysely } from 'kysely'
import { countRows } from '#foundation/database/budget-plugin.ts'
import { executeWith, fillIn, type Values } from '#foundation/database/built-once.ts'
import { readsOf } from '#foundation/database/shared-reads.ts'

/** How many rows one statement reads, because rows may be long. */
export const ROWS_AT_ONCE = 500

interface WantedRows<Row> {
  ids: readonly string[]
  /** Where a row has the id. */
  column: keyof Row & string
  /** Of the statement's other placeholders. */
  values?: Values | undefined
  /** How many rows an id has at most; 1 by default. */
  rowsOfEach?: number
}

/** The rows of each id, in the order of the ids. The statement selects by the placeholder `ids`. */
export async function rowsByIds<Tables, Row>(
  db: Kysely<Tables>,
  statement: CompiledQuery<Row>,
  { ids, rowsOfEach = 1, ...wanted }: WantedRows<Row>,
): Promise<Row[][]> {
  const atOnce = Math.ceil(ROWS_AT_ONCE / rowsOfEach)
  if (ids.length <= atOnce) return readAtOnce(db, statement, { ...wanted, ids, atOnce })
  const found: Row[][] = []
  for (let from = 0; from < ids.length; from += atOnce) {
    const some = ids.slice(from, from + atOnce)
    found.push(...(await readAtOnce(db, statement, { ...wanted, ids: some, atOnce })))
  }
  return found
}

async function readAtOnce<Tables, Row>(
  db: Kysely<Tables>,
  statement: CompiledQuery<Row>,
  { ids, column, atOnce, values }: WantedRows<Row> & { atOnce: number },
): Promise<Row[][]> {
  const all = { ...values, ids }
  const wanted = { ids, column, atOnce }
  const shared = await readsOf.get(db)?.readByIds<Row>(fillIn(statement, all), wanted)
  if (!shared) return listsOf(ids, await executeWith(db, statement, all), column)
  const rows = ids.map((id) => shared.get(id) ?? [])
  rows.forEach(countRows)
  return rows
}

/** The rows of each id, in the order of the ids. */
export function listsOf<Row>(
  ids: readonly string[],
  rows: readonly Row[],
  column: keyof Row,
): Row[][] {
  const byId = Map.groupBy(rows, (row) => row[column] as string)
  return ids.map((id) => byId.get(id) ?? [])
}
