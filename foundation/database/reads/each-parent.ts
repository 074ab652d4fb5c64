// A statement that reads a list for each of many parents.
import { sql, type Compilable, type Kysely } from 'kysely'
import { placeholder } from '#foundation/database/built-once.ts'
import type { List } from '#foundation/database/lists/page-statement.ts'
import { kindOf, reads, readsAlone } from '#foundation/database/reads/read-statement.ts'

type OfParent<Row> = Row & { parentId: string }

/**
 * The list of each parent whose id is among the statement's values; a parent's rows keep the list's order. `rowsByIds`
 * executes it.
 */
export function ofEachParent<DB, Row>(db: Kysely<DB>, list: List<Row>): Compilable<OfParent<Row>> {
  const statement = sql<OfParent<Row>>`
    select parent.parent_id, item.*
    from unnest(${placeholder('ids')}::text[]) as parent (parent_id)
    cross join lateral (${list}) as item`
  const isLong = kindOf(list.toOperationNode()) === 'alone'
  const read = isLong ? readsAlone(statement) : reads(statement)
  return { compile: () => read.compile(db) }
}
