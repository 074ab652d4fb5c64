// Organizations and roles are retired; some come from content files, or from administrators.
import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { lockTables } from '#foundation/database/migrations/table-locks.ts'

export const retirement: Migration = {
  async up(db) {
    await lockTables(db, ['organizations', 'roles'])
    await addColumns(db)
    await indexWhatIsThere(db)
  },
}

async function addColumns(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table organizations
      add column retired_at timestamptz(3), add column content_key text`.execute(db)
  await sql`
    alter table roles
      add column retired_at timestamptz(3), add column content_key text,
      add column by_administrator boolean not null default false`.execute(db)
  await sql`
    create unique index one_organization_a_key on organizations (content_key)
    where content_key is not null`.execute(db)
  await sql`
    create unique index one_role_a_key on roles (content_key)
    where content_key is not null`.execute(db)
}

/** Lists and their indexes leave out retired rows. */
async function indexWhatIsThere(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop index organizations_newest_first, roles_open_newest_first, roles_by_organization`.execute(
    db,
  )
  await sql`
    create index organizations_newest_first on organizations (created_at desc, id desc)
    where retired_at is null`.execute(db)
  await sql`
    create index roles_open_newest_first on roles (created_at desc, id desc)
    where openings > 0 and retired_at is null`.execute(db)
  await sql`
    create index roles_by_organization on roles (organization_id, created_at desc, id desc)
    where retired_at is null`.execute(db)
}
