// Migrates purchases without a seller, and those that earlier processes still write.
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { migrate } from '#foundation/database/migrations/migrate.ts'
import { testLog } from '#test/caller.ts'
import { emptyDatabase } from '#test/database.ts'
import { market } from '../subgraph.ts'

/** The SQL of a listing and its purchase. */
const sale = (n: number, seller: string) => `
  insert into market.listings (id, asset_id, seller_id, price, status, created_at, closed_at)
  values ('listing_${n}', 'asset_1', '${seller}', 5, 'sold', now(), now());
  insert into market.transactions (id, key, kind, reason, created_at)
  values ('transaction_${n}', 'key_${n}', 'purchase', 'bought', now());
  insert into market.purchases (id, listing_id, asset_id, buyer_id, price, gold_balance,
                                transaction_id, purchased_at)
  values ('purchase_${n}', 'listing_${n}', 'asset_1', 'buyer', 5, 0, 'transaction_${n}', now());`

test('Earlier purchases, and those of an earlier process, name the seller of their listing', async () => {
  const database = await emptyDatabase()
  const client = new Client(database.url)
  await client.connect()
  try {
    const earlier = Object.entries(market.migrations).filter(([name]) => name < '0005')
    await migrate(database.url, 'market', Object.fromEntries(earlier), testLog)
    await client.query(`
      insert into market.assets (id, name, description, kind, owner_id, created_at)
      values ('asset_1', 'Lantern', 'It burns.', 'tool', 'buyer', now());
      ${sale(1, 'ada')} ${sale(2, 'grace')}`)
    await migrate(database.url, 'market', market.migrations, testLog)
    await client.query(sale(3, 'edsger'))
    const { rows } = await client.query('select seller_id from market.purchases order by id')
    expect(rows.map((row) => row.seller_id as string)).toEqual(['ada', 'grace', 'edsger'])
  } finally {
    await client.end()
    await database.drop()
  }
})
