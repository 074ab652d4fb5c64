// Credentials whose claims a service keeps up to date.
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const credentialVersions: Migration = {
  async up(db) {
    await sql`alter table credentials add column version integer not null default 0`.execute(db)
  },
}
