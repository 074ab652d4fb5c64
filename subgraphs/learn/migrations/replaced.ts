// The migrations of commit 76f07557, and what they left otherwise than today's.
import { sql } from 'kysely'
import { lockTables } from '#foundation/database/migrations/table-locks.ts'
import { replacedMigrations } from '#foundation/service/replaced-migrations.ts'

const names = [
  '0001-courses',
  '0002-audit-outbox',
  '0003-lessons',
  '0004-row-counts',
  '0005-life-cycles',
  '0006-finding',
  '0007-idempotency-keys',
  '0008-events',
  '0009-numbering-in-order',
]

/** The trigger found the lesson for processes that knew only its number. */
export const replaced = replacedMigrations(names, async (db) => {
  await lockTables(db, ['lesson_completions'])
  await sql`
    drop trigger completions_have_lessons on lesson_completions;
    drop function find_completed_lesson()`.execute(db)
})
