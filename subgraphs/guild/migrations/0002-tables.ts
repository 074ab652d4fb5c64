// The tables of organizations with their members, and of roles with applications.
import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { refuseErasedPeople } from '#foundation/database/people/erased-people.ts'
import { keepRowCounts } from '#foundation/database/migrations/row-count.ts'
import { addSearchIndex } from '#foundation/database/migrations/search-index.ts'
import { writeEvents } from '#foundation/events/migration.ts'
import { createAuditOutbox } from '#foundation/peers/audit-outbox.ts'
import { guildEventKinds } from '../events.ts'

export const tables: Migration = {
  async up(db) {
    await createOrganizations(db)
    await createMemberships(db)
    await createRoles(db)
    await createApplications(db)
    await createAuditOutbox(db)
    // Needed because content files name stewards, who may have been erased.
    await refuseErasedPeople(db, [
      { table: 'memberships', column: 'identity_id', events: 'insert' },
    ])
    await keepRowCounts(db, [
      { table: 'organizations', where: isShown },
      { table: 'roles', where: (row) => `${row}.openings > 0 and ${isShown(row)}` },
    ])
    await writeEvents(db, guildEventKinds)
  },
}

function isShown(row: string): string {
  return `${row}.retired_at is null and ${row}.hidden_at is null`
}

async function createOrganizations(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table organizations (
      id text primary key,
      name text not null,
      description text not null,
      house text not null,
      member_count integer not null check (member_count >= 0),
      open_to_join boolean not null,
      created_at timestamptz(3) not null,
      retired_at timestamptz(3),
      content_key text,
      hidden_at timestamptz(3),
      hidden_reason text,
      check ((hidden_at is null) = (hidden_reason is null))
    );
    create unique index one_organization_a_key on organizations (content_key)
    where content_key is not null;
    create index organizations_newest_first on organizations (created_at desc, id desc)
    where retired_at is null and hidden_at is null;
    create index organizations_of_house on organizations (house, created_at desc, id desc)
    where retired_at is null and hidden_at is null;
    create index organizations_by_name on organizations (name, id)
    where retired_at is null and hidden_at is null;
    create index organizations_hidden on organizations (id) where hidden_at is not null`.execute(db)
  await addSearchIndex(db, {
    table: 'organizations',
    title: 'name',
    text: `name || ' ' || description`,
    where: 'retired_at is null and hidden_at is null',
  })
}

/** Rejected rows are not unique: a rejected person may request again. Former members are in a table of their own. */
async function createMemberships(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table memberships (
      id text primary key,
      organization_id text not null references organizations,
      identity_id text not null,
      status text not null check (status in ('pending', 'active', 'rejected')),
      steward boolean not null default false check (not steward or status = 'active'),
      requested_at timestamptz(3) not null
    );
    create unique index one_membership_an_organization
    on memberships (organization_id, identity_id) where status <> 'rejected';
    create index memberships_by_organization
    on memberships (organization_id, status, requested_at desc, id desc);
    create index memberships_by_person on memberships (identity_id, requested_at desc, id desc);
    create index memberships_of_person_in_organization
    on memberships (identity_id, organization_id, requested_at desc, id desc)`.execute(db)
  await sql`
    create table former_memberships (
      id text primary key,
      organization_id text not null references organizations,
      identity_id text not null,
      status text not null check (status in ('pending', 'active')),
      requested_at timestamptz(3) not null,
      left_at timestamptz(3) not null,
      removed boolean not null
    );
    create index former_memberships_latest_first
    on former_memberships (organization_id, identity_id, left_at desc, id desc);
    create index former_memberships_of_person
    on former_memberships (identity_id, id)`.execute(db)
}

/** Hides roles with their organization, which every writer of a role locks, so that lists of roles need not read it. */
async function createRoles(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table roles (
      id text primary key,
      organization_id text not null references organizations,
      title text not null,
      description text not null,
      min_level integer not null check (min_level >= 1),
      openings integer not null check (openings >= 0),
      created_at timestamptz(3) not null,
      retired_at timestamptz(3),
      content_key text,
      by_administrator boolean not null default false,
      hidden_at timestamptz(3),
      closed boolean not null default false
    );
    create unique index one_role_a_key on roles (content_key) where content_key is not null;
    create index roles_open_newest_first on roles (created_at desc, id desc)
    where openings > 0 and retired_at is null and hidden_at is null;
    create index roles_closed_newest_first on roles (created_at desc, id desc)
    where openings = 0 and retired_at is null and hidden_at is null;
    create index roles_by_organization on roles (organization_id, created_at desc, id desc)
    where retired_at is null;
    create index roles_by_title on roles (title, id)
    where retired_at is null and hidden_at is null;
    create index roles_hidden on roles (id) where hidden_at is not null`.execute(db)
  await addSearchIndex(db, {
    table: 'roles',
    title: 'title',
    text: `title || ' ' || description`,
    where: 'retired_at is null and hidden_at is null',
  })
  await sql`
    create function hide_role_with_organization() returns trigger
    language plpgsql set search_path from current as $$
      begin
        new.hidden_at := (select hidden_at from organizations where id = new.organization_id);
        return new;
      end
    $$;
    create trigger roles_hide_with_organization before insert or update of organization_id on roles
    for each row execute function hide_role_with_organization()`.execute(db)
}

/** Rejected applications are not unique. Withdrawn ones are in a table of their own. */
async function createApplications(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table applications (
      id text primary key,
      role_id text not null references roles,
      identity_id text not null,
      status text not null check (status in ('pending', 'accepted', 'rejected')),
      message text,
      applied_at timestamptz(3) not null
    );
    create unique index one_application_a_role
    on applications (role_id, identity_id) where status <> 'rejected';
    create index applications_by_role on applications (role_id, applied_at desc, id desc);
    create index applications_by_role_and_status
    on applications (role_id, status, applied_at desc, id desc);
    create index applications_by_person on applications (identity_id, applied_at desc, id desc);
    create index applications_of_person_for_role
    on applications (identity_id, role_id, applied_at desc, id desc)`.execute(db)
  await sql`
    create table withdrawn_applications (
      id text primary key,
      role_id text not null references roles,
      identity_id text not null,
      status text not null check (status in ('pending', 'accepted')),
      message text,
      applied_at timestamptz(3) not null,
      withdrawn_at timestamptz(3) not null
    );
    create index withdrawn_applications_latest_first
    on withdrawn_applications (role_id, identity_id, withdrawn_at desc, id desc);
    create index withdrawn_applications_of_person
    on withdrawn_applications (identity_id, id)`.execute(db)
}
