// The listings that can be bought, by price, seller and kind.
import { sql, type Kysely } from 'kysely'
import {
  BY_AGE,
  filteredList,
  sent,
  type Condition,
  type ListArguments,
} from '#foundation/database/lists/filtered-list.ts'
import type { Connection } from '#foundation/database/lists/pagination.ts'
import { readRowCount } from '#foundation/database/migrations/row-count.ts'
import type { MarketContext } from '../context.ts'
import type { Listing, MarketTables } from '../tables.ts'

/** A condition on the price. It uses the price index only in an order by price; `price + 0` keeps it out of others. */
function priceIn(range: (price: Condition) => Condition) {
  return (order: string) =>
    range(sql.raw(order === 'cheapest' || order === 'dearest' ? 'price' : 'price + 0'))
}

const listings = filteredList({
  rows: (db: Kysely<MarketTables>) =>
    db
      .selectFrom('listings')
      .selectAll()
      .where('status', '=', sql.lit('active'))
      .where('hiddenAt', 'is', null),
  filters: {
    minPrice: { in: priceIn((price) => sql`${price} >= ${sent('minPrice')}`) },
    maxPrice: { in: priceIn((price) => sql`${price} <= ${sent('maxPrice')}`) },
    seller: { is: sql<boolean>`seller_id = ${sent('seller')}` },
    // A subquery, because a join would make PostgreSQL sort instead of using the index.
    kind: {
      is: sql<boolean>`exists (
        select from assets where assets.id = asset_id and assets.kind = ${sent('kind')} offset 0
      )`,
    },
  },
  orders: {
    ...BY_AGE,
    cheapest: ['price', 'asc', 'integer'],
    dearest: ['price', 'desc', 'integer'],
  },
})

type ListingOrder = keyof typeof BY_AGE | 'cheapest' | 'dearest'

export function listListings(
  { db }: MarketContext,
  wanted: ListArguments<'minPrice' | 'maxPrice' | 'seller' | 'kind', ListingOrder>,
): Promise<Connection<Listing>> {
  return listings(db, wanted, { total: () => readRowCount(db, 'listings') })
}
