// A queue whose callers take turns, with a limit for all and for each.

export interface QueueLimits {
  /** The maximum number of waiting entries. */
  waiting: number
  waitingPerCaller: number
}

export interface QueueWait {
  /** The longest wait in milliseconds; unlimited by default. */
  limitMs?: number | undefined
  /** Ends the wait when it is aborted. */
  signal?: AbortSignal | undefined
}

/** Ends a wait, with a value or without one. */
export type Settle<Value> = (value?: Value) => void

/** Waits in a queue for a value; undefined if the queue is full, or the wait ended without one. */
export function waitIn<Value>(
  queue: FairQueue<Settle<Value>>,
  caller: string,
  { limitMs, signal }: QueueWait,
): Promise<Value | undefined> {
  return new Promise((resolve) => {
    const settle: Settle<Value> = (value) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', giveUp)
      resolve(value)
    }
    const giveUp = () => {
      queue.delete(caller, settle)
      settle()
    }
    const timer = limitMs === undefined ? undefined : setTimeout(giveUp, limitMs)
    signal?.addEventListener('abort', giveUp)
    const refused = queue.add(caller, settle)
    refused?.()
  })
}

/**
 * Serves the caller that was served longest ago first, so one caller's full queue delays another caller by one entry
 * only. When the queue is full, the newest entry of the caller with the most entries is refused.
 */
export class FairQueue<Entry> {
  readonly #limits: QueueLimits
  /** The entries of each caller, oldest first; callers in the order of their turns. */
  readonly #entries = new Map<string, Entry[]>()
  #size = 0

  constructor(limits: QueueLimits) {
    this.#limits = limits
  }

  get size(): number {
    return this.#size
  }

  /** Adds an entry. Returns the entry that is refused, possibly this one. */
  add(caller: string, entry: Entry): Entry | undefined {
    const own = this.#entries.get(caller) ?? []
    if (own.length >= this.#limits.waitingPerCaller) return entry
    const isFull = this.#size >= this.#limits.waiting
    const [other, longest] = isFull ? this.#longest() : ['', []]
    if (isFull && longest.length <= own.length + 1) return entry
    const refused = isFull ? longest.at(-1) : undefined
    if (refused !== undefined) this.delete(other, refused)
    own.push(entry)
    this.#size += 1
    this.#entries.set(caller, own)
    return refused
  }

  /** Removes the next entry of the first caller that `isReady`, and moves that caller to the end. */
  next(isReady: (caller: string) => boolean): { caller: string; entry: Entry } | undefined {
    if (this.#size === 0) return undefined
    for (const [caller, own] of this.#entries) {
      if (!isReady(caller)) continue
      const entry = own[0]!
      this.#entries.delete(caller)
      this.#entries.set(caller, own)
      this.delete(caller, entry)
      return { caller, entry }
    }
    return undefined
  }

  delete(caller: string, entry: Entry): void {
    const own = this.#entries.get(caller)!
    own.splice(own.indexOf(entry), 1)
    this.#size -= 1
    if (own.length === 0) this.#entries.delete(caller)
  }

  #longest(): [string, Entry[]] {
    return [...this.#entries].reduce((longest, next) =>
      next[1].length > longest[1].length ? next : longest,
    )
  }
}
