// The database of commit 76f07557, whose migrations one of each service and one that all share have replaced.
import { sql, type Kysely } from 'kysely'
import type { ReplacedMigrations } from '#foundation/database/migrations/migrate.ts'
import { createNumberingFunction } from '#foundation/events/numbering-function.ts'

/**
 * @param names those that a service had
 * @param change what else its tables differ in
 */
export function replacedMigrations(
  names: readonly string[],
  change?: (db: Kysely<unknown>) => Promise<void>,
): ReplacedMigrations {
  return {
    commit: '76f07557',
    names,
    by: ['0001-shared-tables', '0002-tables'],
    async change(db) {
      // Its processes call both functions alike: by one argument.
      await sql`drop function number_events(timestamptz, boolean)`.execute(db)
      await createNumberingFunction(db)
      await change?.(db)
    },
  }
}
