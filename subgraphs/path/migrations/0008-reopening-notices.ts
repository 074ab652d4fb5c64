// How far people have been notified that their daily and weekly quests are open again.
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { lockTables } from '#foundation/database/migrations/table-locks.ts'

export const reopeningNotices: Migration = {
  async up(db) {
    await lockTables(db, ['quest_completions'])
    await sql`
      create table reopening_notices (
        type text primary key check (type in ('daily', 'weekly')),
        period text not null,
        after_completion text
      )`.execute(db)
    await sql`
      create index quest_completions_of_a_period on quest_completions (period, id)
      where period <> 'once'`.execute(db)
  },
}
