// E-mail addresses, mail that waits to be sent, and the ways back into an account. Tokens and codes
// are kept as SHA-256 alone.
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const mailAndRecovery: Migration = {
  async up(db) {
    // Verified ones alone. Two people may share one, so it is no key.
    await sql`
      create table email_addresses (
        identity_id text primary key references identities,
        address text not null check (length(address) <= 254 and address !~ '[[:cntrl:][:space:]]'),
        verified_at timestamptz(3) not null
      )`.execute(db)
    await sql`
      create table email_verifications (
        identity_id text primary key references identities,
        address text not null check (length(address) <= 254 and address !~ '[[:cntrl:][:space:]]'),
        token_hash bytea unique,
        expires_at timestamptz(3) not null
      )`.execute(db)
    await sql`
      create index email_verifications_expiry on email_verifications (expires_at)`.execute(db)

    // What has happened, not what is written about it: a message is composed when it is sent.
    await sql`
      create table mail_outbox (
        id text primary key,
        kind text not null,
        identity_id text references identities,
        address text,
        details jsonb not null,
        created_at timestamptz(3) not null,
        attempts integer not null default 0,
        next_attempt_at timestamptz(3) not null
      )`.execute(db)
    await sql`create index mail_outbox_due on mail_outbox (next_attempt_at)`.execute(db)
    await sql`create index mail_outbox_age on mail_outbox (created_at)`.execute(db)

    // One a person: the newest alone counts.
    await sql`
      create table password_resets (
        identity_id text primary key references identities,
        token_hash bytea not null unique,
        expires_at timestamptz(3) not null
      )`.execute(db)
    await sql`create index password_resets_expiry on password_resets (expires_at)`.execute(db)
    await sql`
      create table administrator_codes (
        identity_id text primary key references identities,
        code_hash bytea not null,
        expires_at timestamptz(3) not null
      )`.execute(db)
    await sql`create index administrator_codes_expiry on administrator_codes (expires_at)`.execute(
      db,
    )
    await sql`
      create table recovery_codes (
        identity_id text not null references identities,
        code_hash bytea not null,
        created_at timestamptz(3) not null,
        primary key (identity_id, code_hash)
      )`.execute(db)

    // "This was not me": each notice has its own link, for the address it was sent to.
    await sql`
      create table disavowals (
        token_hash bytea primary key,
        identity_id text not null references identities,
        address text not null,
        expires_at timestamptz(3) not null
      )`.execute(db)
    await sql`create index disavowals_of_identity on disavowals (identity_id)`.execute(db)
    await sql`create index disavowals_expiry on disavowals (expires_at)`.execute(db)
    await sql`
      create table account_locks (
        identity_id text primary key references identities,
        locked_at timestamptz(3) not null
      )`.execute(db)

    await sql`
      create table known_browsers (
        identity_id text not null references identities,
        browser_hash bytea not null,
        seen_at timestamptz(3) not null,
        primary key (identity_id, browser_hash)
      )`.execute(db)
    await sql`create index known_browsers_by_use on known_browsers (seen_at)`.execute(db)
  },
}
