// Loads rows by id: all ids of one request in one statement.
import DataLoader from 'dataloader'
import type { Compilable, CompiledQuery, Kysely, RawBuilder, Selectable } from 'kysely'
import { ANY_ID, statementOf, type Values } from '#foundation/database/built-once.ts'
import { rowsByIds } from '#foundation/database/reads/rows-by-key.ts'

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
      const rows = await rowsByIds(db, statement(), { ids, column: 'id', values: values?.() })
      return rows.map(([row]) => row)
    },
    { cache },
  )
}
