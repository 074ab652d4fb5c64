// Authors edit and withdraw their scrolls, and administrators hide some.
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { changeRowCounts } from '#foundation/database/migrations/row-count.ts'
import { lockTables } from '#foundation/database/migrations/table-locks.ts'

export const lifeCycles: Migration = {
  async up(db) {
    await lockTables(db, ['scrolls'])
    await sql`
      alter table scrolls
        add column edited_at timestamptz(3), add column withdrawn_at timestamptz(3),
        add column hidden_at timestamptz(3), add column hidden_reason text,
        add check ((hidden_at is null) = (hidden_reason is null))`.execute(db)
    await sql`
      create table scroll_revisions (
        id text primary key,
        scroll_id text not null references scrolls,
        title text not null,
        content text not null,
        visibility text not null,
        written_at timestamptz(3) not null
      )`.execute(db)
    await sql`
      create index scroll_revisions_newest_first
      on scroll_revisions (scroll_id, written_at desc, id desc)`.execute(db)
    await sql`drop index scrolls_newest_first`.execute(db)
    await sql`
      create index scrolls_newest_first
      on scrolls (created_at desc, id desc) include (visibility, house, author_id, hidden_at)
      where withdrawn_at is null`.execute(db)
    await changeRowCounts(db, [
      {
        table: 'scrolls',
        by: ['visibility', 'house'],
        where: (row) => `${row}.withdrawn_at is null and ${row}.hidden_at is null`,
      },
    ])
  },
}
