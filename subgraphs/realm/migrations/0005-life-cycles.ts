// Places that administrators hide.
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { changeRowCounts } from '#foundation/database/migrations/row-count.ts'
import { lockTables } from '#foundation/database/migrations/table-locks.ts'

export const lifeCycles: Migration = {
  async up(db) {
    await lockTables(db, ['places'])
    // The indexes of lists keep hidden places, of which there are few: processes of an earlier version
    // read by them, too.
    await sql`
      alter table places
        add column hidden_at timestamptz(3), add column hidden_reason text,
        add check ((hidden_at is null) = (hidden_reason is null))`.execute(db)
    await changeRowCounts(db, [
      {
        table: 'places',
        where: (row) => `${row}.retired_at is null and ${row}.hidden_at is null`,
        by: ['realm_id'],
      },
    ])
  },
}
