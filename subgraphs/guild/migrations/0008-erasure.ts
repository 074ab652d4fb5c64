// Indexes find the rows of a person by their id, and triggers refuse people who were erased.
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { refuseErasedPeople } from '#foundation/database/people/erased-people.ts'
import { lockTables } from '#foundation/database/migrations/table-locks.ts'

export const erasure: Migration = {
  async up(db) {
    await lockTables(db, ['memberships', 'former_memberships', 'withdrawn_applications'])
    await sql`
      create index former_memberships_of_person on former_memberships (identity_id, id)`.execute(db)
    await sql`
      create index withdrawn_applications_of_person
      on withdrawn_applications (identity_id, id)`.execute(db)
    // Content files name stewards.
    await refuseErasedPeople(db, [
      { table: 'memberships', column: 'identity_id', events: 'insert' },
    ])
  },
}
