// Limits how many large responses a process keeps in memory and builds at once; others wait.
import type { ServerResponse } from 'node:http'

interface Capacity {
  total: number
  /** The limit of one caller: a reader who never finishes must not block everybody. */
  perCaller: number
}

/** Large responses that are being built or sent. */
const HELD: Capacity = { total: 6, perCaller: 2 }
/** Responses being built: with two at once, other requests waited more than twice as long. */
const BUILT: Capacity = { total: 1, perCaller: 1 }
/** Between two builds, so that other waiting requests are served first. */
const PAUSE_MS = 20
/** How long a response waits for both slots together. */
const WAIT_MS = 3_000
/** How many may wait, because each has already loaded data. */
const WAITING_LIMIT = 64

type Release = () => void

interface Waiting {
  holder: string
  acquire: () => void
}

/** A semaphore with a limit for each holder; first come, first served within that limit. */
class Semaphore {
  readonly #capacity: Capacity
  readonly #heldBy = new Map<string, number>()
  readonly #waiting = new Set<Waiting>()
  #held = 0

  constructor(capacity: Capacity) {
    this.#capacity = capacity
  }

  /** Returns what releases the slot; undefined when none was free in time, or `res` was closed. */
  acquire(holder: string, res: ServerResponse, waitMs: number): Promise<Release | undefined> {
    if (res.closed) return Promise.resolve(undefined)
    if (this.#isFreeFor(holder)) return Promise.resolve(this.#take(holder))
    if (this.#waiting.size >= WAITING_LIMIT) return Promise.resolve(undefined)
    return new Promise((resolve) => {
      const end = (release?: Release) => {
        clearTimeout(timer)
        res.off('close', giveUp)
        this.#waiting.delete(entry)
        resolve(release)
      }
      const giveUp = () => end()
      const entry: Waiting = { holder, acquire: () => end(this.#take(holder)) }
      const timer = setTimeout(giveUp, waitMs)
      res.once('close', giveUp)
      this.#waiting.add(entry)
    })
  }

  #isFreeFor(holder: string): boolean {
    const { total, perCaller } = this.#capacity
    return this.#held < total && (this.#heldBy.get(holder) ?? 0) < perCaller
  }

  #take(holder: string): Release {
    this.#held += 1
    this.#heldBy.set(holder, (this.#heldBy.get(holder) ?? 0) + 1)
    let released = false
    return () => {
      if (!released) this.#release(holder)
      released = true
    }
  }

  #release(holder: string): void {
    this.#held -= 1
    const left = this.#heldBy.get(holder)! - 1
    if (left === 0) this.#heldBy.delete(holder)
    else this.#heldBy.set(holder, left)
    for (const next of this.#waiting) if (this.#isFreeFor(next.holder)) next.acquire()
  }
}

export interface LargeResponseSlots {
  /**
   * Acquires a slot to hold a large response until `res` is sent or closed, and the slot to build it.
   * Returns what releases the build slot; undefined when no slot was free in time.
   */
  acquire(holder: string, res: ServerResponse): Promise<Release | undefined>
}

/** The slots of one process. */
export function createLargeResponseSlots(): LargeResponseSlots {
  const held = new Semaphore(HELD)
  const built = new Semaphore(BUILT)
  return {
    async acquire(holder, res) {
      const began = performance.now()
      const release = await held.acquire(holder, res, WAIT_MS)
      if (!release) return undefined
      // The connection may have closed while it waited, and 'close' is not emitted again.
      if (res.closed) {
        release()
        return undefined
      }
      res.once('close', release)
      const next = await built.acquire(holder, res, began + WAIT_MS - performance.now())
      if (!next) return undefined
      const endBuild = () => void setTimeout(next, PAUSE_MS).unref()
      if (res.closed) {
        endBuild()
        return undefined
      }
      res.once('close', endBuild)
      return endBuild
    },
  }
}
