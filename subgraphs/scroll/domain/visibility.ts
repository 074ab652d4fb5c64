// Decides who may see which scroll, in SQL, for every access path.
import { sql, type Kysely } from 'kysely'
import { readsAlone } from '#foundation/database/reads/read-statement.ts'
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
 * The scrolls in the reader's lists, with placeholders for the reader's `identityId` and `house`. A null
 * matches nothing.
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
 * The scrolls that the reader may read by id, with the additional placeholder `administrator`. Authors can still read
 * scrolls that they have withdrawn; administrators can read hidden ones, unless the author has made them private since.
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

/** The number of `visibleScrolls`, from the stored counts and the reader's own scrolls. */
export async function countVisibleScrolls(
  db: Kysely<ScrollTables>,
  { identityId, house }: Reader,
): Promise<number> {
  // One statement, so that both parts read the same snapshot.
  const count = db
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
  const { total } = await readsAlone(count).executeTakeFirstOrThrow()
  return total
}

/** Whether everybody in this house may see a scroll. */
function openTo(house: string | null | ReturnType<typeof placeholder>) {
  return sql<boolean>`(visibility = 'public' or visibility = 'house' and house = ${house})`
}
