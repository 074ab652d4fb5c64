// Watches a database for outages: logs when each begins and ends, and closes the connections from before it.
import { setTimeout as delay } from 'node:timers/promises'
import {
  parseDatabaseUrl,
  type ParsedDatabaseUrl,
} from '#foundation/database/address/database-url.ts'
import { probeDatabase } from '#foundation/database/address/database-probe.ts'
import { isLoginRefused } from '#foundation/database/address/refused-login.ts'
import { isReadOnly } from '#foundation/database/connections/standby.ts'
import type { Log } from '#foundation/telemetry/log.ts'
import { statementsRefused } from '#foundation/telemetry/metrics.ts'
import { createRepeatedLog } from '#foundation/telemetry/log/repeated-log.ts'

/** The pause between probes; short, because after a failover all connections are replaced as soon as one succeeds. */
const PAUSE_MS = 250
/** Failures within this time after an outage are part of it, such as those of the connections that the watch closes. */
const QUIET_MS = 1_000
const TOO_MANY_CONNECTIONS = '53300'

/** A connection that the watch may close. */
interface Closable {
  /** When the connection opened, or until then began to connect, as `performance.now()`. */
  readonly since: number
  readonly isIdle: boolean
  abort(): void
}

/** The counts of an outage, logged at its end. */
interface Counts {
  failedStatements: number
  unknownOutcomes: number
  lostConnections: number
}

const none = (): Counts => ({ failedStatements: 0, unknownOutcomes: 0, lostConnections: 0 })

/**
 * Watches one database for all services of a process. After the first failure it connects again until that succeeds,
 * and then closes the connections from before: their server may be frozen, or no longer the primary.
 */
export class DatabaseWatch {
  readonly #database: string
  readonly #parsedUrl: ParsedDatabaseUrl
  readonly #log: Log
  readonly #connections = new Set<Closable>()
  readonly #closing = new AbortController()
  readonly #logRepeatedly = createRepeatedLog()
  #counts = none()
  #probing: Promise<void> | undefined
  #ending: Promise<void> | undefined
  /** When the current outage began: the one whose end is not logged yet. */
  #awaySince: number | undefined
  /** Since when the database has accepted connections again, without a failure. */
  #upSince: number | undefined
  /** When the latest connection began that ended without any response from the server. */
  #unansweredSince = -Infinity

  /** @throws when a file that the URL names cannot be read */
  constructor(url: string, log: Log) {
    this.#database = hostAndName(url)
    // Read once, as the pools do: a file that is replaced while the process runs must not stop the probes.
    this.#parsedUrl = parseDatabaseUrl(url)
    this.#log = log
  }

  /** True from the first failed statement or connection until the database accepts connections. */
  get isAway(): boolean {
    return this.#awaySince !== undefined && this.#upSince === undefined
  }

  add(connection: Closable): void {
    this.#connections.add(connection)
  }

  remove(connection: Closable): void {
    this.#connections.delete(connection)
  }

  /** Counts a statement that failed because the database is down, or refuses the role of its service. */
  statementFailed(error: unknown, isOutcomeUnknown: boolean): void {
    if (isLoginRefused(error)) {
      this.#loginRefused(error)
      return
    }
    if (isReadOnly(error)) statementsRefused.inc()
    this.#counts.failedStatements += 1
    if (isOutcomeUnknown) this.#counts.unknownOutcomes += 1
    this.#begin(error)
    this.#probing ??= this.#probeUntilUp()
  }

  /** Logs that a pool had no free connection for a statement. Many statements may fail this way at once. */
  poolFull({ message: reason }: Error): void {
    this.#logRepeatedly('no connection', (repeated) => {
      const about = { database: this.#database, reason, ...repeated }
      this.#log.warn(about, 'no connection to a database is free')
    })
  }

  /** Logs that the database lacks resources for a statement. This is no outage: it serves others, especially reads. */
  resourcesLacking({ message: reason }: Error): void {
    statementsRefused.inc()
    this.#logRepeatedly('lacking', (repeated) => {
      const about = { database: this.#database, reason, ...repeated }
      this.#log.error(about, 'a database lacks resources')
    })
  }

  /** Counts a connection that ended by itself. If it was idle and the database responds, nothing has failed. */
  connectionLost(): void {
    this.#counts.lostConnections += 1
    this.#probing ??= this.#probeUntilUp()
  }

  /** Notes a connection that ended without a response: as with a failed probe, the server was down when it began. */
  connectionUnanswered(since: number): void {
    this.#unansweredSince = Math.max(this.#unansweredSince, since)
  }

  /** Logs that a change is committed, but may be on no standby. */
  changeUnreplicated({ message: reason }: Error): void {
    this.#logRepeatedly('unreplicated', (repeated) => {
      const about = { database: this.#database, reason, ...repeated }
      this.#log.warn(about, 'a change is committed, but may be on no standby')
    })
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#probing
    await this.#ending
  }

  /** Logs a refused login. The server responds, so this is no outage. */
  #loginRefused({ message: reason }: Error): void {
    this.#logRepeatedly(reason, (repeated) => {
      const about = { database: this.#database, reason, ...repeated }
      this.#log.error(about, 'a database refuses a connection')
    })
  }

  #begin(error: unknown): void {
    this.#upSince = undefined
    if (this.#awaySince !== undefined || this.#closing.signal.aborted) return
    this.#awaySince = performance.now()
    const { message: reason } = error as Error
    this.#log.error({ database: this.#database, reason }, 'a database does not answer')
  }

  async #probeUntilUp(): Promise<void> {
    const { signal } = this.#closing
    const startedAt = performance.now()
    let failedAt: number | undefined
    while (!signal.aborted) {
      const probedAt = performance.now()
      const failure = await probeDatabase(this.#parsedUrl)
      if (failure === undefined || isLoginRefused(failure)) break
      this.#begin(failure)
      // A database without a free connection still serves those that it has.
      if (!isFull(failure)) failedAt = probedAt
      await delay(PAUSE_MS, undefined, { signal, ref: false }).catch(() => undefined)
    }
    this.#probing = undefined
    if (signal.aborted) return
    this.#closeConnections(failedAt, startedAt)
    if (this.#awaySince === undefined) this.#logCounts({}, 'idle database connections were lost')
    else this.#ending = this.#endWhenQuiet(this.#awaySince)
  }

  /** Closes connections from before the last failed probe or connection, and idle ones from before the first loss. */
  #closeConnections(probeFailedAt = -Infinity, startedAt: number): void {
    const failedAt = Math.max(probeFailedAt, this.#unansweredSince)
    for (const connection of this.#connections) {
      const { since, isIdle } = connection
      if (since < failedAt || (isIdle && since < startedAt)) connection.abort()
    }
  }

  async #endWhenQuiet(awaySince: number): Promise<void> {
    const upSince = (this.#upSince = performance.now())
    const { signal } = this.#closing
    await delay(QUIET_MS, undefined, { signal, ref: false }).catch(() => undefined)
    if (this.#upSince !== upSince) return
    this.#awaySince = this.#upSince = undefined
    const seconds = Math.round(upSince - awaySince) / 1_000
    this.#logCounts({ seconds }, 'a database answers again')
  }

  #logCounts(more: { seconds?: number }, message: string): void {
    this.#log.warn({ database: this.#database, ...this.#counts, ...more }, message)
    this.#counts = none()
  }
}

function isFull(failure: unknown): boolean {
  return (failure as { code?: unknown }).code === TOO_MANY_CONNECTIONS
}

/** The host and name of a database, without user and password. */
function hostAndName(url: string): string {
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}
