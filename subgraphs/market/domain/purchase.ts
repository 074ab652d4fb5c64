// Purchases: payment, ownership and listing change together or not at all.
import type { Kysely, RawBuilder } from 'kysely'
import { requireIdentity } from '#foundation/auth/caller.ts'
import { once } from '#foundation/database/built-once.ts'
import type { Transaction } from '#foundation/database/database.ts'
import { createPageLoader } from '#foundation/database/lists/pagination.ts'
import { refused } from '#foundation/domain/errors.ts'
import { ECOSYSTEM_ID, newId } from '#foundation/domain/ids.ts'
import { reasonAbout } from '#foundation/domain/reasons.ts'
import type { MarketContext } from '../context.ts'
import type { Listing, MarketTables, PostingRow, Purchase } from '../tables.ts'
import { ISSUANCE, lockAccounts, postTransaction } from './ledger.ts'
import { closeListing, lockListing, refuseInactive } from './listing.ts'

const ofBuyer = once(
  (db: Kysely<MarketTables>) => (buyerId: RawBuilder<string>) =>
    db.selectFrom('purchases').selectAll().where('buyerId', '=', buyerId),
)

export function purchasePages(db: Kysely<MarketTables>) {
  return createPageLoader(db, ofBuyer(db), ({ purchasedAt, id }) => ({ at: purchasedAt, id }), {
    column: 'purchased_at',
    id: 'id',
    direction: 'desc',
  })
}

/** A purchase by its id; undefined for anybody but its buyer. */
export async function findPurchase(
  { viewer, loaders }: MarketContext,
  id: string,
): Promise<Purchase | undefined> {
  const purchase = viewer && (await loaders.purchase.load(id))
  return purchase?.buyerId === viewer?.identityId ? purchase : undefined
}

/** @throws NOT_FOUND, OWN_LISTING, LISTING_NOT_ACTIVE, PRICE_CHANGED, INSUFFICIENT_GOLD */
export async function purchaseListing(
  ctx: MarketContext,
  listingId: string,
  expectedPrice?: number | null,
): Promise<Purchase> {
  const buyerId = requireIdentity(ctx)
  const { db, now } = ctx
  const wanted = { listingId, buyerId, expectedPrice }
  return db.transaction().execute((trx) => sellListing(trx, wanted, now()))
}

interface Wanted {
  listingId: string
  buyerId: string
  /** The price that the buyer has seen. By default, any price is accepted. */
  expectedPrice?: number | null | undefined
}

/** Sells a listing to a buyer. Locks the asset first, then the accounts, as every transaction does. */
export async function sellListing(
  trx: Transaction<MarketTables>,
  { listingId, buyerId, expectedPrice }: Wanted,
  purchasedAt: Date,
): Promise<Purchase> {
  const listing = await lockListing(trx, listingId)
  if (listing.sellerId === buyerId) throw refused('OWN_LISTING', 'The listing is your own.')
  refuseInactive(listing)
  if (listing.hiddenAt) throw refused('LISTING_NOT_ACTIVE', 'The listing is not active.')
  refuseOtherPrice(listing, expectedPrice ?? listing.price)
  const { transactionId, balanceAfter } = await payListing(trx, listing, buyerId, purchasedAt)
  await closeListing(trx, listing, 'sold', purchasedAt)
  const { assetId, price } = listing
  await trx.updateTable('assets').set({ ownerId: buyerId }).where('id', '=', assetId).execute()
  const purchase = { listingId, assetId, buyerId, price, transactionId, purchasedAt }
  return trx
    .insertInto('purchases')
    .values({ id: newId('purchase'), goldBalance: balanceAfter!, ...purchase })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** @throws PRICE_CHANGED */
function refuseOtherPrice({ price }: Listing, expectedPrice: number): void {
  if (price === expectedPrice) return
  const message = `The price is ${price} gold, not ${expectedPrice}.`
  throw refused('PRICE_CHANGED', message, { price })
}

/**
 * Pays for a listing and returns the buyer's posting. Sales by the system are paid to the treasury,
 * which is never locked. @throws INSUFFICIENT_GOLD
 */
async function payListing(
  trx: Transaction<MarketTables>,
  { id, assetId, sellerId, price }: Listing,
  buyerId: string,
  createdAt: Date,
): Promise<PostingRow> {
  const sellers = sellerId === ECOSYSTEM_ID ? [] : [sellerId]
  const accounts = await lockAccounts(trx, [buyerId, ...sellers], createdAt)
  const [debit, credit] = [accounts.get(buyerId)!, accounts.get(sellerId) ?? ISSUANCE]
  const { balance } = debit
  if (balance < price) {
    const message = `The price is ${price} gold, but you have only ${balance}.`
    throw refused('INSUFFICIENT_GOLD', message, { price, balance })
  }
  const postings = await postTransaction(trx, {
    key: `${id}:purchase`,
    kind: 'purchase',
    debit,
    credit,
    amount: price,
    reason: reasonAbout('bought', assetId),
    createdAt,
  })
  return postings.get(debit.id)!
}
