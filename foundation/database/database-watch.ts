// The outages of a database: logged once when one begins and once when it ends, and no connection outlives one.
import { setTimeout as delay } from 'node:timers/promises'
import {
  addressOf,
  withoutLogin,
  type DatabaseAddress,
} from '#foundation/database/database-address.ts'
import { probeDatabase } from '#foundation/database/database-probe.ts'
import type { Log } from '#foundation/telemetry/log.ts'
import { createRepeatedLog } from '#foundation/telemetry/repeated-log.ts'

/** Short, because after a failover all connections are replaced as soon as a probe succeeds. */
const PAUSE_MS = 250
const TOO_MANY_CONNECTIONS = '53300'

/** A connection that the watch may close. */
interface Closable {
  /** When it began to connect; once it is open, when it opened. As `performance.now()`. */
  readonly since: number
  readonly isIdle: boolean
  abort(): void
}

/** What an outage has cost so far. */
interface Counts {
  failedStatements: number
  unknownOutcomes: number
  lostConnections: number
}

const none = (): Counts => ({ failedStatements: 0, unknownOutcomes: 0, lostConnections: 0 })

/**
 * Watches one database for all services of a process. After the first failure it connects anew until that succeeds,
 * and then closes the connections of the time before: they may lead to a server that is frozen or no longer the primary.
 */
export class DatabaseWatch {
  readonly #place: string
  readonly #address: DatabaseAddress
  readonly #log: Log
  readonly #connections = new Set<Closable>()
  readonly #closing = new AbortController()
  readonly #logRepeatedly = createRepeatedLog()
  #counts = none()
  #probing: Promise<void> | undefined
  #awaySince: number | undefined

  /** @throws when a file of the address cannot be read */
  constructor(url: string, log: Log) {
    this.#place = placeOf(url)
    // Read once, as the pools do: a file that is replaced while the process runs must not stop the probes.
    this.#address = addressOf(url)
    this.#log = log
  }

  /** True from the first failed statement or connection until the database accepts connections. */
  get isAway(): boolean {
    return this.#awaySince !== undefined
  }

  add(connection: Closable): void {
    this.#connections.add(connection)
  }

  remove(connection: Closable): void {
    this.#connections.delete(connection)
  }

  /** A statement failed because the database is away. */
  statementFailed(error: unknown, isOutcomeUnknown: boolean): void {
    this.#counts.failedStatements += 1
    if (isOutcomeUnknown) this.#counts.unknownOutcomes += 1
    this.#begin(error)
    this.#probing ??= this.#probeUntilUp()
  }

  /** A connection has ended by itself. If it was idle and the database responds, nothing has failed. */
  connectionLost(): void {
    this.#counts.lostConnections += 1
    this.#probing ??= this.#probeUntilUp()
  }

  /** A change is committed, but may be on no standby. */
  changeUnreplicated({ message: reason }: Error): void {
    this.#logRepeatedly('', (repeated) => {
      const about = { database: this.#place, reason, ...repeated }
      this.#log.warn(about, 'a change is committed, but may be on no standby')
    })
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#probing
  }

  #begin(error: unknown): void {
    if (this.isAway || this.#closing.signal.aborted) return
    this.#awaySince = performance.now()
    const { message: reason } = error as Error
    this.#log.error({ database: this.#place, reason }, 'a database does not answer')
  }

  async #probeUntilUp(): Promise<void> {
    const { signal } = this.#closing
    const startedAt = performance.now()
    let failedAt: number | undefined
    while (!signal.aborted) {
      const probedAt = performance.now()
      const failure = await probeDatabase(this.#address)
      if (failure === undefined) break
      this.#begin(failure)
      // A database without a free connection still serves those that it has.
      if (!isFull(failure)) failedAt = probedAt
      await delay(PAUSE_MS, undefined, { signal, ref: false }).catch(() => undefined)
    }
    this.#probing = undefined
    if (signal.aborted) return
    this.#closeConnections(failedAt, startedAt)
    this.#end()
  }

  /** Closes connections from before the last failed probe, and idle ones from before the first loss. */
  #closeConnections(failedAt = -Infinity, startedAt: number): void {
    for (const connection of this.#connections) {
      const { since, isIdle } = connection
      if (since < failedAt || (isIdle && since < startedAt)) connection.abort()
    }
  }

  #end(): void {
    const counts = { database: this.#place, ...this.#counts }
    const since = this.#awaySince
    this.#counts = none()
    this.#awaySince = undefined
    if (since === undefined) this.#log.warn(counts, 'idle database connections were lost')
    else {
      const seconds = Math.round(performance.now() - since) / 1_000
      this.#log.warn({ ...counts, seconds }, 'a database answers again')
    }
  }
}

function isFull(failure: unknown): boolean {
  return (failure as { code?: unknown }).code === TOO_MANY_CONNECTIONS
}

/** The database of an address, without its user and password. */
function placeOf(url: string): string {
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}

interface SharedWatch {
  watch: DatabaseWatch
  users: number
}

/** The watches of this process, by the databases of their services. */
const watches = new Map<string, SharedWatch>()

/** The watch of a database, which all services of the process share. Dispose it when the service stops. */
export function watchDatabase(url: string, log: Log): { watch: DatabaseWatch } & AsyncDisposable {
  const database = withoutLogin(url)
  const shared = watches.getOrInsertComputed(database, () => ({
    watch: new DatabaseWatch(url, log),
    users: 0,
  }))
  shared.users += 1
  return {
    watch: shared.watch,
    async [Symbol.asyncDispose]() {
      shared.users -= 1
      if (shared.users > 0) return
      watches.delete(database)
      await shared.watch.close()
    },
  }
}
