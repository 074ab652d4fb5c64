// Closed proposals whose voters have not all been notified.
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { lockTables } from '#foundation/database/migrations/table-locks.ts'

export const closingNotices: Migration = {
  async up(db) {
    await lockTables(db, ['proposals'])
    await sql`
      create table closing_notices (
        proposal_id text primary key references proposals,
        after_voter text not null default ''
      )`.execute(db)
    await sql`create index closing_notices_after_voter on closing_notices (after_voter)`.execute(db)
    // A trigger, because processes of an earlier version close proposals, too, during an upgrade.
    await sql`
      create function queue_closing_notice() returns trigger
      language plpgsql set search_path from current as $$
        begin
          insert into closing_notices (proposal_id) values (new.id);
          return null;
        end
      $$`.execute(db)
    await sql`
      create trigger queue_closing_notice after update of outcome on proposals
      for each row when (old.outcome is null and new.outcome in ('passed', 'rejected'))
      execute function queue_closing_notice()`.execute(db)
  },
}
