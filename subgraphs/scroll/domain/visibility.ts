// Who may see which scroll: decided here, in SQL, for every access path.
import { sql, type Kysely } from 'kysely'
import type { ScrollTables } from '../tables.ts'
import type { Reader } from './person.ts'
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
  'editedAt',
  'withdrawnAt',
  'hiddenAt',
  'hiddenReason',
] as const

const isReaders = sql<boolean>`author_id = ${placeholder('identityId')}`
const isOpenToReader = sql<boolean>`(hidden_at is null and ${openTo(placeholder('house'))})`

/**
 * The scrolls in the lists of the reader, with the placeholders `identityId` and `house` for theirs. A
 * null of the reader equals nothing.
 *
 * One condition instead of a union of three: PostgreSQL follows the index in list order and skips
 * hidden scrolls, while it would sort a whole union.
 */
export const visibleScrolls = once((db: Kysely<ScrollTables>) =>
  db
    .selectFrom('scrolls')
    .select(COLUMNS)
    .where('withdrawnAt', 'is', null)
    .where(sql<boolean>`(${isOpenToReader} or ${isReaders})`),
)

/**
 * The scrolls that the reader may read by their ids, with the further placeholder `administrator`:
 * authors keep those that they have withdrawn, and administrators read what they have hidden, unless its
 * author has made it private since.
 */
export const readableScrolls = once((db: Kysely<ScrollTables>) => {
  const isModerated = sql<boolean>`(
    hidden_at is not null and visibility <> 'private' and ${placeholder('administrator')}::boolean
  )`
  return db
    .selectFrom('scrolls')
    .select(COLUMNS)
    .where(
      sql<boolean>`(${isReaders} or withdrawn_at is null and (${isOpenToReader} or ${isModerated}))`,
    )
})

/** How many scrolls those are. It reads the kept counts, and of the scrolls only the reader's own. */
export async function countVisibleScrolls(
  db: Kysely<ScrollTables>,
  { identityId, house }: Reader,
): Promise<number> {
  // One statement, so that both parts see the same moment.
  const { total } = await db
    .selectFrom('scrollsCount')
    .select(({ selectFrom }) => {
      const openToAll = sql<number>`coalesce(sum(change), 0)::bigint`
      const ownAlone = selectFrom('scrolls')
        .select(sql<number>`count(*)`.as('own'))
        .where('authorId', '=', identityId)
        .where('withdrawnAt', 'is', null)
        .where(sql<boolean>`(hidden_at is null and ${openTo(house)}) is not true`)
      return sql<number>`${openToAll} + (${ownAlone})`.as('total')
    })
    .where(openTo(house))
    .executeTakeFirstOrThrow()
  return total
}

/** Whether every reader of that house may see a scroll. */
function openTo(house: string | null | ReturnType<typeof placeholder>) {
  return sql<boolean>`(visibility = 'public' or visibility = 'house' and house = ${house})`
}
