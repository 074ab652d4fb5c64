// An index for the applications for a role in one status.
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { lockTables } from '#foundation/database/migrations/table-locks.ts'

export const applicationsByStatus: Migration = {
  async up(db) {
    await lockTables(db, ['applications'])
    await sql`
      create index applications_by_role_and_status
      on applications (role_id, status, applied_at desc, id desc)`.execute(db)
  },
}
