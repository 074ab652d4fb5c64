// Quests, their completions, and the list of what each person has completed.
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const quests: Migration = {
  async up(db) {
    await sql`
      create table quests (
        id text primary key,
        title text not null,
        description text not null,
        xp_reward integer not null check (xp_reward >= 0),
        gold_reward integer not null check (gold_reward >= 0),
        type text not null check (type in ('daily', 'weekly', 'story')),
        difficulty text not null check (difficulty in ('beginner', 'intermediate', 'advanced')),
        credential_type text,
        created_at timestamptz(3) not null default now()
      )`.execute(db)
    await sql`create index quests_newest_first on quests (created_at desc, id desc)`.execute(db)

    await sql`
      create table quest_completions (
        id text primary key,
        identity_id text not null,
        quest_id text not null references quests,
        period text not null,
        xp_reward integer not null,
        gold_reward integer not null,
        credential_type text,
        completed_at timestamptz(3) not null,
        pending_steps text[] not null,
        attempts integer not null default 0,
        next_attempt_at timestamptz(3) not null,
        new_level integer,
        new_xp integer,
        credential_id text,
        answered_at timestamptz(3),
        constraint one_completion_a_period unique (identity_id, quest_id, period)
      )`.execute(db)
    await sql`
      create index quest_completions_unsettled on quest_completions (next_attempt_at)
      where pending_steps <> '{}'`.execute(db)

    await sql`
      create table completed_quests (
        identity_id text not null,
        quest_id text not null references quests,
        first_completed_at timestamptz(3) not null,
        primary key (identity_id, quest_id)
      )`.execute(db)
    await sql`
      create index completed_quests_newest_first
      on completed_quests (identity_id, first_completed_at desc, quest_id desc)`.execute(db)
  },
}
