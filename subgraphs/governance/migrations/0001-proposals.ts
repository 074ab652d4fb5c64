// Proposals, votes, and the content of each person's participation credential.
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const proposals: Migration = {
  async up(db) {
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
      )`.execute(db)
    await sql`
      create index proposals_newest_first on proposals (created_at desc, id desc)`.execute(db)
    await sql`
      create index proposals_of_a_person_newest_first
      on proposals (proposer_id, created_at desc, id desc)`.execute(db)
    await sql`
      create index proposals_open on proposals (end_time) where outcome is null`.execute(db)

    await sql`
      create table votes (
        proposal_id text not null references proposals,
        identity_id text not null,
        vote text not null check (vote in ('yes', 'no')),
        voted_at timestamptz(3) not null,
        constraint one_vote_an_identity primary key (proposal_id, identity_id)
      )`.execute(db)
    await sql`
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
      )`.execute(db)
    await sql`
      create index participations_due on participations (next_attempt_at)
      where granted_version < version`.execute(db)
  },
}
