// A claim that a password ended can be made again with that password. It is then contested: the password decides
// nothing any more.
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { lockTables } from '#foundation/database/migrations/table-locks.ts'

export const contestedClaims: Migration = {
  async up(db) {
    await lockTables(db, ['account_locks', 'disavowals'])
    await sql`
      alter table disavowals
        add column password_hash text,
        add column caused_at timestamptz(3),
        add constraint whole_contest check (num_nonnulls(password_hash, caused_at) in (0, 2))`.execute(
      db,
    )
    await sql`
      alter table account_locks
        add column contested boolean not null default false,
        add constraint contested_claim check (not contested or claim_address is not null)`.execute(
      db,
    )
  },
}
