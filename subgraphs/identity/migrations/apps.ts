// The tables of apps: clients, their requests, consents and grants, and logout notices.
import { sql, type Kysely } from 'kysely'
import { addSearchIndex } from '#foundation/database/migrations/search-index.ts'
import { ECOSYSTEM_ID } from '#foundation/domain/ids.ts'

export async function createApps(db: Kysely<unknown>): Promise<void> {
  await createClients(db)
  await createRequests(db)
  await createGrants(db)
  await createLogoutNotices(db)
}

/** A client with keys also has a secret, which nobody knows. */
async function createClients(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table clients (
      id text primary key,
      name text not null,
      kind text not null check (kind in ('public', 'confidential')),
      secret_hash bytea check ((kind = 'confidential') = (secret_hash is not null)),
      redirect_uris text[] not null,
      scopes text[] not null,
      tier text not null default 'authenticated' check (tier in ('authenticated', 'partner')),
      created_at timestamptz(3) not null default now(),
      disabled_at timestamptz(3),
      id_token_signed_response_alg text not null default 'ES256'
        check (id_token_signed_response_alg in ('ES256', 'RS256')),
      device_flow boolean not null default false,
      machine_scopes text[] check (machine_scopes is null or kind = 'confidential'),
      jwks jsonb check (jwks is null or kind = 'confidential'),
      backchannel_logout_uri text
    );
    create index clients_newest_first on clients (created_at desc, id desc)`.execute(db)
  await addSearchIndex(db, { table: 'clients', title: 'name', text: 'name' })
  await sql`
    create table client_assertions (
      assertion_hash bytea primary key,
      expires_at timestamptz(3) not null
    );
    create index client_assertions_expiry on client_assertions (expires_at)`.execute(db)
}

async function createRequests(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table pushed_requests (
      handle_hash bytea primary key,
      client_id text not null references clients,
      parameters jsonb not null,
      expires_at timestamptz(3) not null
    );
    create index pushed_requests_expiry on pushed_requests (expires_at);

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
      methods text[],
      check ((decision is null) = (identity_id is null)),
      check ((identity_id is null) = (signed_in_at is null))
    );
    create index device_authorizations_expiry on device_authorizations (expires_at);
    create index device_authorizations_of_identity on device_authorizations (identity_id)
    where identity_id is not null`.execute(db)
}

/**
 * A grant is one authorization: its code, then one family of refresh tokens. A refresh seldom updates an index: of the
 * indexed columns it changes only the day of expiry, once a day, and pages have room for the next version of a row.
 */
async function createGrants(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table consents (
      identity_id text not null references identities,
      client_id text not null references clients,
      scopes text[] not null,
      given_at timestamptz(3) not null,
      primary key (identity_id, client_id),
      constraint consents_of_people check (identity_id <> ${sql.lit(ECOSYSTEM_ID)})
    );

    create table grants (
      id text primary key,
      identity_id text references identities,
      client_id text not null references clients,
      session_id text,
      scopes text[] not null,
      created_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      ended_at timestamptz(3),
      ended_by text,
      code_hash bytea unique,
      redirect_uri text,
      code_challenge text,
      nonce text,
      signed_in_at timestamptz(3),
      redeemed_at timestamptz(3),
      refresh_handle_hash bytea unique,
      refresh_hash bytea,
      replaced_hash bytea,
      refreshed_at timestamptz(3),
      sid text,
      methods text[],
      expires_on date not null
        generated always as ((expires_at at time zone 'UTC')::date) stored,
      constraint grants_of_people check (identity_id <> ${sql.lit(ECOSYSTEM_ID)})
    ) with (fillfactor = 80);
    create index grants_of_identity on grants (identity_id, client_id) where ended_at is null;
    create index grants_by_identity on grants (identity_id);
    create index grants_of_client on grants (client_id) where ended_at is null;
    create index grants_of_session on grants (session_id) where ended_at is null;
    create index grants_ended on grants (ended_at, id) where ended_at is not null;
    create index grants_expiry on grants (expires_on);

    create function name_session() returns trigger language plpgsql as $$
      begin
        new.sid := new.session_id;
        return new;
      end
    $$;
    create trigger grants_name_session before insert on grants
    for each row when (new.session_id is not null) execute function name_session()`.execute(db)
}

async function createLogoutNotices(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table logout_notices (
      id text primary key,
      client_id text not null references clients,
      identity_id text not null,
      sid text not null,
      created_at timestamptz(3) not null,
      attempts integer not null default 0,
      next_attempt_at timestamptz(3) not null
    );
    create index logout_notices_due on logout_notices (next_attempt_at);
    create index logout_notices_by_identity on logout_notices (identity_id)`.execute(db)
}
