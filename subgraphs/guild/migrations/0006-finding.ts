// Indexes for the filters, orders and searches of organizations and roles.
import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addSearchIndex } from '#foundation/database/migrations/search-index.ts'
import { lockTables } from '#foundation/database/migrations/table-locks.ts'

export const finding: Migration = {
  async up(db) {
    await lockTables(db, ['organizations', 'roles'])
    await indexOrganizations(db)
    await indexRoles(db)
  },
}

async function indexOrganizations(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index organizations_of_house on organizations (house, created_at desc, id desc)
    where retired_at is null and hidden_at is null`.execute(db)
  await sql`
    create index organizations_by_name on organizations (name, id)
    where retired_at is null and hidden_at is null`.execute(db)
  await addSearchIndex(db, {
    table: 'organizations',
    title: 'name',
    text: `name || ' ' || description`,
    where: 'retired_at is null and hidden_at is null',
  })
}

async function indexRoles(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index roles_closed_newest_first on roles (created_at desc, id desc)
    where openings = 0 and retired_at is null and hidden_at is null`.execute(db)
  await sql`create index roles_by_title on roles (title, id) where retired_at is null and hidden_at is null`.execute(
    db,
  )
  await addSearchIndex(db, {
    table: 'roles',
    title: 'title',
    text: `title || ' ' || description`,
    where: 'retired_at is null and hidden_at is null',
  })
}
