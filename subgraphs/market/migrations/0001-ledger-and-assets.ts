// The ledger that gold lives in, and the assets that are listed and bought for it.
import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

export const ledgerAndAssets: Migration = {
  async up(db) {
    await createLedger(db)
    await guardLedger(db)
    await createAssets(db)
  },
}

async function createLedger(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table accounts (
      id text primary key,
      kind text not null check (kind in ('identity', 'issuance')),
      owner_id text,
      balance bigint,
      created_at timestamptz(3) not null,
      constraint one_account_an_identity unique (owner_id),
      constraint identities_alone_have_a_balance check (
        (kind = 'identity') = (owner_id is not null) and (kind = 'identity') = (balance is not null)
      ),
      constraint balance_not_negative check (balance >= 0),
      constraint balance_is_an_integer check (balance <= 2147483647)
    )`.execute(db)
  await sql`
    create unique index one_issuance_account on accounts (kind)
    where kind = 'issuance'`.execute(db)
  await sql`
    insert into accounts (id, kind, created_at)
    values ('issuance', 'issuance', now())`.execute(db)

  await sql`
    create table transactions (
      id text primary key,
      key text not null,
      kind text not null check (kind in ('grant', 'purchase')),
      reason text not null,
      created_at timestamptz(3) not null,
      constraint one_transaction_a_key unique (key)
    )`.execute(db)
  await sql`
    create table postings (
      transaction_id text not null references transactions,
      account_id text not null references accounts,
      amount integer not null check (amount <> 0),
      balance_after bigint,
      primary key (transaction_id, account_id)
    )`.execute(db)
}

/** These hold for every program that writes to the ledger. */
async function guardLedger(db: Kysely<unknown>): Promise<void> {
  // The issuance account is left out: its row would be locked by every grant until it commits.
  await sql`
    create function carry_balance() returns trigger language plpgsql set search_path from current as $$
    begin
      update accounts set balance = balance + new.amount
      where id = new.account_id and kind = 'identity'
      returning balance into new.balance_after;
      return new;
    end $$`.execute(db)
  await sql`
    create trigger balances_follow_postings before insert on postings
    for each row execute function carry_balance()`.execute(db)

  await sql`
    create function refuse_unbalanced() returns trigger language plpgsql set search_path from current as $$
    begin
      if (select sum(amount) from postings where transaction_id = new.transaction_id) <> 0 then
        raise exception 'The postings of transaction % do not sum to zero.', new.transaction_id
          using errcode = 'check_violation', constraint = 'postings_sum_to_zero';
      end if;
      return null;
    end $$`.execute(db)
  await sql`
    create constraint trigger postings_sum_to_zero after insert on postings
    deferrable initially deferred
    for each row execute function refuse_unbalanced()`.execute(db)

  await sql`
    create function refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception 'What is posted stays posted: correct it by another transaction.'
        using errcode = 'check_violation', constraint = 'postings_stay';
    end $$`.execute(db)
  await sql`
    create trigger postings_stay before update or delete on postings
    for each row execute function refuse_change()`.execute(db)
}

async function createAssets(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table assets (
      id text primary key,
      name text not null,
      description text not null,
      kind text not null,
      owner_id text not null,
      created_at timestamptz(3) not null
    )`.execute(db)
  await sql`create index assets_newest_first on assets (created_at desc, id desc)`.execute(db)
  await sql`
    create index assets_of_owner_newest_first
    on assets (owner_id, created_at desc, id desc)`.execute(db)

  await sql`
    create table listings (
      id text primary key,
      asset_id text not null references assets,
      seller_id text not null,
      price integer not null check (price between 1 and 1000000000),
      status text not null default 'active' check (status in ('active', 'sold', 'cancelled')),
      created_at timestamptz(3) not null,
      closed_at timestamptz(3),
      check ((status = 'active') = (closed_at is null))
    )`.execute(db)
  await sql`
    create unique index one_active_listing_an_asset on listings (asset_id)
    where status = 'active'`.execute(db)

  await sql`
    create table purchases (
      id text primary key,
      listing_id text not null references listings,
      asset_id text not null references assets,
      buyer_id text not null,
      price integer not null,
      gold_balance integer not null,
      transaction_id text not null references transactions,
      purchased_at timestamptz(3) not null,
      constraint one_purchase_a_listing unique (listing_id)
    )`.execute(db)
  await sql`
    create index purchases_newest_first
    on purchases (buyer_id, purchased_at desc, id desc)`.execute(db)
}
