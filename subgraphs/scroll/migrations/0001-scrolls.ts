// Scrolls, and the indexes by which those that somebody may see are listed and counted.
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
    // It holds what visibility depends on, so that scrolls are counted without being read.
    await sql`
      create index scrolls_newest_first
      on scrolls (created_at desc, id desc) include (visibility, house, author_id)`.execute(db)
    await sql`
      create index scrolls_author_newest_first
      on scrolls (author_id, created_at desc, id desc)`.execute(db)
    // For readers who may see so few that the list is walked in vain.
    await sql`create index scrolls_visibility on scrolls (visibility, house)`.execute(db)
  },
}
