// The migrations of commit 76f07557, and the differences that they left, which are removed here.
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

/** Drops the trigger that found the lesson for earlier processes, which knew only its number. */
export const replaced = replacedMigrations(names, async (db) => {
  await lockTables(db, ['lesson_completions'])
  await sql`
    drop trigger completions_have_lessons on lesson_completions;
    drop function find_completed_lesson()`.execute(db)
})
