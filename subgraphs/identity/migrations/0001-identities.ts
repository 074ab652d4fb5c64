// People, their credentials and xp grants, and the keys that may issue credentials.
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const identities: Migration = {
  async up(db) {
    // Level n begins at 50·n·(n−1) xp; solved for n. The root of a perfect square is exact.
    await sql`
      create table identities (
        id text primary key,
        username text not null check (username ~ '^[a-z0-9_]{3,30}$'),
        display_name text not null,
        house text not null,
        archetype text not null,
        role text not null default 'member' check (role in ('member', 'admin')),
        xp integer not null default 0 check (xp >= 0),
        level integer not null generated always as
          (floor((50 + sqrt((2500 + 200 * xp::bigint)::double precision)) / 100)::integer) stored,
        created_at timestamptz(3) not null default now(),
        constraint one_identity_a_username unique (username)
      )`.execute(db)

    await sql`
      create table credentials (
        id text primary key,
        identity_id text not null references identities,
        type text not null,
        claims jsonb not null,
        grant_key text,
        issued_at timestamptz(3) not null,
        constraint one_credential_a_type unique (identity_id, type)
      )`.execute(db)
    await sql`
      create index credentials_newest_first
      on credentials (identity_id, issued_at desc, id desc)`.execute(db)

    await sql`
      create table xp_grants (
        key text primary key,
        identity_id text not null references identities,
        amount integer not null check (amount >= 0),
        xp_after integer not null,
        level_after integer not null,
        granted_at timestamptz(3) not null
      )`.execute(db)

    await sql`
      create table admin_keys (
        id text primary key,
        name text not null,
        key_hash bytea not null unique,
        created_at timestamptz(3) not null default now(),
        revoked_at timestamptz(3)
      )`.execute(db)
  },
}
