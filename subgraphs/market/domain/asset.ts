// Finds assets: the list, one by its id, and those of a person.
import { sql, type Kysely, type RawBuilder } from 'kysely'
import { once } from '#foundation/database/built-once.ts'
import type { Transaction } from '#foundation/database/database.ts'
import {
  BY_AGE,
  filteredList,
  sent,
  type ListArguments,
} from '#foundation/database/lists/filtered-list.ts'
import { createPageLoader, type Connection } from '#foundation/database/lists/pagination.ts'
import { readRowCount } from '#foundation/database/migrations/row-count.ts'
import { notFound } from '#foundation/domain/errors.ts'
import type { MarketContext } from '../context.ts'
import type { Asset, MarketTables } from '../tables.ts'

/** The assets that are not retired. */
const live = once((db: Kysely<MarketTables>) =>
  db.selectFrom('assets').selectAll().where('retiredAt', 'is', null),
)

/** Whether an asset is for sale, as an expression: a join would make PostgreSQL sort instead of using the index. */
const isListed = sql`exists (
  select from listings
  where listings.asset_id = assets.id and listings.status = 'active' and listings.hidden_at is null
  offset 0
)`

const assets = filteredList({
  rows: live,
  filters: {
    owner: { is: sql<boolean>`owner_id = ${sent('owner')}` },
    listed: { when: { true: sql<boolean>`${isListed}`, false: sql<boolean>`not ${isListed}` } },
  },
  orders: { ...BY_AGE, name: ['name', 'asc', 'text'] },
  search: { title: 'name', text: `name || ' ' || description` },
})

export function listAssets(
  { db }: MarketContext,
  wanted: ListArguments<'owner' | 'listed', keyof typeof BY_AGE | 'name'>,
): Promise<Connection<Asset>> {
  return assets(db, wanted, { total: () => readRowCount(db, 'assets') })
}

export async function getAsset({ loaders }: MarketContext, id: string): Promise<Asset> {
  const asset = await loaders.asset.load(id)
  if (!asset) throw notFound('Asset', id)
  return asset
}

const ownedBy = once(
  (db: Kysely<MarketTables>) => (ownerId: RawBuilder<string>) =>
    live(db).where('ownerId', '=', ownerId),
)

/** The assets a person owns, newest first. */
export function ownedAssetPages(db: Kysely<MarketTables>) {
  return createPageLoader(db, ownedBy(db), ({ createdAt, id }) => ({ at: createdAt, id }))
}

/** Locks an asset, which serializes listing, selling, cancelling, changing and retiring it. @throws NOT_FOUND */
export function lockAsset(trx: Transaction<MarketTables>, id: string): Promise<Asset> {
  return trx
    .selectFrom('assets')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound('Asset', id))
}
