// The connections on which the requests of a service read together.
import type { PoolConfig, QueryResult } from 'pg'
import { PipelinedConnection } from '#foundation/database/pipelined-connection.ts'
import type { Log } from '#foundation/telemetry/log.ts'

/** How many statements of one connection may be under way, because their rows wait in memory. */
const STATEMENTS_AT_ONCE = 8
const LONGEST_WAIT_MS = 1_000

/** A place on a shared connection, for one statement at a time. */
export interface SharedPlace {
  query(text: string, values: readonly unknown[]): Promise<QueryResult>
  release(): void
}

interface Member {
  connection: PipelinedConnection
  free: number
}

/** A few connections with a limited number of places. */
export class SharedConnections {
  readonly #members: Member[]
  readonly #waiting = new Set<(member: Member | undefined) => void>()

  constructor(config: PoolConfig, count: number, log: Log) {
    this.#members = Array.from({ length: count }, () => ({
      connection: new PipelinedConnection(config, log),
      free: STATEMENTS_AT_ONCE,
    }))
  }

  /**
   * A place on one of the connections; undefined when none gets free within a
   * second. @throws `serviceUnavailable` when that connection cannot be opened
   */
  async connect(): Promise<SharedPlace | undefined> {
    const member = this.#takeNext() ?? (await this.#nextFree())
    if (!member) return undefined
    const place: SharedPlace = {
      query: (text, values) => member.connection.query(text, values),
      release: () => this.#release(member),
    }
    return place
  }

  async end(): Promise<void> {
    await Promise.all(this.#members.map(({ connection }) => connection.end()))
  }

  /** What is read in one turn of the event loop leaves in one packet, on one connection. */
  #takeNext(): Member | undefined {
    const next =
      this.#members.find(({ connection, free }) => connection.isCorked && free > 0) ??
      this.#members.reduce((a, b) => (b.free > a.free ? b : a))
    if (next.free === 0) return undefined
    next.free -= 1
    return next
  }

  #nextFree(): Promise<Member | undefined> {
    return new Promise((resolve) => {
      const settle = (member: Member | undefined) => {
        clearTimeout(timer)
        this.#waiting.delete(settle)
        resolve(member)
      }
      const timer = setTimeout(settle, LONGEST_WAIT_MS, undefined)
      this.#waiting.add(settle)
    })
  }

  /** Passes the place to whoever has waited the longest. */
  #release(member: Member): void {
    const [next] = this.#waiting
    if (next) next(member)
    else member.free += 1
  }
}
