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
 * slot free. If a caller had only half of the slots, refreshes from one address would no longer share packets.
 */
const SLOTS = { total: 8, perCaller: 7, waiting: 0, waitingPerCaller: 0 }

/** A slot on a shared connection, for one statement at a time. */
export interface SharedSlot {
  /** The rows of a statement, whose values are read when it is sent. */
  read(text: string, values: () => readonly unknown[]): Promise<unknown[]>
  release(): void
}

interface ConnectionSlots {
  connection: PipelinedConnection
  slots: FairSemaphore
}

/** Prefers the connection already used in this turn of the event loop, so that statements share a packet. */
function isBetter(one: ConnectionSlots, other: ConnectionSlots): boolean {
  if (one.connection.isCorked !== other.connection.isCorked) return one.connection.isCorked
  return one.slots.held < other.slots.held
}

/** A few connections with a limited number of slots. */
export class SharedConnections {
  readonly #connections: ConnectionSlots[]
  readonly #waiting = new FairQueue<Settle<SharedSlot>>(MAX_WAITING)

  constructor(config: WatchedConfig, count: number) {
    this.#connections = Array.from({ length: count }, () => ({
      connection: new PipelinedConnection(config),
      slots: new FairSemaphore(SLOTS),
    }))
  }

  /** How many statements run. */
  get reading(): number {
    return this.#connections.reduce((sum, { slots }) => sum + slots.held, 0)
  }

  get waiting(): number {
    return this.#waiting.size
  }

  /** A slot on one of the connections; undefined while none is free for the caller. */
  tryAcquire(): SharedSlot | undefined {
    return this.#acquireFor(currentCallerKey())
  }

  /** Waits for a slot; undefined when none becomes free within a second. */
  async acquire(): Promise<SharedSlot | undefined> {
    const caller = currentCallerKey()
    return (
      this.#acquireFor(caller) ?? (await waitIn(this.#waiting, caller, { limitMs: MAX_WAIT_MS }))
    )
  }

  async end(): Promise<void> {
    await Promise.all(this.#connections.map(({ connection }) => connection.end()))
  }

  #acquireFor(caller: string): SharedSlot | undefined {
    let chosen: ConnectionSlots | undefined
    for (const one of this.#connections) {
      if (!one.slots.isFreeFor(caller)) continue
      if (!chosen || isBetter(one, chosen)) chosen = one
    }
    if (!chosen) return undefined
    const { connection, slots } = chosen
    const release = slots.tryAcquire(caller)!
    return {
      read: (text, values) => connection.read(text, values),
      release: () => {
        release()
        this.#passOn()
      },
    }
  }

  /** Gives a free slot to the caller whose turn it is. */
  #passOn(): void {
    const isFree = (caller: string) =>
      this.#connections.some(({ slots }) => slots.isFreeFor(caller))
    const next = this.#waiting.next(isFree)
    next?.entry(this.#acquireFor(next.caller))
  }
}
