// People leave courses. Their rows stay, with their progress and skill points.
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { lockTables } from '#foundation/database/migrations/table-locks.ts'

export const lifeCycles: Migration = {
  async up(db) {
    await lockTables(db, ['enrollments'])
    await sql`alter table enrollments add column left_at timestamptz(3)`.execute(db)
  },
}
