// Who may see which scroll: decided here, in SQL, for every way that leads to one.
import { sql, type Kysely } from 'kysely'
import type { ScrollTables } from '../tables.ts'
import type { Reader } from './person.ts'

/** The columns of a Scroll: its content is long, and loaded only where it is asked for. */
export const COLUMNS = [
  'id',
  'title',
  'authorId',
  'author',
  'house',
  'settlementWeight',
  'visibility',
  'createdAt',
] as const

/**
 * The scrolls that the reader may see. What is null of a reader equals nothing.
 *
 * One condition and not a union of three: PostgreSQL walks the index of the list's order past what
 * is hidden, where it would sort all that a union holds.
 */
export function visibleScrolls(db: Kysely<ScrollTables>, { identityId, house }: Reader) {
  return db
    .selectFrom('scrolls')
    .select(COLUMNS)
    .where(
      sql<boolean>`(
        visibility = 'public'
        or visibility = 'house' and house = ${house}
        or author_id = ${identityId}
      )`,
    )
}
