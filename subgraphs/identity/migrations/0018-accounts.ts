// Administrators find people by name, also hidden names and disabled people, and by e-mail address.
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addSearchIndex } from '#foundation/database/migrations/search-index.ts'
import { lockTables } from '#foundation/database/migrations/table-locks.ts'

const NAMES = `username || ' ' || display_name`

export const accounts: Migration = {
  async up(db) {
    await lockTables(db, ['identities', 'email_addresses', 'audit_events'])
    await addSearchIndex(db, {
      table: 'identities',
      name: 'accounts',
      title: NAMES,
      text: NAMES,
      where: `kind = 'person'`,
    })
    await sql`
      create index accounts_newest_first
      on identities (created_at desc, id desc) where kind = 'person'`.execute(db)
    await sql`
      create index audit_of_kind on audit_events (kind, at desc, id desc)`.execute(db)
    await sql`
      create index email_addresses_by_address on email_addresses (lower(address))`.execute(db)
  },
}
