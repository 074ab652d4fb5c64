// Brings a service's own schema up to date; any number of processes may run it at once.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { DEFAULT_MIGRATION_TABLE, Migrator, type Migration } from 'kysely/migration'
import { openDatabase, type Kysely, type Transaction } from '#foundation/database/database.ts'
import { watchMigration } from '#foundation/database/migrations/migration-watch.ts'
import { reads } from '#foundation/database/reads/read-statement.ts'
import { DomainError } from '#foundation/domain/errors.ts'
import type { Log } from '#foundation/telemetry/log.ts'

/** Migrations by name; they run in the order of their names. */
export type Migrations = Record<string, Migration>

const MIGRATING = { connections: 1, statementTimeoutMs: 0 }
/** The advisory lock of Kysely's migrator, which earlier versions take. */
const MIGRATION_LOCK = '3853314791062309107'

/** The latest migration run of this process. */
let running: Promise<void> = Promise.resolve()

/**
 * Runs pending migrations in one transaction, which holds an advisory lock, so a second process waits and then finds
 * nothing to do. The services of a process migrate one after the other, because each one that waits would keep a
 * session of a transaction pooler.
 * @throws the first failure; the run is rolled back.
 */
export function migrate(
  url: string,
  schema: string,
  migrations: Migrations,
  log: Log,
): Promise<void> {
  const run = running.then(() => runMigrations(url, schema, migrations, log))
  running = run.catch(() => undefined)
  return run
}

async function runMigrations(
  url: string,
  schema: string,
  migrations: Migrations,
  log: Log,
): Promise<void> {
  const application = `${schema} migration ${randomUUID().slice(0, 8)}`
  // A DomainError says only that a service does not respond. An operator needs PostgreSQL's own error, and the
  // first one: after a lost connection, later errors say only that it was lost.
  let firstCause: unknown
  const onFailure = (error: unknown) => {
    if (error instanceof DomainError) firstCause ??= error.cause
  }
  const named = withApplicationName(url, application)
  const db = openDatabase<never>(named, schema, log, { ...MIGRATING, onFailure })
  await using resources = new AsyncDisposableStack()
  resources.use(watchMigration({ url, schema, application, log }))
  // Closed first: behind a pooler without a free session, the watch waits for this one.
  resources.defer(() => db.destroy())
  const names = await db
    .transaction()
    .execute((trx) => runPending(trx, schema, migrations))
    .catch((error: unknown) => {
      const cause = firstCause ?? error
      throw new Error(`The schema ${schema} could not be migrated.`, { cause })
    })
  if (names.length > 0) log.info({ schema, migrations: names }, 'migrated')
}

/** Returns the names of the migrations that it has run. */
async function runPending(
  trx: Transaction<never>,
  schema: string,
  migrations: Migrations,
): Promise<string[]> {
  await sql`select pg_advisory_xact_lock(${sql.raw(MIGRATION_LOCK)})`.execute(trx)
  const migrator = new Migrator({
    db: trx,
    migrationTableSchema: schema,
    provider: { getMigrations: () => Promise.resolve(migrations) },
  })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) throw error
  return results.map(({ migrationName }) => migrationName)
}

/** Names the session, so that the watch finds it even behind a pooler, and other processes log it. */
function withApplicationName(url: string, name: string): string {
  const address = new URL(url)
  address.searchParams.set('application_name', name)
  return address.href
}

/**
 * Whether exactly these migrations have run in the schema of `db`. Kysely's migrator would take its lock and list
 * every table of the database. If this cannot read the names, the migrator reports why.
 */
export async function haveAllRun<Tables>(
  db: Kysely<Tables>,
  migrations: Migrations,
): Promise<boolean> {
  const { rows } = await reads(
    sql<{ name: string }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`,
  )
    .execute(db)
    .catch(() => ({ rows: [] }))
  return (
    rows.length === Object.keys(migrations).length &&
    rows.every(({ name }) => Object.hasOwn(migrations, name))
  )
}
