// A queue whose callers take turns, with a limit for all and for each.

export interface QueueLimits {
  /** How many may wait. */
  waiting: number
  waitingPerCaller: number
}

/**
 * The caller that was served longest ago comes first, so a caller with a full queue delays another one by
 * one entry. If the queue is full, the newest entry of the caller with most entries is refused.
 */
export class FairQueue<Entry> {
  readonly #limits: QueueLimits
  /** By caller, in the order of their turns; the oldest entry of each first. */
  readonly #entries = new Map<string, Entry[]>()
  #size = 0

  constructor(limits: QueueLimits) {
    this.#limits = limits
  }

  /** Adds an entry. Returns the one that is refused for it, which may be the same. */
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

  /** Takes the next entry of the first caller that `isReady`, whose next turn comes after those of all others. */
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
