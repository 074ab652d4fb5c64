// Rows for stories of the market: gold, through the ledger, and assets on offer.
import { newId } from '#foundation/domain/ids.ts'
import { lockAsset } from '../../subgraphs/market/domain/asset.ts'
import { issueGold } from '../../subgraphs/market/domain/gold.ts'
import { openListing } from '../../subgraphs/market/domain/listing.ts'
import type { Asset, MarketTables } from '../../subgraphs/market/tables.ts'
import type { World } from './story.ts'

/** Grants gold to a person. */
export async function giveGold(
  world: World,
  { id: identityId }: { id: string },
  amount: number,
): Promise<void> {
  const grant = { key: crypto.randomUUID(), identityId, amount, reason: 'the story begins' }
  await world
    .tables<MarketTables>('market')
    .transaction()
    .execute((trx) => issueGold(trx, grant, new Date()))
}

/** Adds an asset that a person owns, and returns its id. */
export async function addAsset(
  world: World,
  { id: ownerId }: { id: string },
  about: Partial<Asset> = {},
): Promise<string> {
  const asset = {
    id: newId('asset'),
    name: 'Ember Lantern',
    description: 'Burns for a night on a thimble of oil.',
    kind: 'tool',
    ownerId,
    createdAt: new Date(),
    ...about,
  }
  await world.tables<MarketTables>('market').insertInto('assets').values(asset).execute()
  return asset.id
}

/** Lists a new or given asset of a person, and returns the listing's id. */
export async function addListing(
  world: World,
  seller: { id: string },
  price = 30,
  assetId?: string,
): Promise<string> {
  const offered = assetId ?? (await addAsset(world, seller))
  const { id } = await world
    .tables<MarketTables>('market')
    .transaction()
    .execute(async (trx) => openListing(trx, await lockAsset(trx, offered), price, new Date()))
  return id
}
