// What the authorization server keeps: clients, sign-ins, consents, grants, and what happened.
// Codes, tokens and cookies are kept as SHA-256 alone, passwords as argon2id.
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const authorization: Migration = {
  async up(db) {
    await sql`alter table identities add column disabled_at timestamptz(3)`.execute(db)

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
        disabled_at timestamptz(3)
      )`.execute(db)
    await sql`create index clients_newest_first on clients (created_at desc, id desc)`.execute(db)

    await sql`
      create table passwords (
        identity_id text primary key references identities,
        hash text not null,
        changed_at timestamptz(3) not null
      )`.execute(db)

    await sql`
      create table passkeys (
        id text primary key,
        identity_id text not null references identities,
        public_key bytea not null,
        counter bigint not null,
        name text not null,
        created_at timestamptz(3) not null,
        last_used_at timestamptz(3)
      )`.execute(db)
    await sql`create index passkeys_of_identity on passkeys (identity_id, created_at)`.execute(db)
    await sql`
      create table passkey_challenges (
        challenge_hash bytea primary key,
        asker_hash bytea not null,
        expires_at timestamptz(3) not null
      )`.execute(db)
    await sql`
      create index passkey_challenges_of_asker
      on passkey_challenges (asker_hash, expires_at)`.execute(db)
    await sql`create index passkey_challenges_expiry on passkey_challenges (expires_at)`.execute(db)

    await sql`
      create table sessions (
        id text primary key,
        token_hash bytea not null unique,
        identity_id text not null references identities,
        method text not null check (method in ('password', 'passkey', 'wallet')),
        user_agent text not null,
        address text not null,
        signed_in_at timestamptz(3) not null,
        last_seen_at timestamptz(3) not null,
        expires_at timestamptz(3) not null
      )`.execute(db)
    await sql`
      create index sessions_of_identity on sessions (identity_id, signed_in_at desc)`.execute(db)
    await sql`create index sessions_expiry on sessions (expires_at)`.execute(db)

    // Unlogged: losing counts in a crash only forgives attempts.
    await sql`
      create unlogged table brakes (
        key text primary key,
        attempts integer not null,
        until timestamptz(3) not null
      )`.execute(db)
    await sql`create index brakes_expiry on brakes (until)`.execute(db)

    await sql`
      create table pushed_requests (
        handle_hash bytea primary key,
        client_id text not null references clients,
        parameters jsonb not null,
        expires_at timestamptz(3) not null
      )`.execute(db)
    await sql`create index pushed_requests_expiry on pushed_requests (expires_at)`.execute(db)

    await sql`
      create table consents (
        identity_id text not null references identities,
        client_id text not null references clients,
        scopes text[] not null,
        given_at timestamptz(3) not null,
        primary key (identity_id, client_id)
      )`.execute(db)

    // One row is one authorization: its code, then its one line of refresh tokens.
    await sql`
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
        refreshed_at timestamptz(3)
      )`.execute(db)
    await sql`
      create index grants_of_identity on grants (identity_id, client_id)
      where ended_at is null`.execute(db)
    await sql`create index grants_of_client on grants (client_id) where ended_at is null`.execute(
      db,
    )
    await sql`create index grants_of_session on grants (session_id) where ended_at is null`.execute(
      db,
    )
    await sql`
      create index grants_ended on grants (ended_at, id) where ended_at is not null`.execute(db)
    await sql`create index grants_expiry on grants (expires_at)`.execute(db)

    await sql`
      create table audit_events (
        id text primary key,
        at timestamptz(3) not null,
        kind text not null,
        identity_id text,
        client_id text,
        address text not null,
        request_id text not null,
        details jsonb not null
      )`.execute(db)
    await sql`create index audit_newest_first on audit_events (at desc, id desc)`.execute(db)
    await sql`
      create index audit_of_identity on audit_events (identity_id, at desc, id desc)`.execute(db)
    await sql`
      create index audit_of_client on audit_events (client_id, at desc, id desc)`.execute(db)
  },
}
