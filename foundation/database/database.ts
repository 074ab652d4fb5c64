// A service's handle on PostgreSQL: one pool, bound to the service's own schema.
import { createHash } from 'node:crypto'
import {
  CamelCasePlugin,
  Kysely,
  PostgresDialect,
  sql,
  type PluginTransformResultArgs,
  type PostgresPool,
  type Transaction,
} from 'kysely'
import { Client, Pool, types, type PoolConfig } from 'pg'
import { serviceUnavailable } from '#foundation/domain/errors.ts'
import { currentBudget } from '#foundation/limits/response-budget.ts'
import { textLength } from '#foundation/limits/response-leaves.ts'
import type { Log } from '#foundation/telemetry/log.ts'

export type { Kysely, Transaction }

/** A handle for reading: the database, or a transaction. */
export type Db<Tables> = Kysely<Tables> | Transaction<Tables>

// count(*) and sum() of integers are bigint; all our counts fit into a double exactly.
types.setTypeParser(types.builtins.INT8, Number)

interface Use {
  connections: number
  /** 0 for none. */
  statementTimeoutMs: number
  /**
   * How long a transaction may idle between statements, 0 for no limit; the statement timeout by
   * default.
   */
  idleInTransactionMs?: number
}

/** The database settings of a running service. */
const SERVING: Use = { connections: 8, statementTimeoutMs: 10_000 }

/**
 * Opens the database at `url` (postgres://…), with every unqualified name in `schema`. Columns are
 * snake_case in SQL and camelCase here; the keys inside JSON stay as they are. While the database
 * is down, statements throw `serviceUnavailable`.
 */
export function openDatabase<Tables>(
  url: string,
  schema: string,
  log: Log,
  { connections, statementTimeoutMs, idleInTransactionMs = statementTimeoutMs } = SERVING,
): Kysely<Tables> {
  const config: PoolConfig = {
    Client: ServiceClient,
    ...connectionTo(url, `-c search_path=${schema} -c timezone=UTC`),
    max: connections,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
    application_name: schema,
  }
  const pool = new Pool(config)
  // An idle connection may die with its server; the pool replaces it, and must not end the process.
  pool.on('error', ({ message }) => {
    if (!pool.ending) log.warn({ reason: message }, 'an idle database connection was lost')
  })
  // The same for a connection lost between two statements: the next statement reports it.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: withBudgetedConnections(pool, schema) }),
    plugins: [new RowPlugin({ maintainNestedObjectKeys: true })],
  })
}

/**
 * Connections for statements. A large response gets a connection only while it holds a slot, and
 * none after it is rejected. It waits for the slot without a connection, so that others can use it.
 */
function withBudgetedConnections(pool: Pool, service: string): PostgresPool {
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const budget = currentBudget()
      for (;;) {
        if (budget && !budget.canContinue) await budget.waitToContinue()
        const client = await pool.connect().catch((error: unknown) => fail(service, error))
        if (!budget || budget.canContinue) return client
        client.release()
      }
    },
  }
}

/** Converts columns to camelCase, and adds the rows read to the budget of the response. */
class RowPlugin extends CamelCasePlugin {
  override transformResult(args: PluginTransformResultArgs) {
    currentBudget()?.addSource(textLength(args.result.rows))
    return super.transformResult(args)
  }
}

/**
 * In pg, options in the URL replace the options beside it. Ours are appended to them, and so take
 * precedence.
 */
function connectionTo(url: string, ours: string): PoolConfig {
  const address = new URL(url)
  const theirs = address.searchParams.getAll('options')
  if (theirs.length === 0) return { connectionString: url, options: ours }
  address.searchParams.delete('options')
  return { connectionString: address.href, options: [...theirs, ours].join(' ') }
}

/**
 * Marks a frequent statement whose planning would cost more than its execution, so that each
 * connection prepares it once. Such a statement must name its columns: with `*` it would fail when
 * a later version adds a column.
 */
export const PREPARED = sql.raw<never>('/* prepared */')

/**
 * Kysely passes statements as text and values; pg prepares those with a name. Errors of a lost
 * connection are distinguished from errors of a statement.
 */
class ServiceClient extends Client {
  readonly #service: string

  constructor(config?: PoolConfig) {
    super(config)
    this.#service = config?.application_name ?? ''
  }

  override query(...[text, values]: unknown[]): never {
    const query = super.query as (...args: unknown[]) => Promise<unknown>
    const isPrepared = typeof text === 'string' && text.includes('/* prepared */')
    const answer = isPrepared
      ? query.call(this, {
          name: createHash('sha256').update(text).digest('base64url'),
          text,
          values,
        })
      : query.call(this, text, values)
    return answer.catch((error: unknown) => fail(this.#service, error)) as never
  }
}

function fail(service: string, error: unknown): never {
  throw isAway(error) ? serviceUnavailable(service, error) : error
}

/**
 * SQLSTATEs (PostgreSQL manual, appendix A): no connection, shut down, crashed, starting, session
 * ended, too many connections. Not 57014: a statement that timed out would time out again.
 */
const AWAY = /^(08(000|001|003|004|006|007)|57P0[1235]|53300)$/
/** Messages of pg without a code: a connection that ended, and a timeout while waiting for one. */
const LOST =
  /^(Connection terminated|timeout |Client (has encountered|was closed)|Cannot use a pool)/

function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // The system call that failed; with several addresses, the one of the first.
  const failed = error instanceof AggregateError ? (error.errors[0] as Error) : error
  if ('syscall' in failed) return true
  return 'code' in failed ? AWAY.test(String(failed.code)) : LOST.test(failed.message)
}

/** The name of the constraint that a statement violated; undefined for any other failure. */
export function brokenConstraint(error: unknown): string | undefined {
  return error instanceof Error && 'constraint' in error ? String(error.constraint) : undefined
}
