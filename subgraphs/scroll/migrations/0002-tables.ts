// The tables of scrolls with their earlier versions, and the indexes for listing and counting the visible ones.
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { keepRowCounts } from '#foundation/database/migrations/row-count.ts'
import { addSearchIndex } from '#foundation/database/migrations/search-index.ts'
import { writeEvents } from '#foundation/events/migration.ts'
import { createAuditOutbox } from '#foundation/peers/audit-outbox.ts'
import { scrollEventKinds } from '../events.ts'

export const tables: Migration = {
  async up(db) {
    // `scrolls_newest_first` contains the columns that visibility depends on, so that counting reads no scrolls.
    // `scrolls_visibility` is for readers who see so few that scanning the list would be slow.
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
        created_at timestamptz(3) not null,
        edited_at timestamptz(3),
        withdrawn_at timestamptz(3),
        hidden_at timestamptz(3),
        hidden_reason text,
        hidden_author text,
        check ((hidden_at is null) = (hidden_reason is null))
      );
      create index scrolls_newest_first
      on scrolls (created_at desc, id desc) include (visibility, house, author_id, hidden_at)
      where withdrawn_at is null;
      create index scrolls_author_newest_first on scrolls (author_id, created_at desc, id desc);
      create index scrolls_visibility on scrolls (visibility, house);
      create index scrolls_of_house on scrolls (house, created_at desc, id desc)
      where withdrawn_at is null;
      create index scrolls_by_title on scrolls (title, id) where withdrawn_at is null;
      create index scrolls_with_hidden_author on scrolls (author_id)
      where hidden_author is not null`.execute(db)
    await addSearchIndex(db, {
      table: 'scrolls',
      title: 'title',
      text: `title || ' ' || author || ' ' || left(content, 10000)`,
      where: 'withdrawn_at is null',
    })
    // Deletes the hidden name of an author when the scroll gets another author.
    await sql`
      create function forget_hidden_author() returns trigger language plpgsql as $$
        begin
          new.hidden_author := null;
          return new;
        end
      $$;
      create trigger forget_hidden_author before update of author_id on scrolls
      for each row when (new.author_id is distinct from old.author_id)
      execute function forget_hidden_author()`.execute(db)

    await sql`
      create table scroll_revisions (
        id text primary key,
        scroll_id text not null references scrolls,
        title text not null,
        content text not null,
        visibility text not null,
        written_at timestamptz(3) not null
      );
      create index scroll_revisions_newest_first
      on scroll_revisions (scroll_id, written_at desc, id desc)`.execute(db)

    await createAuditOutbox(db)
    await keepRowCounts(db, [
      {
        table: 'scrolls',
        by: ['visibility', 'house'],
        where: (row) => `${row}.withdrawn_at is null and ${row}.hidden_at is null`,
      },
    ])
    await writeEvents(db, scrollEventKinds)
  },
}
