// Loads rows by id: all ids of one request in one statement, up to a limit.
import DataLoader from 'dataloader'
import type { Compilable, CompiledQuery, Kysely, RawBuilder, Selectable } from 'kysely'
import { ANY_ID, executeWith, statementOf, type Values } from '#foundation/database/built-once.ts'

/** How many rows one statement reads, because rows may be long. */
const ROWS_AT_ONCE = 500

interface Options {
  cache?: boolean
  values?: () => Values
}

/**
 * Loads rows by their ids; undefined for a missing row. `rowsOf` selects the rows whose id equals `anyId`, which
 * stands for any of the requested ids. A `rowsOf` that requests share is built once, with `values` for its other
 * placeholders. Use `cache: false` where several mutations of one request may change a row.
 */
export function createRowLoader<Tables, Row extends { id: string }>(
  db: Kysely<Tables>,
  rowsOf: (anyId: RawBuilder<string>) => Compilable<Row>,
  options: Options = {},
): DataLoader<string, Row | undefined> {
  return loaderOf(db, () => statementOf(rowsOf, 'by id', () => rowsOf(ANY_ID)), options)
}

/** Loads whole rows of a table by their ids; undefined for a missing row. */
export function createTableLoader<Tables, Table extends keyof Tables & string>(
  db: Kysely<Tables>,
  table: Table,
  options: Pick<Options, 'cache'> = {},
): DataLoader<string, Selectable<Tables[Table]> | undefined> {
  type Row = Selectable<Tables[Table]> & { id: string }
  const tables = db as unknown as Kysely<Record<string, { id: string }>>
  const rows = () => tables.selectFrom<string>(table).selectAll().where('id', '=', ANY_ID)
  const statement = () => statementOf(db, `${table} by id`, rows) as unknown as CompiledQuery<Row>
  return loaderOf(db, statement, options)
}

function loaderOf<Tables, Row extends { id: string }>(
  db: Kysely<Tables>,
  statement: () => CompiledQuery<Row>,
  { cache = true, values }: Options,
): DataLoader<string, Row | undefined> {
  return new DataLoader(
    async (ids) => {
      const byId = new Map<string, Row>()
      for (let from = 0; from < ids.length; from += ROWS_AT_ONCE) {
        const some = ids.slice(from, from + ROWS_AT_ONCE)
        const rows = await executeWith(db, statement(), { ...values?.(), ids: some })
        for (const row of rows) byId.set(row.id, row)
      }
      return ids.map((id) => byId.get(id))
    },
    { cache },
  )
}
