// Reads rows by keys: those of one request in one statement, and with them those of other requests of the same turn.
import type { CompiledQuery, Kysely } from 'kysely'
import { countRows } from '#foundation/database/budget-plugin.ts'
import { executeWith, fillIn, type Values } from '#foundation/database/built-once.ts'
import { executePage } from '#foundation/database/lists/deep-pages.ts'
import { textOfKey, textsOf } from '#foundation/database/reads/gathered-keys.ts'
import { readsOf } from '#foundation/database/reads/shared-reads.ts'

/** How many rows one statement reads or changes, because rows may be long. */
export const ROWS_AT_ONCE = 500

interface Wanted {
  /** The values of the statement's other placeholders. */
  values?: Values | undefined
  /** How many rows a key has at most; 1 by default. */
  rowsOfEach?: number
  /** How many rows the statement skips for each key; 0 by default. */
  skippedOfEach?: number
}

interface WantedRows<Row> extends Wanted {
  ids: readonly string[]
  /** The column of the row that holds the id. */
  column: keyof Row & string
}

/** The rows of each id, in the order of the ids. The statement selects by the placeholder `ids`. */
export function rowsByIds<Tables, Row>(
  db: Kysely<Tables>,
  statement: CompiledQuery<Row>,
  { ids, column, ...wanted }: WantedRows<Row>,
): Promise<Row[][]> {
  return readLists(db, statement, [['ids', ids]], [column], wanted)
}

/**
 * The rows of each key, in the order of the keys. The statement selects by placeholders that are called like the
 * columns of the key with an `s`, e.g. `proposalIds`.
 */
export function rowsByKeys<Tables, Key extends object, Row extends Key>(
  db: Kysely<Tables>,
  statement: CompiledQuery<Row>,
  keys: readonly Key[],
  columns: readonly (keyof Key & string)[],
  wanted: Wanted,
): Promise<Row[][]> {
  const lists = columns.map((column): List => [
    `${column}s`,
    keys.map((key) => key[column] as string),
  ])
  return readLists(db, statement, lists, columns, wanted)
}

/** The values of one column in each key, and the name of their placeholder. */
type List = readonly [placeholder: string, values: readonly string[]]

async function readLists<Tables, Row>(
  db: Kysely<Tables>,
  statement: CompiledQuery<Row>,
  lists: readonly List[],
  columns: readonly string[],
  { values, rowsOfEach = 1, skippedOfEach = 0 }: Wanted,
): Promise<Row[][]> {
  const atOnce = Math.ceil(ROWS_AT_ONCE / rowsOfEach)
  const count = lists[0]![1].length
  const found: Row[][][] = []
  for (let from = 0; from < count; from += atOnce) {
    const some = lists.map(([name, all]): List => [name, all.slice(from, from + atOnce)])
    found.push(await readAtOnce(db, statement, some, { columns, atOnce, values, skippedOfEach }))
  }
  return found.length === 1 ? found[0]! : found.flat()
}

interface ReadOptions {
  columns: readonly string[]
  atOnce: number
  values: Values | undefined
  skippedOfEach: number
}

async function readAtOnce<Tables, Row>(
  db: Kysely<Tables>,
  statement: CompiledQuery<Row>,
  named: readonly List[],
  { columns, atOnce, values, skippedOfEach }: ReadOptions,
): Promise<Row[][]> {
  const all = { ...values, ...Object.fromEntries(named) }
  const lists = named.map(([, list]) => list)
  const texts = textsOf({ lists })
  if (skippedOfEach > 0) {
    const cost = { skipped: skippedOfEach * texts.length }
    return listsOf(texts, await executePage(db, statement, all, cost), columns)
  }
  const wanted = { lists, columns, atOnce }
  const shared = await readsOf.get(db)?.readByKeys<Row>(fillIn(statement, all), wanted)
  if (!shared) return listsOf(texts, await executeWith(db, statement, all), columns)
  const rows = texts.map((text) => shared.get(text) ?? [])
  rows.forEach(countRows)
  return rows
}

/** The rows of each key, in the order of the texts of the keys. */
function listsOf<Row>(
  texts: readonly string[],
  rows: readonly Row[],
  columns: readonly string[],
): Row[][] {
  const byKey = Map.groupBy(rows, (row) => textOfKey(row, columns))
  return texts.map((text) => byKey.get(text) ?? [])
}
