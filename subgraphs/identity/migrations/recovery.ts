// The tables of account recovery: password resets, codes, "this was not me", and claims of accounts.
import { sql, type Kysely } from 'kysely'

export async function createRecovery(db: Kysely<unknown>): Promise<void> {
  await createResets(db)
  await createCodes(db)
  await createNotMeReports(db)
  await createLocks(db)
  await keepClaimFromLocks(db)
  await keepClaimFromRecoveries(db)
  await refuseResetsOfClaimed(db)
  await keepAddress(db)
  await endResetLinks(db)
}

/**
 * A person has one reset and one recovery, the newest. Tokens for pages are in `recoveries`, apart from those in mails,
 * which anybody can request.
 */
async function createResets(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table password_resets (
      identity_id text primary key references identities,
      token_hash bytea not null unique,
      expires_at timestamptz(3) not null
    );
    create index password_resets_expiry on password_resets (expires_at);

    create table recoveries (
      identity_id text primary key references identities,
      token_hash bytea not null unique,
      since timestamptz(3),
      expires_at timestamptz(3) not null,
      by_claim boolean not null default false
    );
    create index recoveries_expiry on recoveries (expires_at)`.execute(db)
}

async function createCodes(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table administrator_codes (
      identity_id text primary key references identities,
      code_hash bytea not null,
      expires_at timestamptz(3) not null
    );
    create index administrator_codes_expiry on administrator_codes (expires_at);

    create table recovery_codes (
      identity_id text not null references identities,
      code_hash bytea not null,
      created_at timestamptz(3) not null,
      primary key (identity_id, code_hash)
    )`.execute(db)
}

/**
 * Each notice has one link, however often its mail is sent. If a password has ended the claim of a link, the link with
 * that password claims the account again. That claim is contested: the password no longer decides anything.
 */
async function createNotMeReports(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table disavowals (
      token_hash bytea primary key,
      identity_id text not null references identities,
      address text not null,
      expires_at timestamptz(3) not null,
      mail_id text unique,
      password_hash text,
      caused_at timestamptz(3),
      constraint whole_contest check (num_nonnulls(password_hash, caused_at) in (0, 2))
    );
    create index disavowals_of_identity on disavowals (identity_id);
    create index disavowals_expiry on disavowals (expires_at)`.execute(db)
}

/**
 * A claim is part of the lock, and ends with it. It has one link per notified address, one for sign-ins, and those of
 * notices that were followed.
 */
async function createLocks(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table account_locks (
      identity_id text primary key references identities,
      locked_at timestamptz(3) not null,
      claim_address text,
      caused_at timestamptz(3),
      claimed_at timestamptz(3),
      opens_at timestamptz(3),
      disputed_at timestamptz(3),
      contested boolean not null default false,
      constraint whole_claim check (
        num_nonnulls(claim_address, caused_at, claimed_at, opens_at) in (0, 4)
        and (disputed_at is null or claim_address is not null)
      ),
      constraint contested_claim check (not contested or claim_address is not null)
    );

    create table claim_links (
      token_hash bytea primary key,
      identity_id text not null references account_locks on delete cascade,
      recipient text not null,
      of_notice boolean not null default false
    );
    create index claim_links_of_identity on claim_links (identity_id);
    create unique index claim_links_of_recipient on claim_links (identity_id, recipient)
      where not of_notice`.execute(db)
}

/** Keeps a lock without a claim from replacing one with a claim, which only an older proof than its cause ends. */
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
    $$;
    create trigger account_locks_keep_claim before insert on account_locks
    for each row execute function keep_claim()`.execute(db)
}

/** Refuses a recovery of a claimed account unless it is by the claim, or its proof is older than the cause. */
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
    $$;
    create trigger recoveries_keep_claim before insert or update on recoveries
    for each row execute function keep_claim_from_recovery()`.execute(db)
}

/** Drops password resets of a claimed account. The mail is sent nevertheless, with a link that does not work. */
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
    $$;
    create trigger password_resets_of_claimed before insert or update on password_resets
    for each row execute function refuse_reset_of_claimed()`.execute(db)
}

/** Prevents a locked account from getting another address. */
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
    $$;
    create trigger email_addresses_while_locked before insert or update on email_addresses
    for each row execute function keep_address_while_locked()`.execute(db)
}

/** Deletes the password reset that was sent to an address when the account loses or replaces the address. */
async function endResetLinks(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function end_reset_links() returns trigger
    language plpgsql set search_path from current as $$
      begin
        delete from password_resets where identity_id = old.identity_id;
        return null;
      end
    $$;
    create trigger email_addresses_end_links after delete on email_addresses
    for each row execute function end_reset_links();
    create trigger email_addresses_end_links_of_earlier after update on email_addresses
    for each row when (old.address is distinct from new.address)
    execute function end_reset_links()`.execute(db)
}
