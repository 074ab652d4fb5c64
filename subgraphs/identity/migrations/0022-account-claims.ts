// A link to an address that is not the account's any more locks the account, and opens it only with something
// older. PostgreSQL keeps these rules, also for processes of an earlier version.
import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { lockTables } from '#foundation/database/migrations/table-locks.ts'

export const accountClaims: Migration = {
  async up(db) {
    await lockTables(db, [
      'identities',
      'account_locks',
      'recoveries',
      'password_resets',
      'email_addresses',
      'passwords',
      'audit_events',
    ])
    await addClaims(db)
    await keepClaimFromLocks(db)
    await keepClaimFromRecoveries(db)
    await refuseResetsOfClaimed(db)
    await keepAddress(db)
    await endResetLinks(db)
    await alignPasswords(db)
  },
}

/** A claim is part of the lock, and ends with it. */
async function addClaims(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table account_locks
      add column claim_address text,
      add column caused_at timestamptz(3),
      add column claimed_at timestamptz(3),
      add column opens_at timestamptz(3),
      add column disputed_at timestamptz(3),
      add constraint whole_claim check (
        num_nonnulls(claim_address, caused_at, claimed_at, opens_at) in (0, 4)
        and (disputed_at is null or claim_address is not null)
      )`.execute(db)
  // One for each address that was told, and one for sign-ins; besides those of notices that were followed.
  await sql`
    create table claim_links (
      token_hash bytea primary key,
      identity_id text not null references account_locks on delete cascade,
      recipient text not null,
      of_notice boolean not null default false
    )`.execute(db)
  await sql`create index claim_links_of_identity on claim_links (identity_id)`.execute(db)
  await sql`
    create unique index claim_links_of_recipient on claim_links (identity_id, recipient)
      where not of_notice`.execute(db)
  await sql`alter table recoveries add column by_claim boolean not null default false`.execute(db)
}

/** Without a proof that is older than its cause, nothing ends a claim. */
async function keepClaimFromLocks(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function keep_claim() returns trigger
    language plpgsql set search_path from current as $$
      begin
        if new.claim_address is null and exists (
          select from account_locks
          where identity_id = new.identity_id and claim_address is not null
        ) then
          raise exception 'Somebody claims this account.';
        end if;
        return new;
      end
    $$`.execute(db)
  await sql`
    create trigger account_locks_keep_claim before insert on account_locks
    for each row execute function keep_claim()`.execute(db)
}

/** A code that is newer than the cause of the claim opens nothing. */
async function keepClaimFromRecoveries(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function keep_claim_from_recovery() returns trigger
    language plpgsql set search_path from current as $$
      begin
        if not new.by_claim and exists (
          select from account_locks
          where identity_id = new.identity_id
            and caused_at is not null
            and (new.since is null or new.since >= caused_at)
        ) then
          raise exception 'Somebody claims this account.';
        end if;
        return new;
      end
    $$`.execute(db)
  await sql`
    create trigger recoveries_keep_claim before insert or update on recoveries
    for each row execute function keep_claim_from_recovery()`.execute(db)
}

/** The mail is sent all the same, and its link is over. */
async function refuseResetsOfClaimed(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function refuse_reset_of_claimed() returns trigger
    language plpgsql set search_path from current as $$
      begin
        if exists (
          select from account_locks
          where identity_id = new.identity_id and claim_address is not null
        ) then
          return null;
        end if;
        return new;
      end
    $$`.execute(db)
  await sql`
    create trigger password_resets_of_claimed before insert or update on password_resets
    for each row execute function refuse_reset_of_claimed()`.execute(db)
}

/** A process of an earlier version would give a locked account back to the address that a notice went to. */
async function keepAddress(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function keep_address_while_locked() returns trigger
    language plpgsql set search_path from current as $$
      begin
        if exists (select from account_locks where identity_id = new.identity_id)
          and not exists (
            select from email_addresses
            where identity_id = new.identity_id and address = new.address
          )
        then
          raise exception 'The account is locked, and keeps its address.';
        end if;
        return new;
      end
    $$`.execute(db)
  await sql`
    create trigger email_addresses_while_locked before insert or update on email_addresses
    for each row execute function keep_address_while_locked()`.execute(db)
}

/** What was sent to an address ends with it. */
async function endResetLinks(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function end_reset_links() returns trigger
    language plpgsql set search_path from current as $$
      begin
        delete from password_resets where identity_id = old.identity_id;
        return null;
      end
    $$`.execute(db)
  await sql`
    create trigger email_addresses_end_links after delete on email_addresses
    for each row execute function end_reset_links()`.execute(db)
  await sql`
    create trigger email_addresses_end_links_of_earlier after update on email_addresses
    for each row when (old.address is distinct from new.address)
    execute function end_reset_links()`.execute(db)
  // Those that went to an earlier address. A link is valid for half an hour.
  await sql`
    delete from password_resets
    where not exists (
      select from email_addresses
      where email_addresses.identity_id = password_resets.identity_id
        and verified_at <= expires_at - interval '30 minutes'
    )`.execute(db)
}

/**
 * The time of a new password was some milliseconds before that of its notice. It must not be older than the cause of
 * the notice. Links of notices last seven days.
 */
async function alignPasswords(db: Kysely<unknown>): Promise<void> {
  await sql`
    update passwords set changed_at = event.at
    from audit_events event
    where passwords.changed_at > now() - interval '8 days'
      and event.kind = 'password_changed'
      and event.identity_id = passwords.identity_id
      and event.at > passwords.changed_at
      and event.at < passwords.changed_at + interval '1 minute'`.execute(db)
}
