// Sales of a seller, gifts, and listings that administrators hide.
import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { lockTables } from '#foundation/database/migrations/table-locks.ts'

export const lifeCycles: Migration = {
  async up(db) {
    await lockTables(db, ['assets', 'listings', 'purchases'])
    await hideListings(db)
    await nameSellers(db)
    await recordGifts(db)
  },
}

async function hideListings(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table listings
      add column hidden_at timestamptz(3), add column hidden_reason text,
      add check ((hidden_at is null) = (hidden_reason is null))`.execute(db)
  await sql`
    create index listings_hidden on listings (asset_id, seller_id)
    where hidden_at is not null`.execute(db)
}

/** A purchase has the seller of its listing, so that an index can order a seller's sales. */
async function nameSellers(db: Kysely<unknown>): Promise<void> {
  await sql`alter table purchases add column seller_id text`.execute(db)
  await sql`
    update purchases set seller_id = listings.seller_id
    from listings where listings.id = listing_id`.execute(db)
  await sql`alter table purchases alter column seller_id set not null`.execute(db)
  // A trigger sets it, because processes of an earlier version do not know the column.
  await sql`
    create function name_seller() returns trigger language plpgsql set search_path from current as $$
    begin
      select seller_id into new.seller_id from listings where id = new.listing_id;
      return new;
    end $$`.execute(db)
  await sql`
    create trigger purchases_name_seller before insert on purchases
    for each row execute function name_seller()`.execute(db)
  await sql`
    create index purchases_of_seller_latest_first
    on purchases (seller_id, purchased_at desc, id desc)`.execute(db)
}

async function recordGifts(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table gifts (
      id text primary key,
      asset_id text not null references assets,
      giver_id text not null,
      receiver_id text not null,
      given_at timestamptz(3) not null,
      check (giver_id <> receiver_id)
    )`.execute(db)
  // Whether it was ever given away.
  await sql`create index gifts_of_asset on gifts (asset_id)`.execute(db)
}
