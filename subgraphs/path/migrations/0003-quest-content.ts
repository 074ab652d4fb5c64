// Quests come from files, by their keys, and are retired: then they are in no list.
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const questColumns: Migration = {
  async up(db) {
    await sql`
      alter table quests
        add column content_key text,
        add column retired_at timestamptz(3)`.execute(db)
    await sql`
      create unique index quests_content_key on quests (content_key)
      where content_key is not null`.execute(db)
    await sql`
      create index quests_newest_first_listed on quests (created_at desc, id desc)
      where retired_at is null`.execute(db)
    await sql`drop index quests_newest_first`.execute(db)
  },
}
