// People who take their data with them, and people who leave.
import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { lockTables } from '#foundation/database/migrations/table-locks.ts'

export const leaving: Migration = {
  async up(db) {
    await lockTables(db, ['identities'])
    await sql`
      alter table identities
        add column left_at timestamptz(3),
        add constraint who_left_stays_away
          check (left_at is null or (disabled_at is not null and role = 'member')) not valid`.execute(
      db,
    )
    await addExports(db)
    await addDepartures(db)
    await addTasks(db)
  },
}

async function addExports(db: Kysely<unknown>): Promise<void> {
  // One for each person: the newest.
  await sql`
    create table exports (
      id text primary key,
      identity_id text not null unique references identities,
      asked_at timestamptz(3) not null,
      ready_at timestamptz(3),
      expires_at timestamptz(3) not null,
      bytes bigint not null default 0,
      cut_off boolean not null default false
    )`.execute(db)
  await sql`create index exports_expiry on exports (expires_at)`.execute(db)
  // Rows of one name as JSON values with commas between them.
  await sql`
    create table export_parts (
      export_id text not null references exports on delete cascade,
      service text not null,
      sequence integer not null,
      name text not null,
      rows text not null,
      primary key (export_id, service, sequence)
    )`.execute(db)
  await sql`
    create index export_parts_by_file on export_parts (export_id, service, name, sequence)`.execute(
    db,
  )
}

async function addDepartures(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table departures (
      id text primary key,
      identity_id text not null unique references identities,
      tombstone text not null unique,
      scrolls text not null check (scrolls in ('keep', 'erase')),
      asked_at timestamptz(3) not null,
      due_at timestamptz(3) not null,
      closed_at timestamptz(3),
      erasing_since timestamptz(3),
      traces text[] not null default '{}',
      check (erasing_since is null or closed_at is not null)
    )`.execute(db)
  await sql`create index departures_due on departures (due_at)`.execute(db)
  await sql`
    create table departed_usernames (
      name_hash bytea primary key,
      until timestamptz(3) not null
    )`.execute(db)
  await sql`create index departed_usernames_until on departed_usernames (until)`.execute(db)
}

/** The tasks of each service: its part of an export, or of a departure. */
async function addTasks(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table personal_data_tasks (
      id text primary key,
      service text not null,
      export_id text references exports on delete cascade,
      departure_id text references departures on delete cascade,
      attempts integer not null default 0,
      next_attempt_at timestamptz(3) not null,
      done_at timestamptz(3),
      check ((export_id is null) <> (departure_id is null)),
      unique (export_id, service),
      unique (departure_id, service)
    )`.execute(db)
  await sql`
    create index personal_data_tasks_open on personal_data_tasks (service, next_attempt_at)
    where done_at is null`.execute(db)
}
