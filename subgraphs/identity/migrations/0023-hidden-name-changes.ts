// When an administrator hid or showed a display name, for services that keep copies of it.
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { lockTables } from '#foundation/database/table-locks.ts'

export const hiddenNameChanges: Migration = {
  async up(db) {
    await lockTables(db, ['identities'])
    await sql`alter table identities add column name_hiding_changed_at timestamptz(3)`.execute(db)
    await sql`
      update identities set name_hiding_changed_at = names_hidden_at
      where names_hidden_at is not null`.execute(db)
    await sql`
      create index identities_name_hiding on identities (name_hiding_changed_at, id)
      where name_hiding_changed_at is not null`.execute(db)
    // A trigger, because processes of an earlier version hide names, too. Whoever leaves is not shown again:
    // each service erases their copies.
    await sql`
      create function note_name_hiding() returns trigger language plpgsql as $$
        begin
          new.name_hiding_changed_at := clock_timestamp();
          return new;
        end
      $$`.execute(db)
    await sql`
      create trigger note_name_hiding before update of hidden_display_name on identities
      for each row when (
        new.hidden_display_name is distinct from old.hidden_display_name and new.left_at is null
      ) execute function note_name_hiding()`.execute(db)
  },
}
