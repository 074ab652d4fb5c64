// Revisions: the version of a scroll before each edit, visible only to its author.
import type DataLoader from 'dataloader'
import type { Kysely, RawBuilder } from 'kysely'
import { once } from '#foundation/database/built-once.ts'
import type { Transaction } from '#foundation/database/database.ts'
import {
  createPageLoader,
  type Connection,
  type PageArguments,
} from '#foundation/database/lists/pagination.ts'
import { createRowLoader } from '#foundation/database/reads/row-loader.ts'
import { newId } from '#foundation/domain/ids.ts'
import type { ScrollContext } from '../context.ts'
import type { Scroll, ScrollRevision, ScrollTables } from '../tables.ts'
import { findScroll } from './scroll.ts'

const COLUMNS = ['id', 'scrollId', 'title', 'visibility', 'writtenAt'] as const

/**
 * The earlier versions of a scroll, latest first. Null for anybody but its author, because an edit may
 * remove what others should not read.
 */
export function findRevisions(
  { viewer, loaders }: ScrollContext,
  { id, authorId }: Scroll,
  page: PageArguments,
): Promise<Connection<ScrollRevision>> | null {
  return viewer?.identityId === authorId ? loaders.revisions.load(id, page) : null
}

/** A revision by its id; undefined for anybody but the author of its scroll. */
export async function findRevision(
  ctx: ScrollContext,
  id: string,
): Promise<ScrollRevision | undefined> {
  const revision = await ctx.loaders.revision.load(id)
  const scroll = revision && (await findScroll(ctx, revision.scrollId))
  return scroll && scroll.authorId === ctx.viewer?.identityId ? revision : undefined
}

const byId = once(
  (db: Kysely<ScrollTables>) => (anyId: RawBuilder<string>) =>
    db.selectFrom('scrollRevisions').select(COLUMNS).where('id', '=', anyId),
)

export function revisionLoader(
  db: Kysely<ScrollTables>,
): DataLoader<string, ScrollRevision | undefined> {
  return createRowLoader(db, byId(db))
}

const ofScroll = once(
  (db: Kysely<ScrollTables>) => (scrollId: RawBuilder<string>) =>
    db.selectFrom('scrollRevisions').select(COLUMNS).where('scrollId', '=', scrollId),
)

export function revisionPages(db: Kysely<ScrollTables>) {
  return createPageLoader(db, ofScroll(db), ({ writtenAt, id }) => ({ at: writtenAt, id }), {
    column: 'written_at',
    id: 'id',
    direction: 'desc',
  })
}

/** Stores the current version of a locked scroll as a revision. */
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
