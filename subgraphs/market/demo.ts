// Gives everybody a little gold and records one past sale, all through the ledger.
import type { Transaction } from '#foundation/database/database.ts'
import { stableId } from '#foundation/domain/ids.ts'
import type { MarketContext } from './context.ts'
import { lockAsset } from './domain/asset.ts'
import { issueGold } from './domain/gold.ts'
import { openListing } from './domain/listing.ts'
import { sellListing } from './domain/purchase.ts'
import type { MarketTables } from './tables.ts'

const GOLD = { ada: 900, grace: 640, alan: 320, edsger: 180, barbara: 60 }

/** Grace once bought Ada's lantern. */
const SALE = {
  asset: 'Ember Lantern',
  buyer: 'grace',
  price: 75,
  offeredAt: new Date('2026-01-16T12:00Z'),
  at: new Date('2026-02-14T17:20Z'),
}

/** Adds the history of the demo pack's assets, in the transaction that adds them. */
export async function addDemoMarket({ db }: MarketContext): Promise<void> {
  const trx = db as Transaction<MarketTables>
  await grantGold(trx)
  const asset = await lockAsset(trx, stableId('asset', SALE.asset))
  const { id } = await openListing(trx, asset, SALE.price, SALE.offeredAt)
  await sellListing(trx, { listingId: id, buyerId: stableId('identity', SALE.buyer) }, SALE.at)
}

async function grantGold(trx: Transaction<MarketTables>): Promise<void> {
  for (const [username, amount] of Object.entries(GOLD)) {
    const identityId = stableId('identity', username)
    const grant = { key: `demo:welcome:${username}`, identityId, amount, reason: 'welcome' }
    await issueGold(trx, grant, new Date(Date.UTC(2026, 0, 9)))
  }
}
