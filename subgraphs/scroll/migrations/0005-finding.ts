// Indexes for the filters, orders and searches of scrolls.
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addSearchIndex } from '#foundation/database/migrations/search-index.ts'
import { lockTables } from '#foundation/database/migrations/table-locks.ts'

export const finding: Migration = {
  async up(db) {
    await lockTables(db, ['scrolls'])
    await sql`
      create index scrolls_of_house on scrolls (house, created_at desc, id desc)
      where withdrawn_at is null`.execute(db)
    await sql`create index scrolls_by_title on scrolls (title, id) where withdrawn_at is null`.execute(
      db,
    )
    await addSearchIndex(db, {
      table: 'scrolls',
      title: 'title',
      text: `title || ' ' || author || ' ' || left(content, 10000)`,
      where: 'withdrawn_at is null',
    })
  },
}
