// How a service connects to its database: the URL, and the settings of its sessions.
import type { PoolConfig } from 'pg'
import { parseDatabaseUrl } from '#foundation/database/address/database-url.ts'
import type { WatchedConfig } from '#foundation/database/connections/watched-connection.ts'

export interface SessionLimits {
  /** 0 for no timeout. */
  statementTimeoutMs: number
  /** How long a transaction may idle between statements, 0 for no limit; the statement timeout by default. */
  idleInTransactionMs?: number
}

const CONNECT_MS = 5_000
/** How much longer than PostgreSQL's own timeout a statement waits for a server that may be frozen. */
const SILENCE_MS = 1_000
/** Ends connections to a machine that is gone: ten probes follow, one a second. */
const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/** The settings of every session. */
const SESSION = {
  timezone: 'UTC',
  // How similar words must be for a search, from 0 to 1 (pg_trgm). The default of 0.6 misses words with
  // two letters swapped.
  'pg_trgm.word_similarity_threshold': '0.5',
  // PostgreSQL estimates an unknown LIMIT as 10 % of the rows, and would compile a statement for that many.
  // Compiling takes longer than reading a page.
  jit: 'off',
  // PostgreSQL 15 underestimates pages of parallel scans, and would sort a whole list instead of using its index.
  max_parallel_workers_per_gather: '0',
}

/**
 * Plans a statement once for each connection. By default PostgreSQL would plan most of ours at each execution,
 * which takes longer than the execution itself.
 */
const SHARED_READS = { default_transaction_read_only: 'on', plan_cache_mode: 'force_generic_plan' }

/** Connections for any statement. Unqualified names resolve to the schema, and times are in UTC. */
export function connectionConfig(
  url: string,
  schema: string,
  limits: SessionLimits,
): WatchedConfig {
  const { statementTimeoutMs, idleInTransactionMs = statementTimeoutMs } = limits
  const parsed = new URL(url)
  return {
    ...configWith(parsed, optionsOf({ search_path: schema, ...SESSION })),
    ...KEEP_ALIVE,
    application_name: schema,
    connectionTimeoutMillis: CONNECT_MS,
    silenceMs: silenceOf(parsed, statementTimeoutMs),
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
  }
}

/** How long a server may be silent, in milliseconds; 0 for no limit. In pg, a timeout in the URL replaces ours. */
function silenceOf({ searchParams }: URL, statementTimeoutMs: number): number {
  const timeoutMs = Number(searchParams.get('statement_timeout') ?? statementTimeoutMs)
  return timeoutMs > 0 ? timeoutMs + SILENCE_MS : 0
}

function optionsOf(settings: Readonly<Record<string, string>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')
}

/** Read-only connections with this statement timeout, even if the URL sets another one. */
export function sharedReadConfig(
  url: string,
  schema: string,
  statementTimeoutMs: number,
): WatchedConfig {
  const parsed = new URL(url)
  parsed.searchParams.delete('statement_timeout')
  const config = connectionConfig(parsed.href, schema, { statementTimeoutMs })
  return { ...config, options: `${config.options} ${optionsOf(SHARED_READS)}` }
}

/** In pg, options in the URL replace those in the configuration, so ours are appended to the URL's. */
function configWith(parsed: URL, ours: string): PoolConfig {
  const theirs = parsed.searchParams.getAll('options')
  if (theirs.length > 0) parsed.searchParams.delete('options')
  return { ...parseDatabaseUrl(parsed.href), options: [...theirs, ours].join(' ') }
}

/** True when the URL has `pgbouncer=true`: PgBouncer in transaction mode stands before the database. */
export function isTransactionPooler(url: string): boolean {
  return new URL(url).searchParams.get('pgbouncer') === 'true'
}

export interface PoolerConfig extends WatchedConfig {
  /** Statements that set up a transaction. */
  setup: string
}

/**
 * Connections to PgBouncer in transaction mode. It drops options, and every transaction may run in another
 * session, so each transaction sets what it needs.
 */
export function poolerConfig(url: string, schema: string, limits: SessionLimits): PoolerConfig {
  const { statementTimeoutMs, idleInTransactionMs = statementTimeoutMs } = limits
  const settings = {
    search_path: schema,
    ...SESSION,
    statement_timeout: statementTimeoutMs,
    idle_in_transaction_session_timeout: idleInTransactionMs,
  }
  const setup = Object.entries(settings).map(([name, value]) => `set local ${name} = '${value}'`)
  return {
    ...parseDatabaseUrl(url),
    ...KEEP_ALIVE,
    application_name: schema,
    connectionTimeoutMillis: CONNECT_MS,
    silenceMs: silenceOf(new URL(url), statementTimeoutMs),
    setup: setup.join('; '),
  }
}
