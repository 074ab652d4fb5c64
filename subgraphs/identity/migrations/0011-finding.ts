// Indexes for searching people.
import type { Migration } from 'kysely/migration'
import { addSearchIndex } from '#foundation/database/search-index.ts'
import { lockTables } from '#foundation/database/table-locks.ts'

export const finding: Migration = {
  async up(db) {
    await lockTables(db, ['identities'])
    await addSearchIndex(db, {
      table: 'identities',
      title: `username || ' ' || display_name`,
      text: `username || ' ' || display_name`,
      where: `kind = 'person' and disabled_at is null`,
    })
  },
}
