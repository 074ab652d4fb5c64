// Gifts: owners give assets away, without gold and for good.
import { requireIdentity } from '#foundation/auth/caller.ts'
import type { Transaction } from '#foundation/database/database.ts'
import { unknownIfErased } from '#foundation/database/people/erased-people.ts'
import { invalidInput, notFound } from '#foundation/domain/errors.ts'
import { newId } from '#foundation/domain/ids.ts'
import type { MarketContext } from '../context.ts'
import type { Asset, MarketTables } from '../tables.ts'
import { lockAsset } from './asset.ts'
import { notOwner, setPrice } from './listing.ts'
import { refuseSystemIdentity, requireKnown } from './person.ts'

/**
 * Gives the caller's asset to another person, and cancels its listing.
 * @throws VALIDATION_ERROR, SYSTEM_IDENTITY, NOT_FOUND, INSUFFICIENT_PERMISSIONS
 */
export async function giveAsset(
  ctx: MarketContext,
  assetId: string,
  receiverId: string,
): Promise<Asset> {
  const giverId = requireIdentity(ctx)
  if (receiverId === giverId) {
    throw invalidInput([{ field: 'to', reason: 'must be another person' }])
  }
  refuseSystemIdentity(receiverId)
  await requireKnown(ctx, receiverId)
  const gift = { id: newId('gift'), assetId, giverId, receiverId, givenAt: ctx.now() }
  return ctx.db.transaction().execute(async (trx) => {
    const asset = await lockAsset(trx, assetId)
    if (asset.retiredAt) throw notFound('Asset', assetId)
    if (asset.ownerId !== giverId) throw notOwner('Only its owner can give an asset away.')
    await setPrice(trx, asset, null, gift.givenAt)
    return handOver(trx, gift)
  })
}

async function handOver(
  trx: Transaction<MarketTables>,
  gift: MarketTables['gifts'],
): Promise<Asset> {
  await trx.insertInto('gifts').values(gift).execute()
  return trx
    .updateTable('assets')
    .set({ ownerId: gift.receiverId })
    .where('id', '=', gift.assetId)
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch(unknownIfErased(gift.receiverId))
}
