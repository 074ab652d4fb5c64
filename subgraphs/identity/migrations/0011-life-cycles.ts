// Bios, names that administrators hide, and histories of xp that add up to it.
import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { lockTables } from '#foundation/database/migrations/table-locks.ts'

export const lifeCycles: Migration = {
  async up(db) {
    await lockTables(db, ['identities', 'xp_grants'])
    await sql`
      alter table identities
        add column bio text,
        add column names_hidden_at timestamptz(3),
        add column names_hidden_reason text,
        add column hidden_username text,
        add column hidden_display_name text,
        add column hidden_bio text,
        add check ((names_hidden_at is null) = (names_hidden_reason is null))`.execute(db)
    await sql`
      create index xp_grants_newest_first
      on xp_grants (identity_id, granted_at desc, key desc)`.execute(db)
    await openXpHistories(db)
  },
}

/**
 * Xp that no grant explains was there when the person joined: that of demo people, and of people from
 * before grants were kept.
 */
async function openXpHistories(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into xp_grants (key, identity_id, amount, reason, xp_after, level_after, granted_at)
    select 'opening:' || id, id, missing, case when missing < 0 then 'opening' end, missing,
      floor((50 + sqrt(2500 + 200 * greatest(missing, 0)::double precision)) / 100), created_at
    from identities
      left join (
        select identity_id, sum(amount) as granted from xp_grants group by identity_id
      ) as grants on identity_id = id,
      lateral (select xp - coalesce(granted, 0) as missing) as history
    where missing <> 0`.execute(db)
  // A trigger, so that it holds for every program that adds people.
  await sql`
    create function open_xp_history() returns trigger
    language plpgsql set search_path from current as $$
      begin
        insert into xp_grants (key, identity_id, amount, xp_after, level_after, granted_at)
        values ('opening:' || new.id, new.id, new.xp, new.xp, new.level, new.created_at);
        return null;
      end
    $$`.execute(db)
  await sql`
    create trigger identities_open_xp_history after insert on identities
    for each row when (new.xp <> 0) execute function open_xp_history()`.execute(db)
}
