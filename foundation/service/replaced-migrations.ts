// Upgrades a database of commit 76f07557, whose migrations were replaced by one for all services and one for each.
import { sql, type Kysely } from 'kysely'
import type { ReplacedMigrations } from '#foundation/database/migrations/migrate.ts'
import { createNumberingFunction } from '#foundation/events/numbering-function.ts'

/** `names` are the migrations that the service had, and `change` changes the tables that differ in other ways. */
export function replacedMigrations(
  names: readonly string[],
  change?: (db: Kysely<unknown>) => Promise<void>,
): ReplacedMigrations {
  return {
    commit: '76f07557',
    names,
    by: ['0001-shared-tables', '0002-tables'],
    async change(db) {
      // Processes of that commit call the old and the new function in the same way: with one argument.
      await sql`drop function number_events(timestamptz, boolean)`.execute(db)
      await createNumberingFunction(db)
      await change?.(db)
    },
  }
}
