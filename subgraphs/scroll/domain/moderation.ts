// Hides scrolls and shows them again, for administrators.
import type { Transaction } from '#foundation/database/database.ts'
import { notFound } from '#foundation/domain/errors.ts'
import type { Hideable } from '#foundation/domain/moderation.ts'
import { recordModeration } from '#foundation/peers/audit-outbox.ts'
import type { ScrollContext } from '../context.ts'
import type { Scroll, ScrollTables } from '../tables.ts'
import { lockScroll } from './editing.ts'
import { getScroll } from './scroll.ts'

/**
 * Hides a scroll. Repeating it changes nothing: the first reason stays. A scroll that only its author reads cannot be
 * hidden, because administrators could then read it. @throws NOT_FOUND, also for a private or withdrawn scroll
 */
export function hideScroll(
  ctx: ScrollContext,
  { id, reason }: { id: string; reason: string },
): Promise<Scroll> {
  return ctx.db.transaction().execute(async (trx) => {
    const { content: _content, ...scroll } = await lockScroll(trx, id)
    if (isAuthorsAlone(scroll)) throw notFound('Scroll', id)
    if (scroll.hiddenAt) return scroll
    return moderate(ctx, trx, scroll, { hiddenAt: ctx.now(), hiddenReason: reason })
  })
}

/** Shows a scroll again. Repeating it changes nothing. @throws NOT_FOUND, also for a private or withdrawn one */
export async function unhideScroll(ctx: ScrollContext, id: string): Promise<Scroll> {
  const shown = await ctx.db.transaction().execute(async (trx) => {
    const { content: _content, ...scroll } = await lockScroll(trx, id)
    if (isAuthorsAlone(scroll)) throw notFound('Scroll', id)
    if (!scroll.hiddenAt) return undefined
    return moderate(ctx, trx, scroll, { hiddenAt: null, hiddenReason: null })
  })
  // A scroll that was not hidden may be invisible to the caller.
  return shown ?? getScroll(ctx, id)
}

/** True for a scroll that only its author reads, hidden or not. */
function isAuthorsAlone({ visibility, withdrawnAt }: Scroll): boolean {
  return withdrawnAt !== null || visibility === 'private'
}

async function moderate(
  ctx: ScrollContext,
  trx: Transaction<ScrollTables>,
  scroll: Scroll,
  { hiddenAt, hiddenReason }: Hideable,
): Promise<Scroll> {
  const { id } = scroll
  const columns = { hiddenAt, hiddenReason }
  await trx.updateTable('scrolls').set(columns).where('id', '=', id).execute()
  await recordModeration(ctx, trx, { type: 'Scroll', id }, columns)
  return { ...scroll, ...columns }
}
