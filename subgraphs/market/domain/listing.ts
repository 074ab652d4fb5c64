// Listings: an owner offers an asset for a price, until it is sold or the listing is cancelled.
import DataLoader from 'dataloader'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { ANY_ID, once } from '#foundation/database/built-once.ts'
import { requireIdentity } from '#foundation/auth/caller.ts'
import { brokenConstraint, type Transaction } from '#foundation/database/database.ts'
import { createRowLoader } from '#foundation/database/reads/row-loader.ts'
import { rowsByIds } from '#foundation/database/reads/rows-by-key.ts'
import { forbidden, notFound, refused } from '#foundation/domain/errors.ts'
import { newId } from '#foundation/domain/ids.ts'
import type { Hideable } from '#foundation/domain/moderation.ts'
import { readsAsAdministrator } from '#foundation/peers/administrator.ts'
import type { Occurrence } from '#foundation/events/occurrences.ts'
import type { MarketContext } from '../context.ts'
import type { Asset, Listing, ListingStatus, MarketTables, OfferedListing } from '../tables.ts'
import { lockAsset } from './asset.ts'

const activeOf = once((db: Kysely<MarketTables>) =>
  db
    .selectFrom('listings')
    .selectAll()
    .where('assetId', '=', ANY_ID)
    .where('status', '=', sql.lit('active'))
    .compile(),
)

/** Loads the active listings of assets. Not cached, because one request may contain several mutations. */
export function activeListingLoader(
  db: Kysely<MarketTables>,
): DataLoader<string, Listing | undefined> {
  return new DataLoader(
    async (ids) => {
      const rows = await rowsByIds(db, activeOf(db), { ids, column: 'assetId' })
      return rows.map(([listing]) => listing)
    },
    { cache: false },
  )
}

const byId = once(
  (db: Kysely<MarketTables>) => (anyId: RawBuilder<string>) =>
    db
      .selectFrom('listings')
      .leftJoin('purchases', 'purchases.listingId', 'listings.id')
      .selectAll('listings')
      .select('buyerId')
      .where('listings.id', '=', anyId),
)

/** Loads listings by id, active or not. Not cached, because one request may contain several mutations. */
export function listingLoader(
  db: Kysely<MarketTables>,
): DataLoader<string, OfferedListing | undefined> {
  return createRowLoader(db, byId(db), { cache: false })
}

/** A listing that is active and not hidden from the caller, or that the caller has offered or bought. */
export async function findListing(ctx: MarketContext, id: string): Promise<Listing | undefined> {
  const listing = await ctx.loaders.listing.load(id)
  if (!listing || !(await maySee(ctx, listing))) return undefined
  const { status, sellerId, buyerId } = listing
  const isOwn = ctx.viewer && [sellerId, buyerId].includes(ctx.viewer.identityId)
  return status === 'active' || isOwn ? listing : undefined
}

/** A listing by its id. @throws NOT_FOUND for one that `findListing` does not find */
export async function getVisibleListing(ctx: MarketContext, id: string): Promise<Listing> {
  const listing = await findListing(ctx, id)
  if (!listing) throw notFound('Listing', id)
  return listing
}

/** A listing for a subscription; null once it has ended. @throws NOT_FOUND for a hidden one, which gets no result */
export async function getWatchedListing(
  ctx: MarketContext,
  id: string,
  { event }: Pick<Occurrence, 'event'>,
): Promise<Listing | null> {
  const listing = await findListing(ctx, id)
  if (listing || event?.kind === 'listing.ended') return listing ?? null
  throw notFound('Listing', id)
}

export async function getListing({ loaders }: MarketContext, id: string): Promise<Listing> {
  const listing = await loaders.listing.load(id)
  if (!listing) throw notFound('Listing', id)
  return listing
}

/** The active listing of an asset; null without one, or if it is hidden from the caller. */
export async function findActiveListing(
  ctx: MarketContext,
  { id }: Pick<Asset, 'id'>,
): Promise<Listing | null> {
  const listing = await ctx.loaders.activeListing.load(id)
  return listing && (await maySee(ctx, listing)) ? listing : null
}

/** Whether the caller may see a listing. A hidden one is visible to its seller and administrators. */
function maySee(ctx: MarketContext, { hiddenAt, sellerId }: Listing): boolean | Promise<boolean> {
  if (hiddenAt === null || sellerId === ctx.viewer?.identityId) return true
  return readsAsAdministrator(ctx)
}

/** @throws NOT_FOUND, INSUFFICIENT_PERMISSIONS, ALREADY_LISTED */
export async function listAsset(
  ctx: MarketContext,
  { assetId, price }: { assetId: string; price: number },
): Promise<Listing> {
  const sellerId = requireIdentity(ctx)
  return ctx.db.transaction().execute(async (trx) => {
    const asset = await lockAsset(trx, assetId)
    if (asset.retiredAt) throw notFound('Asset', assetId)
    if (asset.ownerId !== sellerId) throw notOwner('Only its owner can list an asset.')
    return openListing(trx, asset, price, ctx.now())
  })
}

