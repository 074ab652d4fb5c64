// Indexes for the orders and searches of realms.
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addSearchIndex } from '#foundation/database/migrations/search-index.ts'
import { lockTables } from '#foundation/database/migrations/table-locks.ts'

export const finding: Migration = {
  async up(db) {
    await lockTables(db, ['realms'])
    await sql`
      create index realms_by_name on realms (name, id) where retired_at is null`.execute(db)
    await addSearchIndex(db, {
      table: 'realms',
      title: 'name',
      text: `name || ' ' || description`,
      where: 'retired_at is null',
    })
  },
}
