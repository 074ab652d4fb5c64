// Realms, their places with a spatial index, and presences.
import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const realms: Migration = {
  async up(db) {
    await addExtensions(db)
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
        created_at timestamptz(3) not null default now()
      )`.execute(db)
    await sql`create index realms_newest_first on realms (created_at desc, id desc)`.execute(db)
    await addPlaces(db)
    await addPresences(db)
  },
}

/**
 * They belong to the whole database, but are looked up like tables: in this service's own schema,
 * where a first start puts them. `cube` is a point in space, `btree_gist` lets the realm stand in
 * the same index.
 */
async function addExtensions(db: Kysely<unknown>): Promise<void> {
  await sql`create extension if not exists cube`.execute(db)
  await sql`create extension if not exists btree_gist`.execute(db)
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

async function addPlaces(db: Kysely<unknown>): Promise<void> {
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
      constraint ref_whole check ((ref_type is null) = (ref_id is null))
    )`.execute(db)
  await sql`
    create index places_newest_first on places (realm_id, created_at desc, id desc)`.execute(db)
  // The search tree of `cube` compares volumes, and those of a flat world are all zero: nearby places
  // would be strewn over the whole index. Then the last column decides, a shadow that no plane lacks.
  await sql`
    create index places_nearest on places
    using gist (realm_id, cube(array[x, y, z]), point(x + y, z - y))`.execute(db)
}

async function addPresences(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table presences (
      identity_id text not null,
      realm_id text not null references realms,
      x double precision not null,
      y double precision not null,
      z double precision not null,
      updated_at timestamptz(3) not null,
      primary key (identity_id, realm_id)
    )`.execute(db)
  await sql`
    create index presences_latest_first
    on presences (realm_id, updated_at desc, identity_id desc)`.execute(db)
  await sql`create index presences_oldest_first on presences (updated_at)`.execute(db)
}
