// Second factors, sign-ins that wait for one, and how each session was signed in.
import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { lockTables } from '#foundation/database/migrations/table-locks.ts'

/** The tables of this migration and of 0017 to 0023, locked at once: waiting while holding locks may deadlock. */
const CHANGED = [
  'identities',
  'sessions',
  'grants',
  'device_authorizations',
  'email_addresses',
  'audit_events',
  'username_reservations',
  'mail_outbox',
  'logout_notices',
  'account_locks',
  'recoveries',
  'password_resets',
  'passwords',
]

export const secondFactor: Migration = {
  async up(db) {
    await lockTables(db, CHANGED)
    // One for each person. While it is unconfirmed, it is being set up, and does not count.
    await sql`
      create table totp_factors (
        identity_id text primary key references identities,
        secret bytea not null,
        created_at timestamptz(3) not null,
        confirmed_at timestamptz(3),
        last_used_step bigint
      )`.execute(db)
    // People who have chosen to be asked for a passkey after a password or a wallet.
    await sql`
      create table two_step_sign_ins (
        identity_id text primary key references identities,
        since timestamptz(3) not null
      )`.execute(db)
    // The first factor has been proved, in that browser; no session yet.
    await sql`
      create table pending_sign_ins (
        browser_hash bytea primary key,
        identity_id text not null references identities,
        method text not null check (method in ('password', 'wallet')),
        password_hash text,
        expires_at timestamptz(3) not null
      )`.execute(db)
    await sql`create index pending_sign_ins_expiry on pending_sign_ins (expires_at)`.execute(db)
    await sql`
      create index pending_sign_ins_of_identity on pending_sign_ins (identity_id)`.execute(db)
    await describeSessions(db)
  },
}

/**
 * A trigger, because processes of an earlier version do not say how they signed somebody in. They know no
 * second factor either, so they must not sign in a person who needs one.
 */
async function describeSessions(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sessions
      add column authenticated_at timestamptz(3),
      add column methods text[]`.execute(db)
  await sql`
    create function methods_of(method text) returns text[] language sql immutable as $$
      select case method
        when 'password' then array['pwd']
        when 'passkey' then array['pop', 'user', 'mfa']
        else array['pop']
      end
    $$`.execute(db)
  await sql`
    update sessions
    set authenticated_at = signed_in_at, methods = methods_of(method)`.execute(db)
  await sql`
    alter table sessions
      alter column authenticated_at set not null,
      alter column methods set not null`.execute(db)
  await sql`
    create function describe_session() returns trigger
    language plpgsql set search_path from current as $$
      begin
        new.authenticated_at := new.signed_in_at;
        new.methods := methods_of(new.method);
        if new.method <> 'passkey' and (
          exists (
            select from totp_factors
            where identity_id = new.identity_id and confirmed_at is not null
          )
          or exists (select from passkeys where identity_id = new.identity_id) and (
            exists (select from two_step_sign_ins where identity_id = new.identity_id)
            or exists (select from identities where id = new.identity_id and role = 'admin')
          )
        ) then
          raise exception 'This version of the ID service asks for no second factor.';
        end if;
        return new;
      end
    $$`.execute(db)
  await sql`
    create trigger sessions_describe before insert on sessions
    for each row when (new.methods is null) execute function describe_session()`.execute(db)
}
