// Scrolls, and the indexes for listing and counting the visible ones.
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const scrolls: Migration = {
  async up(db) {
    await sql`
      create table scrolls (
        id text primary key,
        title text not null check (char_length(title) between 1 and 200),
        content text not null check (char_length(content) between 1 and 50000),
        author_id text not null,
        author text not null,
        house text not null,
        settlement_weight integer not null check (settlement_weight >= 1),
        visibility text not null check (visibility in ('public', 'house', 'private')),
        created_at timestamptz(3) not null
      )`.execute(db)
    // It contains the columns that visibility depends on, so that counting does not read the
    // scrolls.
    await sql`
      create index scrolls_newest_first
      on scrolls (created_at desc, id desc) include (visibility, house, author_id)`.execute(db)
    await sql`
      create index scrolls_author_newest_first
      on scrolls (author_id, created_at desc, id desc)`.execute(db)
    // For readers who may see so few that scanning the list would be wasted.
    await sql`create index scrolls_visibility on scrolls (visibility, house)`.execute(db)
  },
}
