// Organizations with their members, and their roles with the applications for them.
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const organizations: Migration = {
  async up(db) {
    await sql`
      create table organizations (
        id text primary key,
        name text not null,
        description text not null,
        house text not null,
        member_count integer not null check (member_count >= 0),
        open_to_join boolean not null,
        created_at timestamptz(3) not null
      )`.execute(db)
    await sql`
      create index organizations_newest_first on organizations (created_at desc, id desc)`.execute(
      db,
    )

    await sql`
      create table memberships (
        id text primary key,
        organization_id text not null references organizations,
        identity_id text not null,
        status text not null check (status in ('pending', 'active', 'rejected')),
        steward boolean not null default false check (not steward or status = 'active'),
        requested_at timestamptz(3) not null
      )`.execute(db)
    // A rejected person may ask again, so rejected rows do not count.
    await sql`
      create unique index one_membership_an_organization
      on memberships (organization_id, identity_id) where status <> 'rejected'`.execute(db)
    await sql`
      create index memberships_by_organization
      on memberships (organization_id, status, requested_at desc, id desc)`.execute(db)
    await sql`
      create index memberships_by_person
      on memberships (identity_id, requested_at desc, id desc)`.execute(db)

    await sql`
      create table roles (
        id text primary key,
        organization_id text not null references organizations,
        title text not null,
        description text not null,
        min_level integer not null check (min_level >= 1),
        openings integer not null check (openings >= 0),
        created_at timestamptz(3) not null
      )`.execute(db)
    await sql`
      create index roles_open_newest_first
      on roles (created_at desc, id desc) where openings > 0`.execute(db)
    await sql`
      create index roles_by_organization
      on roles (organization_id, created_at desc, id desc)`.execute(db)

    await sql`
      create table applications (
        id text primary key,
        role_id text not null references roles,
        identity_id text not null,
        status text not null check (status in ('pending', 'accepted', 'rejected')),
        message text,
        applied_at timestamptz(3) not null
      )`.execute(db)
    await sql`
      create unique index one_application_a_role
      on applications (role_id, identity_id) where status <> 'rejected'`.execute(db)
    await sql`
      create index applications_by_role
      on applications (role_id, applied_at desc, id desc)`.execute(db)
    await sql`
      create index applications_by_person
      on applications (identity_id, applied_at desc, id desc)`.execute(db)
  },
}
