// Departures that fail are tried less often, and indexes find the rows to erase.
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { lockTables } from '#foundation/database/migrations/table-locks.ts'

export const steadyLeaving: Migration = {
  async up(db) {
    await lockTables(db, [
      'departures',
      'exports',
      'grants',
      'username_reservations',
      'mail_outbox',
      'logout_notices',
      'audit_events',
    ])
    await sql`
      alter table departures
        add column attempts integer not null default 0,
        add column next_attempt_at timestamptz(3) not null default now(),
        add column reported_at timestamptz(3)`.execute(db)
    await sql`create index departures_next_attempt on departures (next_attempt_at)`.execute(db)
    await sql`create index departures_erasing on departures (erasing_since)`.execute(db)
    await sql`
      alter table exports add column incomplete text[] not null default '{}'`.execute(db)
    for (const table of ['grants', 'username_reservations', 'mail_outbox', 'logout_notices']) {
      const index = `${table}_by_identity`
      await sql`create index ${sql.ref(index)} on ${sql.table(table)} (identity_id)`.execute(db)
    }
    await sql`
      create index audit_by on audit_events ((details ->> 'by'))
      where details ->> 'by' is not null`.execute(db)
  },
}
