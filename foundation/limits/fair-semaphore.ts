// A semaphore for what callers share: each has a share of the slots and of the queue, and they take turns.

export interface SemaphoreLimits {
  /** Slots. */
  total: number
  /** Slots of one caller: one who never finishes must not block everybody. */
  perCaller: number
  /** How many may wait. */
  waiting: number
  waitingPerCaller: number
}

export interface SemaphoreWait {
  /** In milliseconds; without one, a caller waits until its turn. */
  limitMs?: number
  /** Ends the wait. */
  signal?: AbortSignal | undefined
}

/** Releases a slot; only the first call does. */
export type Release = () => void

type Settle = (release?: Release) => void

/** What one caller has of a semaphore. */
interface Share {
  held: number
  /** The oldest first. */
  waiting: Settle[]
}

/**
 * Callers that wait are served in turn: the one that was served longest ago comes first, so a caller with a
 * full queue delays another one by one slot at most. If the queue is full, the newest entry of the caller
 * with the longest queue is refused.
 */
export class FairSemaphore {
  readonly #limits: SemaphoreLimits
  /** Of the callers that hold a slot or wait for one. */
  readonly #shares = new Map<string, Share>()
  /** The callers that wait, in the order of their turns. */
  readonly #turns = new Map<string, Share>()
  #held = 0
  #waiting = 0

  constructor(limits: SemaphoreLimits) {
    this.#limits = limits
  }

  /** How many wait. */
  get waiting(): number {
    return this.#waiting
  }

  /** Takes a slot that is free for the caller; undefined if there is none. */
  takeFree(caller: string): Release | undefined {
    const share = this.#shares.get(caller)
    return this.#isFreeFor(share) ? this.#take(caller, share ?? this.#newShare(caller)) : undefined
  }

  /** Waits for a slot. Undefined if the queue has no room, or the wait ended without one. */
  acquire(caller: string, wait: SemaphoreWait = {}): Promise<Release | undefined> {
    if (wait.signal?.aborted === true) return Promise.resolve(undefined)
    const release = this.takeFree(caller)
    if (release) return Promise.resolve(release)
    const share = this.#shares.get(caller) ?? this.#newShare(caller)
    if (this.#makeRoom(share)) return this.#wait(caller, share, wait)
    this.#forgetIdle(caller, share)
    return Promise.resolve(undefined)
  }

  #wait(
    caller: string,
    share: Share,
    { limitMs, signal }: SemaphoreWait,
  ): Promise<Release | undefined> {
    return new Promise((resolve) => {
      const settle: Settle = (acquired) => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', giveUp)
        resolve(acquired)
      }
      const giveUp = () => {
        this.#leave(caller, share, settle)
        settle()
      }
      const timer = limitMs === undefined ? undefined : setTimeout(giveUp, limitMs)
      signal?.addEventListener('abort', giveUp)
      share.waiting.push(settle)
      this.#waiting += 1
      this.#turns.set(caller, share)
    })
  }

  #newShare(caller: string): Share {
    const share: Share = { held: 0, waiting: [] }
    this.#shares.set(caller, share)
    return share
  }

  #isFreeFor(share: Share | undefined): boolean {
    const { total, perCaller } = this.#limits
    return this.#held < total && (share?.held ?? 0) < perCaller
  }

  #take(caller: string, share: Share): Release {
    this.#held += 1
    share.held += 1
    let released = false
    return () => {
      if (!released) this.#release(caller, share)
      released = true
    }
  }

  #release(caller: string, share: Share): void {
    this.#held -= 1
    share.held -= 1
    this.#forgetIdle(caller, share)
    // At most `total` callers have their whole share, and are passed over.
    for (const [next, itsShare] of this.#turns) {
      if (!this.#isFreeFor(itsShare)) continue
      this.#admit(next, itsShare)
      return
    }
  }

  /** Gives a slot to the caller, whose next turn comes after those of all others that wait. */
  #admit(caller: string, share: Share): void {
    const settle = share.waiting[0]!
    const release = this.#take(caller, share)
    this.#turns.delete(caller)
    this.#turns.set(caller, share)
    this.#leave(caller, share, settle)
    settle(release)
  }

  /** False if the caller has the longest queue itself, or as many entries as it may have. */
  #makeRoom({ waiting }: Share): boolean {
    if (waiting.length >= this.#limits.waitingPerCaller) return false
    if (this.#waiting < this.#limits.waiting) return true
    const [caller, longest] = this.#longestQueue()
    if (longest.waiting.length <= waiting.length + 1) return false
    const newest = longest.waiting.at(-1)!
    this.#leave(caller, longest, newest)
    newest()
    return true
  }

  #longestQueue(): [string, Share] {
    return [...this.#turns].reduce((longest, next) =>
      next[1].waiting.length > longest[1].waiting.length ? next : longest,
    )
  }

  #leave(caller: string, share: Share, settle: Settle): void {
    share.waiting.splice(share.waiting.indexOf(settle), 1)
    this.#waiting -= 1
    if (share.waiting.length > 0) return
    this.#turns.delete(caller)
    this.#forgetIdle(caller, share)
  }

  #forgetIdle(caller: string, { held, waiting }: Share): void {
    if (held === 0 && waiting.length === 0) this.#shares.delete(caller)
  }
}
