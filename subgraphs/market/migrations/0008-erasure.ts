// Indexes find the rows of a person by their id, and triggers refuse people who were erased.
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { refuseErasedPeople } from '#foundation/database/people/erased-people.ts'
import { lockTables } from '#foundation/database/migrations/table-locks.ts'

export const erasure: Migration = {
  async up(db) {
    await lockTables(db, ['assets', 'listings', 'gifts', 'accounts'])
    await sql`create index assets_of_person on assets (owner_id, id)`.execute(db)
    await sql`create index listings_of_person on listings (seller_id, id)`.execute(db)
    await sql`create index gifts_of_giver on gifts (giver_id, id)`.execute(db)
    await sql`create index gifts_of_receiver on gifts (receiver_id, id)`.execute(db)
    await refuseErasedPeople(db, [
      { table: 'assets', column: 'owner_id', events: 'insert or update of owner_id' },
      { table: 'accounts', column: 'owner_id', events: 'insert' },
    ])
  },
}
