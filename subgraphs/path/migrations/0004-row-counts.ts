// Quests are counted as they are written, not when they are listed.
import type { Migration } from 'kysely/migration'
import { keepRowCounts } from '#foundation/database/migrations/row-count.ts'

export const rowCounts: Migration = {
  up: (db) => keepRowCounts(db, [{ table: 'quests', where: (row) => `${row}.retired_at is null` }]),
}
