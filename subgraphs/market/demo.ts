// A little gold for everybody, some assets, and one sale of the past, all through the ledger.
import type { Transaction } from '#foundation/database.ts'
import { stableId } from '#foundation/ids.ts'
import type { MarketContext } from './context.ts'
import { issueGold } from './domain/gold.ts'
import { openListing } from './domain/listing.ts'
import { sellListing } from './domain/purchase.ts'
import type { Asset, MarketTables } from './tables.ts'

/** What everybody was given for coming along. */
const GOLD = { ada: 900, grace: 640, alan: 320, edsger: 180, barbara: 60 }

interface DemoAsset {
  name: string
  description: string
  kind: string
  owner: string
  /** Listed for this much. */
  price?: number
}

const ASSETS: DemoAsset[] = [
  {
    name: 'Brass Astrolabe',
    description: 'Made by hand in the first year; it still tells the hour to the minute.',
    kind: 'instrument',
    owner: 'ada',
    price: 240,
  },
  {
    name: 'Moth Wing Folio',
    description: 'The moth of the first bug, pressed between two pages of the log book.',
    kind: 'relic',
    owner: 'grace',
  },
  {
    name: 'Rotor of Seven Letters',
    description: 'One rotor of a machine whose other rotors are lost.',
    kind: 'relic',
    owner: 'alan',
    price: 150,
  },
  {
    name: 'Shortest Path Map',
    description: 'A map of the city with one line on it, and nothing that could be left out.',
    kind: 'map',
    owner: 'edsger',
    price: 35,
  },
  {
    name: 'Garden Plot by the Tide Wall',
    description: 'Nine paces by four, with a bench. Floods in spring.',
    kind: 'land',
    owner: 'barbara',
  },
  {
    name: 'Ember Lantern',
    description: 'Burns for a night on a thimble of oil.',
    kind: 'tool',
    owner: 'ada',
  },
]

/** Grace bought the lantern of ada's in the past. */
const SALE = {
  asset: 'Ember Lantern',
  buyer: 'grace',
  price: 75,
  at: new Date('2026-02-14T17:20Z'),
}

/** Adds the assets and, with the first of them, the gold, the listings and the sale: all or nothing. */
export async function addDemoMarket({ db }: MarketContext): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const added = await trx
      .insertInto('assets')
      .values(ASSETS.map(toAsset))
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .execute()
    if (added.length === 0) return
    await grantGold(trx)
    for (const { name, price } of ASSETS) {
      const asset = added.find((known) => known.name === name)!
      if (price !== undefined) await openListing(trx, asset, price, dayAfter(asset))
      if (name === SALE.asset) await sell(trx, asset)
    }
  })
}

function toAsset({ name, description, kind, owner }: DemoAsset, index: number) {
  return {
    id: stableId('asset', name),
    name,
    description,
    kind,
    ownerId: stableId('identity', owner),
    createdAt: new Date(Date.UTC(2026, 0, 10 + index, 12)),
  }
}

async function grantGold(trx: Transaction<MarketTables>): Promise<void> {
  for (const [username, amount] of Object.entries(GOLD)) {
    const identityId = stableId('identity', username)
    const grant = { key: `demo:welcome:${username}`, identityId, amount, reason: 'welcome' }
    await issueGold(trx, grant, new Date(Date.UTC(2026, 0, 9)))
  }
}

async function sell(trx: Transaction<MarketTables>, asset: Asset): Promise<void> {
  const { id } = await openListing(trx, asset, SALE.price, dayAfter(asset))
  await sellListing(trx, id, stableId('identity', SALE.buyer), SALE.at)
}

function dayAfter({ createdAt }: Asset): Date {
  return new Date(createdAt.getTime() + 86_400_000)
}
