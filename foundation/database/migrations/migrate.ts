// Brings a service's own schema up to date; any number of processes may run it at once.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { DEFAULT_MIGRATION_TABLE, Migrator, type Migration } from 'kysely/migration'
import { openDatabase, type Kysely, type Transaction } from '#foundation/database/database.ts'
import { watchMigration } from '#foundation/database/migrations/migration-watch.ts'
import { reads, readsAlone } from '#foundation/database/reads/read-statement.ts'
import { DomainError } from '#foundation/domain/errors.ts'
import type { Log } from '#foundation/telemetry/log.ts'

/** Migrations by name; they run in the order of their names. */
export type Migrations = Record<string, Migration>

/** Migrations of an earlier commit that others have replaced. */
export interface ReplacedMigrations {
  /** That commit, which accepts every older database. */
  commit: string
  names: readonly string[]
  /** The names of the migrations that are recorded in their place. */
  by: readonly [string, ...string[]]
  /** Changes the tables of the replaced migrations into those of today's. */
  change: (db: Kysely<unknown>) => Promise<void>
}

export interface MigratedService {
  /** The name of the service and of its schema. */
  name: string
  migrations: Migrations
  replaced?: ReplacedMigrations
}

const MIGRATING = { connections: 1, statementTimeoutMs: 0 }
/** The advisory lock of Kysely's migrator. */
const MIGRATION_LOCK = '3853314791062309107'

/** The latest migration run of this process. */
let running: Promise<void> = Promise.resolve()

/**
 * Runs pending migrations in one transaction, which holds an advisory lock, so a second process waits and then finds
 * nothing to do. The services of a process migrate one after the other, because each one that waits would keep a
 * session of a transaction pooler.
 * @throws the first failure; the run is rolled back.
 */
export function migrate(url: string, service: MigratedService, log: Log): Promise<void> {
  const run = running.then(() => runMigrations(url, service, log))
  running = run.catch(() => undefined)
  return run
}

async function runMigrations(url: string, service: MigratedService, log: Log): Promise<void> {
  const { name: schema } = service
  const application = `${schema} migration ${randomUUID().slice(0, 8)}`
  // A DomainError says only that a service does not respond. An operator needs PostgreSQL's own error, and the
  // first one: after a lost connection, later errors say only that it was lost.
  let firstCause: unknown
  const onFailure = (error: unknown) => {
    if (error instanceof DomainError) firstCause ??= error.cause
  }
  const named = withApplicationName(url, application)
  const db = openDatabase<unknown>(named, schema, log, { ...MIGRATING, onFailure })
  await using resources = new AsyncDisposableStack()
  resources.use(watchMigration({ url, schema, application, log }))
  // Closed first: behind a pooler without a free session, the watch waits for this one.
  resources.defer(() => db.destroy())
  const names = await db
    .transaction()
    .execute((trx) => runPending(trx, service))
    .catch((error: unknown) => {
      const cause = firstCause ?? error
      throw new Error(`The schema ${schema} could not be migrated.`, { cause })
    })
  if (names.length > 0) log.info({ schema, migrations: names }, 'migrated')
}

/** Returns the names of the migrations that it has run or recorded. */
async function runPending(trx: Transaction<unknown>, service: MigratedService): Promise<string[]> {
  await sql`select pg_advisory_xact_lock(${sql.raw(MIGRATION_LOCK)})`.execute(trx)
  const recorded = await recordReplacements(trx, service)
  const migrator = new Migrator({
    db: trx,
    migrationTableSchema: service.name,
    provider: { getMigrations: () => Promise.resolve(service.migrations) },
  })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) throw error
  return [...recorded, ...results.map(({ migrationName }) => migrationName)]
}

/**
 * Records the replacements if exactly the replaced migrations have run. Returns their names.
 * @throws if other migrations of that time have run: the database is older
 */
async function recordReplacements(
  trx: Transaction<unknown>,
  { name: schema, replaced }: MigratedService,
): Promise<readonly string[]> {
  if (!replaced) return []
  const names = await listRunMigrations(trx, schema)
  if (names.length === 0 || names.includes(replaced.by[0])) return []
  if (!isSame(names, replaced.names)) {
    throw new Error(
      `The database is from before commit ${replaced.commit}. Start that commit once, then this one.`,
    )
  }
  await replaced.change(trx)
  const table = sql.table(DEFAULT_MIGRATION_TABLE)
  await sql`delete from ${table}`.execute(trx)
  const at = new Date().toISOString()
  const values = replaced.by.map((name) => sql`(${name}, ${at})`)
  await sql`insert into ${table} (name, timestamp) values ${sql.join(values)}`.execute(trx)
  return replaced.by
}

/** Names the session, so that the watch finds it even behind a pooler, and other processes log it. */
function withApplicationName(url: string, name: string): string {
  const parsed = new URL(url)
  parsed.searchParams.set('application_name', name)
  return parsed.href
}

/**
 * Whether exactly these migrations have run in the schema of `db`. Kysely's migrator would take its lock and list
 * every table of the database. If this cannot read the names, the migrator reports why.
 */
export async function haveAllRun<Tables>(
  db: Kysely<Tables>,
  migrations: Migrations,
): Promise<boolean> {
  const names = await readNames(db).catch(() => [])
  return isSame(names, Object.keys(migrations))
}

/** The names of the migrations that have run in the schema of `db`, which may have no table of them yet. */
export async function listRunMigrations<Tables>(
  db: Kysely<Tables>,
  schema: string,
): Promise<string[]> {
  const { rows } = await readsAlone(sql<{ exists: boolean }>`
    select to_regclass(${`${schema}.${DEFAULT_MIGRATION_TABLE}`}) is not null as exists`).execute(
    db,
  )
  return rows[0]!.exists ? readNames(db) : []
}

async function readNames<Tables>(db: Kysely<Tables>): Promise<string[]> {
  const select = sql<{ name: string }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)}`
  const { rows } = await reads(select).execute(db)
  return rows.map(({ name }) => name)
}

function isSame(names: readonly string[], others: readonly string[]): boolean {
  return names.length === others.length && names.every((name) => others.includes(name))
}
