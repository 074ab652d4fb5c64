// The tables of e-mail addresses and of mail to be sent.
import { sql, type Kysely } from 'kysely'

/** `email_addresses` holds only verified addresses. They are not unique, because people may share one. */
export async function createMail(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table email_addresses (
      identity_id text primary key references identities,
      address text not null check (length(address) <= 254 and address !~ '[[:cntrl:][:space:]]'),
      verified_at timestamptz(3) not null
    );
    create index email_addresses_by_address on email_addresses (lower(address));

    create table email_verifications (
      identity_id text primary key references identities,
      address text not null check (length(address) <= 254 and address !~ '[[:cntrl:][:space:]]'),
      token_hash bytea unique,
      expires_at timestamptz(3) not null
    );
    create index email_verifications_expiry on email_verifications (expires_at)`.execute(db)
  // The outbox stores what has happened; the message is composed when it is sent.
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
    );
    create index mail_outbox_due on mail_outbox (next_attempt_at);
    create index mail_outbox_age on mail_outbox (created_at);
    create index mail_outbox_by_identity on mail_outbox (identity_id)`.execute(db)
}
