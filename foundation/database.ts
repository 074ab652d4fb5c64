// A service's handle on PostgreSQL: one pool, bound to the one schema that is the service's own.
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
import { currentAnswer } from '#foundation/answer.ts'
import { unitsOf } from '#foundation/answer-leaves.ts'
import type { Log } from '#foundation/log.ts'

export type { Kysely, Transaction }

/** A handle to read with: the database itself, or a transaction on it. */
export type Db<Tables> = Kysely<Tables> | Transaction<Tables>

// count(*) and sum() of integers are bigint; every count here fits a double exactly.
types.setTypeParser(types.builtins.INT8, Number)

/** How a service uses its database while it serves. */
const SERVING = { connections: 8, statementTimeoutMs: 10_000 }

/**
 * Opens the database at `url` (postgres://…), with every unqualified name in `schema`.
 * Columns are snake_case in SQL and camelCase here; the keys inside JSON stay as they are.
 */
export function openDatabase<Tables>(
  url: string,
  schema: string,
  log: Log,
  { connections, statementTimeoutMs } = SERVING,
): Kysely<Tables> {
  const config: PoolConfig = {
    Client: PreparingClient,
    ...connectionTo(url, `-c search_path=${schema} -c timezone=UTC`),
    max: connections,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: statementTimeoutMs,
    application_name: schema,
  }
  const pool = new Pool(config)
  // An idle connection may die with its server; the pool replaces it, and must not end the process.
  pool.on('error', ({ message }) => {
    if (!pool.ending) log.warn({ reason: message }, 'an idle database connection was lost')
  })
  // So must one that dies in use, between two statements: the next statement fails, and tells.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: withRoom(pool) }),
    plugins: [new RowPlugin({ maintainNestedObjectKeys: true })],
  })
}

/**
 * Connections for statements. An answer that has grown large gets another one only while it has room,
 * and none once it is refused. It waits without holding a connection, which others need.
 */
function withRoom(pool: Pool): PostgresPool {
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const answer = currentAnswer()
      for (;;) {
        if (answer && !answer.mayGoOn) await answer.goOn()
        const client = await pool.connect()
        if (!answer || answer.mayGoOn) return client
        client.release()
      }
    },
  }
}

/** Names columns in camelCase, and counts what was read into the answer it was read for. */
class RowPlugin extends CamelCasePlugin {
  override transformResult(args: PluginTransformResultArgs) {
    currentAnswer()?.read(unitsOf(args.result.rows))
    return super.transformResult(args)
  }
}

/** To pg, options in the URL take the place of those beside it: here ours follow them, and win. */
function connectionTo(url: string, ours: string): PoolConfig {
  const address = new URL(url)
  const theirs = address.searchParams.getAll('options')
  if (theirs.length === 0) return { connectionString: url, options: ours }
  address.searchParams.delete('options')
  return { connectionString: address.href, options: [...theirs, ours].join(' ') }
}

/**
 * Stands in a statement that is asked so often that planning it anew each time would cost more than
 * running it: each connection prepares it once. Such a statement names its columns, because one with
 * `*` would fail when a later version adds a column.
 */
export const PREPARED = sql.raw<never>('/* prepared */')

/** Kysely hands statements on as text and values; pg prepares those that have a name. */
class PreparingClient extends Client {
  override query(...[text, values, ...rest]: unknown[]): never {
    const query = super.query as (...args: unknown[]) => never
    return typeof text === 'string' && text.includes('/* prepared */')
      ? query.call(this, {
          name: createHash('sha256').update(text).digest('base64url'),
          text,
          values,
        })
      : query.call(this, text, values, ...rest)
  }
}

/** The name of the constraint that a statement broke, or undefined when it failed otherwise. */
export function brokenConstraint(error: unknown): string | undefined {
  return error instanceof Error && 'constraint' in error ? String(error.constraint) : undefined
}
