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

    // What was changed before there was a limit counts, too. A name that somebody has by now is theirs;
    // of several who gave up a name, the last one holds it.
    await sql`
      update identities set username_changed_at = changed.at
      from (
        select identity_id, max(at) as at from audit_events
        where kind = 'username_changed' group by identity_id
      ) as changed
      where changed.identity_id = identities.id`.execute(db)
    await sql`
      insert into username_reservations (username, identity_id, until)
      select distinct on (details ->> 'before')
        details ->> 'before', identities.id, at + interval '90 days'
      from audit_events join identities on identities.id = identity_id
      where kind = 'username_changed'
        and at > now() - interval '90 days'
        and details ->> 'before' is not null
        and not exists (select from identities as named where named.username = details ->> 'before')
      order by details ->> 'before', at desc, audit_events.id desc`.execute(db)

    await sql`alter table sessions add column reauthenticated_at timestamptz(3)`.execute(db)
  },
}
