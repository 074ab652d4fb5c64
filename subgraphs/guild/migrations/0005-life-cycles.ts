// People leave organizations and withdraw applications, and administrators hide organizations.
import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { changeRowCounts } from '#foundation/database/migrations/row-count.ts'
import { lockTables } from '#foundation/database/migrations/table-locks.ts'

export const lifeCycles: Migration = {
  async up(db) {
    await lockTables(db, ['organizations', 'memberships', 'roles', 'applications'])
    await createHistory(db)
    await addColumns(db)
    await hideRolesWithTheirOrganization(db)
    await indexWhatIsShown(db)
    await changeRowCounts(db, [
      { table: 'organizations', where: isShown },
      { table: 'roles', where: (row) => `${row}.openings > 0 and ${isShown(row)}` },
    ])
  },
}

/** Tables of their own, so that no reader of memberships, of an earlier version either, finds them. */
async function createHistory(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table former_memberships (
      id text primary key,
      organization_id text not null references organizations,
      identity_id text not null,
      status text not null check (status in ('pending', 'active')),
      requested_at timestamptz(3) not null,
      left_at timestamptz(3) not null,
      removed boolean not null
    )`.execute(db)
  await sql`
    create index former_memberships_latest_first
    on former_memberships (organization_id, identity_id, left_at desc, id desc)`.execute(db)
  await sql`
    create table withdrawn_applications (
      id text primary key,
      role_id text not null references roles,
      identity_id text not null,
      status text not null check (status in ('pending', 'accepted')),
      message text,
      applied_at timestamptz(3) not null,
      withdrawn_at timestamptz(3) not null
    )`.execute(db)
  await sql`
    create index withdrawn_applications_latest_first
    on withdrawn_applications (role_id, identity_id, withdrawn_at desc, id desc)`.execute(db)
}

async function addColumns(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table organizations
      add column hidden_at timestamptz(3), add column hidden_reason text,
      add check ((hidden_at is null) = (hidden_reason is null))`.execute(db)
  await sql`
    alter table roles
      add column hidden_at timestamptz(3),
      add column closed boolean not null default false`.execute(db)
  // Nobody knows whether these were closed or are full, and none opens by itself.
  await sql`update roles set closed = true where openings = 0`.execute(db)
}

/** Roles are listed without their organization, which every writer of a role holds. */
async function hideRolesWithTheirOrganization(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function hide_role_with_organization() returns trigger
    language plpgsql set search_path from current as $$
      begin
        new.hidden_at := (select hidden_at from organizations where id = new.organization_id);
        return new;
      end
    $$`.execute(db)
  await sql`
    create trigger roles_hide_with_organization before insert or update of organization_id on roles
    for each row execute function hide_role_with_organization()`.execute(db)
}

/** Lists and their indexes leave out hidden rows, of which there are few. */
async function indexWhatIsShown(db: Kysely<unknown>): Promise<void> {
  await sql`drop index organizations_newest_first, roles_open_newest_first`.execute(db)
  await sql`
    create index organizations_newest_first on organizations (created_at desc, id desc)
    where retired_at is null and hidden_at is null`.execute(db)
  await sql`
    create index roles_open_newest_first on roles (created_at desc, id desc)
    where openings > 0 and retired_at is null and hidden_at is null`.execute(db)
  await sql`
    create index organizations_hidden on organizations (id)
    where hidden_at is not null`.execute(db)
  await sql`create index roles_hidden on roles (id) where hidden_at is not null`.execute(db)
}

function isShown(row: string): string {
  return `${row}.retired_at is null and ${row}.hidden_at is null`
}
