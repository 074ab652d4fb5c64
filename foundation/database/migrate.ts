// Brings a service's own schema up to date; any number of processes may run it at once.
import { sql } from 'kysely'
import { DEFAULT_MIGRATION_TABLE, Migrator, type Migration } from 'kysely/migration'
import { openDatabase, type Kysely } from '#foundation/database/database.ts'
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
    if (await haveAllRun(db, migrations)) return
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

/**
 * Whether exactly these have run. Kysely's migrator finds that out, too, but takes its lock and lists
 * every table of the database for it. If the names cannot be read, it reports why.
 */
async function haveAllRun(db: Kysely<never>, migrations: Migrations): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`
    .execute(db)
    .catch(() => ({ rows: [] }))
  return (
    rows.length === Object.keys(migrations).length &&
    rows.every(({ name }) => Object.hasOwn(migrations, name))
  )
}
