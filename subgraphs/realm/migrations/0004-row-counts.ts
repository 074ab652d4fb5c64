// Realms, and the places of each, are counted as they are written, not when they are listed.
import type { Migration } from 'kysely/migration'
import { keepRowCounts } from '#foundation/database/migrations/row-count.ts'

const isLive = (row: string) => `${row}.retired_at is null`

export const rowCounts: Migration = {
  up: (db) =>
    keepRowCounts(db, [
      { table: 'realms', where: isLive },
      { table: 'places', where: isLive, by: ['realm_id'] },
    ]),
}
