// Indexes for the orders and searches of courses.
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addSearchIndex } from '#foundation/database/migrations/search-index.ts'
import { lockTables } from '#foundation/database/migrations/table-locks.ts'

export const finding: Migration = {
  async up(db) {
    await lockTables(db, ['courses'])
    await sql`
      create index courses_by_title on courses (title, id) where retired_at is null`.execute(db)
    await addSearchIndex(db, {
      table: 'courses',
      title: 'title',
      text: `title || ' ' || description`,
      where: 'retired_at is null',
    })
  },
}
