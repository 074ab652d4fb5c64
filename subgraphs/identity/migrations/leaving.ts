// The tables of exports and departures.
import { sql, type Kysely } from 'kysely'

export async function createLeaving(db: Kysely<unknown>): Promise<void> {
  await createExports(db)
  await createDepartures(db)
  await createTasks(db)
}

/** One export per person, the newest. A part holds rows of one name as JSON values, separated by commas. */
async function createExports(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table exports (
      id text primary key,
      identity_id text not null unique references identities,
      asked_at timestamptz(3) not null,
      ready_at timestamptz(3),
      expires_at timestamptz(3) not null,
      bytes bigint not null default 0,
      cut_off boolean not null default false,
      incomplete text[] not null default '{}'
    );
    create index exports_expiry on exports (expires_at);

    create table export_parts (
      export_id text not null references exports on delete cascade,
      service text not null,
      sequence integer not null,
      name text not null,
      rows text not null,
      primary key (export_id, service, sequence)
    );
    create index export_parts_by_file
    on export_parts (export_id, service, name, sequence)`.execute(db)
}

async function createDepartures(db: Kysely<unknown>): Promise<void> {
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
      attempts integer not null default 0,
      next_attempt_at timestamptz(3) not null default now(),
      reported_at timestamptz(3),
      check (erasing_since is null or closed_at is not null)
    );
    create index departures_due on departures (due_at);
    create index departures_next_attempt on departures (next_attempt_at);
    create index departures_erasing on departures (erasing_since);

    create table departed_usernames (
      name_hash bytea primary key,
      until timestamptz(3) not null
    );
    create index departed_usernames_until on departed_usernames (until)`.execute(db)
}

async function createTasks(db: Kysely<unknown>): Promise<void> {
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
    );
    create index personal_data_tasks_open on personal_data_tasks (service, next_attempt_at)
    where done_at is null`.execute(db)
}
