// A service's handle on PostgreSQL, bound to the service's own schema.
import { Kysely, type Transaction } from 'kysely'
import { Pool, types, type PoolConfig } from 'pg'
import { BudgetPlugin } from '#foundation/database/budget-plugin.ts'
import {
  connectionConfig,
  isTransactionPooler,
  poolerConfig,
  sharedReadConfig,
  type SessionLimits,
} from '#foundation/database/address/connection-config.ts'
import {
  createConnectionWaits,
  type MeasureWait,
} from '#foundation/database/connections/connection-waits.ts'
import { loadOf } from '#foundation/database/database-load.ts'
import type { DatabaseWatch } from '#foundation/database/outages/database-watch.ts'
import { ServiceDialect } from '#foundation/database/dialect.ts'
import type { Connections } from '#foundation/database/driver.ts'
import { OwnConnections } from '#foundation/database/connections/own-connections.ts'
import { PROBE_CONNECTIONS, probePools } from '#foundation/database/connections/probe-pools.ts'
import { PreparingClient } from '#foundation/database/connections/service-client.ts'
import { SharedConnections } from '#foundation/database/connections/shared-connections.ts'
import { readsOf, SharedReads } from '#foundation/database/reads/shared-reads.ts'
import { watchDatabase } from '#foundation/database/outages/shared-watch.ts'
import { TransactionPoolerClient } from '#foundation/database/connections/transaction-pooler-client.ts'
import type { WatchedConfig } from '#foundation/database/connections/watched-connection.ts'
import { currentBudget } from '#foundation/limits/response-budget.ts'
import type { Log } from '#foundation/telemetry/log.ts'

export type { Kysely, Transaction }

/** A handle for reading: the database, or a transaction. */
export type Db<Tables> = Kysely<Tables> | Transaction<Tables>

// count(*) and sum() of integers are bigint; all our counts fit into a double exactly.
types.setTypeParser(types.builtins.INT8, Number)

interface Use extends SessionLimits {
  /** How many connections run one statement or transaction at a time. */
  connections: number
  /** How many connections reads share; none by default. */
  shared?: number
  /** Called with the error of each statement that fails. */
  onFailure?: (error: unknown) => void
}

/**
 * The database settings of a running service. With more connections, PostgreSQL switches between backends more
 * often: on two processors, refreshes are 5 % slower with eight connections, and 12 % with sixteen.
 */
const SERVING: Use = { connections: 6, shared: 2, statementTimeoutMs: 10_000 }

/**
 * How long a read may delay others on a shared connection. After that, it runs again on a connection of its
 * own, with the usual statement timeout.
 */
const SHARED_TIMEOUT_MS = 1_000

/**
 * Opens the database at `url` (postgres://…), with every unqualified name in `schema`. Columns are
 * snake_case in SQL and camelCase here; the keys inside JSON stay as they are. While the database
 * is down, statements throw `databaseUnavailable`.
 */
export function openDatabase<Tables>(
  url: string,
  schema: string,
  log: Log,
  { onFailure, ...use }: Use = SERVING,
): Kysely<Tables> {
  const watching = watchDatabase(url, log)
  const { watch } = watching
  const pool = openPool(url, schema, watch, use)
  const probes = openPool(url, schema, watch, { ...use, connections: PROBE_CONNECTIONS })
  const waits = createConnectionWaits()
  const owner = { service: schema, watch, measureWait: waits.measure.own }
  const own = new OwnConnections(pool, owner, use.connections)
  const shared = openShared(url, schema, watch, use)
  const connections: Connections = {
    service: schema,
    pool: {
      options: pool.options,
      connect: () => withinBudget(() => own.connect()),
      end: () => pool.end(),
    },
    reads: shared && new SharedReads(schema, () => slotWithinBudget(shared, waits.measure.shared)),
  }
  const db = new Kysely<Tables>({
    dialect: new ServiceDialect(connections),
    plugins: [new BudgetPlugin()],
    ...(onFailure && {
      log(event) {
        if (event.level === 'error') onFailure(event.error)
      },
    }),
  })
  if (connections.reads) readsOf.set(db, connections.reads)
  probePools.set(db, probes)
  loadOf.set(db, { pool, own, shared, waits })
  // Kysely closes only what it has used itself, and shared reads bypass it.
  const destroy = db.destroy.bind(db)
  db.destroy = async () => {
    readsOf.delete(db)
    await Promise.all([destroy(), shared?.end(), probes.end()])
    await watching[Symbol.asyncDispose]()
  }
  return db
}

function openPool(
  url: string,
  schema: string,
  watch: DatabaseWatch,
  { connections, ...limits }: Use,
): Pool {
  const config: PoolConfig = isTransactionPooler(url)
    ? { Client: TransactionPoolerClient, ...poolerConfig(url, schema, limits) }
    : { Client: PreparingClient, ...connectionConfig(url, schema, limits) }
  const watched: WatchedConfig = { ...config, watch }
  const pool = new Pool({ ...watched, max: connections, idleTimeoutMillis: 30_000 })
  // An idle connection may die with its server; the pool replaces it, and must not end the process.
  pool.on('error', () => undefined)
  return pool
}

function openShared(
  url: string,
  schema: string,
  watch: DatabaseWatch,
  { shared = 0 }: Use,
): SharedConnections | undefined {
  if (shared === 0 || isTransactionPooler(url)) return undefined
  const config = { ...sharedReadConfig(url, schema, SHARED_TIMEOUT_MS), watch }
  return new SharedConnections(config, shared)
}

/** A slot for a read: synchronously, unless the response has to wait. */
function slotWithinBudget(shared: SharedConnections, measureWait: MeasureWait) {
  const free = (currentBudget()?.canContinue ?? true) ? shared.tryAcquire() : undefined
  return free ?? withinBudget(() => measureWait(shared.acquire()))
}

/**
 * A connection for a statement. A large response gets one only while it holds a slot, and none
 * after it is rejected. It waits for the slot without a connection, so that others can use it.
 */
async function withinBudget<Connection extends { release(): void } | undefined>(
  connect: () => Promise<Connection>,
): Promise<Connection> {
  const budget = currentBudget()
  for (;;) {
    if (budget && !budget.canContinue) await budget.waitToContinue()
    const connection = await connect()
    if (!budget || budget.canContinue) return connection
    connection?.release()
  }
}

/** The name of the constraint that a statement violated; undefined for any other failure. */
export function brokenConstraint(error: unknown): string | undefined {
  return error instanceof Error && 'constraint' in error ? String(error.constraint) : undefined
}
