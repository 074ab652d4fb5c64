// The tables of quests, their completions, and what each person has completed.
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { keepRowCounts } from '#foundation/database/migrations/row-count.ts'
import { addSearchIndex } from '#foundation/database/migrations/search-index.ts'
import { writeEvents } from '#foundation/events/migration.ts'
import { createAuditOutbox } from '#foundation/peers/audit-outbox.ts'
import { pathEventKinds } from '../events.ts'

export const tables: Migration = {
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
        created_at timestamptz(3) not null default now(),
        content_key text,
        retired_at timestamptz(3)
      );
      create unique index quests_content_key on quests (content_key)
      where content_key is not null;
      create index quests_newest_first_listed on quests (created_at desc, id desc)
      where retired_at is null;
      create index quests_of_type on quests (type, created_at desc, id desc)
      where retired_at is null;
      create index quests_of_difficulty on quests (difficulty, created_at desc, id desc)
      where retired_at is null;
      create index quests_by_title on quests (title, id) where retired_at is null`.execute(db)
    await addSearchIndex(db, {
      table: 'quests',
      title: 'title',
      text: `title || ' ' || description`,
      where: 'retired_at is null',
    })

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
      );
      create index quest_completions_unsettled on quest_completions (next_attempt_at)
      where pending_steps <> '{}';
      create index quest_completions_of_a_period on quest_completions (period, id)
      where period <> 'once'`.execute(db)

    await sql`
      create table completed_quests (
        identity_id text not null,
        quest_id text not null references quests,
        first_completed_at timestamptz(3) not null,
        primary key (identity_id, quest_id)
      );
      create index completed_quests_newest_first
      on completed_quests (identity_id, first_completed_at desc, quest_id desc)`.execute(db)

    // The progress of notifying people that their daily and weekly quests are open again.
    await sql`
      create table reopening_notices (
        type text primary key check (type in ('daily', 'weekly')),
        period text not null,
        after_completion text
      )`.execute(db)

    await createAuditOutbox(db)
    await keepRowCounts(db, [{ table: 'quests', where: (row) => `${row}.retired_at is null` }])
    await writeEvents(db, pathEventKinds)
  },
}
