// The connections on which the requests of a service read together.
import type { PoolConfig } from 'pg'
import { PipelinedConnection } from '#foundation/database/pipelined-connection.ts'
import { currentCallerKey } from '#foundation/limits/current-caller.ts'
import { FairQueue } from '#foundation/limits/fair-queue.ts'
import type { Log } from '#foundation/telemetry/log.ts'

/** How many statements of one connection may be under way, because their rows wait in memory. */
const STATEMENTS_AT_ONCE = 8
const LONGEST_WAIT_MS = 1_000
/** Further statements run on connections of their own, where callers have shares. */
const MAX_WAITING = { waiting: 1_000, waitingPerCaller: 250 }

/** A place on a shared connection, for one statement at a time. */
export interface SharedPlace {
  /** The rows of a statement. */
  read(text: string, values: readonly unknown[]): Promise<unknown[]>
  release(): void
}

interface Member {
  connection: PipelinedConnection
  free: number
  /** Each of its places. */
  place: SharedPlace
}

/** A few connections with a limited number of places. */
export class SharedConnections {
  readonly #members: Member[]
  readonly #waiting = new FairQueue<(member: Member | undefined) => void>(MAX_WAITING)

  constructor(config: PoolConfig, count: number, log: Log) {
    this.#members = Array.from({ length: count }, () =>
      this.#createMember(new PipelinedConnection(config, log)),
    )
  }

  /** A place on one of the connections; undefined while none is free. */
  takeFree(): SharedPlace | undefined {
    return this.#takeNext()?.place
  }

  /** Waits for a place; undefined when none gets free within a second. */
  async take(): Promise<SharedPlace | undefined> {
    return this.takeFree() ?? (await this.#nextFree())?.place
  }

  async end(): Promise<void> {
    await Promise.all(this.#members.map(({ connection }) => connection.end()))
  }

  #createMember(connection: PipelinedConnection): Member {
    const place: SharedPlace = {
      read: (text, values) => connection.read(text, values),
      release: () => this.#release(member),
    }
    const member: Member = { connection, free: STATEMENTS_AT_ONCE, place }
    return member
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
    const caller = currentCallerKey()
    return new Promise((resolve) => {
      const settle = (member: Member | undefined) => {
        clearTimeout(timer)
        resolve(member)
      }
      const giveUp = () => {
        this.#waiting.delete(caller, settle)
        settle(undefined)
      }
      const timer = setTimeout(giveUp, LONGEST_WAIT_MS)
      const refused = this.#waiting.add(caller, settle)
      refused?.(undefined)
    })
  }

  /** Passes the place to the caller whose turn it is. */
  #release(member: Member): void {
    const next = this.#waiting.next(() => true)
    if (next) next.entry(member)
    else member.free += 1
  }
}
