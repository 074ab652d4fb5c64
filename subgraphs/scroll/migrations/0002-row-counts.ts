// Scrolls are counted as they are written, by what decides who may see them.
import type { Migration } from 'kysely/migration'
import { keepRowCounts } from '#foundation/database/migrations/row-count.ts'

export const rowCounts: Migration = {
  up: (db) => keepRowCounts(db, [{ table: 'scrolls', by: ['visibility', 'house'] }]),
}
