// The tables of realms, their places with a spatial index, and presences.
import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { keepRowCounts } from '#foundation/database/migrations/row-count.ts'
import { addSearchIndex } from '#foundation/database/migrations/search-index.ts'
import { writeEvents } from '#foundation/events/migration.ts'
import { createAuditOutbox } from '#foundation/peers/audit-outbox.ts'
import { realmEventKinds } from '../events.ts'

export const tables: Migration = {
  async up(db) {
    await addExtensions(db)
    await createRealms(db)
    await createPlaces(db)
    await createPresences(db)
    await createAuditOutbox(db)
    await keepRowCounts(db, [
      { table: 'realms', where: (row) => `${row}.retired_at is null` },
      {
        table: 'places',
        where: (row) => `${row}.retired_at is null and ${row}.hidden_at is null`,
        by: ['realm_id'],
      },
    ])
    await writeEvents(db, realmEventKinds)
  },
}

/**
 * Adds extensions in this service's own schema: they belong to the whole database, but are looked up like tables.
 * `cube` is a point in space; `btree_gist` allows the realm's id in the same index.
 */
async function addExtensions(db: Kysely<unknown>): Promise<void> {
  await sql`
    create extension if not exists cube;
    create extension if not exists btree_gist`.execute(db)
  const { rows } = await sql<{ name: string; elsewhere: string; here: string }>`
    select extname as name, nspname as elsewhere, current_schema() as here
    from pg_extension join pg_namespace on pg_namespace.oid = extnamespace
    where extname in ('cube', 'btree_gist') and nspname <> current_schema()`.execute(db)
  for (const { name, elsewhere, here } of rows) {
    throw new Error(
      `The extension ${name} is in the schema ${elsewhere}, where the service does not look. ` +
        `Move it (alter extension ${name} set schema ${here}), or give the service another database.`,
    )
  }
}

async function createRealms(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table realms (
      id text primary key,
      name text not null,
      description text not null,
      min_x double precision not null,
      min_y double precision not null,
      min_z double precision not null,
      max_x double precision not null check (max_x > min_x),
      max_y double precision not null check (max_y > min_y),
      max_z double precision not null check (max_z > min_z),
      created_at timestamptz(3) not null default now(),
      retired_at timestamptz(3),
      content_key text
    );
    create unique index one_realm_a_key on realms (content_key) where content_key is not null;
    create index realms_newest_first on realms (created_at desc, id desc)
    where retired_at is null;
    create index realms_by_name on realms (name, id) where retired_at is null`.execute(db)
  await addSearchIndex(db, {
    table: 'realms',
    title: 'name',
    text: `name || ' ' || description`,
    where: 'retired_at is null',
  })
}

/**
 * `ref_key` names the target of a place in a file, and is valid while its id equals `ref_id`. The index needs the last
 * column, a projection: `cube` compares volumes, which are all zero in a flat world, and would scatter
 * nearby places over the index.
 */
async function createPlaces(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table places (
      id text primary key,
      realm_id text not null references realms,
      name text not null,
      kind text not null,
      x double precision not null,
      y double precision not null,
      z double precision not null,
      ref_type text check (ref_type in ('Quest', 'Scroll', 'Organization', 'Course')),
      ref_id text,
      created_at timestamptz(3) not null default now(),
      retired_at timestamptz(3),
      content_key text,
      ref_key text,
      hidden_at timestamptz(3),
      hidden_reason text,
      constraint ref_whole check ((ref_type is null) = (ref_id is null)),
      check ((hidden_at is null) = (hidden_reason is null))
    );
    create unique index one_place_a_key on places (content_key) where content_key is not null;
    create index places_newest_first on places (realm_id, created_at desc, id desc)
    where retired_at is null;
    create index places_nearest on places
    using gist (realm_id, cube(array[x, y, z]), point(x + y, z - y))
    where retired_at is null`.execute(db)
}

async function createPresences(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table presences (
      identity_id text not null,
      realm_id text not null references realms,
      x double precision not null,
      y double precision not null,
      z double precision not null,
      updated_at timestamptz(3) not null,
      primary key (identity_id, realm_id)
    );
    create index presences_latest_first
    on presences (realm_id, updated_at desc, identity_id desc);
    create index presences_oldest_first on presences (updated_at)`.execute(db)
}
