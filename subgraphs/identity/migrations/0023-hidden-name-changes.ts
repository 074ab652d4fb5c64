// Every name of a person that an administrator has hidden, and when one was last hidden or shown, for services
// that keep copies of names.
import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { lockTables } from '#foundation/database/migrations/table-locks.ts'

export const hiddenNameChanges: Migration = {
  async up(db) {
    await lockTables(db, ['identities'])
    await sql`
      alter table identities
        add column name_hiding_changed_at timestamptz(3),
        add column hidden_usernames text[],
        add column hidden_display_names text[],
        add column hidden_bios text[]`.execute(db)
    await rememberHiddenNames(db)
    await sql`
      create index identities_name_hiding on identities (name_hiding_changed_at, id)
      where name_hiding_changed_at is not null`.execute(db)
    await createTrigger(db)
  },
}

/** What the audit trail says that administrators have hidden since they last showed the person's names. */
async function rememberHiddenNames(db: Kysely<unknown>): Promise<void> {
  await sql`
    with hidden as (
      select identity_id, details from audit_events
      where kind = 'username_hidden' and not exists (
        select from audit_events as shown
        where shown.kind = 'username_shown' and shown.identity_id = audit_events.identity_id
          and (shown.at, shown.id) > (audit_events.at, audit_events.id)
      )
    )
    update identities set
      name_hiding_changed_at = names_hidden_at,
      hidden_usernames = array(
        select hidden_username where hidden_username is not null
        union select details ->> 'username' from hidden where identity_id = identities.id
      ),
      hidden_display_names = array(
        select hidden_display_name where hidden_display_name is not null
        union select details ->> 'displayName' from hidden where identity_id = identities.id
      ),
      hidden_bios = array(
        select hidden_bio where hidden_bio is not null
        union select details ->> 'bio' from hidden
        where identity_id = identities.id and details ->> 'bio' is not null
      )
    where names_hidden_at is not null`.execute(db)
  // Somebody may have gone back to a name that was hidden before the last one.
  await sql`
    update identities set
      hidden_username = case when username = any(hidden_usernames) then username else hidden_username end,
      hidden_display_name =
        case when display_name = any(hidden_display_names) then display_name else hidden_display_name end,
      hidden_bio = case when bio = any(hidden_bios) then bio else hidden_bio end
    where names_hidden_at is not null`.execute(db)
}

/**
 * A trigger, because processes of an earlier version hide and change names, too. Of each kind it remembers the
 * last 50. Whoever leaves is not shown again: each service erases their copies.
 */
async function createTrigger(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function add_hidden_name(names text[], name text) returns text[] language sql immutable
    return case when name is null or name = any(names) then names
      else (names || name)[greatest(1, cardinality(names) - 48):] end`.execute(db)
  await sql`
    create function remember_hidden_names() returns trigger
      language plpgsql set search_path from current as $$
      begin
        if new.names_hidden_at is null then
          new.hidden_usernames := null;
          new.hidden_display_names := null;
          new.hidden_bios := null;
        else
          new.hidden_usernames := add_hidden_name(new.hidden_usernames, new.hidden_username);
          new.hidden_display_names :=
            add_hidden_name(new.hidden_display_names, new.hidden_display_name);
          new.hidden_bios := add_hidden_name(new.hidden_bios, new.hidden_bio);
          if new.username = any(new.hidden_usernames) then
            new.hidden_username := new.username;
          end if;
          if new.display_name = any(new.hidden_display_names) then
            new.hidden_display_name := new.display_name;
          end if;
          if new.bio = any(new.hidden_bios) then
            new.hidden_bio := new.bio;
          end if;
        end if;
        if new.left_at is null and new.names_hidden_at is distinct from old.names_hidden_at then
          new.name_hiding_changed_at := clock_timestamp();
        end if;
        return new;
      end
    $$`.execute(db)
  await sql`
    create trigger remember_hidden_names
    before update of username, display_name, bio, names_hidden_at on identities
    for each row when (new.names_hidden_at is not null or old.names_hidden_at is not null)
    execute function remember_hidden_names()`.execute(db)
}
