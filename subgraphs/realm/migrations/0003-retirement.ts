// Realms and places are retired, and each may have the key of a content file.
import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { lockTables } from '#foundation/database/migrations/table-locks.ts'

export const retirement: Migration = {
  async up(db) {
    await lockTables(db, ['realms', 'places'])
    await addColumns(db)
    await indexWhatIsThere(db)
  },
}

async function addColumns(db: Kysely<unknown>): Promise<void> {
  for (const table of ['realms', 'places'].map((name) => sql.table(name))) {
    await sql`
      alter table ${table} add column retired_at timestamptz(3), add column content_key text`.execute(
      db,
    )
  }
  // The key by which a file names the target of a place; valid while its id equals `ref_id`.
  await sql`alter table places add column ref_key text`.execute(db)
  await sql`
    create unique index one_realm_a_key on realms (content_key)
    where content_key is not null`.execute(db)
  await sql`
    create unique index one_place_a_key on places (content_key)
    where content_key is not null`.execute(db)
}

/** Lists and their indexes leave out retired rows. */
async function indexWhatIsThere(db: Kysely<unknown>): Promise<void> {
  await sql`drop index realms_newest_first, places_newest_first, places_nearest`.execute(db)
  await sql`
    create index realms_newest_first on realms (created_at desc, id desc)
    where retired_at is null`.execute(db)
  await sql`
    create index places_newest_first on places (realm_id, created_at desc, id desc)
    where retired_at is null`.execute(db)
  // The columns are unchanged; migration 0001 explains the shadow column.
  await sql`
    create index places_nearest on places
    using gist (realm_id, cube(array[x, y, z]), point(x + y, z - y))
    where retired_at is null`.execute(db)
}
