// Organizations and open roles are counted as they are written, not when they are listed.
import type { Migration } from 'kysely/migration'
import { keepRowCounts } from '#foundation/database/migrations/row-count.ts'

export const rowCounts: Migration = {
  up: (db) =>
    keepRowCounts(db, [
      { table: 'organizations', where: (row) => `${row}.retired_at is null` },
      { table: 'roles', where: (row) => `${row}.openings > 0 and ${row}.retired_at is null` },
    ]),
}
