// The tables of sign-in: first and second factors, pending sign-ins, sessions and throttles.
import { sql, type Kysely } from 'kysely'
import { ECOSYSTEM_ID } from '#foundation/domain/ids.ts'

export async function createSignIn(db: Kysely<unknown>): Promise<void> {
  await createFirstFactors(db)
  await createSecondFactors(db)
  await createSessions(db)
  await createThrottles(db)
}

async function createFirstFactors(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table passwords (
      identity_id text primary key references identities,
      hash text not null,
      changed_at timestamptz(3) not null,
      constraint passwords_of_people check (identity_id <> ${sql.lit(ECOSYSTEM_ID)})
    );

    create table passkeys (
      id text primary key,
      identity_id text not null references identities,
      public_key bytea not null,
      counter bigint not null,
      name text not null,
      created_at timestamptz(3) not null,
      last_used_at timestamptz(3),
      constraint passkeys_of_people check (identity_id <> ${sql.lit(ECOSYSTEM_ID)})
    );
    create index passkeys_of_identity on passkeys (identity_id, created_at);

    create table passkey_challenges (
      challenge_hash bytea primary key,
      asker_hash bytea not null,
      expires_at timestamptz(3) not null
    );
    create index passkey_challenges_of_asker on passkey_challenges (asker_hash, expires_at);
    create index passkey_challenges_expiry on passkey_challenges (expires_at)`.execute(db)
}

/**
 * A person has one authenticator app, which counts once it is confirmed. `two_step_sign_ins` holds people who require a
 * passkey after a password or a wallet. A pending sign-in has proved the first factor, in one browser.
 */
async function createSecondFactors(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table totp_factors (
      identity_id text primary key references identities,
      secret bytea not null,
      created_at timestamptz(3) not null,
      confirmed_at timestamptz(3),
      last_used_step bigint
    );

    create table two_step_sign_ins (
      identity_id text primary key references identities,
      since timestamptz(3) not null
    );

    create table pending_sign_ins (
      browser_hash bytea primary key,
      identity_id text not null references identities,
      method text not null check (method in ('password', 'wallet')),
      password_hash text,
      expires_at timestamptz(3) not null
    );
    create index pending_sign_ins_expiry on pending_sign_ins (expires_at);
    create index pending_sign_ins_of_identity on pending_sign_ins (identity_id)`.execute(db)
}

async function createSessions(db: Kysely<unknown>): Promise<void> {
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
      expires_at timestamptz(3) not null,
      reauthenticated_at timestamptz(3),
      authenticated_at timestamptz(3) not null,
      methods text[] not null,
      constraint sessions_of_people check (identity_id <> ${sql.lit(ECOSYSTEM_ID)})
    );
    create index sessions_of_identity on sessions (identity_id, signed_in_at desc);
    create index sessions_expiry on sessions (expires_at);

    create table known_browsers (
      identity_id text not null references identities,
      browser_hash bytea not null,
      seen_at timestamptz(3) not null,
      primary key (identity_id, browser_hash)
    );
    create index known_browsers_by_use on known_browsers (seen_at)`.execute(db)
}

/** The table is unlogged: losing counts in a crash only forgives attempts. */
async function createThrottles(db: Kysely<unknown>): Promise<void> {
  await sql`
    create unlogged table brakes (
      key text primary key,
      attempts integer not null,
      until timestamptz(3) not null
    );
    create index brakes_expiry on brakes (until)`.execute(db)
}
