// Indexes for the filters, orders and searches of assets, and the list of active listings.
import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { keepRowCounts } from '#foundation/database/migrations/row-count.ts'
import { addSearchIndex } from '#foundation/database/migrations/search-index.ts'
import { lockTables } from '#foundation/database/migrations/table-locks.ts'

export const finding: Migration = {
  async up(db) {
    await lockTables(db, ['assets', 'listings'])
    await indexListings(db)
    await keepRowCounts(db, [
      {
        table: 'listings',
        where: (row) => `${row}.status = 'active' and ${row}.hidden_at is null`,
      },
    ])
    await sql`
      create index assets_by_name on assets (name, id) where retired_at is null`.execute(db)
    await addSearchIndex(db, {
      table: 'assets',
      title: 'name',
      text: `name || ' ' || description`,
      where: 'retired_at is null',
    })
  },
}

async function indexListings(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index listings_newest_first on listings (created_at desc, id desc)
    where status = 'active' and hidden_at is null`.execute(db)
  await sql`
    create index listings_by_price on listings (price, id) where status = 'active' and hidden_at is null`.execute(
    db,
  )
  await sql`
    create index listings_of_seller on listings (seller_id, created_at desc, id desc)
    where status = 'active' and hidden_at is null`.execute(db)
}
