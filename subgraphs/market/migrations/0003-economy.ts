// Corrections of gold, statements of accounts, what the system itself sells, and assets that are retired.
import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { lockTables } from '#foundation/database/migrations/table-locks.ts'
import { ECOSYSTEM_ID } from '#foundation/domain/ids.ts'

export const economy: Migration = {
  async up(db) {
    await lockTables(db, ['assets', 'accounts', 'transactions', 'postings', 'purchases'])
    await allowAdjustments(db)
    await datePostings(db)
    await retireAssets(db)
  },
}

async function allowAdjustments(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table transactions drop constraint transactions_kind_check,
      add constraint transactions_kind_check check (kind in ('grant', 'purchase', 'adjustment'))`.execute(
    db,
  )
  // What it sells is paid to the issuance account.
  await sql`
    alter table accounts add constraint accounts_of_people
    check (owner_id <> ${sql.lit(ECOSYSTEM_ID)})`.execute(db)
  await sql`
    create index transactions_newest_first on transactions (created_at desc, id desc)`.execute(db)
}

/** A posting has the date of its transaction, so that an index can order an account's postings. */
async function datePostings(db: Kysely<unknown>): Promise<void> {
  await sql`alter table postings add column posted_at timestamptz(3)`.execute(db)
  await sql`alter table postings disable trigger postings_stay`.execute(db)
  await sql`
    update postings set posted_at = created_at
    from transactions where transactions.id = transaction_id`.execute(db)
  await sql`alter table postings enable trigger postings_stay`.execute(db)
  await sql`alter table postings alter column posted_at set not null`.execute(db)
  // A trigger sets it, because processes of an earlier version do not know the date.
  await sql`
    create or replace function carry_balance() returns trigger language plpgsql set search_path from current as $$
    begin
      update accounts set balance = balance + new.amount
      where id = new.account_id and kind = 'identity'
      returning balance into new.balance_after;
      select created_at into new.posted_at from transactions where id = new.transaction_id;
      return new;
    end $$`.execute(db)
  await sql`
    create index postings_of_account_newest_first
    on postings (account_id, posted_at desc, transaction_id desc)`.execute(db)
}

async function retireAssets(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table assets
      add column retired_at timestamptz(3),
      add column content_key text,
      add column content_price integer`.execute(db)
  await sql`
    create unique index one_asset_a_content_key on assets (content_key)
    where content_key is not null`.execute(db)
  await sql`drop index assets_newest_first`.execute(db)
  await sql`drop index assets_of_owner_newest_first`.execute(db)
  await sql`
    create index assets_newest_first on assets (created_at desc, id desc)
    where retired_at is null`.execute(db)
  await sql`
    create index assets_of_owner_newest_first on assets (owner_id, created_at desc, id desc)
    where retired_at is null`.execute(db)
  // Whether it was ever sold.
  await sql`create index purchases_of_asset on purchases (asset_id)`.execute(db)
}
