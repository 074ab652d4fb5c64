// Apps of every kind: how each client gets its ID tokens, the device flow, keys of clients, and clients to
// tell of a logout.
import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { lockTables } from '#foundation/database/migrations/table-locks.ts'

export const apps: Migration = {
  async up(db) {
    await lockTables(db, ['identities', 'clients', 'grants'])
    await sql`alter table identities add column profile_changed_at timestamptz(3)`.execute(db)
    await describeClients(db)
    await nameSessions(db)
    await addDeviceAuthorizations(db)
    await sql`
      create table client_assertions (
        assertion_hash bytea primary key,
        expires_at timestamptz(3) not null
      )`.execute(db)
    await sql`create index client_assertions_expiry on client_assertions (expires_at)`.execute(db)
    await addLogoutNotices(db)
  },
}

/**
 * Clients that exist, and those that processes of an earlier version register, expect ES256. A client
 * with keys has a secret, too, which nobody knows: those processes then refuse it.
 */
async function describeClients(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table clients
      add column id_token_signed_response_alg text not null default 'ES256'
        check (id_token_signed_response_alg in ('ES256', 'RS256')),
      add column device_flow boolean not null default false,
      add column machine_scopes text[]
        check (machine_scopes is null or kind = 'confidential'),
      add column jwks jsonb check (jwks is null or kind = 'confidential'),
      add column backchannel_logout_uri text`.execute(db)
}

/** A trigger, so that grants that processes of an earlier version create have a `sid`, too. */
async function nameSessions(db: Kysely<unknown>): Promise<void> {
  await sql`alter table grants add column sid text`.execute(db)
  await sql`
    update grants set sid = session_id where session_id is not null and ended_at is null`.execute(
    db,
  )
  await sql`
    create function name_session() returns trigger language plpgsql as $$
      begin
        new.sid := new.session_id;
        return new;
      end
    $$`.execute(db)
  await sql`
    create trigger grants_name_session before insert on grants
    for each row when (new.session_id is not null) execute function name_session()`.execute(db)
}

async function addDeviceAuthorizations(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table device_authorizations (
      device_code_hash bytea primary key,
      user_code_hash bytea not null unique,
      client_id text not null references clients,
      scopes text[] not null,
      address text not null,
      created_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      interval_seconds integer not null,
      polled_at timestamptz(3),
      decision text check (decision in ('allowed', 'denied')),
      identity_id text references identities,
      signed_in_at timestamptz(3),
      check ((decision is null) = (identity_id is null)),
      check ((identity_id is null) = (signed_in_at is null))
    )`.execute(db)
  await sql`
    create index device_authorizations_expiry on device_authorizations (expires_at)`.execute(db)
  await sql`
    create index device_authorizations_of_identity on device_authorizations (identity_id)
    where identity_id is not null`.execute(db)
}

async function addLogoutNotices(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table logout_notices (
      id text primary key,
      client_id text not null references clients,
      identity_id text not null,
      sid text not null,
      created_at timestamptz(3) not null,
      attempts integer not null default 0,
      next_attempt_at timestamptz(3) not null
    )`.execute(db)
  await sql`create index logout_notices_due on logout_notices (next_attempt_at)`.execute(db)
}
