// Creating, changing, retiring and restoring assets as an administrator.
import type { Transaction } from '#foundation/database/database.ts'
import { unknownIfErased } from '#foundation/database/people/erased-people.ts'
import { changesOf, given, type Patch } from '#foundation/domain/changes.ts'
import { forbidden, notFound } from '#foundation/domain/errors.ts'
import { ECOSYSTEM_ID, newId } from '#foundation/domain/ids.ts'
import { recordAudit } from '#foundation/peers/audit-outbox.ts'
import type { MarketContext } from '../context.ts'
import type { Asset, AssetTexts, MarketTables } from '../tables.ts'
import { lockAsset } from './asset.ts'
import { openListing, setPrice } from './listing.ts'
import { requireKnown } from './person.ts'

type NewAsset = AssetTexts & {
  /** The owner; the system identity by default. */
  ownerId?: string | null | undefined
  /** Its price in gold; without one, it is not for sale. */
  price?: number | null | undefined
}

/** @throws NOT_FOUND for an unknown owner */
export async function mintAsset(ctx: MarketContext, input: NewAsset): Promise<Asset> {
  const { name, description, kind, price } = input
  const ownerId = input.ownerId ?? ECOSYSTEM_ID
  if (ownerId !== ECOSYSTEM_ID) await requireKnown(ctx, ownerId)
  return ctx.db.transaction().execute(async (trx) => {
    const asset = await trx
      .insertInto('assets')
      .values({ id: newId('asset'), name, description, kind, ownerId, createdAt: ctx.now() })
      .returningAll()
      .executeTakeFirstOrThrow()
      .catch(unknownIfErased(ownerId))
    if (typeof price === 'number') await openListing(trx, asset, price, ctx.now())
    const details = { type: 'Asset', id: asset.id }
    await recordAudit(ctx, trx, { kind: 'content_added', details })
    return asset
  })
}

/** A price of null takes the asset off the market. */
type AssetUpdate = { id: string } & Patch<AssetTexts & { price: number }>

/** @throws NOT_FOUND, INSUFFICIENT_PERMISSIONS for the price of a person's asset */
export async function updateAsset(
  ctx: MarketContext,
  { id, price, ...texts }: AssetUpdate,
): Promise<Asset> {
  const wanted = given<AssetTexts>(texts)
  return ctx.db.transaction().execute(async (trx) => {
    const asset = await lockAsset(trx, id)
    const changes = changesOf<Asset>(asset, wanted)
    const changed = Object.keys(changes)
    if (changed.length > 0)
      await trx.updateTable('assets').set(changes).where('id', '=', id).execute()
    if (price !== undefined && (await changePrice(ctx, trx, asset, price))) changed.push('price')
    if (changed.length === 0) return asset
    const details = { type: 'Asset', id, changed }
    await recordAudit(ctx, trx, { kind: 'content_updated', details })
    return { ...asset, ...changes }
  })
}

/** Returns whether the price changed. */
function changePrice(
  { now }: MarketContext,
  trx: Transaction<MarketTables>,
  asset: Asset,
  price: number | null,
): Promise<boolean> {
  if (asset.ownerId !== ECOSYSTEM_ID) {
    throw forbidden('Only its owner can sell an asset.', { reason: 'not_owner' })
  }
  if (asset.retiredAt && price !== null) throw notFound('Asset', asset.id)
  return setPrice(trx, asset, price, now())
}

/** Removes an asset from all lists and from the market. @throws NOT_FOUND */
export function retireAsset(ctx: MarketContext, id: string): Promise<Asset> {
  return ctx.db.transaction().execute(async (trx) => {
    const asset = await lockAsset(trx, id)
    if (asset.retiredAt) return asset
    await setPrice(trx, asset, null, ctx.now())
    await recordAudit(ctx, trx, { kind: 'content_retired', details: { type: 'Asset', id } })
    return trx
      .updateTable('assets')
      .set({ retiredAt: ctx.now() })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
  })
}

/** Brings a retired asset back, without a listing. @throws NOT_FOUND */
export function restoreAsset(ctx: MarketContext, id: string): Promise<Asset> {
  return ctx.db.transaction().execute(async (trx) => {
    const asset = await lockAsset(trx, id)
    if (!asset.retiredAt) return asset
    await trx.updateTable('assets').set({ retiredAt: null }).where('id', '=', id).execute()
    await recordAudit(ctx, trx, { kind: 'content_restored', details: { type: 'Asset', id } })
    return { ...asset, retiredAt: null }
  })
}
