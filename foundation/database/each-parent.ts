// Reads a list for each of many parents, in as few statements as possible.
import { sql, type Compilable, type CompiledQuery, type Kysely } from 'kysely'
import { placeholder, type Values } from '#foundation/database/built-once.ts'
import { executePage } from '#foundation/database/deep-pages.ts'
import type { List } from '#foundation/database/page-statement.ts'

/** How many rows one statement reads, because rows may be long. */
const ROWS_AT_ONCE = 500

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
    from unnest(${placeholder('parentIds')}::text[]) as parent (parent_id)
    cross join lateral (${list}) as item`
  return { compile: () => statement.compile(db) }
}

/** Runs a statement of `ofEachParent` for as many parents at once as have 500 rows together. */
export async function eachParent<DB, Row>(
  db: Kysely<DB>,
  ids: readonly string[],
  statement: CompiledQuery<Row>,
  values: Values,
  ofEach: RowsOfEach,
): Promise<Row[]> {
  const found: Row[][] = []
  const parentsAtOnce = Math.ceil(ROWS_AT_ONCE / ofEach.read)
  for (let from = 0; from < ids.length; from += parentsAtOnce) {
    const parentIds = ids.slice(from, from + parentsAtOnce)
    const skipped = ofEach.skipped * parentIds.length
    found.push(await executePage(db, statement, { ...values, parentIds }, { skipped }))
  }
  return found.flat()
}
