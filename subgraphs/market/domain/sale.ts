// Sales: the purchases of a seller's listings, as shown to the seller.
import type { Kysely, RawBuilder } from 'kysely'
import { once } from '#foundation/database/built-once.ts'
import { createPageLoader } from '#foundation/database/lists/pagination.ts'
import type { MarketContext } from '../context.ts'
import type { MarketTables, Purchase } from '../tables.ts'

export type Sale = Purchase

const ofSeller = once(
  (db: Kysely<MarketTables>) => (sellerId: RawBuilder<string>) =>
    db.selectFrom('purchases').selectAll().where('sellerId', '=', sellerId),
)

export function salePages(db: Kysely<MarketTables>) {
  return createPageLoader(db, ofSeller(db), ({ purchasedAt, id }) => ({ at: purchasedAt, id }), {
    column: 'purchased_at',
    id: 'id',
    direction: 'desc',
  })
}

/** A sale by its id; undefined for anybody but its seller. */
export async function findSale(
  { viewer, loaders }: MarketContext,
  id: string,
): Promise<Sale | undefined> {
  const sale = viewer && (await loaders.purchase.load(id.replace(/^sale_/, 'purchase_')))
  return sale && sale.sellerId === viewer.identityId && saleIdOf(sale) === id ? sale : undefined
}

/** The id of a sale. It differs from the purchase's, so that a client cache keeps the two apart. */
export function saleIdOf({ id }: Sale): string {
  return id.replace(/^purchase_/, 'sale_')
}
