// How Kysely reaches PostgreSQL: reads share connections, everything else gets one of its own.
import {
  PostgresDriver,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type PostgresPool,
  type QueryResult,
  type TransactionSettings,
} from 'kysely'
import { observeStatement } from '#foundation/database/observed-statement.ts'
import { isOneStatement, kindOf } from '#foundation/database/reads/read-statement.ts'
import type { SentStatement } from '#foundation/database/connections/service-client.ts'
import type { SharedReads } from '#foundation/database/reads/shared-reads.ts'

export interface Connections {
  /** The name of the service that owns the database. */
  service: string
  pool: PostgresPool
  /** If undefined, reads run on connections of the pool, too. */
  reads: SharedReads | undefined
}

/** Decides for each statement where it runs. A transaction stays on its own connection. */
export class ServiceDriver implements Driver {
  readonly #own: Driver
  readonly #reads: SharedReads | undefined
  readonly #service: string

  constructor({ pool, reads, service }: Connections) {
    this.#own = new PostgresDriver({ pool })
    this.#reads = reads
    this.#service = service
  }

  init(): Promise<void> {
    return this.#own.init()
  }

  acquireConnection(): Promise<Lease> {
    return Promise.resolve(new Lease(this.#own, this.#reads, this.#service))
  }

  async beginTransaction(lease: Lease, settings: TransactionSettings): Promise<void> {
    await this.#own.beginTransaction(await lease.own(), settings)
  }

  async commitTransaction(lease: Lease): Promise<void> {
    const connection = await lease.own()
    const commit = { service: this.#service, sql: 'commit', isChange: true }
    await observeStatement(
      commit,
      () => this.#own.commitTransaction(connection),
      () => 0,
    )
  }

  /**
   * Never throws: a connection that cannot roll back is discarded, and its server rolls back. An error here would hide
   * the one that caused the rollback.
   */
  async rollbackTransaction(lease: Lease): Promise<void> {
    await this.#own.rollbackTransaction(await lease.own()).catch(() => undefined)
  }

  async releaseConnection({ owned }: Lease): Promise<void> {
    if (owned) await this.#own.releaseConnection(owned)
  }

  destroy(): Promise<void> {
    return this.#own.destroy()
  }
}

function rowsOf({ rows, numAffectedRows }: QueryResult<unknown>): number {
  return rows.length > 0 ? rows.length : Number(numAffectedRows ?? 0)
}

/** The connection that Kysely holds while it executes a statement or a transaction. */
class Lease implements DatabaseConnection {
  owned: DatabaseConnection | undefined
  readonly #driver: Driver
  readonly #reads: SharedReads | undefined
  readonly #service: string

  constructor(driver: Driver, reads: SharedReads | undefined, service: string) {
    this.#driver = driver
    this.#reads = reads
    this.#service = service
  }

  /** A connection that nothing else uses until the lease ends. */
  async own(): Promise<DatabaseConnection> {
    return (this.owned ??= await this.#driver.acquireConnection())
  }

  async executeQuery<Row>(statement: CompiledQuery): Promise<QueryResult<Row>> {
    const rows = this.owned ? undefined : await this.#reads?.read<Row>(statement)
    if (rows) return { rows }
    const connection = await this.own()
    const { query, sql } = statement
    const isChange = kindOf(query) === 'change'
    const sent: SentStatement = { text: sql, isChange, isPrepared: isOneStatement(statement) }
    return observeStatement(
      { service: this.#service, sql, isChange },
      // Kysely passes `sql` to pg, which also accepts an object.
      () => connection.executeQuery<Row>({ ...statement, sql: sent as unknown as string }),
      rowsOf,
    )
  }

  async *streamQuery<Row>(
    statement: CompiledQuery,
    chunkSize: number,
  ): AsyncIterableIterator<QueryResult<Row>> {
    yield* (await this.own()).streamQuery<Row>(statement, chunkSize)
  }
}
