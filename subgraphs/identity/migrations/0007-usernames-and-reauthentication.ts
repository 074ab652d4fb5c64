// Usernames that somebody gave up and still holds, and sign-ins that have just been confirmed.
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const usernamesAndReauthentication: Migration = {
  async up(db) {
    // Null: the name of the sign-up, which is no change.
    await sql`alter table identities add column username_changed_at timestamptz(3)`.execute(db)
    await sql`
      create table username_reservations (
        username text primary key,
        identity_id text not null references identities,
        until timestamptz(3) not null
      )`.execute(db)
    await sql`create index username_reservations_expiry on username_reservations (until)`.execute(
      db,
    )

    await sql`alter table sessions add column reauthenticated_at timestamptz(3)`.execute(db)
  },
}
