// Admin keys are listed.
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const adminKeysNewestFirst: Migration = {
  async up(db) {
    await sql`
      create index admin_keys_newest_first on admin_keys (created_at desc, id desc)`.execute(db)
  },
}
