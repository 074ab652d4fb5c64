// Brings a service's own schema up to date; any number of processes may run it at once.
import { sql } from 'kysely'
import { DEFAULT_MIGRATION_TABLE, Migrator, type Migration } from 'kysely/migration'
import { openDatabase, type Kysely, type Transaction } from '#foundation/database/database.ts'
import type { Log } from '#foundation/telemetry/log.ts'

/** By name; they run in name order. */
export type Migrations = Record<string, Migration>

const MIGRATING = { connections: 1, statementTimeoutMs: 0 }

/** Kysely's own, for which processes of earlier versions wait, too. */
const MIGRATION_LOCK = '3853314791062309107'

/**
 * Runs the migrations that have not run yet, in one transaction that holds an advisory lock, so a second
 * process waits and then finds nothing to do. Kysely's lock would be one of the session, which a
 * transaction pooler may leave behind.
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
    const names = await db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(${sql.lit(MIGRATION_LOCK)})`.execute(trx)
      return runMigrations(trx, schema, migrations)
    })
    if (names.length > 0) log.info({ schema, migrations: names }, 'migrated')
  } finally {
    await db.destroy()
  }
}

async function runMigrations(
  trx: Transaction<never>,
  schema: string,
  migrations: Migrations,
): Promise<string[]> {
  const migrator = new Migrator({
    db: trx,
    migrationTableSchema: schema,
    provider: { getMigrations: () => Promise.resolve(migrations) },
  })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) throw new Error(`The schema ${schema} could not be migrated.`, { cause: error })
  return results.map(({ migrationName }) => migrationName)
}

/**
 * Whether exactly these have run in the schema of `db`. Kysely's migrator finds that out, too, but waits
 * for the lock and lists every table of the database for it. If the names cannot be read, it reports why.
 */
export async function haveAllRun<Tables>(
  db: Kysely<Tables>,
  migrations: Migrations,
): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`
    select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`
    .execute(db)
    .catch(() => ({ rows: [] }))
  return (
    rows.length === Object.keys(migrations).length &&
    rows.every(({ name }) => Object.hasOwn(migrations, name))
  )
}
