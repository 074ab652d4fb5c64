// Kinds of content whose items are the rows of one table.
import { sql, type RawBuilder } from 'kysely'
import type { Kysely } from '#foundation/database/database.ts'
import type { JsonSchema } from '#foundation/http/openapi.ts'
import type { ContentContext, ContentEntry, ContentItem, ContentKind, StoredItem } from './kind.ts'
import { retireRows, type RetirableTable } from './retirement.ts'

/** The fields of an item, without its key, its date and lists of nested items. */
type FieldName<Item extends ContentItem> = {
  [Name in Exclude<keyof Item & string, keyof ContentItem>]-?: NonNullable<
    Item[Name]
  > extends readonly ContentItem[]
    ? never
    : Name
}[Exclude<keyof Item & string, keyof ContentItem>]

type Generated = 'properties' | 'required' | 'find' | 'add' | 'update' | 'retire'

interface RowKind<Tables, Row, Item extends ContentItem> extends Omit<
  ContentKind<Tables, Item>,
  Generated
> {
  table: RetirableTable<Tables>
  /** The JSON Schema of each field: a column of the same name, unless it is `mapped`. */
  columns: Readonly<Record<FieldName<Item>, JsonSchema>>
  /** The fields that a file can leave out: null in the database. */
  optional?: readonly FieldName<Item>[]
  mapped?: {
    [Name in FieldName<Item>]?: {
      toColumns: (value: Item[Name]) => Partial<Row>
      fromRow: (row: Row) => Item[Name]
    }
  }
  /** The column with the id of the parent. */
  parent?: keyof Row & string
  /** Columns that only a new row gets. */
  initial?: (item: Item) => Partial<Row>
  /** Which of the rows that are not retired an export contains. Default: all. */
  exported?: RawBuilder<boolean>
}

interface ContentRow {
  id: string
  contentKey: string | null
  createdAt: Date
  retiredAt: Date | null
}

/** An item with the row that it was read from. */
export interface StoredRow<Row, Item extends ContentItem> extends StoredItem<Item> {
  row: Row
}

/** Declares a kind whose items are rows. A kind that does more wraps or replaces its functions. */
export function rowKind<Tables, Row extends ContentRow, Item extends ContentItem>(
  options: RowKind<Tables, Row, Item>,
) {
  const { columns, optional = [] } = options
  return {
    ...options,
    properties: columns,
    required: fieldNames(columns).filter((name) => !optional.includes(name)),
    ...rowFunctions(options),
  }
}

function rowFunctions<Tables, Row extends ContentRow, Item extends ContentItem>(
  options: RowKind<Tables, Row, Item>,
) {
  type Ctx = ContentContext<Tables>
  const table: string = options.table
  const { toColumns, toNewRow } = writerOf(options)
  const toStored = readerOf(options)
  return {
    find: async ({ trx }: Ctx, ids?: readonly string[]) =>
      (await findRows<Row>(rowsOf(trx), table, ids, options.exported)).map(toStored),
    add: async ({ trx }: Ctx, entries: readonly ContentEntry<Item>[]) => {
      await rowsOf(trx).insertInto(table).values(entries.map(toNewRow)).execute()
    },
    update: async ({ trx }: Ctx, { id, item, createdAt }: ContentEntry<Item>) => {
      const date = item.createdAt !== undefined && { createdAt }
      const change = { ...toColumns(item), retiredAt: null, ...date }
      await rowsOf(trx).updateTable(table).set(change).where('id', '=', id).execute()
    },
    retire: ({ trx, now }: Ctx, stored: readonly StoredItem<Item>[]) =>
      retireRows(trx, options.table, stored, now()),
  }
}

async function findRows<Row>(
  db: Kysely<Record<string, ContentRow>>,
  table: string,
  ids: readonly string[] | undefined,
  exported: RawBuilder<boolean> = sql`true`,
): Promise<Row[]> {
  const rows = db.selectFrom(table).selectAll().orderBy('createdAt').orderBy('id')
  const wanted = ids
    ? rows.where('id', '=', sql<string>`any(${[...ids]})`).forNoKeyUpdate()
    : rows.where('retiredAt', 'is', null).where(exported)
  return (await wanted.execute()) as Row[]
}

function writerOf<Tables, Row extends ContentRow, Item extends ContentItem>({
  columns,
  initial,
  mapped = {},
  parent,
}: RowKind<Tables, Row, Item>) {
  const toColumns = (item: Item) => {
    const columnsOf = (name: FieldName<Item>): object =>
      mapped[name]?.toColumns(item[name]) ?? { [name]: item[name] ?? null }
    return Object.assign({ contentKey: item.key }, ...fieldNames(columns).map(columnsOf)) as object
  }
  const toNewRow = ({ id, parentId, item, createdAt }: ContentEntry<Item>) => {
    const above = parent !== undefined && { [parent]: parentId }
    return { id, createdAt, ...above, ...initial?.(item), ...toColumns(item) }
  }
  return { toColumns, toNewRow }
}

function readerOf<Tables, Row extends ContentRow, Item extends ContentItem>({
  columns,
  mapped = {},
  parent,
}: RowKind<Tables, Row, Item>) {
  return (row: Row): StoredRow<Row, Item> => {
    const { id, contentKey, createdAt, retiredAt } = row
    const fields = fieldNames(columns)
      .map((name) => [name, mapped[name] ? mapped[name].fromRow(row) : columnOf(row, name)])
      .filter(([, value]) => value !== null)
    const common = { key: contentKey ?? id, createdAt: createdAt.toISOString() }
    const item = { ...common, ...Object.fromEntries(fields) } as Item
    const parentId = parent && (columnOf(row, parent) as string)
    return { id, parentId, contentKey, retired: retiredAt !== null, item, row }
  }
}

function fieldNames<Name extends string>(columns: Readonly<Record<Name, unknown>>): Name[] {
  return Object.keys(columns) as Name[]
}

function columnOf(row: object, name: string): unknown {
  return (row as Record<string, unknown>)[name]
}

function rowsOf<Tables>(db: Kysely<Tables>): Kysely<Record<string, ContentRow>> {
  return db as unknown as Kysely<Record<string, ContentRow>>
}
