// Indexes for the filters, orders and searches of quests.
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addSearchIndex } from '#foundation/database/migrations/search-index.ts'
import { lockTables } from '#foundation/database/migrations/table-locks.ts'

export const finding: Migration = {
  async up(db) {
    await lockTables(db, ['quests'])
    await sql`
      create index quests_of_type on quests (type, created_at desc, id desc)
      where retired_at is null`.execute(db)
    await sql`
      create index quests_of_difficulty on quests (difficulty, created_at desc, id desc)
      where retired_at is null`.execute(db)
    await sql`
      create index quests_by_title on quests (title, id) where retired_at is null`.execute(db)
    await addSearchIndex(db, {
      table: 'quests',
      title: 'title',
      text: `title || ' ' || description`,
      where: 'retired_at is null',
    })
  },
}
