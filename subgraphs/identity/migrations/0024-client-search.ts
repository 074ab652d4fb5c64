// An index for searching apps by their names.
import type { Migration } from 'kysely/migration'
import { addSearchIndex } from '#foundation/database/migrations/search-index.ts'
import { lockTables } from '#foundation/database/migrations/table-locks.ts'

export const clientSearch: Migration = {
  async up(db) {
    await lockTables(db, ['clients'])
    await addSearchIndex(db, { table: 'clients', title: 'name', text: 'name' })
  },
}
