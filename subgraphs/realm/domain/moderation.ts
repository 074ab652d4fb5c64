// Hides places and shows them again, for administrators.
import type { Hideable } from '#foundation/domain/moderation.ts'
import { recordModeration } from '#foundation/peers/audit-outbox.ts'
import type { RealmContext } from '../context.ts'
import type { Place } from '../tables.ts'
import { markPlace } from './place-changes.ts'

/** Hides a place. Repeating it changes nothing: the first reason stays. @throws NOT_FOUND */
export function hidePlace(
  ctx: RealmContext,
  { id, reason }: { id: string; reason: string },
): Promise<Place> {
  return moderate(ctx, id, { hiddenAt: ctx.now(), hiddenReason: reason })
}

/** Shows a hidden place again. Repeating it changes nothing. @throws NOT_FOUND */
export function unhidePlace(ctx: RealmContext, id: string): Promise<Place> {
  return moderate(ctx, id, { hiddenAt: null, hiddenReason: null })
}

function moderate(ctx: RealmContext, id: string, wanted: Hideable): Promise<Place> {
  return markPlace(ctx, id, {
    marksOf: ({ hiddenAt }) =>
      (hiddenAt === null) === (wanted.hiddenAt === null) ? undefined : wanted,
    record: (trx) => recordModeration(ctx, trx, { type: 'Place', id }, wanted),
  })
}
