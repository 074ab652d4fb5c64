// Who may see which scroll: decided here, in SQL, for every access path.
import { sql, type Kysely } from 'kysely'
import type { ScrollTables } from '../tables.ts'
import { once, placeholder } from '#foundation/database/built-once.ts'

/** The columns of a Scroll without its content, which is long and only loaded on demand. */
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
 * The scrolls that the reader may see, with the placeholders `identityId` and `house` for theirs. A
 * null of the reader equals nothing.
 *
 * One condition instead of a union of three: PostgreSQL follows the index in list order and skips
 * hidden scrolls, while it would sort a whole union.
 */
export const visibleScrolls = once((db: Kysely<ScrollTables>) =>
  db
    .selectFrom('scrolls')
    .select(COLUMNS)
    .where(
      sql<boolean>`(
        visibility = 'public'
        or visibility = 'house' and house = ${placeholder('house')}
        or author_id = ${placeholder('identityId')}
      )`,
    ),
)
