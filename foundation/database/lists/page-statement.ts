// The statement of a page: by keyset (cursors) or by offset, in the order of the list.
import { sql, type Kysely, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import { placeholder, type Values } from '#foundation/database/built-once.ts'
import type { CursorOrder } from '#foundation/database/lists/cursor.ts'
import type { WantedPage } from '#foundation/database/lists/page-arguments.ts'
import { readsAlone } from '#foundation/database/reads/read-statement.ts'

/** The order of a list; the id breaks ties. */
export interface Order extends CursorOrder {
  /** The SQL name of the column. */
  column: string
  /** The SQL name of the id column. */
  id: string
  direction: Direction
  /** The maximum in an ascending list; pages leave out greater numbers. */
  end?: number
}

export type Direction = 'asc' | 'desc'

export const NEWEST_FIRST: Order = { column: 'created_at', id: 'id', direction: 'desc' }

const OPPOSITE = { asc: 'desc', desc: 'asc' } as const

/** A list as a query with its table, conditions and columns, without an order. */
export type List<Row> = SelectQueryBuilder<never, never, Row>

type Shape = Pick<WantedPage, 'backward' | 'after' | 'before'>

/** The rows of a page, with the placeholders of `valuesOf`; a backward page has them in reverse order. */
export function pageOf<Row>(list: List<Row>, order: Order, wanted: Shape): List<Row> {
  const paged = inOrder(list, order, wanted)
    .limit(placeholder<number>('limit'))
    .offset(placeholder<number>('offset'))
  const behind = wanted.after ? paged.where(isBeyond(order, order.direction, 'after')) : paged
  if (!wanted.before) return behind
  return behind.where(isBeyond(order, OPPOSITE[order.direction], 'before'))
}

/**
 * The rows of a page that skips rows of a table. For skipped rows PostgreSQL reads only the index, if it covers the
 * conditions. Each row of the page is looked up by id in a subquery with a limit, which PostgreSQL cannot turn
 * into a join.
 */
export function skippingPageOf<DB, Row>(
  db: Kysely<DB>,
  list: List<Row>,
  order: Order,
  wanted: Shape,
): List<Row> {
  const [column, id] = [sql.ref(order.column), sql.ref<string>(order.id)]
  const keys = pageOf(list.clearSelect().select([column.as('at'), id.as('id')]), order, wanted)
  const item = list.where(sql<boolean>`${id} = page.id`).limit(1)
  const paged = (db as unknown as Kysely<never>)
    .selectFrom(keys.as('page'))
    .crossJoinLateral(item.as('item'))
    .selectAll('item') as unknown as List<Row>
  return inOrder(paged, { ...order, column: 'page.at', id: 'page.id' }, wanted)
}

function inOrder<Row>(list: List<Row>, order: Order, { backward }: Shape): List<Row> {
  const direction = backward ? OPPOSITE[order.direction] : order.direction
  return list.orderBy(sql.ref(order.column), direction).orderBy(sql.ref(order.id), direction)
}

/** Whether a row comes after the cursor in a list of that direction. */
function isBeyond(
  { column, id, type = 'timestamptz' }: Order,
  direction: Direction,
  cursor: 'after' | 'before',
): RawBuilder<boolean> {
  const key = sql`(${placeholder(`${cursor}At`)}::${sql.raw(type)}, ${placeholder(`${cursor}Id`)})`
  const beyond = sql.raw(direction === 'desc' ? '<' : '>')
  return sql<boolean>`(${sql.ref(column)}, ${sql.ref(id)}) ${beyond} ${key}`
}

/** The key of a statement: pages of one shape share it. */
export function shapeOf({ column, direction }: Order, { backward, after, before }: Shape): string {
  const bounds = `${after ? 'after' : ''} ${before ? 'before' : ''}`
  return `${column} ${direction} ${backward ? 'backward' : 'forward'} ${bounds}`
}

/** The values of a page's statement, which reads one row more than the page, to see whether another follows. */
export function valuesOf({ size, offset, after, before }: WantedPage): Values {
  return {
    limit: size + 1,
    offset,
    ...(after && { afterAt: after.at, afterId: after.id }),
    ...(before && { beforeAt: before.at, beforeId: before.id }),
  }
}

export function countOf<Row>(list: List<Row>): List<{ total: number }> {
  return readsAlone(list.clearSelect().select(sql<number>`count(*)`.as('total')))
}
