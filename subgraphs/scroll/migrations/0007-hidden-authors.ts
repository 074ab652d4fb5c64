// The name of an author that an administrator has hidden: kept beside the one that is shown and searched instead.
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { lockTables } from '#foundation/database/migrations/table-locks.ts'

export const hiddenAuthors: Migration = {
  async up(db) {
    await lockTables(db, ['scrolls'])
    await sql`alter table scrolls add column hidden_author text`.execute(db)
    await sql`
      create index scrolls_with_hidden_author on scrolls (author_id)
      where hidden_author is not null`.execute(db)
    // A trigger, because processes of an earlier version do not know the column when they erase somebody.
    await sql`
      create function forget_hidden_author() returns trigger language plpgsql as $$
        begin
          new.hidden_author := null;
          return new;
        end
      $$`.execute(db)
    await sql`
      create trigger forget_hidden_author before update of author_id on scrolls
      for each row when (new.author_id is distinct from old.author_id)
      execute function forget_hidden_author()`.execute(db)
  },
}
