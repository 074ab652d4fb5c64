// The connections on which the requests of a service read together.
import { PipelinedConnection } from '#foundation/database/connections/pipelined-connection.ts'
import type { WatchedConfig } from '#foundation/database/connections/watched-connection.ts'
import { currentCallerKey } from '#foundation/limits/current-caller.ts'
import { FairQueue, waitIn, type Settle } from '#foundation/limits/fair-queue.ts'
import { FairSemaphore } from '#foundation/limits/fair-semaphore.ts'

const MAX_WAIT_MS = 1_000
/** Statements beyond these limits run on connections of their own (own-connections.ts). */
const MAX_WAITING = { waiting: 1_000, waitingPerCaller: 250 }
/**
 * How many statements may be in flight on one connection, because their rows wait in memory. One caller leaves one
 * place free. If a caller had only half of the places, refreshes from one address would no longer share packets.
 */
const PLACES = { total: 8, perCaller: 7, waiting: 0, waitingPerCaller: 0 }

/** A place on a shared connection, for one statement at a time. */
export interface SharedPlace {
  /** The rows of a statement, whose values are read when it is sent. */
  read(text: string, values: () => readonly unknown[]): Promise<unknown[]>
  release(): void
}

interface ConnectionPlaces {
  connection: PipelinedConnection
  places: FairSemaphore
}

/** Prefers the connection already used in this turn of the event loop, so that statements share a packet. */
function isBetter(one: ConnectionPlaces, other: ConnectionPlaces): boolean {
  if (one.connection.isCorked !== other.connection.isCorked) return one.connection.isCorked
  return one.places.held < other.places.held
}

/** A few connections with a limited number of places. */
export class SharedConnections {
  readonly #connections: ConnectionPlaces[]
  readonly #waiting = new FairQueue<Settle<SharedPlace>>(MAX_WAITING)

  constructor(config: WatchedConfig, count: number) {
    this.#connections = Array.from({ length: count }, () => ({
      connection: new PipelinedConnection(config),
      places: new FairSemaphore(PLACES),
    }))
  }

  /** How many statements run. */
  get reading(): number {
    return this.#connections.reduce((sum, { places }) => sum + places.held, 0)
  }

  get waiting(): number {
    return this.#waiting.size
  }

  /** A place on one of the connections; undefined while none is free for the caller. */
  takeIdle(): SharedPlace | undefined {
    return this.#takeFor(currentCallerKey())
  }

  /** Waits for a place; undefined when none becomes free within a second. */
  async take(): Promise<SharedPlace | undefined> {
    const caller = currentCallerKey()
    return this.#takeFor(caller) ?? (await waitIn(this.#waiting, caller, { limitMs: MAX_WAIT_MS }))
  }

  async end(): Promise<void> {
    await Promise.all(this.#connections.map(({ connection }) => connection.end()))
  }

  #takeFor(caller: string): SharedPlace | undefined {
    let chosen: ConnectionPlaces | undefined
    for (const one of this.#connections) {
      if (!one.places.isFreeFor(caller)) continue
      if (!chosen || isBetter(one, chosen)) chosen = one
    }
    if (!chosen) return undefined
    const { connection, places } = chosen
    const release = places.takeIdle(caller)!
    return {
      read: (text, values) => connection.read(text, values),
      release: () => {
        release()
        this.#passOn()
      },
    }
  }

  /** Gives a free place to the caller whose turn it is. */
  #passOn(): void {
    const isFree = (caller: string) =>
      this.#connections.some(({ places }) => places.isFreeFor(caller))
    const next = this.#waiting.next(isFree)
    next?.entry(this.#takeFor(next.caller))
  }
}
