// Assets in content files.
import { sql, type Kysely } from 'kysely'
import {
  defineContentKind,
  type ContentContext,
  type ContentEntry,
  type ContentItem,
  type StoredItem,
} from '#foundation/content/kind.ts'
import { ECOSYSTEM_ID, newId } from '#foundation/domain/ids.ts'
import { setPrice } from '../domain/listing.ts'
import { marketInput } from '../input.ts'
import type { Asset, AssetTexts, MarketTables } from '../tables.ts'

type AssetItem = ContentItem & AssetTexts & { owner?: string; price?: number }
type Ctx = ContentContext<MarketTables>

export const assetContent = defineContentKind<MarketTables, AssetItem>({
  list: 'assets',
  prefix: 'asset',
  properties: marketInput.schemas('MintAssetInput', {
    name: 'What it is called.',
    description: 'What it is.',
    kind: 'The kind of thing it is, e.g. `relic`.',
    owner: {
      type: 'string',
      description: 'The username of the person whose it is; the system itself when left out.',
    },
    price: 'What its owner offers it for, in gold. Left out, it is not for sale.',
  }),
  required: ['name', 'description', 'kind'],
  people: ['owner'],
  issues: (asset) => marketInput.issues('MintAssetInput', asset),
  find: findAssets,
  add: addAssets,
  update: updateAsset,
  retire: retireAssets,
})

/** An asset with its current price, and whether it was ever sold or given away. */
type OfferedAsset = Asset & { price: number | null; hasMoved: boolean }

async function findAssets({ trx }: Ctx, ids?: readonly string[]): Promise<StoredItem<AssetItem>[]> {
  const assets = offeredAssets(trx).orderBy('createdAt').orderBy('id')
  if (ids !== undefined) {
    const wanted = sql<string>`any(${[...ids]})`
    // Locks first, so that the next statement sees the result of any concurrent purchase.
    const locking = trx.selectFrom('assets').select('id').where('id', '=', wanted).orderBy('id')
    await locking.forUpdate().execute()
    return (await assets.where('id', '=', wanted).execute()).map(toStored)
  }
  const exported = await assets
    .where('retiredAt', 'is', null)
    .where((eb) => eb.or([eb('contentKey', 'is not', null), eb('ownerId', '=', ECOSYSTEM_ID)]))
    .execute()
  return exported.filter(({ hasMoved }) => !hasMoved).map(toStored)
}

function offeredAssets(db: Kysely<MarketTables>) {
  return db
    .selectFrom('assets')
    .selectAll()
    .select(({ exists, or, selectFrom }) => [
      selectFrom('listings')
        .select('price')
        .whereRef('assetId', '=', 'assets.id')
        .where('status', '=', 'active')
        .as('price'),
      or([
        exists(selectFrom('purchases').select('id').whereRef('assetId', '=', 'assets.id')),
        exists(selectFrom('gifts').select('id').whereRef('assetId', '=', 'assets.id')),
      ])
        .$castTo<boolean>()
        .as('hasMoved'),
    ])
}

function toStored(asset: OfferedAsset): StoredItem<AssetItem> {
  const { id, contentKey, ownerId, createdAt, retiredAt } = asset
  const { name, description, kind, price } = asset
  return {
    id,
    contentKey,
    retired: retiredAt !== null,
    settled: isSettled(asset),
    personal: contentKey === null && ownerId !== ECOSYSTEM_ID,
    item: {
      key: contentKey ?? id,
      name,
      description,
      kind,
      ...(ownerId !== ECOSYSTEM_ID && { owner: ownerId }),
      ...(price !== null && { price }),
      createdAt: createdAt.toISOString(),
    },
  }
}

/**
 * Whether people have decided about the asset: it was sold or given away, or its owner has changed the listing. A
 * retired asset is off the market in any case.
 */
function isSettled({ hasMoved, ownerId, price, contentPrice, retiredAt }: OfferedAsset): boolean {
  if (hasMoved) return true
  return retiredAt === null && ownerId !== ECOSYSTEM_ID && price !== contentPrice
}

async function addAssets({ trx }: Ctx, entries: readonly ContentEntry<AssetItem>[]): Promise<void> {
  await trx
    .insertInto('assets')
    .values(entries.map(({ id, item, createdAt }) => ({ id, createdAt, ...columnsOf(item) })))
    .execute()
  const offers = entries.flatMap(({ id, item, createdAt }) => {
    const offer = { id: newId('listing'), assetId: id, sellerId: ownerOf(item), createdAt }
    return item.price === undefined ? [] : [{ ...offer, price: item.price }]
  })
  if (offers.length > 0) await trx.insertInto('listings').values(offers).execute()
}

async function updateAsset(
  { trx, now }: Ctx,
  { id, item, createdAt }: ContentEntry<AssetItem>,
): Promise<void> {
  await trx
    .updateTable('assets')
    .set({ retiredAt: null, ...columnsOf(item) })
    .$if(item.createdAt !== undefined, (query) => query.set({ createdAt }))
    .where('id', '=', id)
    .execute()
  const asset = { id, name: item.name, ownerId: ownerOf(item) }
  await setPrice(trx, asset, item.price ?? null, now())
}

/** Retires assets, except those bought or listed since they were read. They are read again with a lock. */
async function retireAssets(ctx: Ctx, stored: readonly StoredItem[]): Promise<void> {
  const { trx, now } = ctx
  const found = await findAssets(
    ctx,
    stored.map(({ id }) => id),
  )
  const ids = found.filter(({ settled }) => !settled).map(({ id }) => id)
  const retired = sql<string>`any(${ids})`
  await trx
    .updateTable('assets')
    .set({ retiredAt: now() })
    .where('id', '=', retired)
    .where('retiredAt', 'is', null)
    .execute()
  await trx
    .updateTable('listings')
    .set({ status: 'cancelled', closedAt: now() })
    .where('assetId', '=', retired)
    .where('status', '=', 'active')
    .execute()
}

function ownerOf({ owner }: AssetItem): string {
  return owner ?? ECOSYSTEM_ID
}

function columnsOf(item: AssetItem) {
  const { key, name, description, kind, price } = item
  const ownerId = ownerOf(item)
  return { contentKey: key, name, description, kind, ownerId, contentPrice: price ?? null }
}
