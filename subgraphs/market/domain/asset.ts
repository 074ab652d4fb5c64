// Finding assets: the list, one by its id, and those of a person.
import type DataLoader from 'dataloader'
import type { Kysely, RawBuilder } from 'kysely'
import { once } from '#foundation/database/built-once.ts'
import type { Transaction } from '#foundation/database/database.ts'
import { NEWEST_FIRST } from '#foundation/database/page-statement.ts'
import {
  createPageLoader,
  paginate,
  type Connection,
  type PageArguments,
} from '#foundation/database/pagination.ts'
import { readRowCount } from '#foundation/database/row-count.ts'
import { createRowLoader } from '#foundation/database/row-loader.ts'
import { notFound } from '#foundation/domain/errors.ts'
import type { MarketContext } from '../context.ts'
import type { Asset, MarketTables } from '../tables.ts'

const placeOf = ({ createdAt, id }: Asset) => ({ at: createdAt, id })

/** Those that are not retired. */
const live = once((db: Kysely<MarketTables>) =>
  db.selectFrom('assets').selectAll().where('retiredAt', 'is', null),
)

export function listAssets({ db }: MarketContext, page: PageArguments): Promise<Connection<Asset>> {
  return paginate(db, live(db), page, placeOf, NEWEST_FIRST, {
    total: () => readRowCount(db, 'assets'),
  })
}

export async function getAsset({ loaders }: MarketContext, id: string): Promise<Asset> {
  const asset = await loaders.asset.load(id)
  if (!asset) throw notFound('Asset', id)
  return asset
}

const byId = once(
  (db: Kysely<MarketTables>) => (anyId: RawBuilder<string>) =>
    db.selectFrom('assets').selectAll().where('id', '=', anyId),
)

/** Not cached: several mutations of one request may change an asset. */
export function assetLoader(db: Kysely<MarketTables>): DataLoader<string, Asset | undefined> {
  return createRowLoader(db, byId(db), { cache: false })
}

const ownedBy = once(
  (db: Kysely<MarketTables>) => (ownerId: RawBuilder<string>) =>
    live(db).where('ownerId', '=', ownerId),
)

/** The assets a person owns, newest first. */
export function ownedAssetPages(db: Kysely<MarketTables>) {
  return createPageLoader(db, ownedBy(db), placeOf)
}

/**
 * The asset with its row locked, which serializes listing, selling, cancelling, changing and
 * retiring it. @throws NOT_FOUND
 */
export async function lockAsset(trx: Transaction<MarketTables>, id: string): Promise<Asset> {
  const asset = await trx
    .selectFrom('assets')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!asset) throw notFound('Asset', id)
  return asset
}
