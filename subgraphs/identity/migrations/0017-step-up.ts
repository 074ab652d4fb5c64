// How somebody signed in for a grant: the `acr` and `amr` of its tokens.
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { lockTables } from '#foundation/database/migrations/table-locks.ts'

export const stepUp: Migration = {
  async up(db) {
    await lockTables(db, ['grants', 'device_authorizations'])
    // Null if unknown: for existing grants, and for grants of processes of an earlier version.
    await sql`alter table grants add column methods text[]`.execute(db)
    await sql`alter table device_authorizations add column methods text[]`.execute(db)
  },
}
