// All connections of a server with an open stream: checks their rights, keeps them alive and ends them.
import { overloaded } from '#foundation/domain/errors.ts'
import { HEARTBEAT_MS, SWEEP_MS } from '#foundation/graphql/live/live-settings.ts'
import { Reconnect } from '#foundation/graphql/live/stream-end.ts'

export interface OpenConnection {
  /** Checks the rights of the caller. @throws when the caller may no longer read */
  recheck(): void | Promise<void>
  heartbeat(): void
  /** Begins to end the connection, for this reason. */
  end(reason: Error): void
}

const SWEEPS_PER_HEARTBEAT = HEARTBEAT_MS / SWEEP_MS

interface OpenEntry {
  /** The sweep at which the connection gets its heartbeats, so that not all are sent at once. */
  phase: number
  closed: PromiseWithResolvers<void>
}

export class OpenConnections {
  readonly #open = new Map<OpenConnection, OpenEntry>()
  readonly #sweeping: NodeJS.Timeout
  #sweeps = 0
  #added = 0
  #endings = 0
  #isDraining = false

  constructor() {
    this.#sweeping = setInterval(() => this.#sweep(), SWEEP_MS).unref()
  }

  /** @throws INTERNAL_ERROR with `retry` while the process stops */
  requireOpen(): void {
    if (this.#isDraining) throw overloaded('This process stops: subscribe again.')
  }

  /** How often all connections have been ended. */
  get endings(): number {
    return this.#endings
  }

  /**
   * Keeps the connection until the result is disposed.
   * @param endings the value of `endings` when its checks began: if all were ended since, this one is ended, too
   */
  add(connection: OpenConnection, endings = this.#endings): Disposable {
    const closed = Promise.withResolvers<void>()
    this.#open.set(connection, { phase: (this.#added += 1) % SWEEPS_PER_HEARTBEAT, closed })
    if (this.#isDraining || endings !== this.#endings) connection.end(new Reconnect())
    return {
      [Symbol.dispose]: () => {
        this.#open.delete(connection)
        closed.resolve()
      },
    }
  }

  /** Ends all open connections with a hint to reconnect. Resolves when they are closed. */
  async endAll(): Promise<void> {
    this.#endings += 1
    const open = [...this.#open]
    for (const [connection] of open) connection.end(new Reconnect())
    await Promise.all(open.map(([, { closed }]) => closed.promise))
  }

  /** Admits no further connections, and ends all. */
  async drain(): Promise<void> {
    this.#isDraining = true
    clearInterval(this.#sweeping)
    await this.endAll()
  }

  #sweep(): void {
    this.#sweeps += 1
    const phase = this.#sweeps % SWEEPS_PER_HEARTBEAT
    for (const [connection, entry] of this.#open) {
      void this.#check(connection, entry.phase === phase)
    }
  }

  async #check(connection: OpenConnection, isDue: boolean): Promise<void> {
    try {
      await connection.recheck()
      if (isDue && this.#open.has(connection)) connection.heartbeat()
    } catch (error) {
      connection.end(error as Error)
    }
  }
}
