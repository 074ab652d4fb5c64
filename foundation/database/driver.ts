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
import { isSharedRead } from '#foundation/database/read-statement.ts'
import type { SharedPlace } from '#foundation/database/shared-connections.ts'

export interface Connections {
  pool: PostgresPool
  /** A place for one read; undefined: the read runs on a connection of the pool. */
  share: (() => Promise<SharedPlace | undefined>) | undefined
}

/** Decides for each statement where it runs. A transaction stays on its own connection. */
export class ServiceDriver implements Driver {
  readonly #own: Driver
  readonly #share: Connections['share']

  constructor({ pool, share }: Connections) {
    this.#own = new PostgresDriver({ pool })
    this.#share = share
  }

  init(): Promise<void> {
    return this.#own.init()
  }

  acquireConnection(): Promise<Lease> {
    return Promise.resolve(new Lease(this.#own, this.#share))
  }

  async beginTransaction(lease: Lease, settings: TransactionSettings): Promise<void> {
    await this.#own.beginTransaction(await lease.own(), settings)
  }

  async commitTransaction(lease: Lease): Promise<void> {
    await this.#own.commitTransaction(await lease.own())
  }

  async rollbackTransaction(lease: Lease): Promise<void> {
    await this.#own.rollbackTransaction(await lease.own())
  }

  async releaseConnection({ owned }: Lease): Promise<void> {
    if (owned) await this.#own.releaseConnection(owned)
  }

  destroy(): Promise<void> {
    return this.#own.destroy()
  }
}

/**
 * SQLSTATEs of a read that may succeed on a connection of its own: cut off by the short limit of
 * shared connections, no read after all, its prepared statement unknown or outdated.
 */
const ELSEWHERE = /^(57014|25006|26000|0A000)$/

/** What Kysely holds while it executes a statement or a transaction. */
class Lease implements DatabaseConnection {
  owned: DatabaseConnection | undefined
  readonly #driver: Driver
  readonly #share: Connections['share']

  constructor(driver: Driver, share: Connections['share']) {
    this.#driver = driver
    this.#share = share
  }

  /** A connection that nothing else uses until the lease ends. */
  async own(): Promise<DatabaseConnection> {
    return (this.owned ??= await this.#driver.acquireConnection())
  }

  async executeQuery<Row>(statement: CompiledQuery): Promise<QueryResult<Row>> {
    const shared = await this.#executeShared<Row>(statement)
    return shared ?? (await this.own()).executeQuery<Row>(statement)
  }

  async *streamQuery<Row>(
    statement: CompiledQuery,
    chunkSize: number,
  ): AsyncIterableIterator<QueryResult<Row>> {
    yield* (await this.own()).streamQuery<Row>(statement, chunkSize)
  }

  /** Undefined when the statement has to run on a connection of its own. */
  async #executeShared<Row>({
    sql,
    parameters,
  }: CompiledQuery): Promise<QueryResult<Row> | undefined> {
    if (this.owned || !this.#share || !isSharedRead(sql)) return undefined
    const place = await this.#share()
    try {
      return (await place?.query(sql, parameters)) as QueryResult<Row> | undefined
    } catch (error) {
      if (ELSEWHERE.test(String((error as { code?: unknown }).code))) return undefined
      throw error
    } finally {
      place?.release()
    }
  }
}
