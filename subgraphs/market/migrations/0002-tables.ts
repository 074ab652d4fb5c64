// The tables of the ledger of gold, and of assets, listings, purchases and gifts.
import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { refuseErasedPeople } from '#foundation/database/people/erased-people.ts'
import { keepRowCounts } from '#foundation/database/migrations/row-count.ts'
import { addSearchIndex } from '#foundation/database/migrations/search-index.ts'
import { ECOSYSTEM_ID } from '#foundation/domain/ids.ts'
import { writeEvents } from '#foundation/events/migration.ts'
import { createAuditOutbox } from '#foundation/peers/audit-outbox.ts'
import { marketEventKinds } from '../events.ts'

export const tables: Migration = {
  async up(db) {
    await createLedger(db)
    await guardLedger(db)
    await createAssets(db)
    await createListings(db)
    await createPurchases(db)
    await createGifts(db)
    await createAuditOutbox(db)
    await refuseErasedPeople(db, [
      { table: 'assets', column: 'owner_id', events: 'insert or update of owner_id' },
      { table: 'accounts', column: 'owner_id', events: 'insert' },
    ])
    await keepRowCounts(db, [
      { table: 'assets', where: (row) => `${row}.retired_at is null` },
      { table: 'transactions' },
      {
        table: 'listings',
        where: (row) => `${row}.status = 'active' and ${row}.hidden_at is null`,
      },
    ])
    await writeEvents(db, marketEventKinds)
  },
}

/**
 * Sales by the system are paid to the issuance account, which has no balance. A posting has the date of its
 * transaction, so that an index can order an account's postings.
 */
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
      constraint balance_is_an_integer check (balance <= 2147483647),
      constraint accounts_of_people check (owner_id <> ${sql.lit(ECOSYSTEM_ID)})
    );
    create unique index one_issuance_account on accounts (kind) where kind = 'issuance';
    insert into accounts (id, kind, created_at) values ('issuance', 'issuance', now())`.execute(db)
  await sql`
    create table transactions (
      id text primary key,
      key text not null,
      kind text not null check (kind in ('grant', 'purchase', 'adjustment')),
      reason text not null,
      created_at timestamptz(3) not null,
      constraint one_transaction_a_key unique (key)
    );
    create index transactions_newest_first on transactions (created_at desc, id desc);

    create table postings (
      transaction_id text not null references transactions,
      account_id text not null references accounts,
      amount integer not null check (amount <> 0),
      balance_after bigint,
      posted_at timestamptz(3) not null,
      primary key (transaction_id, account_id)
    );
    create index postings_of_account_newest_first
    on postings (account_id, posted_at desc, transaction_id desc)`.execute(db)
}

/** Enforces the rules of the ledger for every program that writes to it. */
async function guardLedger(db: Kysely<unknown>): Promise<void> {
  // The issuance account has no balance, because every grant would lock its row until it commits.
  await sql`
    create function carry_balance() returns trigger language plpgsql set search_path from current as $$
    begin
      update accounts set balance = balance + new.amount
      where id = new.account_id and kind = 'identity'
      returning balance into new.balance_after;
      select created_at into new.posted_at from transactions where id = new.transaction_id;
      return new;
    end $$;
    create trigger balances_follow_postings before insert on postings
    for each row execute function carry_balance();

    create function refuse_unbalanced() returns trigger language plpgsql set search_path from current as $$
    begin
      if (select sum(amount) from postings where transaction_id = new.transaction_id) <> 0 then
        raise exception 'The postings of transaction % do not sum to zero.', new.transaction_id
          using errcode = 'check_violation', constraint = 'postings_sum_to_zero';
      end if;
      return null;
    end $$;
    create constraint trigger postings_sum_to_zero after insert on postings
    deferrable initially deferred
    for each row execute function refuse_unbalanced();

    create function refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception 'What is posted stays posted: correct it by another transaction.'
        using errcode = 'check_violation', constraint = 'postings_stay';
    end $$;
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
      created_at timestamptz(3) not null,
      retired_at timestamptz(3),
      content_key text,
      content_price integer
    );
    create unique index one_asset_a_content_key on assets (content_key)
    where content_key is not null;
    create index assets_newest_first on assets (created_at desc, id desc)
    where retired_at is null;
    create index assets_of_owner_newest_first on assets (owner_id, created_at desc, id desc)
    where retired_at is null;
    create index assets_by_name on assets (name, id) where retired_at is null;
    create index assets_of_person on assets (owner_id, id)`.execute(db)
  await addSearchIndex(db, {
    table: 'assets',
    title: 'name',
    text: `name || ' ' || description`,
    where: 'retired_at is null',
  })
}

async function createListings(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table listings (
      id text primary key,
      asset_id text not null references assets,
      seller_id text not null,
      price integer not null check (price between 1 and 1000000000),
      status text not null default 'active' check (status in ('active', 'sold', 'cancelled')),
      created_at timestamptz(3) not null,
      closed_at timestamptz(3),
      hidden_at timestamptz(3),
      hidden_reason text,
      check ((status = 'active') = (closed_at is null)),
      check ((hidden_at is null) = (hidden_reason is null))
    );
    create unique index one_active_listing_an_asset on listings (asset_id)
    where status = 'active';
    create index listings_newest_first on listings (created_at desc, id desc)
    where status = 'active' and hidden_at is null;
    create index listings_by_price on listings (price, id)
    where status = 'active' and hidden_at is null;
    create index listings_of_seller on listings (seller_id, created_at desc, id desc)
    where status = 'active' and hidden_at is null;
    create index listings_of_person on listings (seller_id, id);
    create index listings_hidden on listings (asset_id, seller_id)
    where hidden_at is not null`.execute(db)
}

/** A purchase has the seller of its listing, so that an index can order a seller's sales. */
async function createPurchases(db: Kysely<unknown>): Promise<void> {
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
      seller_id text not null,
      constraint one_purchase_a_listing unique (listing_id)
    );
    create index purchases_newest_first on purchases (buyer_id, purchased_at desc, id desc);
    create index purchases_of_seller_latest_first
    on purchases (seller_id, purchased_at desc, id desc);
    create index purchases_of_asset on purchases (asset_id);

    create function name_seller() returns trigger language plpgsql set search_path from current as $$
    begin
      select seller_id into new.seller_id from listings where id = new.listing_id;
      return new;
    end $$;
    create trigger purchases_name_seller before insert on purchases
    for each row execute function name_seller()`.execute(db)
}

async function createGifts(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table gifts (
      id text primary key,
      asset_id text not null references assets,
      giver_id text not null,
      receiver_id text not null,
      given_at timestamptz(3) not null,
      check (giver_id <> receiver_id)
    );
    create index gifts_of_asset on gifts (asset_id);
    create index gifts_of_giver on gifts (giver_id, id);
    create index gifts_of_receiver on gifts (receiver_id, id)`.execute(db)
}
