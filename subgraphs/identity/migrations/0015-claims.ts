// "This was not me" has one link a mail, however often it is sent; and tokens that a page leads to are kept
// apart from those in mails, which anybody can ask for.
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { lockTables } from '#foundation/database/migrations/table-locks.ts'

export const claims: Migration = {
  async up(db) {
    await lockTables(db, ['identities', 'disavowals'])
    // Null for those that processes of an earlier version create.
    await sql`alter table disavowals add column mail_id text unique`.execute(db)
    // Beside password_resets instead of in it, because those processes know one row a person there.
    await sql`
      create table recoveries (
        identity_id text primary key references identities,
        token_hash bytea not null unique,
        since timestamptz(3),
        expires_at timestamptz(3) not null
      )`.execute(db)
    await sql`create index recoveries_expiry on recoveries (expires_at)`.execute(db)
  },
}
