// A refresh changes no indexed column, so PostgreSQL has no index to update.
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { lockTables } from '#foundation/database/migrations/table-locks.ts'

export const refreshingInPlace: Migration = {
  async up(db) {
    await lockTables(db, ['grants'])
    // Room in each page for the next version of its rows.
    await sql`alter table grants set (fillfactor = 80)`.execute(db)
    // Each refresh moves the expiry by milliseconds, and its day once a day.
    await sql`
      alter table grants
        add column expires_on date not null
        generated always as ((expires_at at time zone 'UTC')::date) stored`.execute(db)
    await sql`drop index grants_expiry`.execute(db)
    await sql`create index grants_expiry on grants (expires_on)`.execute(db)
  },
}
