// The tables of proposals, votes, and the content of each person's participation credential.
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { keepRowCounts } from '#foundation/database/migrations/row-count.ts'
import { addSearchIndex } from '#foundation/database/migrations/search-index.ts'
import { writeEvents } from '#foundation/events/migration.ts'
import { governanceEventKinds } from '../events.ts'

export const tables: Migration = {
  async up(db) {
    // The indexes for active, passed and rejected also have rows without an outcome: their status depends on the time.
    await sql`
      create table proposals (
        id text primary key,
        proposer_id text not null,
        title text not null,
        description text not null,
        yes_votes integer not null default 0,
        no_votes integer not null default 0,
        quorum integer not null check (quorum >= 1),
        end_time timestamptz(3) not null,
        outcome text check (outcome in ('passed', 'rejected', 'cancelled')),
        created_at timestamptz(3) not null
      );
      create index proposals_newest_first on proposals (created_at desc, id desc);
      create index proposals_of_a_person_newest_first
      on proposals (proposer_id, created_at desc, id desc);
      create index proposals_open on proposals (end_time) where outcome is null;
      create index proposals_active_newest_first on proposals (created_at desc, id desc)
      where outcome is null;
      create index proposals_passed_newest_first on proposals (created_at desc, id desc)
      where outcome is null or outcome = 'passed';
      create index proposals_rejected_newest_first on proposals (created_at desc, id desc)
      where outcome is null or outcome = 'rejected';
      create index proposals_cancelled_newest_first on proposals (created_at desc, id desc)
      where outcome = 'cancelled';
      create index proposals_by_title on proposals (title, id)`.execute(db)
    await addSearchIndex(db, {
      table: 'proposals',
      title: 'title',
      text: `title || ' ' || description`,
    })

    await sql`
      create table votes (
        proposal_id text not null references proposals,
        identity_id text not null,
        vote text not null check (vote in ('yes', 'no')),
        voted_at timestamptz(3) not null,
        constraint one_vote_an_identity primary key (proposal_id, identity_id)
      );
      create index votes_newest_first
      on votes (identity_id, voted_at desc, proposal_id desc)`.execute(db)

    await sql`
      create table participations (
        identity_id text primary key,
        voted boolean not null,
        proposal_count integer not null,
        version integer not null,
        granted_version integer not null default 0,
        attempts integer not null default 0,
        next_attempt_at timestamptz(3) not null
      );
      create index participations_due on participations (next_attempt_at)
      where granted_version < version`.execute(db)

    // Closed proposals whose voters have not all been notified. The trigger queues one with the change of its outcome.
    await sql`
      create table closing_notices (
        proposal_id text primary key references proposals,
        after_voter text not null default ''
      );
      create index closing_notices_after_voter on closing_notices (after_voter);

      create function queue_closing_notice() returns trigger
      language plpgsql set search_path from current as $$
        begin
          insert into closing_notices (proposal_id) values (new.id);
          return null;
        end
      $$;
      create trigger queue_closing_notice after update of outcome on proposals
      for each row when (old.outcome is null and new.outcome in ('passed', 'rejected'))
      execute function queue_closing_notice()`.execute(db)

    await keepRowCounts(db, [{ table: 'proposals' }])
    await writeEvents(db, governanceEventKinds)
  },
}
