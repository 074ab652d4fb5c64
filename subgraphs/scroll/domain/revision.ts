// Revisions: what a scroll was before each edit, for its author alone.
import type { Kysely, RawBuilder } from 'kysely'
import { once } from '#foundation/database/built-once.ts'
import type { Transaction } from '#foundation/database/database.ts'
import {
  createPageLoader,
  type Connection,
  type PageArguments,
} from '#foundation/database/pagination.ts'
import { newId } from '#foundation/domain/ids.ts'
import type { ScrollContext } from '../context.ts'
import type { Scroll, ScrollRevision, ScrollTables } from '../tables.ts'

/**
 * The earlier versions of a scroll, the latest first; null for anybody but its author, because an
 * edit may take back what nobody else was to read.
 */
export function findRevisions(
  { viewer, loaders }: ScrollContext,
  { id, authorId }: Scroll,
  page: PageArguments,
): Promise<Connection<ScrollRevision>> | null {
  return viewer?.identityId === authorId ? loaders.revisions.load(id, page) : null
}

const ofScroll = once(
  (db: Kysely<ScrollTables>) => (scrollId: RawBuilder<string>) =>
    db
      .selectFrom('scrollRevisions')
      .select(['id', 'scrollId', 'title', 'visibility', 'writtenAt'])
      .where('scrollId', '=', scrollId),
)

export function revisionPages(db: Kysely<ScrollTables>) {
  return createPageLoader(db, ofScroll(db), ({ writtenAt, id }) => ({ at: writtenAt, id }), {
    column: 'written_at',
    id: 'id',
    direction: 'desc',
  })
}

/** Keeps what a scroll is now. The scroll must be locked. */
export async function keepRevision(
  trx: Transaction<ScrollTables>,
  scroll: Scroll & { content: string },
): Promise<void> {
  const { id: scrollId, title, content, visibility, createdAt, editedAt } = scroll
  const revision = { scrollId, title, content, visibility, writtenAt: editedAt ?? createdAt }
  await trx
    .insertInto('scrollRevisions')
    .values({ id: newId('revision'), ...revision })
    .execute()
}
