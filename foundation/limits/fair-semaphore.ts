// A semaphore that callers share: each has a share of the slots and of the queue, and they take turns.
import { clientLeft, type DomainError } from '#foundation/domain/errors.ts'
import {
  FairQueue,
  waitIn,
  type QueueLimits,
  type QueueWait,
  type Settle,
} from '#foundation/limits/fair-queue.ts'

export interface SemaphoreLimits extends QueueLimits {
  total: number
  /** The slots of one caller: one who never finishes must not block everybody. */
  perCaller: number
}

export interface SemaphoreUse extends QueueWait {
  /** The error when the queue is full, or the wait has reached its limit. */
  refusal: () => DomainError
}

/** Releases a slot; only the first call does. */
export type Release = () => void

export class FairSemaphore {
  readonly #limits: SemaphoreLimits
  readonly #queue: FairQueue<Settle<Release>>
  /** The number of slots of each caller that holds any. */
  readonly #heldBy = new Map<string, number>()
  #held = 0

  constructor(limits: SemaphoreLimits) {
    this.#limits = limits
    this.#queue = new FairQueue(limits)
  }

  get held(): number {
    return this.#held
  }

  get waiting(): number {
    return this.#queue.size
  }

  isFreeFor(caller: string): boolean {
    const { total, perCaller } = this.#limits
    return this.#held < total && (this.#heldBy.get(caller) ?? 0) < perCaller
  }

  /** Takes a slot that is free for the caller; undefined if there is none. */
  tryAcquire(caller: string): Release | undefined {
    return this.isFreeFor(caller) ? this.#acquire(caller) : undefined
  }

  /** Waits for a slot. Undefined if the queue is full, or the wait ended without one. */
  acquire(caller: string, wait: QueueWait = {}): Promise<Release | undefined> {
    if (wait.signal?.aborted === true) return Promise.resolve(undefined)
    const release = this.tryAcquire(caller)
    return release ? Promise.resolve(release) : waitIn(this.#queue, caller, wait)
  }

  /** Runs work in a slot. @throws the refusal, or `clientLeft` once the signal is aborted */
  async run<Result>(
    caller: string,
    work: () => Promise<Result>,
    { refusal, ...wait }: SemaphoreUse,
  ): Promise<Result> {
    const isLeft = () => wait.signal?.aborted === true
    const free = isLeft() ? undefined : this.tryAcquire(caller)
    const release = free ?? (await this.acquire(caller, wait))
    if (!release) throw isLeft() ? clientLeft() : refusal()
    try {
      return await work()
    } finally {
      release()
    }
  }

  #acquire(caller: string): Release {
    this.#held += 1
    this.#heldBy.set(caller, (this.#heldBy.get(caller) ?? 0) + 1)
    let released = false
    return () => {
      if (!released) this.#release(caller)
      released = true
    }
  }

  #release(caller: string): void {
    this.#held -= 1
    const left = this.#heldBy.get(caller)! - 1
    if (left === 0) this.#heldBy.delete(caller)
    else this.#heldBy.set(caller, left)
    // Skips callers that hold their whole share; there are at most `total`.
    const next = this.#queue.next((waiting) => this.isFreeFor(waiting))
    next?.entry(this.#acquire(next.caller))
  }
}
