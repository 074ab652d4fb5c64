// The connections that run one statement or transaction at a time. One caller never gets all of them.
import type { PostgresPoolClient } from 'kysely'
import type { Pool } from 'pg'
import type { MeasureWait } from '#foundation/database/connections/connection-waits.ts'
import type { DatabaseWatch } from '#foundation/database/outages/database-watch.ts'
import {
  noConnectionFree,
  rethrowUnconnected,
} from '#foundation/database/outages/transient-failure.ts'
import { currentCaller, type CurrentCaller } from '#foundation/limits/current-caller.ts'
import { FairSemaphore, type Release } from '#foundation/limits/fair-semaphore.ts'
import { statementsWithoutConnection } from '#foundation/telemetry/metrics.ts'

/** How many statements and transactions may wait for a connection. */
const WAITING = { waiting: 2_000, waitingPerCaller: 500 }
/** The service and database that the connections belong to. */
interface Owner {
  service: string
  watch: DatabaseWatch
  measureWait: MeasureWait
}

/** The maximum wait for a connection, as long as pg's own. */
const WAIT_MS = 5_000
const NO_CONNECTION = `no connection within ${WAIT_MS / 1_000} s, or too many statements wait for one`

/**
 * Shares a pool of `total` connections, of which one caller gets at most half. The other half stays free even if
 * a caller's statements wait for locks until the statement timeout. Work outside a request is not limited: a
 * process has few workers, each with one connection.
 */
export class OwnConnections {
  readonly #pool: Pool
  readonly #of: Owner
  readonly #slots: FairSemaphore

  constructor(pool: Pool, of: Owner, total: number) {
    this.#pool = pool
    this.#of = of
    this.#slots = new FairSemaphore({ total, perCaller: Math.ceil(total / 2), ...WAITING })
  }

  /** How many statements and transactions wait. */
  get waiting(): number {
    return this.#slots.waiting + this.#pool.waitingCount
  }

  /** @throws `databaseUnavailable` when the database is down, `serviceBusy` when no connection becomes free */
  connect(): Promise<PostgresPoolClient> {
    const caller = currentCaller()
    const slot = caller && this.#slots.tryAcquire(caller.key)
    const { measureWait } = this.#of
    if (caller && !slot) return measureWait(this.#wait(caller))
    const hasIdle = this.#pool.idleCount > 0
    const opening = this.#open(slot)
    return hasIdle ? opening : measureWait(opening)
  }

  async #wait({ key }: CurrentCaller): Promise<PostgresPoolClient> {
    const slot = await this.#slots.acquire(key, { limitMs: WAIT_MS })
    if (slot) return this.#open(slot)
    statementsWithoutConnection.inc()
    const { service, watch } = this.#of
    throw noConnectionFree(new Error(NO_CONNECTION), service, watch)
  }

  #open(slot?: Release): Promise<PostgresPoolClient> {
    return this.#pool.connect().then(
      (client) => (slot ? releaseWith(client, slot) : client),
      (error: unknown) => {
        slot?.()
        return rethrowUnconnected(error, this.#of)
      },
    )
  }
}

/** pg gives a client another `release` each time it leaves the pool. */
function releaseWith(client: PostgresPoolClient, slot: Release): PostgresPoolClient {
  const { release } = client
  client.release = (...args) => {
    release(...args)
    slot()
  }
  return client
}
