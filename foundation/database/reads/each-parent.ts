// Reads a list for each of many parents, in as few statements as possible.
import { sql, type Compilable, type CompiledQuery, type Kysely } from 'kysely'
import { placeholder, type Values } from '#foundation/database/built-once.ts'
import { executePage } from '#foundation/database/lists/deep-pages.ts'
import type { List } from '#foundation/database/lists/page-statement.ts'
import { kindOf, reads, readsAlone } from '#foundation/database/reads/read-statement.ts'
import { listsOf, ROWS_AT_ONCE, rowsByIds } from '#foundation/database/reads/rows-by-key.ts'

/** How many rows a statement reads and skips for each parent, at most. */
interface RowsOfEach {
  read: number
  skipped: number
}

type OfParent<Row> = Row & { parentId: string }

/** The list of each parent whose id is among the statement's values; a parent's rows keep the list's order. */
export function ofEachParent<DB, Row>(db: Kysely<DB>, list: List<Row>): Compilable<OfParent<Row>> {
  const statement = sql<OfParent<Row>>`
    select parent.parent_id, item.*
    from unnest(${placeholder('ids')}::text[]) as parent (parent_id)
    cross join lateral (${list}) as item`
  const isLong = kindOf(list.toOperationNode()) === 'alone'
  const read = isLong ? readsAlone(statement) : reads(statement)
  return { compile: () => read.compile(db) }
}

/** The rows of each parent by a statement of `ofEachParent`, for as many parents at once as have 500 rows together. */
export async function eachParent<DB, Row extends { parentId: string }>(
  db: Kysely<DB>,
  ids: readonly string[],
  statement: CompiledQuery<Row>,
  values: Values,
  { read, skipped }: RowsOfEach,
): Promise<Row[][]> {
  const column = 'parentId'
  if (skipped === 0) return rowsByIds(db, statement, { ids, column, values, rowsOfEach: read })
  const found: Row[][] = []
  const atOnce = Math.ceil(ROWS_AT_ONCE / read)
  for (let from = 0; from < ids.length; from += atOnce) {
    const some = ids.slice(from, from + atOnce)
    const cost = { skipped: skipped * some.length }
    found.push(await executePage(db, statement, { ...values, ids: some }, cost))
  }
  return listsOf(ids, found.flat(), [column])
}
