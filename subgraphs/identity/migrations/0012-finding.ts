// Indexes for searching people.
import type { Migration } from 'kysely/migration'
import { addSearchIndex } from '#foundation/database/migrations/search-index.ts'
import { lockTables } from '#foundation/database/migrations/table-locks.ts'

/** Names that administrators have hidden find nobody. */
const NAMES = `
  case when hidden_username = username then '' else username end || ' ' ||
  case when hidden_display_name = display_name then '' else display_name end`

export const finding: Migration = {
  async up(db) {
    await lockTables(db, ['identities'])
    await addSearchIndex(db, {
      table: 'identities',
      title: NAMES,
      text: NAMES,
      where: `kind = 'person' and disabled_at is null`,
    })
  },
}
