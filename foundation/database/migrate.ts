// Brings a service's own schema up to date; any number of processes may run it at once.
import { Migrator, type Migration } from 'kysely/migration'
import { openDatabase } from '#foundation/database/database.ts'
import type { Log } from '#foundation/telemetry/log.ts'

/** By name; they run in name order. */
export type Migrations = Record<string, Migration>

const MIGRATING = { connections: 1, statementTimeoutMs: 0 }

/**
 * Runs the migrations that have not run yet, in one transaction. Kysely holds an advisory lock
 * meanwhile, so a second process waits and then finds nothing to do.
 * @throws the first failure; nothing of that run is kept.
 */
export async function migrate(
  url: string,
  schema: string,
  migrations: Migrations,
  log: Log,
): Promise<void> {
  const db = openDatabase<never>(url, schema, log, MIGRATING)
  try {
    const migrator = new Migrator({
      db,
      migrationTableSchema: schema,
      provider: { getMigrations: () => Promise.resolve(migrations) },
    })
    const { error, results = [] } = await migrator.migrateToLatest()
    if (error) throw new Error(`The schema ${schema} could not be migrated.`, { cause: error })
    const names = results.map(({ migrationName }) => migrationName)
    if (names.length > 0) log.info({ schema, migrations: names }, 'migrated')
  } finally {
    await db.destroy()
  }
}
