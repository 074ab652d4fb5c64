// The statement of a page: keyset after a cursor, or an offset, in the order of the list.
import { sql, type SelectQueryBuilder } from 'kysely'
import { placeholder } from '#foundation/database/built-once.ts'
import type { OrderType } from '#foundation/database/cursor.ts'

/** What a list is ordered by; the id comes last, so that no two items stand at the same place. */
export interface Order {
  /** A column of timestamps or numbers, as it is called in SQL. */
  column: string
  /** The id column, as it is called in SQL. */
  id: string
  direction: 'asc' | 'desc'
  /** What the column holds: timestamps unless it says otherwise. */
  type?: OrderType
  /** The greatest number that belongs to an ascending list; a page leaves out what follows. */
  end?: number
}

export const NEWEST_FIRST: Order = { column: 'created_at', id: 'id', direction: 'desc' }

/** A list as a query that names its table and conditions and selects its columns, without an order. */
export type List<Row> = SelectQueryBuilder<never, never, Row>

/**
 * The rows of a page, with placeholders for `limit` and `offset`, and after a cursor
 * for its place, `at` and `id`.
 */
export function pageOf<Row>(list: List<Row>, order: Order, isAfter: boolean): List<Row> {
  const at = sql.ref(order.column)
  const id = sql.ref(order.id)
  const ordered = list.orderBy(at, order.direction).orderBy(id, order.direction)
  const paged = ordered.limit(placeholder<number>('limit')).offset(placeholder<number>('offset'))
  if (!isAfter) return paged
  const beyond = sql.raw(order.direction === 'desc' ? '<' : '>')
  const type = sql.raw(order.type ?? 'timestamptz')
  const place = sql`(${placeholder('at')}::${type}, ${placeholder('id')})`
  return paged.where(sql<boolean>`(${at}, ${id}) ${beyond} ${place}`)
}

/** Pages of one shape are one statement. */
export function shapeOf({ column, direction }: Order, isAfter: boolean): string {
  return `${column} ${direction} ${isAfter ? 'after' : 'from the start'}`
}

export function countOf<Row>(list: List<Row>): List<{ total: number }> {
  return list.clearSelect().select(sql<number>`count(*)`.as('total'))
}
