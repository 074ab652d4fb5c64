// Hides listings and shows them again, for administrators.
import { recordModeration } from '#foundation/peers/audit-outbox.ts'
import type { MarketContext } from '../context.ts'
import type { Listing } from '../tables.ts'
import { lockListing, refuseInactive } from './listing.ts'

/** Hides a listing. Repeating it changes nothing: the first reason stays. @throws NOT_FOUND, LISTING_NOT_ACTIVE */
export function hideListing(
  ctx: MarketContext,
  { id, reason }: { id: string; reason: string },
): Promise<Listing> {
  return ctx.db.transaction().execute(async (trx) => {
    const listing = await lockListing(trx, id)
    if (listing.hiddenAt) return listing
    refuseInactive(listing)
    const hidden = { hiddenAt: ctx.now(), hiddenReason: reason }
    await trx.updateTable('listings').set(hidden).where('id', '=', id).execute()
    await recordModeration(ctx, trx, moderated(listing), hidden)
    return { ...listing, ...hidden }
  })
}

/** Shows a listing, and the seller's earlier ones of this asset, again. @throws NOT_FOUND */
export function unhideListing(ctx: MarketContext, id: string): Promise<Listing> {
  return ctx.db.transaction().execute(async (trx) => {
    const listing = await lockListing(trx, id)
    if (!listing.hiddenAt) return listing
    const shown = { hiddenAt: null, hiddenReason: null }
    await trx
      .updateTable('listings')
      .set(shown)
      .where('assetId', '=', listing.assetId)
      .where('sellerId', '=', listing.sellerId)
      .where('hiddenAt', 'is not', null)
      .execute()
    await recordModeration(ctx, trx, moderated(listing), shown)
    return { ...listing, ...shown }
  })
}

function moderated({ id, sellerId }: Listing) {
  return { type: 'Listing', id, identityId: sellerId }
}
