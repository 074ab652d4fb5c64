// Administrators are listed: a handful of all who are there.
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const administratorsNewestFirst: Migration = {
  async up(db) {
    await sql`
      create index administrators_newest_first
      on identities (created_at desc, id desc) where role = 'admin'`.execute(db)
  },
}
