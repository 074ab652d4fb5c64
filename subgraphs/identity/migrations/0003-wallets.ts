// Linked wallets, and the challenges that are waiting for a signature.
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const wallets: Migration = {
  async up(db) {
    await sql`
      create table wallets (
        id text primary key,
        identity_id text not null references identities,
        address text not null check (address ~ '^0x[0-9a-fA-F]{40}$'),
        chain_id bigint not null check (chain_id >= 1),
        challenge_hash bytea not null,
        linked_at timestamptz(3) not null,
        signs_in boolean not null,
        constraint one_identity_a_wallet unique (address)
      )`.execute(db)
    await sql`
      create index wallets_newest_first
      on wallets (identity_id, linked_at desc, id desc)`.execute(db)

    // No foreign key: a person signing in has no identity yet, and rows only live ten minutes.
    await sql`
      create table wallet_challenges (
        message_hash bytea primary key,
        purpose text not null check (purpose in ('link', 'sign_in')),
        asked_by text not null,
        address text not null,
        chain_id bigint not null,
        number bigint not null generated always as identity,
        expires_at timestamptz(3) not null
      )`.execute(db)
    await sql`
      create index wallet_challenges_by_asker
      on wallet_challenges (purpose, asked_by, number desc)`.execute(db)
    await sql`create index wallet_challenges_by_end on wallet_challenges (expires_at)`.execute(db)
  },
}
