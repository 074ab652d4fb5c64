// Lists that callers filter, order and search: declared as data, built once for each combination.
import type { Kysely, RawBuilder, SelectQueryBuilder } from 'kysely'
import { once, placeholder, type Values } from '#foundation/database/built-once.ts'
import type { OrderType } from '#foundation/database/lists/cursor.ts'
import { names } from '#foundation/database/names.ts'
import type { Direction, List, Order } from '#foundation/database/lists/page-statement.ts'
import {
  paginate,
  type Connection,
  type PageArguments,
  type CursorKeyOf,
} from '#foundation/database/lists/pagination.ts'
import {
  BEST_FIRST,
  matchesOf,
  type Ranked,
  type SearchedTexts,
} from '#foundation/database/lists/search.ts'
import { withSearchSlot } from '#foundation/database/lists/search-semaphore.ts'

export type Condition = RawBuilder<boolean>

/**
 * A condition with a placeholder (`sent`), one condition for each value, or one that depends on the order, so
 * that PostgreSQL keeps using the index of that order.
 */
type Filter =
  | { is: Condition }
  | { when: Readonly<Record<string, Condition>> }
  | { in: (order: string) => Condition }

/** The placeholder of a filter's value in its condition. */
export function sent<Value>(filter: string): RawBuilder<Value> {
  return placeholder<Value>(sentName(filter))
}

function sentName(filter: string): string {
  return `sent ${filter}`
}

type PropertyOrder<Row> = readonly [
  property: keyof Row & string,
  direction: Direction,
  type?: OrderType,
]

/** The orders of lists whose items have a date. */
export const BY_AGE = {
  newest: ['createdAt', 'desc'],
  oldest: ['createdAt', 'asc'],
} as const

export interface ListDefinition<Tables, Row, Name extends string, OrderName extends string> {
  /** All rows, without an order. */
  rows: (db: Kysely<Tables>) => List<Row>
  filters: Readonly<Record<Name, Filter>>
  /** The values of absent filters. */
  defaults?: { readonly [name in Name]?: unknown }
  /** The orders by name; the first is the default. Each needs an index on its column and the id. */
  orders: Readonly<Record<OrderName, PropertyOrder<Row>>>
  search?: SearchedTexts
}

export type ListArguments<Name extends string, OrderName extends string> = PageArguments & {
  [name in Name]?: unknown
} & { search?: string | null | undefined; orderBy?: OrderName | null | undefined }

interface Options {
  /** The values of placeholders in rows and conditions. */
  values?: Values
  /** The kept count of the list without filters. */
  total?: () => Promise<number>
}

type FilteredList<Tables, Row, Name extends string, OrderName extends string> = (
  db: Kysely<Tables>,
  wanted: ListArguments<Name, OrderName>,
  options?: Options,
) => Promise<Connection<Row>>

/**
 * A list whose pages may be filtered, ordered and searched. With its default filters it uses the kept count;
 * otherwise it is counted. A search returns the best matches first unless an order is sent.
 * @throws VALIDATION_ERROR as `paginate`
 */
export function filteredList<
  Tables,
  Row extends { id: string },
  Name extends string,
  OrderName extends string,
>(
  definition: ListDefinition<Tables, Row, Name, OrderName>,
): FilteredList<Tables, Row, Name, OrderName> {
  const filters = Object.keys(definition.filters) as Name[]
  const orders = ordersOf<Row>(definition.orders)
  const [standard] = orders.values()
  const listOf = listsOf(definition)
  const defaults: { readonly [name in Name]?: unknown } = definition.defaults ?? {}
  return async (db, wanted, { values = {}, total } = {}) => {
    const { search, orderBy } = wanted
    const isSearch = typeof search === 'string'
    const order = orders.get(orderBy ?? '') ?? (isSearch ? bestFirst<Row>() : standard!)
    const chosen = filters.flatMap((name): Chosen[] => {
      const value = wanted[name] ?? defaults[name]
      return value === null || value === undefined ? [] : [{ name, value }]
    })
    const isWhole = !isSearch && chosen.every(({ name, value }) => value === defaults[name as Name])
    const list = listOf(db, chosen, order, isSearch)
    const sentValues = Object.fromEntries(chosen.map(({ name, value }) => [sentName(name), value]))
    const found = await paginate(db, list, wanted, order.cursorKeyOf, order, {
      values: isWhole ? values : { ...values, ...sentValues, search },
      total: isWhole ? total : undefined,
      isSearch,
      isFiltered: !isWhole,
    })
    return isSearch ? withSearchSlot(db, found) : found
  }
}

interface Chosen {
  name: string
  value: unknown
}

interface RowOrder<Row> extends Order {
  /** Its name, even if it is the default. */
  key: string
  cursorKeyOf: CursorKeyOf<Row>
}

function ordersOf<Row extends { id: string }>(
  orders: Readonly<Record<string, PropertyOrder<Row>>>,
): Map<string, RowOrder<Row>> {
  return new Map(
    Object.entries(orders).map(([key, [property, direction, type]], index) => [
      key,
      {
        key,
        ...(index > 0 && { name: key }),
        column: names.snakeCase(property),
        id: 'id',
        direction,
        ...(type && { type }),
        cursorKeyOf: (row) => ({ at: row[property] as Date | number | string, id: row.id }),
      },
    ]),
  )
}

function bestFirst<Row extends { id: string }>(): RowOrder<Row> {
  const cursorKeyOf = (row: Row) => ({ at: (row as Row & Ranked).rank, id: row.id })
  return { ...BEST_FIRST, key: 'best', cursorKeyOf }
}

/** The list of each combination of filters, built on first use. */
function listsOf<Tables, Row, Name extends string, OrderName extends string>({
  rows,
  filters,
  search,
}: ListDefinition<Tables, Row, Name, OrderName>) {
  const known = once((_db: Kysely<Tables>) => new Map<string, List<Row>>())
  return (db: Kysely<Tables>, chosen: Chosen[], { key }: RowOrder<Row>, isSearch: boolean) => {
    const conditions = chosen.map((filter) =>
      conditionOf(filters[filter.name as Name], filter, key),
    )
    const name = `${isSearch ? 'search' : 'list'} ${conditions.map((one) => one.name).join(' ')}`
    const list = known(db).getOrInsertComputed(name, () => {
      const all = conditions.reduce((some, { condition }) => some.where(condition), rows(db))
      return isSearch ? matchesOf(db, all, search!) : all
    })
    return list as unknown as SelectQueryBuilder<Tables, keyof Tables, Row>
  }
}

/** The condition of a filter, and the name under which requests share it. */
function conditionOf(filter: Filter, { name, value }: Chosen, order: string) {
  if ('is' in filter) return { name, condition: filter.is }
  if ('in' in filter) return { name: `${name}/${order}`, condition: filter.in(order) }
  return { name: `${name}=${String(value)}`, condition: filter.when[String(value)]! }
}
