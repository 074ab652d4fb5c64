// Indexes for what one person has in one organization or role, rejected requests included.
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { lockTables } from '#foundation/database/migrations/table-locks.ts'

export const ownRows: Migration = {
  async up(db) {
    await lockTables(db, ['memberships', 'applications'])
    await sql`
      create index memberships_of_person_in_organization
      on memberships (identity_id, organization_id, requested_at desc, id desc)`.execute(db)
    await sql`
      create index applications_of_person_for_role
      on applications (identity_id, role_id, applied_at desc, id desc)`.execute(db)
  },
}