type Offered = Pick<Asset, 'id' | 'name' | 'ownerId'>

/** Puts a locked asset up for sale by its owner. @throws ALREADY_LISTED */
export async function openListing(
  trx: Transaction<MarketTables>,
  { id: assetId, name, ownerId: sellerId }: Offered,
  price: number,
  createdAt: Date,
): Promise<Listing> {
  const listing = { id: newId('listing'), assetId, sellerId, price, createdAt }
  const hidden = await findHidden(trx, { assetId, sellerId })
  return trx
    .insertInto('listings')
    .values({ ...listing, ...hidden })
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      if (brokenConstraint(error) !== 'one_active_listing_an_asset') throw error
      throw refused('ALREADY_LISTED', `${name} is already listed.`)
    })
}

/** The moderation of the seller's earlier listings of this asset, which applies to a new one as well. */
function findHidden(
  trx: Transaction<MarketTables>,
  { assetId, sellerId }: Pick<Listing, 'assetId' | 'sellerId'>,
): Promise<Hideable | undefined> {
  return trx
    .selectFrom('listings')
    .select(['hiddenAt', 'hiddenReason'])
    .where('assetId', '=', assetId)
    .where('sellerId', '=', sellerId)
    .where('hiddenAt', 'is not', null)
    .orderBy('hiddenAt', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Sets the price of a locked asset; null takes it off the market. Returns whether the listing changed. */
export async function setPrice(
  trx: Transaction<MarketTables>,
  asset: Offered,
  price: number | null,
  at: Date,
): Promise<boolean> {
  const offer = await trx
    .selectFrom('listings')
    .selectAll()
    .where('assetId', '=', asset.id)
    .where('status', '=', 'active')
    .executeTakeFirst()
  const isSame = offer?.price === price && offer.sellerId === asset.ownerId
  if (isSame || (!offer && price === null)) return false
  if (offer) await closeListing(trx, offer, 'cancelled', at)
  if (price !== null) await openListing(trx, asset, price, at)
  return true
}

/** @throws NOT_FOUND, INSUFFICIENT_PERMISSIONS, LISTING_NOT_ACTIVE */
export async function cancelListing(ctx: MarketContext, listingId: string): Promise<Listing> {
  const sellerId = requireIdentity(ctx)
  return ctx.db.transaction().execute(async (trx) => {
    const listing = await lockListing(trx, listingId)
    refuseOthers(listing, sellerId, 'Only its seller can cancel a listing.')
    refuseInactive(listing)
    return closeListing(trx, listing, 'cancelled', ctx.now())
  })
}

/** Changes the price of a listing. @throws NOT_FOUND, INSUFFICIENT_PERMISSIONS, LISTING_NOT_ACTIVE */
export async function changeListingPrice(
  ctx: MarketContext,
  listingId: string,
  price: number,
): Promise<Listing> {
  const sellerId = requireIdentity(ctx)
  return ctx.db.transaction().execute(async (trx) => {
    const listing = await lockListing(trx, listingId)
    refuseOthers(listing, sellerId, 'Only its seller can change the price.')
    refuseInactive(listing)
    await trx.updateTable('listings').set({ price }).where('id', '=', listingId).execute()
    return { ...listing, price }
  })
}

/** Locks the asset of a listing, then reads the listing. @throws NOT_FOUND */
export async function lockListing(trx: Transaction<MarketTables>, id: string): Promise<Listing> {
  const listing = trx.selectFrom('listings').where('id', '=', id)
  const found = await listing
    .select('assetId')
    .executeTakeFirstOrThrow(() => notFound('Listing', id))
  await lockAsset(trx, found.assetId)
  return listing.selectAll().executeTakeFirstOrThrow()
}

/** @throws NOT_FOUND for somebody else's hidden listing, INSUFFICIENT_PERMISSIONS for any other of theirs */
function refuseOthers({ id, sellerId, hiddenAt }: Listing, caller: string, message: string): void {
  if (sellerId === caller) return
  throw hiddenAt ? notFound('Listing', id) : notOwner(message)
}

/** @throws LISTING_NOT_ACTIVE */
export function refuseInactive({ status }: Listing): void {
  if (status !== 'active') throw refused('LISTING_NOT_ACTIVE', `The listing is ${status}.`)
}

export function closeListing(
  trx: Transaction<MarketTables>,
  { id }: Listing,
  status: Exclude<ListingStatus, 'active'>,
  closedAt: Date,
): Promise<Listing> {
  return trx
    .updateTable('listings')
    .set({ status, closedAt })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export function notOwner(message: string): Error {
  return forbidden(message, { reason: 'not_owner' })
}
