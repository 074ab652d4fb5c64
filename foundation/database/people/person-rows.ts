// Exports or deletes the rows of one person, or moves them to another id, in batches.
import { sql, type Kysely, type SelectQueryBuilder } from 'kysely'
import { reads } from '#foundation/database/reads/read-statement.ts'
import { ROWS_AT_ONCE } from '#foundation/database/reads/rows-by-key.ts'

interface Page<Row> {
  /** The name of the rows in the person's export. */
  name: string
  rows: Row[]
}

interface PageOptions {
  /** The columns that identify a row, in the order of an index. */
  key: readonly string[]
  /** How many rows are read at once; fewer if they are long. */
  atOnce?: number
}

/** All rows of a query, in pages. */
export async function* pagesOf<DB, TB extends keyof DB, Row extends object>(
  name: string,
  query: SelectQueryBuilder<DB, TB, Row>,
  { key, atOnce = ROWS_AT_ONCE }: PageOptions,
): AsyncGenerator<Page<Row>> {
  const inOrder = key.reduce((rows, column) => rows.orderBy(sql.ref(column)), query).limit(atOnce)
  for (let page = await inOrder.execute(); page.length > 0;) {
    yield { name, rows: page }
    if (page.length < atOnce) return
    page = await inOrder.where(follows(key, page.at(-1)!)).execute()
  }
}

/** Whether a row comes after `row`. */
function follows(key: readonly string[], row: object) {
  const values = key.map((column) => row[column.split('.').at(-1) as keyof typeof row])
  return sql<boolean>`(${sql.join(key.map((column) => sql.ref(column)))}) > (${sql.join(values)})`
}

/** A column that holds ids of people, and has an index. */
type PersonColumn<Tables, Table extends keyof Tables> = {
  table: Table & string
  column: keyof Tables[Table] & string
}

/** Deletes all rows of a person. */
export async function deleteRowsOf<Tables, Table extends keyof Tables>(
  db: Kysely<Tables>,
  { table, column }: PersonColumn<Tables, Table>,
  identityId: string,
): Promise<void> {
  for await (const some of batchesOf(db, { table, column }, identityId)) {
    await sql`delete from ${sql.table(table)} where ctid = any (${some})`.execute(db)
  }
}

/** Replaces a person's id with a tombstone. */
export async function replacePerson<Tables, Table extends keyof Tables>(
  db: Kysely<Tables>,
  { table, column }: PersonColumn<Tables, Table>,
  { identityId, tombstone }: { identityId: string; tombstone: string },
): Promise<void> {
  for await (const some of batchesOf(db, { table, column }, identityId)) {
    await sql`
      update ${sql.table(table)} set ${sql.ref(column)} = ${tombstone}
      where ctid = any (${some})`.execute(db)
  }
}

/**
 * Yields batches of a person's rows until none are left. A statement that uses a batch locks its rows, and waits for
 * rows that another transaction is changing. It misses their new versions, so this looks again.
 */
async function* batchesOf<Tables>(
  db: Kysely<Tables>,
  { table, column }: { table: string; column: string },
  identityId: string,
) {
  const own = sql`from ${sql.table(table)} where ${sql.ref(column)} = ${identityId}`
  const some = sql`array(select ctid ${own} limit ${sql.lit(ROWS_AT_ONCE)} for update)`
  const found = reads(sql`select ${own} limit 1`)
  while ((await found.execute(db)).rows.length > 0) yield some
}
