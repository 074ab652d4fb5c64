// Indexes for the filters, orders and searches of proposals.
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addSearchIndex } from '#foundation/database/migrations/search-index.ts'
import { lockTables } from '#foundation/database/migrations/table-locks.ts'

/** A status depends on the time until its outcome is recorded: until then it may be any of three. */
const STATUSES = {
  active: 'outcome is null',
  passed: `outcome is null or outcome = 'passed'`,
  rejected: `outcome is null or outcome = 'rejected'`,
  cancelled: `outcome = 'cancelled'`,
}

export const finding: Migration = {
  async up(db) {
    await lockTables(db, ['proposals'])
    for (const [status, condition] of Object.entries(STATUSES)) {
      await sql`
        create index ${sql.raw(`proposals_${status}_newest_first`)}
        on proposals (created_at desc, id desc) where ${sql.raw(condition)}`.execute(db)
    }
    await sql`create index proposals_by_title on proposals (title, id)`.execute(db)
    await addSearchIndex(db, {
      table: 'proposals',
      title: 'title',
      text: `title || ' ' || description`,
    })
  },
}
