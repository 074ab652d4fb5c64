// Edits and withdraws a scroll, for its author.
import { requireIdentity } from '#foundation/auth/caller.ts'
import type { Transaction } from '#foundation/database/database.ts'
import { changesOf, given, type Patch } from '#foundation/domain/changes.ts'
import { forbidden, notFound, refused } from '#foundation/domain/errors.ts'
import type { ScrollContext } from '../context.ts'
import type { Scroll, ScrollTables, ScrollVisibility } from '../tables.ts'
import { keepRevision } from './revision.ts'
import { getScroll } from './scroll.ts'
import { COLUMNS } from './visibility.ts'

type WholeScroll = Scroll & { content: string }

interface ScrollFields {
  title: string
  content: string
  visibility: ScrollVisibility
}

/**
 * Changes a scroll and keeps the earlier version. The author's name, house and weight stay those of its publication.
 * @throws NOT_FOUND, INSUFFICIENT_PERMISSIONS, SCROLL_WITHDRAWN
 */
export async function editScroll(
  ctx: ScrollContext,
  id: string,
  input: Patch<ScrollFields>,
): Promise<Scroll> {
  await requireAuthor(ctx, id)
  const scroll = await ctx.db.transaction().execute(async (trx) => {
    const known = await lockScroll(trx, id)
    if (known.withdrawnAt) throw refused('SCROLL_WITHDRAWN', 'This scroll has been withdrawn.')
    const changes = changesOf<WholeScroll>(known, given<ScrollFields>(input))
    if (Object.keys(changes).length === 0) return known
    await keepRevision(trx, known)
    const columns = { ...changes, editedAt: ctx.now() }
    await trx.updateTable('scrolls').set(columns).where('id', '=', id).execute()
    return { ...known, ...columns }
  })
  ctx.loaders.content.clear(id)
  return scroll
}

/** Withdraws a scroll. Repeating it changes nothing. @throws NOT_FOUND, INSUFFICIENT_PERMISSIONS */
export async function withdrawScroll(ctx: ScrollContext, id: string): Promise<Scroll> {
  await requireAuthor(ctx, id)
  const withdrawn = await ctx.db
    .updateTable('scrolls')
    .set({ withdrawnAt: ctx.now() })
    .where('id', '=', id)
    .where('withdrawnAt', 'is', null)
    .returning(COLUMNS)
    .executeTakeFirst()
  if (withdrawn) return withdrawn
  const scroll = ctx.db.selectFrom('scrolls').select(COLUMNS).where('id', '=', id)
  return scroll.executeTakeFirstOrThrow()
}

/** @throws NOT_FOUND for a scroll that the caller may not see, INSUFFICIENT_PERMISSIONS for anybody else's */
async function requireAuthor(ctx: ScrollContext, id: string): Promise<void> {
  const identityId = requireIdentity(ctx)
  const scroll = await ctx.db
    .selectFrom('scrolls')
    .select('authorId')
    .where('id', '=', id)
    .executeTakeFirst()
  if (scroll?.authorId === identityId) return
  await getScroll(ctx, id)
  throw forbidden('Only its author can do this.', { reason: 'not_author' })
}

/** @throws NOT_FOUND */
export function lockScroll(trx: Transaction<ScrollTables>, id: string): Promise<WholeScroll> {
  return trx
    .selectFrom('scrolls')
    .select([...COLUMNS, 'content'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => notFound('Scroll', id))
}
