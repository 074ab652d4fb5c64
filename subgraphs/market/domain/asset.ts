// Assets: the list, one by its id, those of a person, and how they come into being.
import type DataLoader from 'dataloader'
import type { Kysely } from 'kysely'
import { refuseIssues, textIssues, titleIssues } from '#foundation/bounds.ts'
import type { Transaction } from '#foundation/database.ts'
import { notFound, type Issue } from '#foundation/errors.ts'
import { newId } from '#foundation/ids.ts'
import {
  createPageLoader,
  paginate,
  type Connection,
  type PageArguments,
} from '#foundation/pagination.ts'
import { peerOperation } from '#foundation/peers.ts'
import { createRowLoader } from '#foundation/row-loader.ts'
import type { MarketContext } from '../context.ts'
import type { Asset, MarketTables } from '../tables.ts'

const placeOf = ({ createdAt, id }: Asset) => ({ at: createdAt, id })

export function listAssets({ db }: MarketContext, page: PageArguments): Promise<Connection<Asset>> {
  return paginate(db.selectFrom('assets').selectAll(), page, placeOf)
}

export async function getAsset({ loaders }: MarketContext, id: string): Promise<Asset> {
  const asset = await loaders.asset.load(id)
  if (!asset) throw notFound('Asset', id)
  return asset
}

/** Not remembered: in one request a mutation that changes an asset may follow another. */
export function assetLoader(db: Kysely<MarketTables>): DataLoader<string, Asset | undefined> {
  return createRowLoader((anyId) => db.selectFrom('assets').selectAll().where('id', '=', anyId), {
    cache: false,
  })
}

/** The assets a person owns, newest first. */
export function ownedAssetPages(db: Kysely<MarketTables>) {
  return createPageLoader(
    db,
    (ownerId) => db.selectFrom('assets').selectAll().where('ownerId', '=', ownerId),
    placeOf,
  )
}

/** The asset, its row locked: whoever lists, sells or cancels does it one after the other. */
export function lockAsset(trx: Transaction<MarketTables>, id: string): Promise<Asset | undefined> {
  return trx.selectFrom('assets').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export const FindOwner = peerOperation<{ identity: { id: string } | null }, { id: string }>(
  `query FindOwner($id: ID!) { identity(id: $id) { id } }`,
)

type NewAsset = Pick<Asset, 'name' | 'description' | 'kind' | 'ownerId'>

/** @throws VALIDATION_ERROR, NOT_FOUND for an owner whom Identity does not know */
export async function mintAsset(
  { db, now, peers }: MarketContext,
  { name, description, kind, ownerId }: NewAsset,
): Promise<Asset> {
  refuseIssues([
    ...titleIssues('name', name, 100),
    ...textIssues('description', description, 2000),
    ...kindIssues(kind),
  ])
  const { identity } = await peers.identity(FindOwner, { id: ownerId })
  if (!identity) throw notFound('Identity', ownerId)
  return db
    .insertInto('assets')
    .values({ id: newId('asset'), name, description, kind, ownerId, createdAt: now() })
    .returningAll()
    .executeTakeFirstOrThrow()
}

function kindIssues(kind: string): Issue[] {
  if (/^[a-z][a-z0-9_]{0,31}$/.test(kind)) return []
  const reason = 'must begin with a-z and hold at most 32 of a-z, 0-9 and _'
  return [{ field: 'kind', reason }]
}
